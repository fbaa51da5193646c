"""A test that is skipped has not passed: where the installed wheel is tested, that is a failure."""

from __future__ import annotations

import os

import pytest


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if "REGUA_WHEEL" in os.environ and skipped and exitstatus == pytest.ExitCode.OK:
        reporter.write_line(f"{len(skipped)} skipped, and nothing may be: see `pytest -rs`")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
