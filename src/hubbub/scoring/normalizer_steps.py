"""The effect of each step of a normalizer: the words that it changed, and the errors that it saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from hubbub.model.result import Scores
from hubbub.prepare.inputs import Input
from hubbub.scoring.engine import score_sessions
from hubbub.scoring.plan import Plan
from hubbub.text.normalizers import parse

EXAMPLES = 3


def explain_steps(scores: Sequence[Scores], plan: Plan, sides: tuple[Input, Input]) -> list[Scores]:
    """Returns the scores with the effect of each step. Scores every metric again after every step."""
    steps = plan.settings.normalizer.steps
    texts = [Counter(side.transcript.columns.texts()) for side in sides]
    errors = [_errors(plan.replace(normalizer=parse(list(steps[:number]))), sides) for number in range(len(steps))]
    errors.append([run.total.errors for run in scores])
    effects: list[list[dict[str, Any]]] = [[] for _ in scores]
    for number, step in enumerate(steps):
        changes = []
        for side, before in enumerate(texts):
            changed, texts[side] = _changes(before, step.text)
            changes.append(changed)
        for of_run, earlier, later in zip(effects, errors[number], errors[number + 1], strict=True):
            of_run.append(_effect(step.signature, changes, earlier, later))
    return [run.replace(normalizer_steps=tuple(of_run)) for run, of_run in zip(scores, effects, strict=True)]


def _errors(plan: Plan, sides: tuple[Input, Input]) -> list[int]:
    return [run.total.errors for run in score_sessions(plan, *sides)]


def _effect(name: str, changes: Sequence[Counter[tuple[str, str]]], before: int, after: int) -> dict[str, Any]:
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
    """Returns the counts of changed words, and the texts after the step."""
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
    """Yields the words that differ: pairwise if both parts have as many, else as one pair."""
    for kind, left, right, start, end in SequenceMatcher(None, before, after).get_opcodes():
        if kind == "equal":
            continue
        if right - left == end - start:
            yield from zip(before[left:right], after[start:end], strict=True)
        else:
            yield " ".join(before[left:right]), " ".join(after[start:end])
