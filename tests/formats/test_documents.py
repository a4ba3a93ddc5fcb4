"""Word documents: paragraphs as text, tables, parts that are not spoken, and archives that are refused."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from support.running import Hubbub
from support.segments import fields_of

from hubbub.errors import FormatError
from hubbub.formats import load, loads
from hubbub.formats.files import MIN_GZIP_LIMIT

SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def paragraph(text: str) -> str:
    runs = text.replace("\t", "</w:t><w:tab/><w:t>").replace("\n", '</w:t><w:br/><w:t xml:space="preserve">')
    return f"<w:p><w:r><w:t>{runs}</w:t></w:r></w:p>"


def table(*rows: tuple[str, ...]) -> str:
    cells = ("".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) for row in rows)
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in cells) + "</w:tbl>"


def document(body: str, head: str = "", **parts: str) -> bytes:
    """A document with this body, and further parts by name."""
    file = BytesIO()
    whole = {name: f"<w:x {SPACE}>{part}</w:x>" for name, part in parts.items()}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        main = f"{head}<w:document {SPACE}><w:body>{body}</w:body></w:document>"
        for name, text in {"document": main, **whole}.items():
            archive.writestr(f"word/{name}.xml", text)
    return file.getvalue()


def of(*paragraphs: str) -> bytes:
    return document("".join(map(paragraph, paragraphs)))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            of("Alice Smith   0:03\nGood morning.", "", "Bob   1:00:07\nYes"),
            [("Alice Smith", "Good morning.", 3.0, None), ("Bob", "Yes", 3607.0, None)],
        ),
        (of("Alice: hi", "Bob: hello", "there", "Alice: bye"), [("Alice", "hi", None, None),
            ("Bob", "hello there", None, None), ("Alice", "bye", None, None)]),
        (of("[00:00:02] Alice: hi", "[00:00:05] Bob: yes"), [("Alice", "hi", 2.0, None), ("Bob", "yes", 5.0, None)]),
        (of("00:00:03\tAlice\thi", "00:00:05\tBob\tyes"), [("Alice", "hi", 3.0, None), ("Bob", "yes", 5.0, None)]),
        (document(table(("Alice", "hi"), ("Bob", "hello"), ("Alice:", "bye"))), [("Alice", "hi", None, None),
            ("Bob", "hello", None, None), ("Alice", "bye", None, None)]),
        (of("so what do we do", "", "we go home"), [(None, "so what do we do", None, None),
            (None, "we go home", None, None)]),
    ],
)  # fmt: skip
def test_paragraphs_are_lines(content: bytes, expected: list[object], tmp_path: Path) -> None:
    path = tmp_path / "standup.docx"
    path.write_bytes(content)
    for given in (load(path), loads(content, name="standup")):
        assert fields_of(given) == expected
        assert given.session_names() == ["standup"]
        assert given.left_out == {}


def test_a_table_with_named_columns() -> None:
    head = ("Start", "End", "Speaker", "Transcription")
    body = paragraph("Call of Monday") + table(("Speaker", "Q1"), ("Alice", "2.1"))
    body += table(head, ("0:01.5", "0:02", "Alice", "good\nmorning"), ("0:02", "0:03", "Bob", "yes"))
    read = loads(document(body))
    assert fields_of(read) == [("Alice", "good morning", 1.5, 2.0), ("Bob", "yes", 2.0, 3.0)]
    assert read.left_out == {"lines outside the transcript": 3}
    for row, message in (
        (("0:01", "0:02"), "row 2 of the table has 2 cells, the first row 4; split or merge cells"),
        (("0:01", "soon", "Alice", "hi"), "row 2 of the table: end_time 'soon' is not a number; "),
    ):
        with pytest.raises(FormatError, match=f"a.docx: {message}"):
            loads(document(table(head, row)), name="a.docx")


def test_lines_around_the_transcript() -> None:
    turns, notes = ("Alice: hi", "Bob: hello", "Alice: bye"), table(("saved by", "Carol"), ("on", "Monday"))
    read = loads(document("".join(map(paragraph, turns)) + notes))
    assert [segment.words for segment in read] == ["hi", "hello", "bye"]
    assert read.left_out == {"lines outside the transcript": 2}
    rows = table(("Alice", "hi"), ("Bob", "hello"), ("Alice", "bye"))
    read = loads(document(paragraph("Interview of Monday") + rows))
    assert [segment.words for segment in read] == ["hi", "hello", "bye"]
    assert read.left_out == {"lines outside the transcript": 1}


def test_what_is_not_spoken() -> None:
    body = (
        "<w:p><w:r><w:t>Alice: so </w:t></w:r><w:del><w:r><w:t>not</w:t><w:delText>no</w:delText></w:r></w:del>"
        "<w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:r><w:instrText>PAGE</w:instrText><w:t>what</w:t>"
        "</w:r></w:p>"
    )
    notes = {"header1": paragraph("Page 1"), "footnotes": paragraph("see above") + paragraph(""), "styles": "x"}
    read = loads(document(body + paragraph("Alice: yes"), **notes))
    assert [segment.words for segment in read] == ["so what", "yes"]
    assert read.left_out == {"paragraphs in notes, comments, headers and footers": 2}


def test_a_guess_is_noted(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.docx", tmp_path / "hyp.txt"
    ref.write_bytes(of("Alice: hi there", "Bob: yes: I did"))
    hyp.write_text("Alice: hi there\nBob: yes: I did\n", encoding="utf-8")
    assert [doubt.text for doubt in load(ref).doubts] == [
        "read as text with speakers (2 lines with a name or a time in front); if that is wrong, save it as .txt"
    ]
    assert hubbub("cpwer", "-r", ref, "-h", hyp).out.startswith("cpWER 0.00%")


def test_a_document_is_a_single_recording(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "interview.docx", tmp_path / "hyp.txt"
    ref.write_bytes(of("so what do we do", "we go home"))
    hyp.write_text("so what do we\n\ndo we go home\n", encoding="utf-8")
    assert "0.00%       0      8" in hubbub("wer", "-r", ref, "-h", hyp).out


def packed(content: bytes, name: str = "word/document.xml") -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"Alice: hi\n", "not a Word document, or incomplete"),
        (of("hi")[:-30], "not a Word document, or incomplete"),
        (packed(b"", "word/document2.xml"), ":1: the XML is incomplete; "),
        (packed(b"x", "word/other.xml"), "not a Word document, or incomplete .*word/document.xml"),
        (packed(b"<w:document"), ":1: the XML is incomplete; "),
        (document("", '<!DOCTYPE a [<!ENTITY b "c">]>'), ":1: a document type declaration or entities"),
        (packed(b" " * (MIN_GZIP_LIMIT + 1)), "too large: more than 64 MB; "),
        (of(""), "contains no segments"),
    ],
)
def test_archives_that_are_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=message) as error:
        load(path)
    assert str(error.value).startswith(f"{path}:")
    assert "; " in str(error.value)


def test_other_archives_are_not_documents(tmp_path: Path) -> None:
    path = tmp_path / "a.stm"
    path.write_bytes(packed(bytes(5), "xl/workbook.xml"))
    with pytest.raises(FormatError, match="a zip archive, not text; unpack it"):
        load(path)
