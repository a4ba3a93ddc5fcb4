"""British to American spelling: rules for groups of words, and a list of exceptions."""

import re
from functools import lru_cache


def _stems(stems: str) -> str:
    return "|".join(stems.split())


def pairs(text: str) -> dict[str, str]:
    """Returns a table from pairs `word:word`, separated by spaces."""
    return dict(pair.split(":") for pair in text.split())


_OUR = _stems("""
arb ard arm behavi cand clam clang col demean endeav enam fav ferv flav harb hon hum lab neighb od parl ranc rig rum sav
savi splend succ tum val vap vig
""")
_RE = _stems("""
accout calib cent fib goit lit louv lust maneuv meag met mit och reconnoit saltpet sab scept sepulch somb spect theat
""")
_LL = _stems("""
bevel bowel cancel carol cavil channel chisel council counsel cruel cudgel devil dial drivel duel enamel equal fuel
funnel gambol gravel grovel gruel hevel imperil initial jewel label level libel marshal marvel model panel parcel
pedal pencil pummel quarrel ravel revel rival shovel shrivel signal snivel snorkel spiral squirrel stencil swivel
tassel total towel trammel travel trial tunnel weasel yodel
""")

_KINDS = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        # colour, favourite, neighbourhood, but not contour or tour
        (f"({_OUR})our", r"\1or"),
        # manoeuvre, then centre, kilometres, centred
        ("oeuvr", "euvr"),
        (f"({_RE})r(?:e(?=$|s$|ment|fold|piece|glass|goer)|(?=ed$|ing|ab))", r"\1er"),
        # analogue, catalogued
        (f"({_stems('anal catal dial epil homol monol prol')})ogu(?:e(?=s?$)|(?=ed$|ing$))", r"\1og"),
        # travelled, counsellor, marvellous
        (f"({_LL})l(?=(?:ed|ing(?:s|ly)?|ers?|ors?|ists?|est|ous|ously)$)", r"\1"),
        # fulfil, enrolment
        (f"^({_stems('appal distil enrol enthral fulfil instal instil')})(?=$|s$|ments?$)", r"\1l"),
        # analyse, paralysed
        (f"({_stems('anal breathal catal dial electrol hydrol paral')})ys(?=e[ds]?$|ers?$|ing$)", r"\1yz"),
        # kilogrammes
        ("(aero|centi|kilo|milli|^|pro)gramme(?=s?$)", r"\1gram"),
    )
]

# Verbs in -ise by the letters before it, and words that only look like such verbs.
_ISE = re.compile(
    "(item|.+(?:[aeiou][lnrt]|[iou]m|stem|ll|nn|rn|mn|gn|og|rg|as|es|th|ph|rac|ic|orc|iv|id|od|ard|and|mort|yt|pt|tto))"
    "is(e[ds]?|ers?|ing(?:s|ly)?|abl[ey]|ation(?:s|al|ally)?|ement|ance)"
)
_NO_ISE = ("annal", "merchand", "prom", "treat", "trell")
_NEVER_ISE = frozenset(("cer", "den", "men", "pen", "thes", "val"))

_PART = pairs("""
^aeon:eon ^aesthet:esthet ^aetiol:etiol anaem:anem anaesth:anesth archaeolog:archeolog villaea:villea
caesarean:cesarean chimaer:chimer faec:fec ^gynaec:gynec ^haem:hem leukaem:leukem mediaev:mediev opaed:oped ^paed:ped
palae:pale praesid:presid primaev:primev toxaem:toxem copoeia:copeia edoema:edema foet:fet homoeo:homeo oesoph:esoph
oestr:estr rrhoea:rrhea ^mould:mold ^moult:molt ^remould:remold ^smould:smold moustach:mustach plough:plow
draught:draft ^gaol:jail ^chequer:checker ^cheque:check sulph:sulf ^sceptic:skeptic ^grey:gray ^cosy:cozy ^cosie:cozie
^cosil:cozil ^cosin(?=ess):cozin ^defence:defense ^offence:offense ^pretence:pretense ^licenc:licens ^practis:practic
nexion:nection flexion:flection ^tranquillis:tranquiliz ^tranquilliz:tranquiliz ^tranquillit:tranquilit
^yoghurt:yogurt ^yoghourt:yogurt ^woollen:woolen ^worshipp:worship ^behov:behoov omelette:omelet epaulette:epaulet
^syphon:siphon ^baulk:balk ^fillet:filet ^skilful:skillful ^wilful:willful ^artefact:artifact ^bannister:banister
^calliper:caliper ^callisthen:calisthen ^clarinett:clarinet ^flautist:flutist ^almanack:almanac ^aeroplane:airplane
^aluminium:aluminum ^cypher:cipher ^gryphon:griffin ^groyne:groin ^pyjama:pajama ^philtre:filter ^pouffe:pouf
^tyre:tire ^waggon:wagon ^biass:bias disc$:disk discs$:disks busses$:buses ^bussing:busing ^gasses:gases
^storeys$:stories ^storey$:story
""")
_ANY_PART = re.compile("|".join(f"({part})" for part in _PART))
_AMERICAN_PARTS = tuple(_PART.values())

_WHOLE = pairs("""
ageing:aging axe:ax bevvies:bevies bevvy:bevy bingeing:binging chilli:chili gipsies:gypsies gipsy:gypsy glueing:gluing
jewellery:jewelry judgement:judgment likeable:likable misspelt:misspelled phoney:phony pzazz:pizzazz sheikh:sheik
tonne:ton tonnes:tons woollies:woolies woolly:wooly
""")


@lru_cache(maxsize=65536)
def american(word: str) -> str:
    """Returns the American spelling of a lowercase word.

    >>> [american(word) for word in ("colours", "organised", "promised", "centred", "travelling", "grey", "tour")]
    ['colors', 'organized', 'promised', 'centered', 'traveling', 'gray', 'tour']
    """
    whole = _WHOLE.get(word)
    if whole is not None:
        return whole
    for pattern, replacement in _KINDS:
        word = pattern.sub(replacement, word)
    word = _ANY_PART.sub(lambda found: _AMERICAN_PARTS[(found.lastindex or 1) - 1], word)
    ise = _ISE.fullmatch(word)
    return f"{ise[1]}iz{ise[2]}" if ise and not ise[1].endswith(_NO_ISE) and ise[1] not in _NEVER_ISE else word


_WORD = re.compile(r"[^\W\d_]{3,}")


def _cased(found: re.Match[str]) -> str:
    word = found[0]
    spelt = american(word.lower())
    if word.islower():
        return spelt
    return word if spelt == word.lower() else spelt.upper() if word.isupper() else spelt.capitalize()


def respelt(text: str) -> str:
    """Returns the text in American spelling; capitalization and punctuation stay.

    >>> respelt("The Centre's colour, ANALYSED.")
    "The Center's color, ANALYZED."
    """
    return _WORD.sub(_cased, text)
