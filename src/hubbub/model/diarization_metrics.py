"""Definitions of all diarization metrics, and of the scoring conventions of other tools.

Commands, documentation and tests loop over DIARIZATION and PROFILES, as over METRICS.
"""

from typing import Literal, NamedTuple


class DiarizationMetric(NamedTuple):
    """The definition of one diarization metric."""

    name: str
    """Its name in commands, in the API and in JSON."""
    title: str
    """Its name in prose."""
    about: str
    """The definition in a sentence."""
    reference: str
    """The form of a reference."""
    matched: str
    """The parts of the hypothesis that it is matched with."""
    when: str
    """When to use it."""
    example: tuple[str, str, str]
    """Python for a small reference, a small hypothesis, and the result."""
    profile: str
    """The default convention; empty for WDER, which has only one."""
    mapping: Literal["paired", "named", "merged"] = "paired"
    """Whether speakers and streams are paired optimally or by name, or all of a side are merged into one."""
    counts: Literal["speech", "jaccard", "clusters", "labels", "words"] = "speech"
    """The kind of counts, as in KINDS of `hubbub.model.diarization_result`."""
    value: str = "rate"
    """The attribute of the counts with its value: an error rate, or a measure of agreement (higher is better)."""
    shown: tuple[str, ...] = ()
    """Columns of tables besides the value, with % for shares; empty for the parts of an error rate."""

    def __repr__(self) -> str:
        return f"<{self.title}: {self.about}>"

    @property
    def of_words(self) -> bool:
        """Whether it compares the speakers of words, with the options of word error rates."""
        return self.counts == "words"

    @property
    def higher_is_better(self) -> bool:
        return self.value != "rate"

    @property
    def is_ratio(self) -> bool:
        """Whether the value is a ratio of sums over sessions, or one minus it; others have no intervals."""
        return self.value in ("rate", "purity", "coverage")

    @property
    def called(self) -> str:
        """The name in commands."""
        return self.name

    @property
    def unit(self) -> None:
        """None, because it counts seconds or speakers."""


class Profile(NamedTuple):
    """The convention of one tool, if the definition of a metric leaves a choice."""

    name: str
    """Its name in `--profile`."""
    about: str
    """The tool with this convention."""
    region: Literal["reference", "both"]
    """The scored region without a UEM: from the first start to the last end of the reference, or of both sides."""
    sides: float
    """The part of the collar on each side of a boundary: all of it, or half."""
    mapped_on: Literal["region", "scored"]
    """The region on which the pairing of DER is optimal: all of it, or without collars and skipped overlap."""
    jaccard_mapping: Literal["jaccard", "overlap"]
    """The criterion of the pairing of a JER: the JER itself, or the time that speakers and streams share."""
    points: bool
    """Whether a turn of length zero extends the region and gets a collar."""


_REFERENCE = '[Segment("", speaker="Alice", start=0, end=4), Segment("", speaker="Bob", start=4, end=6)]'
_HYPOTHESIS = '[Segment("", speaker="1", start=0, end=5), Segment("", speaker="2", start=5, end=6)]'

DIARIZATION: dict[str, DiarizationMetric] = {
    metric.name: metric
    for metric in (
        DiarizationMetric(
            name="der",
            title="DER",
            about="Diarization error rate: missed speech, false alarms and speech of the wrong speaker.",
            reference="the turns of each speaker",
            matched="the turns of each stream, paired one to one with the speakers to share the most time",
            when="Diarization without words, as in most challenges. Speakers who talk more count more.",
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
            about="Jaccard error rate: the share of time in which speaker and paired stream differ, averaged.",
            reference="the turns of each speaker",
            matched="the turns of each stream, paired one to one with the speakers",
            when="All speakers count the same, however little they talk; also used by DIHARD.",
            example=(_REFERENCE, _HYPOTHESIS, "<JER 35.00%: 2 speakers, 0 without a stream>"),
            profile="dscore",
            counts="jaccard",
            shown=("speakers", "unmatched"),
        ),
        DiarizationMetric(
            name="ier",
            title="IER",
            about="Identification error rate: DER in which streams must have the names of the speakers.",
            reference="the turns of each speaker",
            matched="the turns of the stream of the same name",
            when="The system identifies speakers by name, e.g. from enrollment.",
            example=(
                _REFERENCE,
                '[Segment("", speaker="Alice", start=0, end=5), Segment("", speaker="Bob", start=5, end=6)]',
                "<IER 16.67%: 1.00 s of 6.00 s (0.00 missed, 0.00 false alarm, 1.00 confusion)>",
            ),
            profile="pyannote",
            mapping="named",
        ),
        DiarizationMetric(
            name="deter",
            title="DetER",
            about="Detection error rate: missed speech and false alarms, regardless of speakers.",
            reference="the speech of all speakers",
            matched="the speech of all streams",
            when="Voice activity detection, or the part of a DER that does not depend on speakers.",
            example=(
                _REFERENCE,
                '[Segment("", speaker="1", start=1, end=5)]',
                "<DetER 33.33%: 2.00 s of 6.00 s (2.00 missed, 0.00 false alarm, 0.00 confusion)>",
            ),
            profile="pyannote",
            mapping="merged",
        ),
        DiarizationMetric(
            name="purity",
            title="Purity",
            about="Share of each stream's time that is speech of its main speaker.",
            reference="the turns of each speaker",
            matched="the turns of each stream, assigned to its main speaker",
            when="To check whether each stream has only one speaker. With enough streams it is always 100%.",
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
            about="Share of each speaker's time that is in their main stream.",
            reference="the turns of each speaker",
            matched="the turns of the main stream of each speaker",
            when="To check whether each speaker stays in one stream. With a single stream it is high.",
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
            reference="the turns of each speaker",
            matched="the turns of each stream: streams with their main speakers, speakers with their main streams",
            when="One number for the clustering of speech by speaker, without a one-to-one pairing.",
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
            about="B-cubed F1: the agreement of two labelings of time, averaged over all moments.",
            reference="the set of active speakers at each moment, including silence and overlap",
            matched="the set of active streams at the same moment",
            when="To compare diarizations moment by moment as DIHARD did, including speech detection.",
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
            about="Normalized mutual information of two labelings of time.",
            reference="the set of active speakers at each moment, including silence and overlap",
            matched="the set of active streams at the same moment",
            when="To compare diarizations by the information they share, with the entropies and taus of dscore.",
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
            about="Word diarization error rate: the share of words aligned by WER that have the wrong speaker.",
            reference="one word sequence, each word with its speaker",
            matched="the words of each stream; streams and speakers are paired one to one to share the most words",
            when="Speaker labels of recognized words, e.g. by a language model; recognition errors do not count.",
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
"""Metrics that compare times, with the options of diarization."""

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
            about="dscore, used by DIHARD; md-eval with another region",
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
