"""Metrics that collect predictions and references and then compute, as `evaluate.module` has them.

A metric of one's own is a subclass of `Metric` with `_info` and `_compute`, written as for `evaluate`. What
is added stays in memory; several processes that share files (`num_process`) are not covered.
"""

from __future__ import annotations

import contextlib
import re
from typing import Any, Dict, Iterator, List, Mapping, Optional

from .combined import CombinedEvaluations, combine
from .features import as_list, encoded
from .info import ComparisonInfo, EvaluationModuleInfo, MeasurementInfo, MetricInfo

__all__ = [
    "CombinedEvaluations",
    "Comparison",
    "ComparisonInfo",
    "EvaluationModule",
    "EvaluationModuleInfo",
    "Measurement",
    "MeasurementInfo",
    "Metric",
    "MetricInfo",
    "combine",
]


class EvaluationModule:
    """Collects examples with `add` and `add_batch`; `compute` gives the result and starts anew."""

    def __init__(
        self,
        config_name: Optional[str] = None,
        keep_in_memory: bool = False,
        cache_dir: Optional[str] = None,
        num_process: int = 1,
        process_id: int = 0,
        seed: Optional[int] = None,
        experiment_id: Optional[str] = None,
        hash: Optional[str] = None,
        max_concurrent_cache_files: int = 10000,
        timeout: float = 100,
        **kwargs: Any,
    ) -> None:
        _check_processes(process_id, num_process, keep_in_memory)
        self.config_name = config_name or "default"
        self.info = self._info()
        self.info.module_name = _snake_case(type(self).__name__)
        self.info.config_name = self.config_name
        self.info.experiment_id = experiment_id or "default_experiment"
        self.num_process = num_process
        self.process_id = process_id
        self.keep_in_memory = keep_in_memory
        self.seed = _seed_of_numpy() if seed is None else seed
        self._columns: Optional[Dict[str, List[Any]]] = None
        self._format: Mapping[str, Any] = {}

    @property
    def name(self) -> str:
        """The name of the class in small letters, which prefixes results in `combine`."""
        return self.info.module_name or ""

    @property
    def experiment_id(self) -> Optional[str]:
        """The name given to the experiment."""
        return self.info.experiment_id

    @property
    def module_type(self) -> str:
        """`metric`, `comparison` or `measurement`."""
        return self.info.module_type

    @property
    def description(self) -> str:
        """What is computed."""
        return self.info.description

    @property
    def citation(self) -> str:
        """The paper."""
        return self.info.citation

    @property
    def features(self) -> Any:
        """The columns that `compute` takes, or a list of such sets of columns."""
        return self.info.features

    @property
    def inputs_description(self) -> str:
        """What else `compute` takes, and what it gives."""
        return self.info.inputs_description

    @property
    def homepage(self) -> str:
        """Where the metric comes from."""
        return self.info.homepage

    @property
    def license(self) -> str:
        """The licence of the metric's own code."""
        return self.info.license

    @property
    def codebase_urls(self) -> List[str]:
        """Where there is code."""
        return self.info.codebase_urls

    @property
    def reference_urls(self) -> List[str]:
        """Where there is more to read."""
        return self.info.reference_urls

    @property
    def streamable(self) -> bool:
        """Whether the metric can go through examples one at a time."""
        return self.info.streamable

    @property
    def format(self) -> Optional[str]:
        """The format of the columns that `_compute` gets, if not lists."""
        return self.info.format

    def __len__(self) -> int:
        """How many examples have been added since the last `compute`."""
        return len(next(iter(self._columns.values()))) if self._columns else 0

    def __repr__(self) -> str:
        about = f'name: "{self.name}", module_type: "{self.module_type}", features: {self.features}'
        usage = f'usage: """{self.inputs_description}""", stored examples: {len(self)}'
        return f"EvaluationModule({about}, {usage})"

    def compute(
        self, *, predictions: Any = None, references: Any = None, **kwargs: Any
    ) -> Optional[Dict[str, Any]]:
        """The result over what was added before and what is given here; nothing is kept."""
        given = {"predictions": predictions, "references": references, **kwargs}
        names = self._feature_names()
        missing = [name for name in names if name not in given]
        if missing and (predictions is not None or references is not None):
            raise ValueError(f"there is no {', '.join(missing)}; {self.name} needs {', '.join(names)}")
        inputs = {name: given.get(name) for name in names}
        if any(column is not None for column in inputs.values()):
            self.add_batch(**inputs)
        if self._columns is None:
            raise ValueError(
                "there is nothing to compute from; call `add` or `add_batch`, or give predictions"
            )
        columns, self._columns = self._columns, None
        settings = {name: value for name, value in kwargs.items() if name not in names}
        with _numpy_seeded(self.seed):
            result: Dict[str, Any] = self._compute(**self._formatted(columns), **settings)
        return result

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Adds examples: a list for each column."""
        given = self._named(predictions, references, kwargs)
        absent = [name for name, column in given.items() if column is None]
        if absent:
            raise ValueError(f"there is no {', '.join(absent)}; {self.name} needs {', '.join(given)}")
        batch = {name: as_list(column) for name, column in given.items()}
        _check_lengths(batch)
        if self._columns is None:
            examples = (
                [{name: column[0] for name, column in batch.items()}] if next(iter(batch.values())) else []
            )
            self._start(examples)
        added = {
            name: [
                encoded(self._format[name], value, f"{name}[{place}]") for place, value in enumerate(column)
            ]
            for name, column in batch.items()
        }
        self._extend(added)

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Adds one example."""
        example = self._named(prediction, reference, kwargs)
        if self._columns is None:
            self._start([example])
        self._extend({name: [encoded(self._format[name], value, name)] for name, value in example.items()})

    def download_and_prepare(self, download_config: Any = None, dl_manager: Any = None) -> None:
        """Calls `_download_and_prepare`, which metrics of one's own may have; nothing is downloaded here."""
        self._download_and_prepare(dl_manager)

    def _info(self) -> EvaluationModuleInfo:
        raise NotImplementedError("a metric must have a method `_info`")

    def _compute(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("a metric must have a method `_compute`")

    def _download_and_prepare(self, dl_manager: Any) -> None:
        return None

    def _feature_names(self) -> List[str]:
        return list(self.features[0] if isinstance(self.features, list) else self.features)

    def _named(self, predictions: Any, references: Any, others: Mapping[str, Any]) -> Dict[str, Any]:
        names = self._feature_names()
        unknown = [name for name in others if name not in names]
        if unknown:
            raise ValueError(f"{self.name} takes no {', '.join(unknown)}; it takes {', '.join(names)}")
        given = {"predictions": predictions, "references": references, **others}
        return {name: given.get(name) for name in names}

    def _start(self, examples: List[Dict[str, Any]]) -> None:
        """Chooses the set of columns that the first example fits."""
        options = self.features if isinstance(self.features, list) else [self.features]
        self._format = options[0]
        if len(options) > 1 and examples:
            self._format = _first_that_fits(options, examples[0])
        self._columns = {name: [] for name in self._feature_names()}

    def _extend(self, added: Dict[str, List[Any]]) -> None:
        for name, column in (self._columns or {}).items():
            column.extend(added[name])

    def _formatted(self, columns: Dict[str, List[Any]]) -> Dict[str, Any]:
        if self.info.format is None:
            return columns
        if self.info.format != "numpy":
            raise NotImplementedError(f"columns in the format {self.info.format} are not covered; numpy is")
        import numpy

        return {name: numpy.array(column) for name, column in columns.items()}


class Metric(EvaluationModule):
    """Compares predictions with references."""


class Comparison(EvaluationModule):
    """Compares the predictions of two systems."""


class Measurement(EvaluationModule):
    """Describes a dataset."""


def _check_processes(process_id: int, num_process: int, keep_in_memory: bool) -> None:
    if not isinstance(process_id, int) or process_id < 0:
        raise ValueError(f"process_id must be 0 or more, not {process_id}")
    if not isinstance(num_process, int) or num_process <= process_id:
        raise ValueError(f"num_process must be more than process_id, {process_id}; it is {num_process}")
    if keep_in_memory and num_process != 1:
        raise ValueError("keep_in_memory goes with one process only")
    if num_process != 1:
        raise NotImplementedError(
            "several processes that share files are not covered; add up tallies instead: regua.spark, "
            "regua.ray"
        )


def _check_lengths(batch: Dict[str, List[Any]]) -> None:
    first, *others = batch
    length = len(batch[first])
    for name in others:
        column = batch[name]
        if len(column) == length:
            continue
        text = f"Mismatch in the number of {first} ({length}) and {name} ({len(column)})"
        if all(isinstance(part, (list, tuple)) and len(part) == length for part in column) and column:
            text += (
                f"; {name} hold {len(column)} lists of {length}, as sacrebleu takes them: "
                "here it is one list of references for each prediction"
            )
        raise ValueError(text)


def _first_that_fits(options: List[Mapping[str, Any]], example: Dict[str, Any]) -> Mapping[str, Any]:
    reasons = []
    for option in options:
        try:
            for name, value in example.items():
                encoded(option[name], value, name)
        except ValueError as error:
            reasons.append(str(error))
        else:
            return option
    raise ValueError(f"the first example has none of the forms that are taken: {'; or '.join(reasons)}")


def _snake_case(name: str) -> str:
    """The name of a class as that of a module: `GoogleBleu` is `google_bleu`."""
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()


def _seed_of_numpy() -> Optional[int]:
    """What `evaluate` seeds `compute` with if it is not told: a word of numpy's global state."""
    try:
        import numpy
    except ImportError:
        return None
    state: Any = numpy.random.get_state()
    _, words, position, *_ = state
    return int(words[position] if position < len(words) else words[0])


@contextlib.contextmanager
def _numpy_seeded(seed: Optional[int]) -> Iterator[None]:
    """Seeds numpy's global generator for a while."""
    if seed is None:
        yield
        return
    import numpy

    state = numpy.random.get_state()
    numpy.random.seed(seed)
    try:
        yield
    finally:
        numpy.random.set_state(state)
