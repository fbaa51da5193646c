"""What is compared with what, how exactly the scores must agree, and which ratios are wanted.

A *goal* is what Régua aims at, a *floor* what it must not fall under; both are peer's CPU seconds by Régua's.
"""

from dataclasses import dataclass

MOST_MEMORY = 100_000_000
MEMORY_GROWTH = 0.10
THREADS_GOAL = 1.7


@dataclass(frozen=True)
class Peer:
    """Another tool for the same measure, and how it is called where there are two ways."""

    name: str
    driver: str
    way: str = ""
    goal: float | None = None
    floor: float | None = None
    tolerance: float = 1e-9
    slow: bool = False

    @property
    def runs(self) -> int:
        """How often it is timed."""
        return 2 if self.slow else 3


@dataclass(frozen=True)
class Comparison:
    """One measure (or several that people ask for together) and its peers."""

    name: str
    measures: str
    peers: tuple[Peer, ...]
    # A fit holds the references: its memory grows with the corpus.
    fitted: bool = False


COMPARISONS = (
    Comparison(
        "BLEU",
        "bleu",
        (
            Peer("sacrebleu", "bleu_sacrebleu.py", goal=50, floor=30, slow=True),
            Peer("bleuscore", "bleu_bleuscore.py", goal=8),
        ),
    ),
    Comparison(
        "chrF",
        "chrf",
        (Peer("sacrebleu", "chrf_sacrebleu.py", goal=50, floor=30, slow=True),),
    ),
    Comparison(
        "TER",
        "ter",
        (Peer("sacrebleu", "ter_sacrebleu.py", goal=150, floor=60, tolerance=0, slow=True),),
    ),
    Comparison(
        "ROUGE-1/2/L, stems",
        "rouge1(stem=yes),rouge2(stem=yes),rougeL(stem=yes)",
        (
            Peer("rouge_score", "rouge_rouge_score.py", goal=60, slow=True),
            Peer("rouge-score-rs", "rouge_rouge_score_rs.py", goal=1.5, floor=1),
        ),
    ),
    Comparison(
        "WER",
        "wer",
        (
            Peer("jiwer", "wer_jiwer.py", goal=20, floor=12, tolerance=0),
            Peer("rapidfuzz", "wer_rapidfuzz.py", "pair by pair", goal=1, tolerance=0),
            Peer("rapidfuzz", "wer_rapidfuzz_cpdist.py", "cpdist", tolerance=0),
        ),
    ),
    Comparison(
        "METEOR, WordNet",
        "meteor-nltk(syn=wordnet)",
        (Peer("nltk", "meteor_nltk.py", goal=100, floor=40, slow=True),),
    ),
    Comparison(
        "NIST, fit included",
        "nist(variant=nltk,tok=none)",
        (Peer("NLTK", "nist_nltk.py", goal=30, floor=20, slow=True),),
        fitted=True,
    ),
    Comparison(
        "CIDEr-D, fit included",
        "cider-d",
        (Peer("pycocoevalcap", "cider_pycocoevalcap.py", goal=30, floor=20, slow=True),),
        fitted=True,
    ),
)

EVERYTHING = ",".join(comparison.measures for comparison in COMPARISONS if not comparison.fitted)
