"""The part of `evaluate.utils` that metrics of one's own use."""

from __future__ import annotations

from . import file_utils

__all__ = ["file_utils"]
