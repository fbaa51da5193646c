"""Makes `cases/mecab/`: two tiny dictionaries of our own in MeCab's format, and the words that MeCab finds with them.

`mecab-dict-index` compiles the dictionaries (Debian: mecab-utils; it is looked for on the PATH and in /usr/lib/mecab).
Where it is not there, the compiled files stay as they are. `char.bin`, a quarter of a megabyte of mostly the same
number, is kept as a list of runs in `char.json`.
"""

import itertools
import json
import os
import random
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import MeCab
import mecab_ko

from common import CASES, read_segments, write_lines

FOLDER = CASES / "mecab"
SEED = 5
COMPILED = ["matrix.bin", "sys.dic", "unk.dic"]
IDS = 7

# Surface, left id, right id, cost, part of speech.
JAPANESE = """
明日 1 1 3200 noun, 今日 1 1 3000 noun, 日 1 1 4200 noun, 明 1 2 5000 noun, 雨 1 1 3500 noun, 雨雲 1 1 3900 noun, 雲 1 1 3600 noun
東京 1 1 2500 name, 京都 1 1 2500 name, 東 1 2 4000 noun, 京 1 2 4800 noun, 都 1 3 4100 suffix, 都 1 1 5200 noun, 東京都 1 1 3300 name
駅 1 3 3000 suffix, 猫 1 1 3300 noun, 子猫 1 1 3700 noun, 庭 1 1 3900 noun, 二 6 6 3000 number, 三 6 6 3000 number, 匹 1 3 2800 suffix
は 4 4 800 particle, が 4 4 900 particle, を 4 4 700 particle, に 4 4 850 particle, には 4 4 1500 particle, で 4 4 900 particle
では 4 4 1500 particle, でも 4 4 1700 particle, も 4 4 950 particle, と 4 4 950 particle, の 4 4 600 particle, か 4 4 1300 particle
です 5 5 1200 ending, ます 5 5 1100 ending, でした 5 5 1700 ending, ました 5 5 1600 ending, た 5 5 1400 ending, いる 2 5 2100 verb
い 2 2 3500 verb, 降り 2 2 2600 verb, 降る 2 5 2800 verb, 来 2 2 3000 verb, 来ます 2 5 4200 verb, 眠っ 2 2 2600 verb, て 4 2 900 particle
もも 1 1 3600 noun, すもも 1 1 3900 noun, うち 1 1 3700 noun, 。 3 3 500 stop, 、 3 3 500 stop, テレビ 1 1 3100 noun, コーヒー 1 1 3300 noun
"""
JAPANESE_CATEGORIES = """
DEFAULT 0 1 0
SPACE 0 1 0
HAN 0 0 2
HIRAGANA 0 1 2
KATAKANA 1 1 2
NUMBER 1 1 0
LATIN 1 1 0
SIGN 1 0 1
0x0009..0x000D SPACE
0x0020 SPACE
0x0021..0x002F SIGN
0x0030..0x0039 NUMBER
0x003A..0x0040 SIGN
0x0041..0x005A LATIN
0x0061..0x007A LATIN
0x00C0..0x024F LATIN
0x3001..0x301F SIGN
0x3041..0x3096 HIRAGANA
0x30A1..0x30FA KATAKANA
0x30FC KATAKANA HIRAGANA
0x4E00..0x9FFF HAN
0x4E8C HAN NUMBER
0xFF10..0xFF19 NUMBER
0xFF21..0xFF5A LATIN
"""
KOREAN = """
오늘 1 1 2600 noun, 내일 1 1 2700 noun, 비 1 1 3300 noun, 비가 1 2 5200 noun, 날씨 1 1 2900 noun, 학교 1 1 2500 noun, 학 1 1 4800 noun
고양이 1 1 2800 noun, 양 1 1 3900 noun, 이 1 1 3600 noun, 이 4 4 1100 particle, 가 4 4 1000 particle, 가 2 2 3400 verb, 은 4 4 900 particle
는 4 4 900 particle, 을 4 4 800 particle, 를 4 4 800 particle, 에 4 4 850 particle, 에서 4 4 1300 particle, 의 4 4 1000 particle
도 4 4 1100 particle, 와 4 4 1100 particle, 오 2 2 3100 verb, 왔 2 2 3000 verb, 온다 2 5 3300 verb, 갔 2 2 2900 verb, 좋 2 2 2700 verb
다 5 5 1200 ending, 습니다 5 5 1000 ending, 니다 5 5 1900 ending, 고 5 5 1500 ending, 았 5 2 1500 ending, 었 5 2 1500 ending
아버지 1 1 2800 noun, 가방 1 1 3000 noun, 방 1 1 3200 noun, 들어가 2 2 3000 verb, 신다 5 5 2200 ending, 세 6 6 3000 number, 마리 1 3 2700 suffix
. 3 3 500 stop, 서울 1 1 2500 name, 역 1 3 3000 suffix, 한국 1 1 2600 name, 어 1 3 3100 suffix, 한국어 1 1 3400 noun, 물 1 1 3200 noun
"""
KOREAN_CATEGORIES = """
DEFAULT 0 1 0
SPACE 0 1 0
HANGUL 0 1 2
HAN 0 0 1
NUMBER 1 1 0
LATIN 1 1 0
SIGN 1 1 1
0x0009..0x000D SPACE
0x0020 SPACE
0x0021..0x002F SIGN
0x0030..0x0039 NUMBER
0x003A..0x0040 SIGN
0x0041..0x005A LATIN
0x0061..0x007A LATIN
0x3131..0x318E HANGUL
0x4E00..0x9FFF HAN
0xAC00..0xD7A3 HANGUL
"""
PARTS = ["noun", "name", "suffix", "number", "particle", "verb", "ending", "stop", "unknown"]
JAPANESE_TEXTS = [
    "明日は雨です。",
    "すもももももももものうち",
    "東京都の庭に子猫が二匹いました。",
    "京都では雨雲が来ます、でもテレビでは降りました",
    "三三二匹の猫とコーヒーとコンピューターABC",
    "ラーメンが12,500円でしたか?!",
    "Régua は　全角　空白と　tab\tと\n改行 も 読む",
    "  前と後ろの空白  ",
    "ーーー長音ー二二十東",
    "😀絵文字😀😀も\u3000知らない。。。、、",
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモ",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa東京",
    "１２３ＡＢＣと\uffff\ufffe\ue000です",
    " ",
    "\t",
    "。",
]
KOREAN_TEXTS = [
    "오늘은 날씨가 좋습니다.",
    "아버지가방에들어가신다",
    "아버지가 방에 들어가신다",
    "아버지 가 방 에 들어가 신다",
    "고양이 세 마리가 학교에 왔습니다.",
    "내일 비가 온다. 비 가 온다.",
    "세 가방",
    "왔다 가방은 좋다 가방",
    "한국어의 Régua 는 12,500 개!!! ㅋㅋㅋㅋ",
    "서울역에서 漢字 도 보았다 (세 마리)",
    "  앞뒤 빈칸  ",
    "물을\t물\n은 물  의 에서",
    "😀이모지😀 는모르는말이다",
    "가나다라마바사아자차카타파하가나다라마바사아자차카타파하",
    " ",
    ".",
]


def entries(table: str) -> Iterator[list[str]]:
    """Surface, left id, right id, cost, part of speech."""
    for entry in table.replace("\n", ",").split(","):
        if entry.strip():
            yield entry.split()


def sources(folder: Path, table: str, categories: str) -> None:
    """Writes what `mecab-dict-index` reads."""
    listed = "".join(",".join([*entry, "*"]) + "\n" for entry in entries(table))
    costs = random.Random(SEED)
    pairs = itertools.product(range(IDS), repeat=2)
    matrix = "".join(f"{right} {left} {costs.randrange(-20, 30) * 100}\n" for right, left in pairs)
    names = [line.split()[0] for line in categories.strip().split("\n") if not line.startswith("0x")]
    unknown = [f"{name},{1 + place % 2},1,{6000 + 500 * place},unknown,{name}\n" for place, name in enumerate(names)]
    unknown += [f"{name},6,6,{7000 + 100 * place},number,{name}\n" for place, name in enumerate(names[3:])]
    files = {
        "lexicon.csv": listed,
        "matrix.def": f"{IDS} {IDS}\n{matrix}",
        "char.def": categories.strip() + "\n",
        "unk.def": "".join(unknown),
        "pos-id.def": "".join(f"{part},* {number}\n" for number, part in enumerate(PARTS)),
        "left-id.def": "".join(f"{number} id{number}\n" for number in range(IDS)),
        "right-id.def": "".join(f"{number} id{number}\n" for number in range(IDS)),
        "rewrite.def": "[unigram rewrite]\n* $1\n[left rewrite]\n* $1\n[right rewrite]\n* $1\n",
        "feature.def": "UNIGRAM W:%F[0]\n",
        "dicrc": dicrc(),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def dicrc() -> str:
    """The settings: particles and endings are dearer after a blank, for mecab-ko."""
    penalties = f"{PARTS.index('particle')},4000,{PARTS.index('ending')},2500"
    return f"cost-factor = 800\nbos-feature = BOS/EOS,*\n; a remark\nleft-space-penalty-factor = {penalties}\n"


def runs(characters: bytes) -> dict[str, Any]:
    """`char.bin` as the names of its categories and its numbers with how often each is repeated."""
    (count,) = struct.unpack_from("<I", characters)
    names = [characters[4 + 32 * place : 36 + 32 * place].rstrip(b"\0").decode() for place in range(count)]
    numbers = struct.unpack_from(f"<{0xFFFF}I", characters, 4 + 32 * count)
    return {"names": names, "runs": [[len(list(group)), number] for number, group in itertools.groupby(numbers)]}


def characters(kept: dict[str, Any]) -> bytes:
    """`char.bin` again."""
    names = b"".join(name.encode().ljust(32, b"\0") for name in kept["names"])
    numbers = [number for repeated, number in kept["runs"] for _ in range(repeated)]
    return struct.pack("<I", len(kept["names"])) + names + struct.pack(f"<{len(numbers)}I", *numbers)


def compile_dictionary(compiler: str, target: Path, table: str, categories: str) -> None:
    """Compiles a dictionary and keeps what is needed to read it."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source, built = Path(folder) / "source", Path(folder) / "built"
        source.mkdir()
        built.mkdir()
        sources(source, table, categories)
        command = [compiler, "-d", source, "-o", built, "-f", "utf-8", "-t", "utf-8"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for name in COMPILED:
            shutil.copyfile(built / name, target / name)
        shutil.copyfile(source / "dicrc", target / "dicrc")
        kept = runs((built / "char.bin").read_bytes())
    (target / "char.json").write_text(json.dumps(kept) + "\n", encoding="utf-8")


def lines(name: str, texts: list[str], tagger: Any, tool: str) -> Iterator[dict[str, Any]]:
    """The words of each text, and what sacrebleu's tokenisers make of them."""
    for text in texts:
        words = tagger.parse(text).removesuffix("\n")
        assert not words or words.endswith(" ")
        tokens = tagger.parse(text.strip()).split()
        yield {"dictionary": name, "tool": tool, "text": text, "words": words, "tokens": tokens}


def every_line() -> Iterator[dict[str, Any]]:
    """Both dictionaries on their own texts and on those of the segments, traps included."""
    segments = [segment for segment in read_segments() if {"ja", "ko", "zh", "trap"} & set(segment.tags)]
    shared = dict.fromkeys(text for segment in segments for text in (segment.hypothesis, *segment.references))
    shared = [text for text in shared if len(text) < 200 and "\0" not in text]
    for name, texts, module, tool in [
        ("ja", JAPANESE_TEXTS, MeCab, f"MeCab {MeCab.Tagger.version()} (mecab-python3 {version('mecab-python3')})"),
        ("ko", KOREAN_TEXTS, mecab_ko, f"mecab-ko {mecab_ko.Tagger.version()} (mecab-ko {version('mecab-ko')})"),
    ]:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(FOLDER / name, folder, dirs_exist_ok=True)
            kept = json.loads((FOLDER / name / "char.json").read_text(encoding="utf-8"))
            (Path(folder) / "char.bin").write_bytes(characters(kept))
            tagger = module.Tagger(f"-r {os.devnull} -d {folder} -Owakati")
            yield from lines(name, [*texts, *shared], tagger, tool)


if __name__ == "__main__":
    compiler = shutil.which("mecab-dict-index", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/lib/mecab"]))
    if compiler:
        compile_dictionary(compiler, FOLDER / "ja", JAPANESE, JAPANESE_CATEGORIES)
        compile_dictionary(compiler, FOLDER / "ko", KOREAN, KOREAN_CATEGORIES)
    else:
        print("mecab-dict-index is not here: the dictionaries stay as they are")
    write_lines(FOLDER / "words.jsonl", every_line())
