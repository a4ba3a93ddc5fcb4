"""The warnings and notes on scores: derived here once, and shown in every output."""

from typing import Any

from hubbub.model.messages import Caution, Message, by_level
from hubbub.model.tables import counted, listed

DERIVED = {
    "collar",
    "few_units",
    "interval",
    "isolated",
    "left_out",
    "long_segments",
    "misattributed",
    "missing_session",
    "not_in_uem",
    "refused",
    "self_overlap",
    "unfinished",
    "unknown_session",
    "unpaired_speaker",
    "unpaired_stream",
    "unproven",
    "word_times",
}
"""Kinds that follow from the numbers of a session, and so need not be read from a file of scores."""


def notes(scores: Any, sure: bool = True, costs: bool = False) -> list[Message]:
    """Returns what a reader of the numbers must know, warnings first, without those on the inputs and on word times.

    `costs` adds what speakers without a stream cost, which needs the words.
    """
    lines: list[Message] = [*scores.unfinished_notes, *scores.refused_notes, *unproven(scores)]
    lines += [*scores.missing_notes, *scores.uncut_notes, *scores.left_out_notes, *scores.unpaired_notes(costs)]
    lines += scores.remarks
    if scores.ci is not None and sure:
        # Imported late: few scores have an interval.
        from hubbub.model.score_intervals import remarks

        lines += remarks(scores.ci)
    return by_level(lines)


REMEDIES = {
    "effort": "raise --effort or use --prove",
    "time-limit": "raise --time-limit",
    "memory": "raise --memory",
    "costs too large": "use smaller --costs",
}
"""What helps, by what ended a search."""
LIMITS = {"effort": "effort limit", "time-limit": "time limit", "memory": "memory limit"}
"""The limits of a signature, for people. Another memory limit may be in it as well, so it comes last."""


def _ended(result: Any) -> str:
    """Returns what ended the search of a session; empty if that is not known."""
    names = {limit.partition(":")[0] for limit in result.limits}
    stages = getattr(result, "stages", ())
    return next((name for name in LIMITS if name in names), stages[-1].name if stages and not names else "")


def unproven(scores: Any) -> list[Message]:
    """Returns a warning on the sessions that are not proven optimal, with their bounds, for each limit."""
    ended: dict[str, list[tuple[str, str]]] = {}
    for name, result in scores.items() if not scores.exact else ():
        if not result.exact:
            cost = getattr(result, "cost", None)  # a blame has several, whose bounds are in its table
            span = ""
            if cost is not None:
                span = f"{result.lower_bound:,} to {cost:,}"
                span = f"{span} errors" if cost == result.errors else f"a cost of {span}"
            ended.setdefault(_ended(result), []).append((name, span))
    lines = list[Message]()
    for why, found in ended.items():
        limit = f" ({LIMITS.get(why, why)})" if why else ""
        number = f" in {counted(len(found), 'session')}" if len(found) > 1 else ""
        sessions = [f"{name} ({span})" if span else name for name, span in found]
        if len(found) == 1 and found[0][1]:
            sessions = [f"{found[0][0]} has {found[0][1]}".strip()]
        remedy = f"; {REMEDIES[why]}" if why in REMEDIES else ""
        line = f"search stopped early{limit}{number}: {listed(sessions, 8)}{remedy}"
        lines.append(Caution(line, "unproven"))
    return lines
