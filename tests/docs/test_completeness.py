"""Tests that promises name an existing test, and that docs/results.md explains every key and every signature part."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from support.paths import ROOT

import hubbub as api
from hubbub.model.metrics import ALL_METRICS

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
RESULTS = (ROOT / "docs/results.md").read_text(encoding="utf-8")


def named_tests() -> list[tuple[str, str]]:
    """Returns (page, test) for every test that a page names next to a promise: `<!-- Test: FILE::FUNCTION -->`."""
    return [
        (page.relative_to(ROOT).as_posix(), name)
        for page in PAGES
        for name in re.findall(r"<!-- Test: (.+?) -->", page.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("page", "name"), named_tests())
def test_promises_name_a_test_that_exists(page: str, name: str) -> None:
    path, _, function = name.partition("::")
    source = (ROOT / path).read_text(encoding="utf-8")
    assert f"def {function}(" in source, f"{page} names {name}: name the test that checks the promise now"


REF = [api.Segment("a b d", "s", "A", start=0, end=4), api.Segment("e", "s", "A", start=3, end=5)]
HYP = [api.Segment("a b x", "s", "x", start=0, end=4), api.Segment("e", "s", "y", start=3, end=30)]


def keys(data: Any) -> set[str]:
    """Returns all keys of JSON; keys that are names or reasons are skipped."""
    if isinstance(data, list):
        return set().union(*map(keys, data))
    if not isinstance(data, dict):
        return set()
    named = [*data["sessions"].values()] if "sessions" in data else []
    inner = [value for key, value in data.items() if key not in ("sessions", "segments", "alignment", "left_out")]
    return {*data} | keys(inner) | keys(named)


@pytest.mark.parametrize("name", ALL_METRICS)
def test_every_key_of_the_json_is_explained(name: str) -> None:
    metric = ALL_METRICS[name]
    options: dict[str, Any] = {"collar": 1} if getattr(metric, "timed", False) else {}
    scores = json.loads(api.score(name, REF, HYP, **options).to_json())["scores"]
    lacking = {key for key in keys(scores) if f"`{key}`" not in RESULTS}
    assert lacking <= {"metric", "system", "signature", "total", "sessions"}, "explain them in docs/results.md"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        (
            "tcpwer",
            {"collar": 5, "hyp_sort": "word", "costs": "0,4,3,3", "normalizer": "lower", "strip_suffix": ".wav"},
        ),
        (
            "cpwer",
            {"regex": "s", "partial": True, "session_map": {"x": "y"}, "optional_words": True, "fragments": True},
        ),
        ("mdwer", {"asclite": True, "overlap_limit": 9, "no_gaps": True}),
        ("mimower", {"effort": 1e-9, "memory": "1M"}),
        ("der", {"collar": 0.25, "skip_overlap": True, "profile": "dscore"}),
    ],
)
def test_every_part_of_the_signature_is_explained(name: str, options: dict[str, Any]) -> None:
    signature = api.score(name, REF, HYP, **options).signature
    for part in signature.split("|")[1:]:
        start, colon, _ = part.partition(":")
        explained = f"`{start}:…`" if colon and f"`{part}`" not in RESULTS else f"`{part}`"
        assert explained in RESULTS, f"explain {part} in docs/results.md, The signature"
