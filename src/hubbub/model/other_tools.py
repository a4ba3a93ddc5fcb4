"""Names in other tools of metrics, options and attributes, with what to use here. Data for messages."""

METRICS_ELSEWHERE = {
    "sisower": "wer",
    "siso_word_error_rate": "wer",
    "greedy_orcwer": "orcwer, which is exact",
    "greedy_dicpwer": "dicpwer, which is exact",
    "greedy_ditcpwer": "ditcpwer, which is exact",
    "greedy_tcorcwer": "tcorcwer, which is exact",
    "md_eval_22": "der",
    "md_eval": "der",
    "dscore": "der with the profile dscore",
}
"""Metrics of MeetEval."""

SORTED = "its values are segment, word, none (False) and strict (True)"
NORMALIZED = "use normalizer, which applies to both sides"
BY_NAME = "pass reference and hypothesis, in this order"
SIDES_ELSEWHERE = (
    "predictions", "preds", "hypotheses", "hyps", "hyp", "references", "refs", "ref", "targets", "target", "truth",
)  # fmt: skip
OPTIONS_ELSEWHERE = {
    "reference_sort": f"use ref_sort; {SORTED}",
    "hypothesis_sort": f"use hyp_sort; {SORTED}",
    "reference_pseudo_word_level_timing": "use ref_timing",
    "hypothesis_pseudo_word_level_timing": "use hyp_timing",
    "ref_pseudo_word_timing": "use ref_timing",
    "hyp_pseudo_word_timing": "use hyp_timing",
    "reference_transform": NORMALIZED,
    "hypothesis_transform": NORMALIZED,
    "truth_transform": NORMALIZED,
    "transform": NORMALIZED,
    "detailed": "drop it; every result has its parts, and to_dict() returns all of them",
    "return_dict": "drop it; every result has its parts, and to_dict() returns all of them",
    "concatenate_texts": "drop it; errors and lengths of all sentences are added",
    **dict.fromkeys(SIDES_ELSEWHERE, BY_NAME),
}
"""Keyword arguments of jiwer, MeetEval, pyannote.metrics and evaluate."""

SORTS_ELSEWHERE = {False: "none", None: "none", True: "strict"}
"""Values of MeetEval's sort options."""

ATTRIBUTES_ELSEWHERE = {
    "wer": "rate", "cer": "rate", "error_rate": "rate", "hits": "correct", "alignments": "alignment",
    "assignment": "pairing", "missed_speaker": "missed_speakers", "falarm_speaker": "false_alarm_speakers",
    "scored_speaker": "alignment.by_speaker()", "reference_self_overlap": 'self_overlap["reference"]',
    "hypothesis_self_overlap": 'self_overlap["hypothesis"]',
}  # fmt: skip
"""Attributes of results of jiwer and MeetEval."""

DIARIZATION_ELSEWHERE = {
    "error_rate": "rate", "scored_speaker_time": "scored", "missed_speaker_time": "missed",
    "falarm_speaker_time": "false_alarm", "speaker_error_time": "confusion", "assignment": "pairing",
    "optimal_mapping": "pairing", "total": "scored",
}  # fmt: skip
"""Attributes of results of MeetEval and pyannote.metrics."""
