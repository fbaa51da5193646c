"""The results as text: tables that can be pasted into a Markdown page, then what was missed."""

from collections.abc import Iterable

from plan import MOST_MEMORY, THREADS_GOAL
from results import MEGABYTE, PeerResult, Results

PEER_HEADER = [
    "measure", "peer", "peer CPU s", "Régua CPU s", "ratio", "goal", "floor", "met", "peer MB", "Régua MB",
    "scores differ by",
]  # fmt: skip


def table(header: list[str], rows: Iterable[list[str]]) -> str:
    """A Markdown table with aligned columns."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    padded = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([padded[0], rule, *padded[1:]])


def times(value: float | None) -> str:
    """A ratio, or a dash where none is asked for."""
    if value is None:
        return "–"
    return f"{value:.1f}×" if value >= 10 else f"{value:.2f}×"


def megabytes(value: int | None) -> str:
    """Memory, or a question mark where the system does not tell."""
    return "?" if value is None else f"{value / MEGABYTE:.1f}"


def peer_row(result: PeerResult) -> list[str]:
    """One line of the table of speed."""
    extrapolated = result.peer_pairs < result.pairs
    share = f" ({result.peer_pairs / result.pairs:.0%})" if extrapolated else ""
    verdict = ["floor missed"] if result.peer.floor is not None and result.ratio < result.peer.floor else []
    if not verdict and result.peer.goal is not None:
        verdict = ["goal missed" if result.ratio < result.peer.goal else "yes"]
    return [
        result.measure,
        f"{result.tool} ({result.peer.way})" if result.peer.way else result.tool,
        f"{'≈' if extrapolated else ''}{result.peer_whole:.2f}{share}",
        f"{result.regua_seconds:.3f}",
        times(result.ratio),
        times(result.peer.goal),
        times(result.peer.floor),
        "".join(verdict) or "–",
        f"{megabytes(result.peer_peak)}{share}",
        megabytes(result.regua_peak),
        f"{result.difference:.1g}" if result.agrees else f"NO: {result.difference:.3g}",
    ]


def render(results: Results) -> str:
    """The whole report."""
    corpus, machine = results.corpus, results.machine
    parts = [
        f"{results.program}; {corpus['pairs']:,} pairs, {corpus['words']:,} reference words, "
        f"{corpus['touched']:.0%} of them edited; {machine['cores']} cores, load {machine['load_before']} before, "
        f"{machine['load_after']} after; Python {machine['python']}",
        "CPU seconds of the whole process, one thread, least of several runs taken in turns:",
        table(PEER_HEADER, (peer_row(result) for result in results.peers)),
    ]
    if any(result.peer_pairs < result.pairs for result in results.peers):
        parts.append(
            "≈ and (share): this peer ran on that share of the corpus alone; its seconds are what starting costs, measured\n"
            "apart, plus the rest by pair for the whole corpus. Its memory is that of the share."
        )
    if results.memory is not None:
        memory = results.memory
        growth = "?" if memory.growth is None else f"{memory.growth:.1%}"
        parts.append(
            f"Peak memory of Régua, all measures above that need no fit in one run, one thread (limit {MOST_MEMORY / MEGABYTE:.0f} MB): "
            f"{megabytes(memory.peak)} MB on {memory.pairs:,} pairs, "
            f"{megabytes(memory.longer_peak)} MB on {memory.longer_pairs:,} ({growth} apart)"
        )
    if results.threads:
        parts.append(f"Wall seconds of Régua, least of several runs taken in turns (goal {THREADS_GOAL}×):")
        rows = (
            [result.measure, f"{result.one:.3f}", f"{result.two:.3f}", times(result.ratio), megabytes(result.peak)]
            for result in results.threads
        )
        parts.append(table(["measure", "one thread", "two threads", "ratio", "MB with two"], rows))
    for title, lines in (
        ("Scores that are wrong", results.disagreements()),
        ("Floors missed", results.missed_floors()),
        ("Goals missed", results.missed_goals()),
    ):
        parts.append(f"{title}: none" if not lines else "\n".join([f"{title}:", *(f"- {line}" for line in lines)]))
    return "\n\n".join(parts)
