"""Warnings and notes: sentences for people, with an identifier of their kind and their file for programs."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

from hubbub.model.tables import latex_text, visible, wrapped


class Message(str):
    """A sentence about an input or a result, for people; its file, if it is about one, is in front."""

    __slots__ = ("file", "kind", "text")
    text: str
    """The sentence without the file."""
    kind: str
    """An identifier that does not change, e.g. `self_overlap`."""
    file: str
    """The file; empty if it is about none."""
    level = ""

    def __new__(cls, text: str, kind: str, file: str = "") -> Self:
        line = super().__new__(cls, f"{file}: {text}" if file else text)
        line.text, line.kind, line.file = text, kind, file
        return line

    def __getnewargs__(self) -> tuple[str, str, str]:  # type: ignore[override]
        return self.text, self.kind, self.file

    def about(self, names: str) -> "Message":
        """Returns the same with the names of what it is about in front; unchanged if that is a file."""
        return self if self.file or not names else type(self)(f"{names}: {self.text}", self.kind)

    def to_dict(self) -> dict[str, str | None]:
        """Returns plain data, as in the JSON."""
        return {"level": self.level, "kind": self.kind, "file": self.file or None, "text": self.text}

    @property
    def labeled(self) -> str:
        """The sentence with its level in front.

        >>> Note("a", "skipped", "x.stm").labeled, Caution("b", "unproven").labeled
        ('note: x.stm: a', 'warning: b')
        """
        return f"{self.level}: {self}"


class Note(Message):
    """A sentence that is good to know."""

    __slots__ = ()
    level = "note"


class Caution(Message):
    """A sentence that warns: a number may mislead."""

    __slots__ = ()
    level = "warning"


def by_level(lines: Iterable[Message]) -> list[Message]:
    """Returns each sentence once, warnings first."""
    return sorted(dict.fromkeys(lines), key=lambda line: isinstance(line, Note))


def lines_of(lines: Iterable[Message]) -> list[str]:
    """Returns the sentences with their levels, as printed below a table: on lines of at most 80 columns."""
    return [wrapped(visible(line.labeled), 80) for line in lines]


def latex_notes(lines: Iterable[Message]) -> list[str]:
    """Returns the sentences as a paragraph below the tables of a paper; nothing if there is none."""
    rows = [rf"\footnotesize {latex_text(visible(line.labeled))}\par" for line in lines]
    return ["\n".join(["{", *rows, "}"])] if rows else []


def message_from(data: Mapping[str, Any]) -> Message:
    """Returns the sentence from plain data."""
    return (Note if data["level"] == Note.level else Caution)(data["text"], data["kind"], data["file"] or "")
