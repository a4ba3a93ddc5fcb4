"""Reads XML element by element. Document types and entities are refused: a few lines of them can fill the memory."""

from __future__ import annotations

from typing import Any
from xml.parsers import expat

from hubbub.errors import FormatError

CUT = ("no element found", "unclosed token", "partial character")
"""expat's errors for an incomplete file."""


class XmlReader:
    """What is read of a file; subclasses handle elements and text."""

    remedy = "fix it, or save the file again"
    """The remedy for whatever has no other."""

    def __init__(self, name: str, separator: str | None = None) -> None:
        self.name = name
        self.parser = parser = expat.ParserCreate(namespace_separator=separator)
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self.begin, self.end
        parser.CharacterDataHandler = self.text
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = self._refuse

    def parse(self, data: bytes) -> None:
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            what = "the XML is incomplete" if reason in CUT else f"not XML: {reason} (column {error.offset + 1})"
            raise FormatError(self.name, error.lineno, what, "download or save the file again") from None
        except LookupError as error:
            raise FormatError(self.name, 1, f"{error}", "save it as UTF-8") from None

    def wrong(self, what: str, remedy: str = "", line: int | None = None) -> FormatError:
        return FormatError(self.name, line or self.parser.CurrentLineNumber, what, remedy or self.remedy)

    def _refuse(self, *_: Any) -> None:
        raise self.wrong("a document type declaration or entities, which are not supported", "remove them")

    def begin(self, element: str, attributes: dict[str, str]) -> None:
        """Called at the start of an element."""

    def end(self, element: str) -> None:
        """Called at the end of an element."""

    def text(self, text: str) -> None:
        """Called with text, in one or several pieces."""
