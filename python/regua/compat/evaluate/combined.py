"""Several modules as one, as `evaluate.combine` makes them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Dict, List, Union

if TYPE_CHECKING:
    from .module import EvaluationModule


class CombinedEvaluations:
    """Several modules that are fed and computed together."""

    def __init__(
        self, evaluation_modules: Union[List[Any], Dict[str, Any]], force_prefix: bool = False
    ) -> None:
        from .loading import load

        named = isinstance(evaluation_modules, dict)
        modules = (
            list(evaluation_modules.values()) if isinstance(evaluation_modules, dict) else evaluation_modules
        )
        self.evaluation_modules: List[EvaluationModule] = [
            load(module) if isinstance(module, str) else module for module in modules
        ]
        self.evaluation_module_names = (
            list(evaluation_modules) if named else [module.name for module in self.evaluation_modules]
        )
        self.force_prefix = force_prefix

    def add(self, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Adds one example to every module."""
        given = {"prediction": prediction, "reference": reference, **kwargs}
        for module in self.evaluation_modules:
            taken = {"prediction", "reference", *module._feature_names()}
            module.add(**{name: value for name, value in given.items() if name in taken})

    def add_batch(self, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Adds examples to every module."""
        given = {"predictions": predictions, "references": references, **kwargs}
        for module in self.evaluation_modules:
            module.add_batch(**{name: given[name] for name in module._feature_names()})

    def compute(self, predictions: Any = None, references: Any = None, **kwargs: Any) -> Dict[str, Any]:
        """The results of all modules in one; names that clash are prefixed with those of their modules."""
        results = [
            module.compute(predictions=predictions, references=references, **kwargs) or {}
            for module in self.evaluation_modules
        ]
        return self._merged(results)

    def _merged(self, results: List[Dict[str, Any]]) -> Dict[str, Any]:
        keys = Counter(key for result in results for key in result)
        modules = Counter(self.evaluation_module_names)
        seen: Counter[str] = Counter()
        merged = {}
        for name, result in zip(self.evaluation_module_names, results):
            prefix = f"{name}_{seen[name]}" if modules[name] > 1 else name
            for key, value in result.items():
                clashes = self.force_prefix or keys[key] > 1
                merged[f"{prefix}_{key}" if clashes else key] = value
            seen[name] += 1
        return merged


def combine(evaluations: Union[List[Any], Dict[str, Any]], force_prefix: bool = False) -> CombinedEvaluations:
    """Several modules as one: by their names, or themselves; with names of one's own in a dictionary.

    >>> both = combine(["exact_match", "cer"])
    """
    return CombinedEvaluations(evaluations, force_prefix=force_prefix)
