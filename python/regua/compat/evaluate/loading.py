"""Metrics by their names, as `evaluate.load` gives them."""

from __future__ import annotations

import difflib
from typing import Any, List, Optional

from .metrics import METRICS
from .module import EvaluationModule

PREFIXES = ("./metrics/", "metrics/", "evaluate-metric/")


def load(
    path: str,
    config_name: Optional[str] = None,
    module_type: Optional[str] = None,
    process_id: int = 0,
    num_process: int = 1,
    cache_dir: Optional[str] = None,
    experiment_id: Optional[str] = None,
    keep_in_memory: bool = False,
    download_config: Optional[Any] = None,
    download_mode: Optional[Any] = None,
    revision: Optional[Any] = None,
    **init_kwargs: Any,
) -> EvaluationModule:
    """The metric of that name. Nothing is downloaded: scripts and other people's metrics are refused.

    >>> load("wer").compute(predictions=["a cold wind"], references=["the cold wind"])
    0.3333333333333333
    """
    if module_type not in (None, "metric"):
        raise NotImplementedError(f"modules of the type {module_type} are not covered; metrics are")
    name = next((path[len(prefix) :] for prefix in PREFIXES if path.startswith(prefix)), path).rstrip("/")
    if name not in METRICS:
        raise NotImplementedError(_refusal(name))
    return METRICS[name](
        config_name=config_name,
        process_id=process_id,
        num_process=num_process,
        cache_dir=cache_dir,
        experiment_id=experiment_id,
        keep_in_memory=keep_in_memory,
        **init_kwargs,
    )


def list_evaluation_modules(
    module_type: Optional[str] = None, include_community: bool = True, with_details: bool = False
) -> List[str]:
    """The names that `load` knows.

    >>> "sari" in list_evaluation_modules()
    True
    """
    if with_details:
        raise NotImplementedError("details of metrics are kept on a hub; there are their names only")
    return sorted(METRICS) if module_type in (None, "metric") else []


def _refusal(name: str) -> str:
    close = difflib.get_close_matches(name, METRICS, n=1)
    hint = f" (did you mean `{close[0]}`?)" if close else ""
    return f"regua.compat.evaluate has no metric `{name}`{hint}; it has {', '.join(sorted(METRICS))}"
