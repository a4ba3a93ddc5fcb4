"""How objects show themselves in notebooks: as HTML, as a picture and as the report page, which higher layers make.

These are the only imports that go up. Long texts for a terminal are shortened to a screen here.
"""

from __future__ import annotations

from typing import Any

HEAD, TAIL = 32, 10
"""The first and the last lines of a text that is longer than a screen."""


def html_of(thing: Any) -> str:
    """Returns the HTML that a notebook shows for a public object."""
    from hubbub.views.notebook import html

    return html(thing)


def picture_of(thing: Any) -> Any:
    """Returns the picture of scores, a blame, a board, comparisons or a transcript."""
    from hubbub.views.plots import plot

    return plot(thing)


def page_of(thing: Any) -> Any:
    """Returns the report page of scores."""
    from hubbub.page.report_page import report

    return report(thing)


class Displayed:
    """An object that notebooks show as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return html_of(self)


class Scored(Displayed):
    """Scores of one or several systems: they also have a picture and a report page."""

    __slots__ = ()

    def plot(self) -> Any:
        """Returns a picture that shows itself in a notebook; its `save` writes an SVG, or a PNG."""
        return picture_of(self)

    def show(self) -> Any:
        """Returns the report page with every word; a notebook shows it inline."""
        return page_of(self)


class ByMetric(Scored, dict[str, Any]):
    """The scores of several metrics: a dict by the name of the metric."""

    def __repr__(self) -> str:
        return "{" + ",\n ".join(f"{name!r}: {scores!r}" for name, scores in self.items()) + "}"


def screenful(text: str, rest: str) -> str:
    """Returns the text, or its first and last lines if it is longer than a screen; `rest` names what shows all of it.

    >>> screenful("a", "text()")
    'a'
    """
    lines = text.split("\n")
    gone = len(lines) - HEAD - TAIL
    if gone <= 1:
        return text
    return "\n".join([*lines[:HEAD], f"… {gone:,} more lines; {rest} shows all", *lines[-TAIL:]])
