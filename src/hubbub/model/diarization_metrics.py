"""The definitions of all diarisation metrics, and of the conventions by which tools score them.

Commands, documentation and tests loop over DIARIZATION and PROFILES, as they do over METRICS.
"""

from typing import Literal, NamedTuple


class DiarizationMetric(NamedTuple):
    """The definition of one diarisation metric."""

    name: str
    """Its name in commands, in the API and in JSON."""
    title: str
    """Its name as people write it."""
    about: str
    """The definition in a sentence."""
    reference: str
    """What a reference is."""
    matched: str
    """What it may be matched with."""
    when: str
    """When to use it."""
    example: tuple[str, str, str]
    """Python for a small reference and a small hypothesis, and what comes out."""
    profile: str
    """The default convention."""
    voices: Literal["paired", "named", "merged"] = "paired"
    """Are speakers and streams paired at their best, or by name, or are all of a side taken for one?"""

    @property
    def called(self) -> str:
        """The name by which a user asked for it."""
        return self.name


class Profile(NamedTuple):
    """The convention of one tool, where the definition of a metric leaves a choice."""

    name: str
    """Its name, as in `--profile`."""
    about: str
    """The tool whose convention it is."""
    region: Literal["reference", "both"]
    """What is scored without a UEM: from the first onset to the last end of the reference, or of both sides."""
    sides: float
    """How much of the collar lies on each side of a boundary: all of it, or half."""
    mapped_on: Literal["region", "scored"]
    """Where the pairing of a DER is best: on the whole region, or on what collars and skipped overlap leave of it."""
    jaccard_mapping: Literal["jaccard", "overlap"]
    """What the pairing of a JER optimises: the JER itself, or the time that speakers and streams share."""
    points: bool
    """Does a turn of length zero extend the region and get a collar?"""


_REFERENCE = '[Segment("", speaker="Alice", start=0, end=4), Segment("", speaker="Bob", start=4, end=6)]'
_HYPOTHESIS = '[Segment("", speaker="1", start=0, end=5), Segment("", speaker="2", start=5, end=6)]'

DIARIZATION: dict[str, DiarizationMetric] = {
    metric.name: metric
    for metric in (
        DiarizationMetric(
            name="der",
            title="DER",
            about="Diarisation error rate: time that is missed, falsely detected or given to the wrong speaker.",
            reference="who speaks when",
            matched="who speaks when under names of its own; the one-to-one pairing that shares most time counts",
            when="Diarisation without words, as in most challenges. Long speakers weigh most.",
            example=(
                _REFERENCE,
                _HYPOTHESIS,
                "<DER 16.67%: 1.00 s of 6.00 s (0.00 missed, 0.00 false alarm, 1.00 confusion)>",
            ),
            profile="md-eval",
        ),
        DiarizationMetric(
            name="jer",
            title="JER",
            about="Jaccard error rate: how far each speaker's time and its stream's differ, averaged over speakers.",
            reference="who speaks when",
            matched="who speaks when under names of its own; the best one-to-one pairing counts",
            when="Every speaker shall weigh the same, however little it speaks; DIHARD ranks by it too.",
            example=(_REFERENCE, _HYPOTHESIS, "<JER 35.00%: 2 speakers, 0 without a stream>"),
            profile="dscore",
        ),
        DiarizationMetric(
            name="ier",
            title="IER",
            about="Identification error rate: as DER, but streams must have the names of the speakers.",
            reference="who speaks when",
            matched="who speaks when under the same names",
            when="The system knows the speakers, as from enrolled voices, and says who they are.",
            example=(
                _REFERENCE,
                '[Segment("", speaker="Alice", start=0, end=5), Segment("", speaker="Bob", start=5, end=6)]',
                "<IER 16.67%: 1.00 s of 6.00 s (0.00 missed, 0.00 false alarm, 1.00 confusion)>",
            ),
            profile="pyannote",
            voices="named",
        ),
        DiarizationMetric(
            name="deter",
            title="DetER",
            about="Detection error rate: time in which speech is missed or falsely detected, whoever speaks.",
            reference="when anybody speaks",
            matched="when anybody speaks",
            when="Voice activity detection, or the part of a DER that has nothing to do with speakers.",
            example=(
                _REFERENCE,
                '[Segment("", speaker="1", start=1, end=5)]',
                "<DetER 33.33%: 2.00 s of 6.00 s (2.00 missed, 0.00 false alarm, 0.00 confusion)>",
            ),
            profile="pyannote",
            voices="merged",
        ),
    )
}

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile(
            name="md-eval",
            about="NIST's md-eval-22",
            region="reference",
            sides=1.0,
            mapped_on="region",
            jaccard_mapping="jaccard",
            points=True,
        ),
        Profile(
            name="dscore",
            about="dscore, as in DIHARD; md-eval with another region",
            region="both",
            sides=1.0,
            mapped_on="region",
            jaccard_mapping="jaccard",
            points=True,
        ),
        Profile(
            name="pyannote",
            about="pyannote.metrics; its collar is the total width",
            region="both",
            sides=0.5,
            mapped_on="scored",
            jaccard_mapping="overlap",
            points=False,
        ),
    )
}
