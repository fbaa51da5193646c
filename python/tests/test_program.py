"""`python -m regua` is the program `regua`, exit codes and all."""

from __future__ import annotations

import importlib.metadata
import json
import pathlib
import subprocess
import sys
from typing import List

import pytest
from texts import HYPOTHESES, REFERENCES, program

import regua


@pytest.fixture
def typed(tmp_path: pathlib.Path) -> List[str]:
    """A command that scores two files."""
    for name, lines in [("ours", HYPOTHESES), ("theirs", REFERENCES)]:
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ["score", "--hyp", f"{tmp_path}/ours.txt", "--ref", f"{tmp_path}/theirs.txt", "-m", "bleu,chrf"]


def test_work_that_is_done_ends_with_0(typed: List[str]) -> None:
    done = program(*typed)
    assert done.returncode == 0
    assert done.stdout == str(regua.score({"ours": HYPOTHESES}, REFERENCES, measures="bleu,chrf"))
    assert done.stderr == ""


def test_a_gate_that_does_not_hold_ends_with_1(typed: List[str]) -> None:
    assert program(*typed, "--gate", "chrf >= 1").returncode == 0
    done = program(*typed, "--gate", "chrf >= 99")
    assert done.returncode == 1
    assert "chrf" in done.stderr


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (["-m", "blue"], "unknown measure `blue`; did you mean `bleu`?"),
        (["--resamples", "10"], "`--resamples` goes with `--ci`"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_work_that_cannot_be_done_ends_with_2(typed: List[str], more: List[str], expected: str) -> None:
    done = program(*typed, *more)
    assert (done.returncode, done.stdout) == (2, "")
    assert expected in done.stderr
    assert "Traceback" not in done.stderr


def test_the_program_says_who_it_is() -> None:
    assert program("--version").stdout.split() == ["regua", regua.__version__]
    help_text = program("--help")
    assert help_text.returncode == 0 and "score" in help_text.stdout
    assert program().returncode == 2


def test_a_pipe_that_is_closed_is_no_error(typed: List[str]) -> None:
    command = [sys.executable, "-m", "regua", *typed]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None and run.stderr is not None
        run.stdout.close()
        assert "Traceback" not in run.stderr.read()
        assert run.wait(timeout=60) in (0, 141)


def test_texts_from_a_pipe_are_read() -> None:
    line = json.dumps({"hypothesis": "a b", "reference": "a b"})
    command = [sys.executable, "-m", "regua", "score", "-", "-m", "wer", "--json"]
    done = subprocess.run(command, input=line, capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout)["results"][0]["readings"]["wer"] == 0.0


def test_the_script_is_the_module(typed: List[str]) -> None:
    try:
        scripts = importlib.metadata.distribution("regua").entry_points
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the wheel is not installed here, so that there is no script")
    assert [(script.name, script.value) for script in scripts] == [("regua", "regua.__main__:main")]
    script = pathlib.Path(sys.executable).parent / "regua"
    for words in (typed, [*typed, "--gate", "chrf >= 99"], ["score"], ["measures"]):
        done = subprocess.run(
            [script, *words], capture_output=True, encoding="utf-8", timeout=60, check=False
        )
        module = program(*words)
        assert (done.returncode, done.stdout, done.stderr) == (
            module.returncode,
            module.stdout,
            module.stderr,
        )
