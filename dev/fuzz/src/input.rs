//! Inputs: texts rich in traps, and bytes that are broken in the usual ways.

use std::path::Path;
use std::sync::LazyLock;

use regua_stats::resample::Generator;

/// Pieces that some tokeniser, splitter or reader treats in a way of its own.
const PIECES: &[&str] = &[
    " ",
    " ",
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    "-\n",
    "\u{b}",
    "\u{c}",
    "\r",
    "\0",
    "\u{1c}",
    "\u{1d}",
    "\u{1e}",
    "\u{1f}",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{1680}",
    "\u{2000}",
    "\u{2007}",
    "\u{200b}",
    "\u{200d}",
    "\u{2028}",
    "\u{2029}",
    "\u{202f}",
    "\u{205f}",
    "\u{3000}",
    "\u{feff}",
    ".",
    ".",
    "..",
    "...",
    ",",
    ",",
    "-",
    "--",
    "'",
    "\"",
    "\"\"",
    "!",
    "?",
    "?!",
    "#",
    "$",
    "%",
    "&",
    "(",
    ")",
    "*",
    "+",
    "/",
    ":",
    ";",
    "<",
    "=",
    ">",
    "@",
    "[",
    "\\",
    "]",
    "^",
    "_",
    "`",
    "{",
    "|",
    "}",
    "~",
    "0",
    "5",
    "12",
    "3.14",
    "1,000",
    "-7",
    "a",
    "b",
    "I",
    "Z",
    "word",
    "Word",
    "running",
    "relational",
    "happily",
    "dying",
    "the",
    "U.S.",
    "Dr.",
    "e.g.",
    "Mr",
    "no.",
    "can’t",
    "don't",
    "&quot;",
    "&amp;",
    "&lt;",
    "&gt;",
    "&apos;",
    "amp;",
    "quot;",
    "<skipped>",
    "<skip",
    "ped>",
    "é",
    "e\u{301}",
    "\u{301}",
    "ß",
    "\u{130}",
    "\u{131}",
    "\u{212a}",
    "Σ",
    "ς",
    "ǆ",
    "ﬁ",
    "æ",
    "ü",
    "gü",
    "«",
    "»",
    "“",
    "”",
    "‘",
    "…",
    "—",
    "–",
    "·",
    "€",
    "²",
    "½",
    "Ⅳ",
    "٣",
    "٫",
    "१",
    "।",
    "中",
    "文",
    "。",
    "，",
    "Ａ",
    "１",
    "か",
    "カ",
    "한",
    "\u{2a6d}",
    "\u{2fa1}",
    "\u{9fbb}",
    "\u{9fbc}",
    "\u{fa6b}",
    "\u{ffef}",
    "\u{e000}",
    "\u{378}",
    "𠀀",
    "𝟘",
    "😀",
    "👩\u{200d}🚀",
    "👍🏽",
    "🇵🇹",
    "\u{10ffff}",
    "мир",
    "ελ",
    "سلام",
    "ไทย",
];

/// Texts of our own, in many languages, that the golden cases measure.
static SEGMENTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/segments.jsonl");
    let lines = std::fs::read_to_string(path).unwrap_or_default();
    let hypotheses = lines.lines().filter_map(|line| {
        let object: serde_json::Value = serde_json::from_str(line).ok()?;
        object.get("hypothesis")?.as_str().map(str::to_owned)
    });
    hypotheses.chain(["The ruler is short.".to_owned()]).collect()
});

/// Random choices; the same seed makes the same ones.
pub(crate) struct Random {
    generator: Generator,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self { generator: Generator::new(seed) }
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.generator.bits()
    }

    /// A number below the bound, 0 if there is none.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.generator.below(bound as u64)).unwrap_or(0)
    }

    /// Whether something happens that does so once in `often` times.
    pub(crate) fn one_in(&mut self, often: usize) -> bool {
        self.below(often) == 0
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.bits().to_le_bytes()[0]
    }

    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn character(&mut self) -> char {
        let limit = self.pick(&[0x80, 0x800, 0x1_0000, 0x11_0000]);
        u32::try_from(self.below(limit)).ok().and_then(char::from_u32).unwrap_or('\u{fffd}')
    }

    /// A text of up to so many pieces.
    pub(crate) fn text(&mut self, most: usize) -> String {
        let mut text = String::new();
        if self.one_in(4) {
            text.push_str(self.segment());
        }
        // Few kinds of pieces repeat, and what repeats makes ties and long runs.
        let kinds: Vec<&str> = (0..=self.below(24)).map(|_| self.pick(PIECES)).collect();
        for _ in 0..self.below(most + 1) {
            match self.below(16) {
                0 => text.push(self.character()),
                1 => text.push(char::from(self.byte() & 0x7f)),
                2 => text.push_str(self.pick(PIECES)),
                _ => text.push_str(self.pick(&kinds)),
            }
        }
        if self.one_in(40) {
            let run = self.pick(&kinds).repeat(50 + self.below(400));
            text.push_str(&run);
        }
        if self.one_in(8) {
            let place = self.place_in(&text);
            text.insert_str(place, self.segment());
        }
        text
    }

    /// A text that is like another one, as a hypothesis is like its reference.
    pub(crate) fn like(&mut self, text: &str) -> String {
        let mut words: Vec<&str> = text.split(' ').collect();
        for _ in 0..self.below(5) {
            let place = self.below(words.len());
            match self.below(4) {
                0 => drop(words.remove(place)),
                1 => words.insert(place, self.pick(PIECES)),
                2 => words[place] = self.pick(PIECES),
                _ => words.swap(place, 0),
            }
            if words.is_empty() {
                words.push("");
            }
        }
        words.join(" ")
    }

    pub(crate) fn segment(&mut self) -> &'static str {
        &SEGMENTS[self.below(SEGMENTS.len())]
    }

    fn place_in(&mut self, text: &str) -> usize {
        let place = self.below(text.len() + 1);
        (0..=place).rev().find(|&place| text.is_char_boundary(place)).unwrap_or(0)
    }

    /// Breaks bytes: flips, cuts, insertions, copies and splices.
    pub(crate) fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            let place = self.below(bytes.len());
            let end = (place + 1 + self.below(16)).min(bytes.len());
            match self.below(9) {
                _ if bytes.is_empty() => bytes.push(self.byte()),
                0 => bytes[place] ^= 1 << self.below(8),
                1 => bytes[place] = self.byte(),
                2 => {
                    bytes[place] =
                        self.pick(&[0, 1, 0x7f, 0x80, 0xff, b'"', b'\n', b',', b'\\', b'{']);
                }
                3 => bytes.truncate(place),
                4 => drop(bytes.drain(place..end)),
                5 => bytes.insert(place, self.byte()),
                6 => {
                    let piece = self.pick(PIECES).bytes();
                    bytes.splice(place..place, piece);
                }
                7 => {
                    let copied = bytes[place..end].to_vec();
                    let goal = self.below(bytes.len() + 1);
                    bytes.splice(goal..goal, copied);
                }
                _ => {
                    let start = self.below(bytes.len());
                    let spliced = bytes[start.min(place)..start.max(place)].to_vec();
                    let goal = self.below(bytes.len() + 1);
                    bytes.splice(goal..goal, spliced.into_iter().take(2000));
                }
            }
        }
    }
    /// Breaks bytes near their end, where a Parquet file has its metadata.
    pub(crate) fn mutate_end(&mut self, bytes: &mut Vec<u8>) {
        let longest = self.pick(&[8, 100, 1000, usize::MAX]);
        let start = bytes.len().saturating_sub(longest);
        let mut end = bytes.split_off(start);
        self.mutate(&mut end);
        bytes.append(&mut end);
    }
}
