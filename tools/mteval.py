"""Runs NIST's script `mteval-v13a.pl` on texts in memory."""

import os
import subprocess
import tempfile
from pathlib import Path

from elsewhere import Elsewhere

MTEVAL = Elsewhere(
    name="mteval-v13a.pl",
    source="github.com/moses-smt/mosesdecoder, scripts/generic/mteval-v13a.pl",
    variable="REGUA_MTEVAL",
    sha256="bca77abb865579e7581e5f3701dccc64e949e842da651952a31e513702b3fb7c",
)
HEAD = '<{set} setid="cases" srclang="any" trglang="any">\n<doc docid="all" sysid="{system}">\n'


def document(kind: str, system: str, texts: list[str]) -> str:
    """One document with a segment for each text. The script takes text between tags as it is."""
    if any(mark in text for text in texts for mark in "<>\r\n"):
        raise ValueError("a text holds a tag or a line feed")
    segments = "".join(f'<seg id="{number}">{text}</seg>\n' for number, text in enumerate(texts, start=1))
    return HEAD.format(set=kind, system=system) + segments + f"</doc>\n</{kind}>\n"


def nist(script: Path, hypotheses: list[str], references: list[list[str]]) -> tuple[float, list[float]]:
    """NIST of the corpus and of each segment, to the 15 digits that Perl prints; case is kept."""
    with tempfile.TemporaryDirectory() as folder:
        # Only files in XML need the module, and these are in SGML.
        stub = Path(folder, "XML", "Twig.pm")
        stub.parent.mkdir()
        stub.write_text("package XML::Twig;\n1;\n", encoding="utf-8")
        columns = [list(column) for column in zip(*references, strict=True)]
        files = {
            "src.sgm": document("srcset", "source", hypotheses),
            "tst.sgm": document("tstset", "system", hypotheses),
            "ref.sgm": "".join(
                document("refset", f"reference{number}", column) for number, column in enumerate(columns)
            ),
        }
        for name, text in files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        command = ["perl", f"-I{folder}", str(script), *"-s src.sgm -t tst.sgm -r ref.sgm -n -c".split()]
        # It adds up in the order of its tables, which is another one each time unless told.
        done = subprocess.run(
            [*command, "--metricsMATR-output"],
            cwd=folder,
            env={**os.environ, "PERL_HASH_SEED": "0", "PERL_PERTURB_KEYS": "0"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode != 0:
            raise SystemExit(f"{script.name} ended with {done.returncode}: {done.stderr.strip()}")
        (system,) = Path(folder, "NIST-sys.scr").read_text(encoding="utf-8").splitlines()
        segments = Path(folder, "NIST-seg.scr").read_text(encoding="utf-8").splitlines()
        return float(system.split("\t")[-1]), [float(line.split("\t")[-1]) for line in segments]
