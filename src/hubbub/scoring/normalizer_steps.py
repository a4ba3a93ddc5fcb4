"""What each step of a normaliser did: which words it changed, and how many errors that saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from hubbub.model.metrics import Metric
from hubbub.model.options import Options
from hubbub.model.result import Scores
from hubbub.prepare.inputs import Input
from hubbub.scoring.engine import score_sessions
from hubbub.text.normalizers import parse

EXAMPLES = 3


def explain_steps(
    scores: Sequence[Scores], metrics: Sequence[Metric], sides: tuple[Input, Input], options: Options
) -> list[Scores]:
    """The scores with what each step did: each metric is scored anew after every step."""
    steps = parse(options.normalizer).steps
    texts = [Counter(side.transcript.columns.texts()) for side in sides]
    errors = [
        _errors(metrics, sides, options._replace(normalizer=list(steps[:number]))) for number in range(len(steps))
    ]
    errors.append([run.total.errors for run in scores])
    told: list[list[dict[str, Any]]] = [[] for _ in scores]
    for number, step in enumerate(steps):
        changes = []
        for side, before in enumerate(texts):
            found, texts[side] = _changes(before, step.run)
            changes.append(found)
        for steps_of, earlier, later in zip(told, errors[number], errors[number + 1], strict=True):
            steps_of.append(_told(step.name, changes, earlier, later))
    return [run.replace(normalizer_steps=found) for run, found in zip(scores, told, strict=True)]


def _errors(metrics: Sequence[Metric], sides: tuple[Input, Input], options: Options) -> list[int]:
    return [run.total.errors for run in score_sessions(metrics, *sides, options)]


def _told(name: str, changes: Sequence[Counter[tuple[str, str]]], before: int, after: int) -> dict[str, Any]:
    together = sum(changes, Counter[tuple[str, str]]())
    return {
        "step": name,
        "changed_reference": changes[0].total(),
        "changed_hypothesis": changes[1].total(),
        "errors_before": before,
        "errors_after": after,
        "examples": [list(pair) for pair, _ in together.most_common(EXAMPLES)],
    }


def _changes(texts: Counter[str], run: Callable[[str], str]) -> tuple[Counter[tuple[str, str]], Counter[str]]:
    """How often words became others, and the texts after the step."""
    changes: Counter[tuple[str, str]] = Counter()
    after: Counter[str] = Counter()
    for text, number in texts.items():
        changed = run(text)
        after[changed] += number
        if changed != text:
            for pair in _pairs(text.split(), changed.split()):
                changes[pair] += number
    return changes, after


def _pairs(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The words that differ: one for one where they are as many, else together."""
    for kind, left, right, start, end in SequenceMatcher(None, before, after).get_opcodes():
        if kind == "equal":
            continue
        if right - left == end - start:
            yield from zip(before[left:right], after[start:end], strict=True)
        else:
            yield " ".join(before[left:right]), " ".join(after[start:end])
