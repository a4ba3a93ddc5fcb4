"""What a user chooses about the reading of files: columns, tiers, speakers, and the unit of times."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from hubbub.errors import FormatError, OptionError, shown, written
from hubbub.model.tables import listed

COLUMNS = {"words": "text_column", "speaker": "speaker_column", "session_id": "session_column"}
"""The option that chooses the column of a key."""


class Reading(NamedTuple):
    """How files are read; what is not chosen is detected.

    >>> Reading(text_column="raw").text_column
    'raw'
    """

    format: str | None = None
    """The name of the format."""
    time_unit: str | None = None
    """The unit of times without decimals in tables: s or ms."""
    tiers: Collection[str] = ()
    """The only tiers that are read, in TextGrid and ELAN."""
    speakers: Collection[str] = ()
    """The only speakers that are kept."""
    drop_speakers: Collection[str] = ()
    """Speakers that are skipped."""
    text_column: str | None = None
    """The column, or key of JSON, of the words."""
    speaker_column: str | None = None
    session_column: str | None = None
    side: str = ""
    """The side whose own option chooses the column of the words: ref or hyp."""
    seen: dict[str, dict[str, None]] | None = None
    """Names found in all inputs, by the option that chooses from them; None if the reader of one input checks them."""

    def see(self, option: str, names: Iterable[str] = ()) -> None:
        """Takes note of names from which this option chooses."""
        if self.seen is not None:
            self.seen.setdefault(option, {}).update(dict.fromkeys(names))

    def see_tiers(self, names: Sequence[str], file: str) -> None:
        """Takes note of the tiers of a file. Raises FormatError if it has none of the chosen ones."""
        self.see("tiers", names)
        if self.tiers and not set(self.tiers) & set(names):
            what = f"has no tier named {listed(list(self.tiers), 4)}"
            raise FormatError(file, None, what, f"choose from {listed(names, 30) or 'no tiers'}")

    def columns(self) -> dict[str, str]:
        """Returns the chosen column of each key."""
        chosen = {key: getattr(self, option) for key, option in COLUMNS.items()}
        return {key: column for key, column in chosen.items() if column is not None}

    def option(self, key: str) -> str:
        """Returns the option that chooses the column of a key."""
        return f"{self.side}_column" if key == "words" and self.side else COLUMNS[key]


DETECTED = Reading()
"""Nothing is chosen."""


def as_reading(format: "str | Reading | None") -> Reading:
    """Returns the reading for the name of a format."""
    if not isinstance(format, Reading):
        return DETECTED if format is None else Reading(format)
    if not any(isinstance(getattr(format, option), str) for option in NAMED):
        return format
    tiers, speakers, dropped = (read_names(getattr(format, option), option) for option in NAMED)
    return format._replace(tiers=tiers, speakers=speakers, drop_speakers=dropped)


NAMED = {"tiers": "tier", "speakers": "speaker", "drop_speakers": "speaker"}
"""Options that take names, and what these name."""
NOTHING = {
    "tiers": "no input has tiers (TextGrid and ELAN have)",
    "time_unit": "no table has times without decimals in columns that do not name the unit",
}
"""Why an option has no effect if nothing was seen for it."""


def check_seen(options: Any, seen: dict[str, dict[str, None]]) -> None:
    """Raises OptionError if an option of reading has no effect, or names what no input has."""
    for field in ("time_unit", "tiers", "speakers", "drop_speakers", "ref_column", "hyp_column", *COLUMNS.values()):
        chosen = getattr(options, field, None)
        if not chosen:
            continue
        if field not in seen:
            what = NOTHING.get(field, "no input has columns or keys to choose")
            raise OptionError(f"{what}, so {written(field)} has no effect; drop it")
        names = list(seen[field])
        for name in chosen if field in NAMED else ():
            if name not in names:
                found = listed(names, 30) or "none"
                raise OptionError(f"{written(field)}: no {NAMED[field]} is named {shown(name)}; choose from {found}")


def read_names(value: Any, option: str) -> tuple[str, ...]:
    r"""Returns names, from a comma-separated string or a list.

    >>> read_names("Alice, Bob", "speakers"), read_names(r"Smith\, J.", "speakers"), read_names(["a,b"], "speakers")
    (('Alice', 'Bob'), ('Smith, J.',), ('a,b',))
    """
    if isinstance(value, str):
        value = [name.strip().replace("\\,", ",") for name in re.split(r"(?<!\\),", value) if name.strip()]
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise OptionError(f"{option} is {shown(value)}; give names, e.g. Alice,Bob")
    return tuple(value)
