"""What a metric says about itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, List, Optional


@dataclass
class EvaluationModuleInfo:
    """The description of a module of `evaluate`."""

    description: str
    citation: str
    features: Any
    inputs_description: str = ""
    homepage: str = ""
    license: str = ""
    codebase_urls: List[str] = field(default_factory=list)
    reference_urls: List[str] = field(default_factory=list)
    streamable: bool = False
    format: Optional[str] = None
    module_type: str = "metric"
    module_name: Optional[str] = None
    config_name: Optional[str] = None
    experiment_id: Optional[str] = None


@dataclass
class MetricInfo(EvaluationModuleInfo):
    """The description of a metric."""


@dataclass
class ComparisonInfo(EvaluationModuleInfo):
    """The description of a comparison of two systems' predictions."""

    module_type: str = "comparison"


@dataclass
class MeasurementInfo(EvaluationModuleInfo):
    """The description of a measurement of a dataset."""

    module_type: str = "measurement"
