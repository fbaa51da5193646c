#!/usr/bin/env python3
"""Runs the tests of another library on Régua's drop-in for it, with only the imports changed.

    tools/upstream.py SUITE CHECKOUT [--python PY] [--keep DIR]

CHECKOUT is a checkout of the library's public repository; nothing of it is kept here. Its tests are copied
to a scratch folder, their imports are rewritten by the table below, and pytest runs them there. The library
itself cannot be imported meanwhile: an import that was missed fails instead of testing the library.

`tools/upstream_expected/SUITE.txt` lists the tests that fail, under the reason why (a line that starts with
`# `). A name that ends in `*` stands for all tests that begin so. The exit code is 1 if a test fails that is
not listed, or if one that is listed does not fail (any more).
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Tuple
from xml.etree import ElementTree

REPOSITORY = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Suite:
    """Where a library keeps its tests, and what its modules are called here."""

    copied: Tuple[str, ...]
    """Files and folders of the checkout that the tests need, kept at their places."""
    modules: Dict[str, str]
    """Modules of the library and of Régua; the longest name that fits is taken."""
    replaced: Tuple[Tuple[str, str], ...] = ()
    """Texts of the tests that name the library elsewhere than in an import."""
    python_files: str = "test_*.py"
    examples: str = ""
    """Scripts of the checkout whose texts hold examples, to be run as doctests."""


ROUGE_TESTS = ("io", "rouge_scorer", "scoring", "tokenize", "tokenizers")

SUITES = {
    "evaluate": Suite(
        copied=(
            "metrics",
            *(f"tests/{name}.py" for name in ("__init__", "utils", "test_hub", "test_load", "test_metric")),
            *(
                f"tests/test_{name}.py"
                for name in ("evaluation_suite", "evaluator", "file_utils", "metric_common")
            ),
            *(f"tests/test_{name}.py" for name in ("save", "trainer_evaluator_parity", "viz")),
        ),
        modules={"evaluate": "regua.compat.evaluate"},
        replaced=(
            ("from cer import CER\n", "from evaluate import load\nCER = lambda: load('cer')\n"),
            (
                "from nist_mt import Nist_mt\n",
                "from evaluate import load\nNist_mt = lambda: load('nist_mt')\n",
            ),
            (
                "from evaluate import config\n",
                "from types import SimpleNamespace\n"
                "config = SimpleNamespace(JAX_AVAILABLE=False, TF_AVAILABLE=False, TORCH_AVAILABLE=False)\n",
            ),
            (">>> import evaluate", ">>> import regua.compat.evaluate as evaluate"),
            (">>> from evaluate import", ">>> from regua.compat.evaluate import"),
        ),
        python_files="test_*.py tests.py",
        examples="metrics/*/*.py",
    ),
    "jiwer": Suite(copied=("tests",), modules={"jiwer": "regua.compat.jiwer"}),
    "rouge_score": Suite(
        copied=("rouge/testdata", "rouge/test_util.py", *(f"rouge/{name}_test.py" for name in ROUGE_TESTS)),
        modules={"rouge_score": "regua.compat.rouge_score"},
        replaced=(("from rouge_score import test_util", "from rouge import test_util"),),
        python_files="*_test.py",
    ),
    "sacrebleu": Suite(copied=("test",), modules={"sacrebleu": "regua.compat.sacrebleu"}),
}

GUARD = '''
import sys


class Refused:
    """Keeps the tested library out, so that the drop-in is what is tested."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {names!r}:
            raise ImportError(f"the tests still import {{name}}")
        return None


sys.meta_path.insert(0, Refused())
'''

EXAMPLES = """
import ast
import doctest
import importlib
from pathlib import Path

import numpy
import pytest

SCRIPTS = sorted(Path(__file__).parent.glob({pattern!r}))


def texts(script):
    nodes = ast.walk(ast.parse(script.read_text()))
    values = (node.value for node in nodes if isinstance(node, ast.Constant))
    return [value for value in values if isinstance(value, str) and ">>>" in value]


@pytest.mark.parametrize("script", [path for path in SCRIPTS if texts(path)], ids=lambda path: path.stem)
def test_examples(script):
    doctest.ELLIPSIS_MARKER = "[...]"
    numpy.set_printoptions(legacy="1.25")  # which the examples were written with
    known = {{name: importlib.import_module(ours) for name, ours in {modules!r}.items()}}
    said = []
    for text in texts(script):
        runner = doctest.DocTestRunner(verbose=False)
        examples = doctest.DocTestParser().get_doctest(text, known, script.stem, str(script), 0)
        runner.run(examples, out=said.append)
    assert not said, "".join(said)
"""


def rewritten(text: str, suite: Suite) -> str:
    """The text of a test with its imports changed."""
    for old, new in suite.replaced:
        text = text.replace(old, new)
    longest_first = sorted(suite.modules, key=len, reverse=True)
    for module in longest_first:
        text = with_imports_of(text, module, suite.modules[module])
    return text


def with_imports_of(text: str, module: str, ours: str) -> str:
    """The text with one module imported from elsewhere."""
    name = re.escape(module)
    end = r"[ \t]*(#.*)?$"
    for pattern, replacement in (
        (rf"^(\s*)from {name}(?=[. ])", rf"\1from {ours}"),
        (rf"^(\s*)import {name}((?:\.\w+)* as )", rf"\1import {ours}\2"),
        (rf"^(\s*)import {name}{end}", rf"\1import {ours} as {module}"),
        (rf"^(\s*)import {name}((?:\.\w+)+){end}", rf"\1import {ours}\2, {ours} as {module}"),
    ):
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    return text


def copy_tests(suite: Suite, checkout: Path, scratch: Path) -> None:
    """Copies what the tests need and rewrites it."""
    for place in suite.copied:
        source, target = checkout / place, scratch / place
        if not source.exists():
            sys.exit(f"{checkout} has no {place}: is it a checkout of that library?")
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copy(source, target)
    for path in scratch.rglob("*.py"):
        path.write_text(rewritten(path.read_text(encoding="utf-8"), suite), encoding="utf-8")
    if suite.examples:
        examples = EXAMPLES.format(pattern=suite.examples, modules=suite.modules)
        (scratch / "test_examples.py").write_text(examples, encoding="utf-8")
    names = {name.split(".")[0] for name in suite.modules}
    (scratch / "refused.py").write_text(GUARD.format(names=names), encoding="utf-8")


def run(suite: Suite, scratch: Path, python: str) -> Dict[str, str]:
    """The outcome of every test: `passed`, `skipped`, or the first line of what went wrong."""
    paths = [str(scratch)]
    # Without the compiled module the sources would only hide an installed wheel.
    if list((REPOSITORY / "python" / "regua").glob("_regua*.so")):
        paths.append(str(REPOSITORY / "python"))
    if os.environ.get("PYTHONPATH"):
        paths.append(os.environ["PYTHONPATH"])
    options = ["-q", "--no-header", "--tb=short", "--continue-on-collection-errors"]
    plugins = ["-p", "refused", "-p", "no:cacheprovider", "--import-mode=importlib"]
    settings = ["-o", f"python_files={suite.python_files}"]
    report = scratch / "report.xml"
    subprocess.run(
        [python, "-m", "pytest", *options, *plugins, *settings, f"--junitxml={report}", "."],
        cwd=scratch,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        check=False,
    )
    if not report.exists():
        sys.exit("pytest wrote no report")
    return outcomes(report)


def outcomes(report: Path) -> Dict[str, str]:
    """What pytest's report says of every test."""
    found = {}
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        name = "::".join(part for part in (case.get("classname"), case.get("name")) if part)
        found[name] = "passed"
        for result in case:
            if result.tag in ("failure", "error"):
                found[name] = (result.get("message") or result.tag).splitlines()[0]
            elif result.tag == "skipped":
                found[name] = "skipped"
    return found


def explained(path: Path) -> List[Tuple[str, str]]:
    """The tests that are known to fail, each with its reason."""
    entries: List[Tuple[str, str]] = []
    reason = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            reason = line[2:].strip()
        elif line.strip():
            entries.append((line.strip(), reason))
    return entries


def fits(entry: str, test: str) -> bool:
    """Whether an entry of the list stands for a test."""
    return test.startswith(entry[:-1]) if entry.endswith("*") else test == entry


def judge(found: Dict[str, str], entries: List[Tuple[str, str]]) -> bool:
    """Prints failures by reason, and says whether all is as listed."""
    failed = {test: why for test, why in found.items() if why not in ("passed", "skipped")}
    reasons: Counter[str] = Counter()
    surprises = []
    for test, why in failed.items():
        reason = next((reason for entry, reason in entries if fits(entry, test)), None)
        if reason is None:
            surprises.append(f"not explained: {test}: {why}")
        else:
            reasons[reason] += 1
    for entry, _ in entries:
        tests = [test for test in found if fits(entry, test)]
        if not tests:
            surprises.append(f"explained, but there is no such test: {entry}")
        surprises += [f"explained, but it passed: {test}" for test in tests if found[test] == "passed"]
    counts = Counter(found.values())
    print(f"{len(found)} tests: {counts['passed']} passed, {counts['skipped']} skipped, {len(failed)} failed")
    for reason, count in reasons.most_common():
        print(f"{count:5} {reason}")
    for surprise in surprises:
        print(surprise)
    return not surprises


def main() -> int:
    """Runs one suite."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("suite", choices=sorted(SUITES))
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has pytest")
    parser.add_argument("--keep", type=Path, help="an empty folder for the rewritten tests, kept afterwards")
    arguments = parser.parse_args()
    suite = SUITES[arguments.suite]
    with tempfile.TemporaryDirectory() as temporary:
        scratch = (arguments.keep or Path(temporary)).resolve()
        scratch.mkdir(parents=True, exist_ok=True)
        copy_tests(suite, arguments.checkout, scratch)
        found = run(suite, scratch, arguments.python)
    entries = explained(REPOSITORY / "tools" / "upstream_expected" / f"{arguments.suite}.txt")
    return 0 if judge(found, entries) else 1


if __name__ == "__main__":
    sys.exit(main())
