"""The wheel needs no other package: pandas, polars and pyarrow are used where they are, and each alone."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {missing!r}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Absent())
import regua
hypotheses, references = ["a b", "c d"], ["a b", "c e"]
expected = regua.score(hypotheses, references, measures="chrf")["chrf"]
"""

LISTS = """
scores = regua.score(hypotheses, references, measures="chrf")
assert str(scores) and scores._repr_html_() and scores.to_dict() and scores.segments.to_dict()
others = {"numpy", "pandas", "polars", "pyarrow", "tqdm", "pyspark", "ray"}
assert not others & {name.split(".")[0] for name in sys.modules}
"""

PANDAS = """
import pandas
for kind in (None, object, "string", "category"):
    one, other = pandas.Series(hypotheses, dtype=kind), pandas.Series(references, dtype=kind)
    assert regua.score(one, other, measures="chrf")["chrf"] == expected
frame = pandas.DataFrame({"hypothesis": hypotheses, "references": [[text] for text in references]})
scores = regua.score(frame, measures="chrf")
assert scores["chrf"] == expected
assert scores.to_pandas()["value"].tolist() == [expected]
assert scores.segments.to_pandas()["chrf.chrf"].mean() == sum(scores.segments["chrf"]) / 2
"""

POLARS = """
import polars
frame = polars.DataFrame({"hypothesis": hypotheses, "references": [[text] for text in references]})
scores = regua.score(frame, measures="chrf")
assert scores["chrf"] == expected
assert regua.score(frame["hypothesis"], frame["references"], measures="chrf")["chrf"] == expected
assert scores.to_polars()["value"].to_list() == [expected]
"""

NUMPY = """
import numpy
assert regua.score(numpy.array(hypotheses), numpy.array(references), measures="chrf")["chrf"] == expected
"""

ABSENT = """
scores = regua.score(hypotheses, references, measures="chrf")
for convert in (scores.to_pandas, scores.to_polars, scores.to_arrow, scores.segments.to_pandas):
    try:
        convert()
    except ImportError:
        continue
    raise AssertionError(convert)
try:
    regua.score(hypotheses, references, measures="chrf", progress=True)
except ImportError:
    pass
else:
    raise AssertionError("there was no bar to draw")
"""


@pytest.mark.parametrize(
    ("missing", "use"),
    [
        (["numpy", "pandas", "polars", "pyarrow", "tqdm"], LISTS),
        (["numpy", "pandas", "polars", "pyarrow", "tqdm"], ABSENT),
        (["pyarrow", "polars"], PANDAS),
        (["pyarrow", "pandas", "numpy"], POLARS),
        (["pyarrow", "pandas", "polars"], NUMPY),
    ],
    ids=["lists", "what is absent", "pandas", "polars", "numpy"],
)
def test_each_library_is_enough_by_itself(missing: object, use: str) -> None:
    program = WITHOUT.format(missing=missing) + use
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
