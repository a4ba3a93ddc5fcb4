"""The normalizers of the CHiME-6, CHiME-7 and CHiME-8 challenges: identical to chime-utils, including its mistakes."""

import re
from collections.abc import Callable
from unicodedata import category, normalize

from hubbub.text.numbers import cardinal, ordinal, ordinal_ending
from hubbub.text.spelling import american, pairs

_BRACKETS = re.compile(r"[<\[][^>\]]*[>\]]")


def chime6(text: str) -> str:
    """Lowercases a text, and removes punctuation and words in brackets.

    >>> chime6("[laughs] Mm-hmm, that’s right.")
    "mmhmm that's right"
    """
    if "[redacted]" in text:
        return ""
    text = re.sub(r"\s+", " ", re.sub(r"[.?,:;!]", "", text.lower()))
    text = text.replace(" - ", " ").replace("mm-", "mm")
    text = _BRACKETS.sub("", text).replace('"', " ").strip(" \t").replace("’", "'")
    return re.sub(r"\s\s+", " ", text)


_SOUNDS_7 = {
    **dict.fromkeys(("hm", "hmm", "mhm", "mmh", "mmm"), "hmmm"),
    **dict.fromkeys(("uhm", "um", "umm", "umh", "ummh"), "ummm"),
    **dict.fromkeys(("uh", "uhh"), "uhhh"),
}


def chime7(text: str) -> str:
    """Applies chime6, then one spelling for each kind of filler such as hmm.

    >>> chime7("Uh, mhm.")
    'uhhh hmmm'
    """
    return " ".join(_SOUNDS_7.get(word, word) for word in chime6(text).split(" "))


Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]


def _words(pairs: str, after: str = "") -> Rule:
    """Returns one rule for many words: `word:replacement`, separated by commas."""
    table = dict(pair.strip().split(":") for pair in pairs.split(","))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, table))})\b"), lambda found: table[found[0]] + after


_TITLES = """mr:mister,mrs:missus,st:saint,dr:doctor,prof:professor,capt:captain,gov:governor,ald:alderman,gen:general,
sen:senator,rep:representative,pres:president,rev:reverend,hon:honorable,asst:assistant,assoc:associate,lt:lieutenant,
col:colonel,jr:junior,sr:senior,esq:esquire"""
_VERBS = {"re": "are", "s": "is", "d": "would", "ll": "will", "t": "not", "ve": "have", "m": "am"}

_REWRITE: tuple[Rule, ...] = (
    (re.compile(r"\s+'"), "'"),
    (re.compile("’"), "'"),
    (re.compile(r"\b(?:hm+|mhm|mm+|m+h|um+|uhm+)\b"), "hmm"),
    (re.compile(r"\b(?:a+h+|ha+)\b"), "ah"),
    (re.compile(r"[!?.]+(?=$|\s)"), ""),
    (re.compile(r"\b(?:o+h+|h+o+)\b"), "oh"),
    (re.compile(r"\b(?:u+h+|h+u+|h+u+h+)\b"), "uh"),
    (re.compile(r"\bwi\sfi\b|\wi-fi\b"), "wifi"),
    _words(
        """goin:going,won't:will not,can't:can not,let's:let us,ain't:aint,y'all:you all,wanna:want to,gotta:got to,
        gonna:going to,i'ma:i am going to,imma:i am going to,woulda:would have,coulda:could have,shoulda:should have,
        ma'am:madam,okay:ok,setup:set up,everyday:every day"""
    ),
    _words(_TITLES, after=" "),
    (re.compile(r"'d (been|gone|done)\b"), r" had \1"),
    (re.compile(r"'s (been|gone|got)\b"), r" has \1"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(rf"'({'|'.join(_VERBS)})\b"), lambda found: " " + _VERBS[found[1]]),
    (re.compile(r"(\d),(\d)"), r"\1\2"),
    (re.compile(r"\.([^0-9]|$)"), r" \1"),
)
_BEFORE = {"shan't": "shall not", "han't": "has not", "ain't": "ain not"}

_KEPT = frozenset(".%$¢€£")
_LETTERS = dict(zip("œøæßđðþł", ("oe", "o", "ae", "ss", "d", "d", "th", "l"), strict=True))


def _bare(text: str) -> str:
    """Removes diacritics; other punctuation and symbols become spaces."""

    def one(sign: str) -> str:
        if sign in _KEPT:
            return sign
        kind = category(sign)
        return _LETTERS.get(sign, "" if kind == "Mn" else " " if kind[0] in "MSP" else sign)

    letters = text.replace(" ", "")
    return text if letters.isascii() and letters.isalnum() else "".join(map(one, normalize("NFKD", text)))


_AMOUNTS = (
    (re.compile(r"\$(\d+(?:\.\d+)?)"), r"\1 dollars"),
    (re.compile(r"(\d+(?:\.\d+)?)\$"), r"\1 dollars"),
    (re.compile(r"(\d+(?:\.\d+)?)%"), r"\1 percent"),
)
_ENDED = {f"{value}{ordinal_ending(value)}": ordinal(cardinal(value)[0]) for value in (*range(20), *range(20, 100, 10))}
_ENDED |= {f"{value}s": "sixes" if value == 6 else cardinal(value)[0] + "s" for value in range(1, 20)}
_ENDED |= {f"{value}s": cardinal(value)[0].replace("y", "ies") for value in range(20, 100, 10)}
_ALONE = {"000": "thousand", 0: "zero", 100: "hundred", 1000: "thousand"}


def _number(word: str) -> str:
    if not word.isdigit():
        return _ENDED.get(word, word)
    value = int(word)
    return _ALONE.get(word) or _ALONE.get(value) or (" ".join(cardinal(value)) if value < 1000 else word)


# The differences of chime-utils' spelling table from ours: a few of its pairs are reversed, or wrong.
_SPELT = pairs("""
archeological:archaeological archaeological:archaeological battleax:battleaxe cancelation:cancellation
cancelations:cancellations crenelated:crenellated gage:gauge gaged:gauged gages:gauges gaging:gauging glamor:glamour
pummelled:pummel pummelling:pummeled snowploughs:snowplow tranquilly:tranquility travelog:travelogue
travelogs:travelogues
""")


def _respelt(word: str) -> str:
    return _SPELT.get(word) or (american(word) if word.isalpha() else word)


def chime8(text: str) -> str:
    """Normalizes as Whisper does, but with numbers in words, more contractions, and no fillers.

    >>> chime8("Okay, I'm gonna pay $5 on the 2nd, uh-huh.")
    'ok i am going to pay five dollars on the second'
    """
    text = re.sub(r"\(([^)]+?)\)", "", _BRACKETS.sub("", text.lower()))
    text = " ".join(_BEFORE.get(word, word) for word in text.split())
    for pattern, replacement in _REWRITE:
        text = pattern.sub(replacement, text)
    text = _bare(text)
    for amount, words in _AMOUNTS:
        text = amount.sub(words, text)
    text = " ".join(_respelt(word) for number in text.split() for word in _number(number).split())
    text = re.sub(r"([^0-9])%", r"\1 ", re.sub(r"[.$¢€£]([^0-9])", r" \1", text))
    text = re.sub(r"\b(?:hmm|uh|ah|eh)\b", "", text)
    return " ".join(text.split())
