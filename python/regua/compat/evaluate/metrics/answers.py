"""Exact match and SQuAD's scores as `evaluate` has them."""

from __future__ import annotations

import re
import string
import sys
from typing import Any, Dict, Iterable, List, Optional, Tuple

from regua import Measure

from ..features import TEXT, TEXT_PAIRS, Features, Sequence, Value
from ..info import MetricInfo
from ..module import Metric
from .shared import check_any, described, numpy_float, scored, tallied

ANSWERS = Sequence(Features(text=TEXT, answer_start=Value("int32")))
PAPER = "Rajpurkar, Zhang, Lopyrev, Liang (2016), SQuAD: 100,000+ Questions for Machine Comprehension of Text"
PAPER_2 = "Rajpurkar, Jia, Liang (2018), Know What You Don't Know: Unanswerable Questions for SQuAD"


class ExactMatch(Metric):
    """The share of predictions that are their reference to the letter, once what is to be ignored is gone.

    >>> result = ExactMatch().compute(predictions=["Yes!", "no"], references=["yes", "No."], ignore_case=True)
    >>> float(result["exact_match"])
    0.0
    """

    def _info(self) -> MetricInfo:
        return described(
            "Exact match: the share of predictions that equal their reference.",
            TEXT_PAIRS,
            "`regexes_to_ignore` are removed one after the other; then `ignore_case`, "
            "`ignore_punctuation` and "
            "`ignore_numbers`. Result: exact_match (0 to 1).",
        )

    def _compute(
        self,
        predictions: List[str],
        references: List[str],
        regexes_to_ignore: Optional[List[str]] = None,
        ignore_case: bool = False,
        ignore_punctuation: bool = False,
        ignore_numbers: bool = False,
    ) -> Dict[str, Any]:
        check_any(predictions)
        removed = (string.punctuation if ignore_punctuation else "") + (
            string.digits if ignore_numbers else ""
        )
        table = str.maketrans("", "", removed)

        def cleaned(text: str) -> str:
            for pattern in regexes_to_ignore or ():
                text = re.sub(pattern, "", text)
            return (text.lower() if ignore_case else text).translate(table)

        texts = [[cleaned(text) for text in column] for column in (predictions, references)]
        return {
            "exact_match": numpy_float(scored("exact-match(normal=none,rules=squad1)", "exact-match", *texts))
        }


class Squad(Metric):
    """Exact match and F1 of answers, in percent, by the rules of SQuAD 1.1.

    >>> Squad().compute(
    ...     predictions=[{"id": "q1", "prediction_text": "The old mill"}],
    ...     references=[{"id": "q1", "answers": {"text": ["an old mill"], "answer_start": [7]}}],
    ... )
    {'exact_match': 100.0, 'f1': 100.0}
    """

    def _info(self) -> MetricInfo:
        return described(
            "SQuAD 1.1: the share of right answers, and the words that answers share with right ones.",
            Features(
                predictions=Features(id=TEXT, prediction_text=TEXT),
                references=Features(id=TEXT, answers=ANSWERS),
            ),
            "Predictions have `id` and `prediction_text`, references `id` and `answers`. A question "
            "without a "
            "prediction scores 0. Result: exact_match and f1 (0 to 100).",
            PAPER,
        )

    def _compute(
        self, predictions: List[Dict[str, Any]], references: List[Dict[str, Any]]
    ) -> Dict[str, float]:
        check_any(references)
        given = {prediction["id"]: prediction["prediction_text"] for prediction in predictions}
        answered = [reference for reference in references if reference["id"] in given]
        for reference in references:
            if reference["id"] not in given:
                print(f"question {reference['id']} has no prediction and scores 0", file=sys.stderr)
        exact, f1 = _scores(
            [given[reference["id"]] for reference in answered],
            [reference["answers"]["text"] for reference in answered],
            "squad1",
        )
        return {
            "exact_match": 100.0 * sum(exact) / len(references),
            "f1": 100.0 * sum(f1) / len(references),
        }


class SquadV2(Metric):
    """Exact match and F1 of answers that may be none, in percent, by the rules of SQuAD 2.0.

    >>> result = SquadV2().compute(
    ...     predictions=[{"id": "q1", "prediction_text": "", "no_answer_probability": 0.9}],
    ...     references=[{"id": "q1", "answers": {"text": [], "answer_start": []}}],
    ... )
    >>> result["exact"], result["NoAns_f1"], result["total"]
    (100.0, 100.0, 1)
    """

    def _info(self) -> MetricInfo:
        prediction = Features(id=TEXT, prediction_text=TEXT, no_answer_probability=Value("float32"))
        return described(
            "SQuAD 2.0: as SQuAD, with questions that have no answer.",
            Features(predictions=prediction, references=Features(id=TEXT, answers=ANSWERS)),
            "`no_answer_threshold`: above this probability a prediction stands for no answer. Result: "
            "exact, f1 and "
            "total, those of questions with an answer (HasAns_) and without (NoAns_), and the best "
            "thresholds.",
            PAPER_2,
        )

    def _compute(
        self,
        predictions: List[Dict[str, Any]],
        references: List[Dict[str, Any]],
        no_answer_threshold: float = 1.0,
    ) -> Dict[str, Any]:
        check_any(references)
        given = {prediction["id"]: prediction for prediction in predictions}
        missing = [reference["id"] for reference in references if reference["id"] not in given]
        if missing:
            raise ValueError(f"question {missing[0]} has no prediction")
        texts = {reference["id"]: reference["answers"]["text"] for reference in references}
        answers = [given[question]["prediction_text"] for question in texts]
        exact, f1 = (
            dict(zip(texts, scores))
            for scores in _scores(answers, [list(t) or [""] for t in texts.values()], "squad2")
        )
        doubts = {question: given[question]["no_answer_probability"] for question in texts}
        silent = {question for question, doubt in doubts.items() if doubt > no_answer_threshold}
        result: Dict[str, Any] = {}
        groups = {
            "": list(texts),
            "HasAns_": [question for question in texts if texts[question]],
            "NoAns_": [question for question in texts if not texts[question]],
        }
        for prefix, questions in groups.items():
            if questions:
                for name, scores in (("exact", exact), ("f1", f1)):
                    kept = (float(not texts[q]) if q in silent else scores[q] for q in questions)
                    result[f"{prefix}{name}"] = 100.0 * sum(kept) / len(questions)
                result[f"{prefix}total"] = len(questions)
        spoken = {question for question in texts if given[question]["prediction_text"]}
        for name, scores in (("exact", exact), ("f1", f1)):
            best, threshold = _best_threshold(scores, doubts, groups["HasAns_"], spoken)
            result[f"best_{name}"], result[f"best_{name}_thresh"] = best, threshold
        return result


def _scores(
    predictions: List[str], references: List[List[str]], rules: str
) -> Tuple[Iterable[float], Iterable[float]]:
    """Exact match and F1 of each prediction."""
    if not predictions:
        return [], []
    rows = []
    for name, slot in (("exact-match", "matches"), ("token-f1", "f1")):
        measure = Measure(f"{name}(rules={rules})")
        place = measure.slots.index(slot)
        rows.append([row[place] for row in tallied(measure, predictions, references).rows if row is not None])
    return rows[0], rows[1]


def _best_threshold(
    scores: Dict[str, float], doubts: Dict[str, float], answerable: List[str], spoken: Iterable[str]
) -> Tuple[float, float]:
    """The best score (in percent) that a threshold on the probability of no answer gives, and it."""
    has_answer, speaks = set(answerable), set(spoken)
    current = best = float(len(scores) - len(has_answer))
    threshold = 0.0
    for question in sorted(doubts, key=lambda question: doubts[question]):
        if question in has_answer:
            current += scores[question]
        elif question in speaks:
            current -= 1
        if current > best:
            best, threshold = current, doubts[question]
    return 100.0 * best / len(scores), threshold
