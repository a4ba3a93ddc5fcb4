"""Hostile files for every format: cut short, bent, blown up, nested, in odd encodings.

Names and bytes come from a seeded random number generator. The names have the suffixes of formats, so that the files
can be written to a folder and given to the command line as they are.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from random import Random

from support.paths import SAMPLES

GOOD: dict[str, bytes] = {
    "a.stm": b";; comment\nm A Alice 0.5 2 <o,f0,male> hello {big / small / @} world (uh)\nm A Bob 1 2.5 bye\n"
    b"m A gap 3 4 IGNORE_TIME_SEGMENT_IN_SCORING\n",
    "a.ctm": b"m 1 0.2 0.1 hi 0.9\nm 1 * * <ALT_BEGIN>\nm 1 1 0.5 there NA lex Bob\nm 1 * * <ALT>\n"
    b"m 1 1 0.5 their NA lex Bob\nm 1 * * <ALT_END>\nm 2 2 1 uh 1 fp <NA>\n",
    "a.json": b'[{"session_id": "m", "speaker": "A", "start_time": 0.5, "end_time": "1.5", "words": "hi \\u00e9"},\n'
    b'{"session_id": "m", "speaker": null, "start_time": 1, "end_time": 2, "words": "", "channel": 1,'
    b' "mine": {"a": [1]}, "word_times": []}]',
    "a.jsonl": b'{"session_id": "m", "speaker": "A", "words": "hi"}\n{"session_id": "m", "speaker": "", "words": ""}\n',
    "a.parquet": (SAMPLES / "segments.parquet").read_bytes(),
    "a.rttm": b"SPEAKER m 1 0 1 <NA> <NA> A <NA> <NA>\nLEXEME m 1 0.5 0.2 hi lex A <NA>\n"
    b"NOSCORE m 1 3 1 <NA> <NA> <NA> <NA>\n",
    "a.uem": b"m 1 0 10\nm 1 20 30.5\n",
    "a.trn": b";; comment\nhello {a / b c} world (uh) (spk-1)\n(spk-2)\n",
    "text": b"utt-1 hello world\nutt-2\n",
    "a.txt": b"hello world\n\nbye\n",
    "b.txt": b"[00:00:02] Alice Smith: Good morning.\n\n[00:00:05 - 00:00:06.5] Bob: Yes\n",
    "c.txt": b"0.5\t2.1\tGood morning.\n\\\t-1.0\t6334.5\n2.4\t4.05\t[[Bob]]Yes\n",
    "a.srt": b"1\n00:00:00,500 --> 00:00:02,100\n[Alice]: <i>Good</i> <u>morning</u>.\n\n2\n"
    b"00:00:02,400 --> 00:00:04\nYes\n",
    "a.vtt": b"WEBVTT\n\nNOTE x\n\n00:00.500 --> 00:02.100\n<v Alice>Good<00:00:01.000><c> morning &amp; so</c></v>\n",
    "b.vtt": b'WEBVTT\n\n00:00.500 --> 00:02.100\n{"speakerName": "Alice", "spokenText": "Good morning"}\n',
    "a.sbv": b"0:00:00.500,0:00:02.100\nAlice: Good[br]morning\n\n0:00:02.400,0:00:04.050\nBob: Yes\n",
    "a.csv": b'session_id,speaker,start_time,end_time,words,mine\nm,Alice,0.5,2.1,"Good ""morning""\n",1\n'
    b"m,Bob,2.4,4,Yes,\n",
    "a.tsv": b"start\tend\ttext\n500\t2100\tGood morning.\n2400\t4050\tYes\n",
    "a.lab": b"0.5 2.1 Alice\n2.4 4.05 Bob\n",
    "a.textgrid": b'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nxmax = 4\ntiers? <exists>\n'
    b'size = 1\nitem []:\n item [1]:\n class = "IntervalTier"\n name = "Alice"\n xmin = 0\n xmax = 4\n'
    b' intervals: size = 1\n intervals [1]:\n xmin = 0\n xmax = 4\n text = "Good ""morning"""\n',
    "a.eaf": b'<?xml version="1.0"?>\n<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="1" />'
    b'<TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="2" /></TIME_ORDER>\n<TIER TIER_ID="A"><ANNOTATION><ALIGNABLE_ANNOTATION '
    b'ANNOTATION_ID="x" TIME_SLOT_REF1="a" TIME_SLOT_REF2="b"><ANNOTATION_VALUE>hi &amp; so</ANNOTATION_VALUE>'
    b"</ALIGNABLE_ANNOTATION></ANNOTATION></TIER></ANNOTATION_DOCUMENT>\n",
    "a": b"m 1 Alice 0 1 hello world\n",
}
"""Good files; the last has no suffix, so that its content is looked at."""

SAMPLE_FILES = {path.name: path.read_bytes() for path in sorted(SAMPLES.iterdir())}
"""The samples of all formats; `make fuzz` changes each as often as the files above, the tests less often."""
GOOD |= {name: data for name, data in SAMPLE_FILES.items() if name not in ("pairs.csv", "README.md", "LICENSES.txt")}

NUMBERS = [
    b"nan", b"inf", b"-inf", b"1e400", b"-1e-400", b"1" * 5000, b"0." + b"3" * 5000, b"1e" + b"9" * 500, b"-0", b"+",
    b".", b"1_0", b"0x1", b"1e", "٣".encode(), b"1,5", b"9999999999", b"true", b"null", b"00:01", b"-1",
]  # fmt: skip
PIECES = [
    b"{", b"}", b"/", b"@", b"()", b"(", b")", b";;", b"<ALT_BEGIN>", b"<ALT>", b"<ALT_END>", b"<NA>", b"<", b">",
    b"[", b"]", b'"', b"\\", b"\\u", b"\\ud800", b"\\udc00\\ud800", b"\\x", b":", b": ", b",", b"\t", b"\r", b"\n",
    b"\r\n", b"\x0b", b"\x0c", b"\x1c", b"\x85", b"\0", b"\xc2\xa0", b"\xe2\x80\xa8", b"\xef\xbb\xbf", b"\xff",
    b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x1b]52;c;AAAA\x07", b"IGNORE_TIME_SEGMENT_IN_SCORING",
    b"SPEAKER", b"[[", b"]]", b"-->", b"__class__",
]  # fmt: skip
MOST = 40_000
"""The length of long things: enough for anything worse than linear to be felt."""

Bend = Callable[[Random, bytes], bytes]


def cut(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def cut_front(random: Random, data: bytes) -> bytes:
    return data[random.randrange(len(data) + 1) :]


def flip(random: Random, data: bytes) -> bytes:
    bent = bytearray(data)
    for _ in range(random.choice([1, 1, 3, 20])):
        bent[random.randrange(len(bent))] = random.randrange(256)
    return bytes(bent)


def insert(random: Random, data: bytes) -> bytes:
    for _ in range(random.choice([1, 1, 2, 5])):
        place = random.randrange(len(data) + 1)
        data = data[:place] + random.choice(PIECES) * random.choice([1, 1, 2, 100]) + data[place:]
    return data


def repeat(random: Random, data: bytes) -> bytes:
    """A piece of the file many times: long lines, names, blanks, nesting."""
    first = random.randrange(len(data))
    last = min(len(data), first + random.choice([1, 1, 2, 5, 30]))
    piece = data[first:last]
    return data[:first] + piece * (MOST // len(piece)) + data[last:]


def fill(random: Random, data: bytes) -> bytes:
    piece = random.choice([*PIECES, b" ", b"a", b"{a / ", b"[[", b'{"a":', b"(a ", b"a: ", b"1", b"\xc3\xa9"])
    place = random.randrange(len(data) + 1)
    return data[:place] + piece * (MOST // len(piece)) + data[place:]


def swap_fields(random: Random, data: bytes) -> bytes:
    fields = data.split(b" ")
    random.shuffle(fields)
    return b" ".join(fields)


def number(random: Random, data: bytes) -> bytes:
    """One of its numbers, or else a field, becomes another one."""
    fields = data.split(b" ")
    numeric = [i for i, field in enumerate(fields) if field[:1].isdigit()] or list(range(len(fields)))
    fields[random.choice(numeric)] = random.choice(NUMBERS)
    return b" ".join(fields)


def lines(random: Random, data: bytes) -> bytes:
    return random.choice([b"\r\n", b"\r", b"\n\r", b"\n\n", b"\x85", b"\xe2\x80\xa8", b""]).join(data.split(b"\n"))


def encode(random: Random, data: bytes) -> bytes:
    coded = random.choice(["utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7", "cp037"])
    return data.decode(errors="replace").encode(coded, errors="replace")


def pack(random: Random, data: bytes) -> bytes:
    packed = gzip.compress(data if random.random() < 0.8 else bytes(1 << 22), mtime=0)
    return random.choice([cut(random, packed), flip(random, packed), packed, packed + b"more"])


def noise(random: Random, _: bytes) -> bytes:
    return random.randbytes(random.choice([1, 10, 1000]))


def nest(random: Random, data: bytes) -> bytes:
    deep = random.choice([10, 600, 5000])
    begin, end = random.choice([(b"[", b"]"), (b'{"a":', b"}"), (b"{a / ", b"}"), (b"(", b")"), (b"{", b"}")])
    place = random.randrange(len(data) + 1)
    return data[:place] + begin * deep + b"1" + end * random.choice([deep, deep, deep - 1, 0]) + data[place:]


def json_values(random: Random, _: bytes) -> bytes:
    """Well-formed JSON of the wrong kinds."""
    values: list[object] = [
        None, True, 0, -1, 1.5, 1e300, 10**30, "", "a b", "\ud800", "\0", [], [[]], [[0, 1]], [[1, 0]], [[0]], {},
        {"a": []}, "1e5", " 2 ", "nan", float("nan"), float("inf"), ["a"], "x" * 3000,
    ]  # fmt: skip
    keys = ["words", "session_id", "speaker", "start_time", "end_time", "channel", "word_times", "mine", "", "x" * 3000]
    elements = [
        random.choice(values)
        if random.random() < 0.1
        else {key: random.choice(values) for key in ["words", *random.sample(keys, random.randrange(5))]}
        for _ in range(random.randrange(4))
    ]
    text = json.dumps(elements, ensure_ascii=random.random() < 0.5)
    if random.random() < 0.2:
        text = text.replace('"mine"', '"words"')
    return text.encode(errors="surrogatepass")


BENDS: tuple[Bend, ...] = (
    cut, cut_front, flip, insert, repeat, fill, swap_fields, number, lines, encode, pack, noise, nest,
)  # fmt: skip


def hostile_files(random: Random, name: str, count: int) -> Iterator[tuple[str, bytes]]:
    """So many files that began as a good one of this name, each with the suffix of its format."""
    bends = (*BENDS, json_values, json_values) if name.endswith(".json") else BENDS
    for _ in range(count):
        data = GOOD[name]
        for _ in range(random.choice([1, 1, 1, 2, 3])):
            data = random.choice(bends)(random, data or b" ")
        yield name, data
