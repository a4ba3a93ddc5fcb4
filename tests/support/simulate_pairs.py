"""How often do matched pairs call systems different that differ by chance? Slow, so that `make coverage` runs it.

Both systems are the same output of a meeting, in which each has some segments under another name, drawn at random.
"""

from __future__ import annotations

import sys
from random import Random

import hubbub
from hubbub import Segment
from hubbub.insight import matched_pairs
from hubbub.insight.matched_pairs import Events
from hubbub.model.alignment import events
from hubbub.statistics.paired_tests import sign_flip
from support.corpora import corpus

PAIRS, SHARE, SESSION = 300, 0.1, "ES2004a"


def relabelled(segments: list[Segment], random: Random) -> list[Segment]:
    names = sorted({segment.speaker or "" for segment in segments})
    return [
        one._replace(speaker=random.choice([name for name in names if name != one.speaker]))
        if random.random() < SHARE
        else one
        for one in segments
    ]


def told(reference: list[Segment], hypothesis: list[Segment]) -> Events:
    result = hubbub.tcpwer(reference, hypothesis, collar=5)
    return events(result.alignment)


def main(pairs: int) -> int:
    sides = corpus("ami_diarised")
    reference, hypothesis = (
        [one for one in sides[name] if one.session == SESSION] for name in ("reference", "hyp_vbx")
    )
    random = Random(1)
    alarms = {"time": 0, "speaker": 0}
    for _ in range(pairs):
        first, second = (told(reference, relabelled(hypothesis, random)) for _ in range(2))
        for name, pieces in (
            ("time", matched_pairs.by_time(first, second) or []),
            ("speaker", matched_pairs.by_speaker(first, second)),
        ):
            alarms[name] += sign_flip([piece.difference for piece in pieces]).p <= 0.05
    for name, number in alarms.items():
        print(f"segments cut by {name}: {number / pairs:.1%} false alarms at 5%, over {pairs} pairs")
    return 0 if alarms["time"] / pairs <= 0.08 else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS))
