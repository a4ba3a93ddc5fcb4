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
    """The default convention; empty where words are compared, of which there is one."""
    voices: Literal["paired", "named", "merged"] = "paired"
    """Are speakers and streams paired at their best, or by name, or are all of a side taken for one?"""
    counts: Literal["speech", "jaccard", "clusters", "labels", "words"] = "speech"
    """What is counted: a kind of counts in `hubbub.model.diarization_result`."""
    value: str = "rate"
    """The number that it is about, as the counts call it: an error rate, or a measure that is better the higher."""
    shown: tuple[str, ...] = ()
    """What tables show besides the value; what has a % is a share. Where nothing is said, the parts of a rate."""

    @property
    def of_words(self) -> bool:
        """Are the speakers of words compared? Then the options are those of word error rates."""
        return self.counts == "words"

    @property
    def higher_is_better(self) -> bool:
        return self.value != "rate"

    @property
    def called(self) -> str:
        """The name by which a user asked for it."""
        return self.name

    @property
    def unit(self) -> None:
        """It counts seconds or speakers, whatever the unit of words is."""


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
            counts="jaccard",
            shown=("speakers", "unmatched"),
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
        DiarizationMetric(
            name="purity",
            title="Purity",
            about="Share of the streams' time in which each is heard with the speaker who speaks most in it.",
            reference="who speaks when",
            matched="each stream goes with the speaker who speaks most in it",
            when="To see whether streams hold one speaker each. It is 100% where there are streams enough.",
            example=(
                _REFERENCE,
                _HYPOTHESIS,
                "<Purity 83.33%: of 6.00 s detected 5.00 pure, of 6.00 s spoken 5.00 covered>",
            ),
            profile="pyannote",
            counts="clusters",
            value="purity",
            shown=("detected", "pure"),
        ),
        DiarizationMetric(
            name="coverage",
            title="Coverage",
            about="Share of the speakers' time in which each is heard by the stream that hears most of it.",
            reference="who speaks when",
            matched="each speaker goes with the stream that hears most of it",
            when="To see whether speakers stay in one stream. It is high where one stream holds all.",
            example=(
                _REFERENCE,
                _HYPOTHESIS,
                "<Coverage 83.33%: of 6.00 s detected 5.00 pure, of 6.00 s spoken 5.00 covered>",
            ),
            profile="pyannote",
            counts="clusters",
            value="coverage",
            shown=("spoken", "covered"),
        ),
        DiarizationMetric(
            name="purcov",
            title="PurCov",
            about="Harmonic mean of purity and coverage: both too many and too few streams lower it.",
            reference="who speaks when",
            matched="each stream goes with its main speaker, each speaker with its main stream",
            when="One number for the grouping of speech by speakers, without a one-to-one pairing.",
            example=(
                _REFERENCE,
                '[Segment("", speaker="1", start=0, end=6)]',
                "<PurCov 80.00%: of 6.00 s detected 4.00 pure, of 6.00 s spoken 6.00 covered>",
            ),
            profile="pyannote",
            counts="clusters",
            value="f",
            shown=("purity%", "coverage%", "detected", "spoken"),
        ),
        DiarizationMetric(
            name="bcubed",
            title="B³",
            about="B-cubed F1: how much of the time labelled alike by one side is labelled alike by the other.",
            reference="who speaks at each moment, nobody and several at once being labels too",
            matched="who speaks at the same moment; moments, not speakers, are compared",
            when="To compare groupings of time as DIHARD did, detection of speech included.",
            example=(
                _REFERENCE,
                _HYPOTHESIS,
                "<B³ 78.01%: precision 73.33%, recall 83.33%, 0.317 bits in common, 6.00 s>",
            ),
            profile="dscore",
            counts="labels",
            value="f1",
            shown=("precision%", "recall%", "scored"),
        ),
        DiarizationMetric(
            name="nmi",
            title="NMI",
            about="Normalised mutual information: how much each side's labels of time tell about the other's.",
            reference="who speaks at each moment, nobody and several at once being labels too",
            matched="who speaks at the same moment; moments, not speakers, are compared",
            when="To compare groupings of time by information, with the entropies and taus that dscore gives.",
            example=(
                _REFERENCE,
                _HYPOTHESIS,
                "<NMI 40.99%: precision 73.33%, recall 83.33%, 0.317 bits in common, 6.00 s>",
            ),
            profile="dscore",
            counts="labels",
            value="nmi",
            shown=("mi", "ce_ref_hyp", "ce_hyp_ref", "tau_ref_hyp%", "tau_hyp_ref%"),
        ),
        DiarizationMetric(
            name="wder",
            title="WDER",
            about="Word diarisation error rate: of the words aligned by a WER, the share with the wrong speaker.",
            reference="one word sequence, each word with its speaker",
            matched="the word sequence of all streams; speakers and streams are paired where they share most words",
            when="Speakers are given to recognised words, as by language models; errors of recognition do not count.",
            example=(
                '[Segment("good morning", speaker="Alice"), Segment("hello you", speaker="Bob")]',
                '[Segment("good morning hello", speaker="1"), Segment("there", speaker="2")]',
                "<WDER 25.00%: 1 of 4 aligned (1 correct, 0 sub)>",
            ),
            profile="",
            counts="words",
            shown=("errors", "aligned", "deletions", "insertions"),
        ),
    )
}

OF_TIMES = [name for name, metric in DIARIZATION.items() if not metric.of_words]
"""Those that compare times, with the options of diarisation."""

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
