//! Tokens of a batch, worked out once for all measures that ask for them.
//!
//! A [`Cut`] says how texts become tokens; [`Cut::ids`] gives the tokens of all
//! texts of a batch as small numbers and remembers them in the batch's memo.
//! BLEU with three smoothings cuts its texts once, and so do the nine ROUGE-N.
//!
//! Not for measures that need the words themselves: here a token is a number
//! that says no more than which other tokens of the same unit are equal to it.

use std::ops::Range;
use std::rc::Rc;

use regua_core::unit::{Segment, Segments};
use regua_core::{Batch, Error, Settings};
use regua_text::intern::Interner;
use regua_text::tokenise::{self, Tokeniser, TokeniserError};
use regua_text::tokens::Tokens;

/// How many distinct words are remembered with their forms before all are
/// forgotten. Without forms there is nothing to remember beyond a unit, and
/// a small table is quicker.
const VOCABULARY: usize = 1 << 12;

/// Whether capital letters count as other letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Case {
    /// They do.
    #[default]
    Mixed,
    /// They do not: texts are lower-cased first.
    Lower,
}

impl Case {
    /// The values of the setting `case`.
    pub const WORDS: [(&'static str, Self); 2] = [("mixed", Self::Mixed), ("lower", Self::Lower)];

    /// The word for it in signatures.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Lower => "lower",
        }
    }

    /// The text in this case; `buffer` holds it where it had to be changed.
    pub fn apply<'t>(self, text: &'t str, buffer: &'t mut String) -> &'t str {
        match self {
            Self::Mixed => text,
            Self::Lower => {
                buffer.clear();
                if text.is_ascii() {
                    buffer.push_str(text);
                    buffer.make_ascii_lowercase();
                } else {
                    buffer.push_str(&text.to_lowercase());
                }
                buffer
            }
        }
    }
}

/// The tokeniser that the setting `tok` names, or else the default.
///
/// # Errors
/// Names the tokenisers there are, or why the files of this one cannot be used.
pub fn tokeniser(
    settings: &Settings,
    default: &str,
) -> Result<std::sync::Arc<dyn Tokeniser>, Error> {
    let name = settings.text("tok").unwrap_or(default);
    tokeniser_named(settings, name, &[])
}

/// The tokeniser of this name, where a measure has others of its own. A measure
/// that is only to read does without the files of one that its signature names.
pub(crate) fn tokeniser_named(
    settings: &Settings,
    name: &str,
    own: &[&str],
) -> Result<std::sync::Arc<dyn Tokeniser>, Error> {
    if settings.is_only_to_read()
        && let Ok(stand_in) = tokenise::for_reading(name)
    {
        return Ok(stand_in);
    }
    tokenise::by_name(name).map_err(|error| refuse_tokeniser(settings, name, &error, own))
}

/// The error for a value of `tok`, where a measure has these tokenisers of its
/// own.
fn refuse_tokeniser(
    settings: &Settings,
    name: &str,
    error: &TokeniserError,
    own: &[&str],
) -> Error {
    let takes = match error {
        TokeniserError::Unknown(_) => [own, tokenise::NAMES, tokenise::LOADED].concat().join(", "),
        _ => format!("a model or dictionary that can be loaded; {error}"),
    };
    settings.refuse("tok", name, takes)
}

/// The number of references as sacrebleu's signatures begin with it, where the
/// fewest and the most of any segment are known.
pub(crate) fn sacrebleu_references(references: Option<(u32, u32)>) -> String {
    match references {
        None => String::new(),
        Some((fewest, most)) if fewest == most => format!("nrefs:{most}|"),
        Some(_) => "nrefs:var|".to_owned(),
    }
}

/// Finds the pieces of a text, such as its lines.
pub type Split<'c> = dyn Fn(&str, &mut Vec<Range<usize>>) + 'c;

/// Writes what a word counts as, such as its stem, into an empty string;
/// `false` drops the word.
pub type Form<'c> = dyn Fn(&str, &mut String) -> bool + 'c;

/// How texts become tokens.
///
/// ```
/// use regua_core::{Batch, Segment, Segments};
/// use regua_measures::shared::{Case, Cut};
/// use regua_text::tokenise::Pretokenised;
///
/// let (hypotheses, references) = (["a Rose is".into()], ["a rose", "is a rose"]);
/// let units = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
/// let batch = Batch::<Segments>::new(&units);
/// let initial = |word: &str, form: &mut String| {
///     form.extend(word.chars().take(1));
///     true
/// };
/// let ids = Cut::new(&Pretokenised).case(Case::Lower).form("initial", &initial).ids(&batch);
/// let [a, rose, is] = ids.hypothesis(0) else { panic!() };
/// assert_eq!(ids.references(0).nth(1), Some(&[*is, *a, *rose][..]));
/// ```
#[derive(Clone, Copy)]
pub struct Cut<'c> {
    tokeniser: &'c dyn Tokeniser,
    case: Case,
    split: Option<(&'c str, &'c Split<'c>)>,
    form: Option<(&'c str, &'c Form<'c>)>,
}

impl<'c> Cut<'c> {
    /// Texts as the tokeniser cuts them.
    pub fn new(tokeniser: &'c dyn Tokeniser) -> Self {
        Self { tokeniser, case: Case::Mixed, split: None, form: None }
    }

    /// The same, of texts in this case.
    #[must_use]
    pub fn case(self, case: Case) -> Self {
        Self { case, ..self }
    }

    /// The same, of texts that are split into pieces first. The name stands for
    /// the function: two of one name must do the same.
    #[must_use]
    pub fn split(self, name: &'c str, split: &'c Split<'c>) -> Self {
        Self { split: Some((name, split)), ..self }
    }

    /// The same, with each word replaced by its form; the function is asked
    /// once, or a few times, for each distinct word. The name stands for it.
    #[must_use]
    pub fn form(self, name: &'c str, form: &'c Form<'c>) -> Self {
        Self { form: Some((name, form)), ..self }
    }

    /// The tokens of a batch, cut now or known already.
    pub fn ids(&self, batch: &Batch<'_, Segments>) -> Rc<TokenIds> {
        let name = |part: Option<&str>| part.unwrap_or_default().to_owned();
        let key = [
            "tokens".to_owned(),
            self.tokeniser.name().to_owned(),
            self.case.word().to_owned(),
            name(self.split.map(|(name, _)| name)),
            name(self.form.map(|(name, _)| name)),
        ];
        batch.memo().get_or(&key.join("\u{1f}"), || self.cut(batch.units()))
    }

    fn cut(&self, units: &[Segment<'_>]) -> TokenIds {
        let mut cutter = Cutter::new(*self, units);
        for unit in units {
            cutter.start_unit();
            cutter.add(unit.hypothesis());
            for reference in unit.references {
                cutter.add(reference);
            }
        }
        cutter.found
    }
}

/// A cut at work.
struct Cutter<'c> {
    cut: Cut<'c>,
    found: TokenIds,
    words: Interner,
    /// The id of each word's form; nothing where the word is dropped.
    forms_of_words: Vec<Option<u32>>,
    forms: Interner,
    form: String,
    tokens: Tokens,
    lowered: String,
    pieces: Vec<Range<usize>>,
}

impl<'c> Cutter<'c> {
    fn new(cut: Cut<'c>, units: &[Segment<'_>]) -> Self {
        let bytes = |unit: &Segment<'_>| {
            unit.hypothesis().len() + unit.references.iter().map(|text| text.len()).sum::<usize>()
        };
        let texts = units.iter().map(|unit| 1 + unit.references.len()).sum();
        Self {
            cut,
            found: TokenIds {
                ids: Vec::with_capacity(units.iter().map(bytes).sum::<usize>() / 5),
                pieces: Vec::with_capacity(texts),
                texts: Vec::with_capacity(texts),
                units: Vec::with_capacity(units.len()),
            },
            words: Interner::new(),
            forms_of_words: Vec::new(),
            forms: Interner::new(),
            form: String::new(),
            tokens: Tokens::default(),
            lowered: String::new(),
            pieces: Vec::new(),
        }
    }

    fn start_unit(&mut self) {
        if self.cut.form.is_none() || self.words.len() > VOCABULARY {
            self.words.clear();
            self.forms_of_words.clear();
            self.forms.clear();
        }
        self.found.units.push(self.found.texts.len());
    }

    fn add(&mut self, text: &str) {
        let mut lowered = std::mem::take(&mut self.lowered);
        let text = self.cut.case.apply(text, &mut lowered);
        self.found.texts.push(self.found.pieces.len());
        if let Some((_, split)) = self.cut.split {
            let mut pieces = std::mem::take(&mut self.pieces);
            pieces.clear();
            split(text, &mut pieces);
            for piece in &pieces {
                self.add_piece(text.get(piece.clone()).unwrap_or_default());
            }
            self.pieces = pieces;
        } else {
            self.add_piece(text);
        }
        self.lowered = lowered;
    }

    fn add_piece(&mut self, piece: &str) {
        self.found.pieces.push(self.found.ids.len());
        self.cut.tokeniser.tokenise(piece, &mut self.tokens);
        let Some((_, form)) = self.cut.form else {
            let words = &mut self.words;
            self.found.ids.extend(self.tokens.iter().map(|token| words.intern(token)));
            return;
        };
        for token in self.tokens.iter() {
            let word = self.words.intern(token) as usize;
            if word == self.forms_of_words.len() {
                self.form.clear();
                let kept = form(token, &mut self.form);
                self.forms_of_words.push(kept.then(|| self.forms.intern(&self.form)));
            }
            self.found.ids.extend(self.forms_of_words[word]);
        }
    }
}

/// The tokens of a batch as numbers.
///
/// Two tokens of one unit are equal if their numbers are; numbers of different
/// units do not compare.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TokenIds {
    ids: Vec<u32>,
    /// Where each piece starts in `ids`.
    pieces: Vec<usize>,
    /// Where each text starts in `pieces`.
    texts: Vec<usize>,
    /// Where each unit starts in `texts`: at its hypothesis.
    units: Vec<usize>,
}

impl TokenIds {
    /// The tokens of a unit's hypothesis.
    pub fn hypothesis(&self, unit: usize) -> &[u32] {
        self.text(self.units[unit])
    }

    /// The tokens of each reference of a unit.
    pub fn references(&self, unit: usize) -> impl ExactSizeIterator<Item = &[u32]> + Clone {
        self.reference_texts(unit).map(|text| self.text(text))
    }

    /// The tokens of the hypothesis, piece by piece.
    pub fn hypothesis_pieces(&self, unit: usize) -> impl ExactSizeIterator<Item = &[u32]> + Clone {
        self.pieces_of(self.units[unit])
    }

    /// The tokens of each reference, piece by piece.
    pub fn reference_pieces(
        &self,
        unit: usize,
    ) -> impl ExactSizeIterator<Item: ExactSizeIterator<Item = &[u32]> + Clone> {
        self.reference_texts(unit).map(|text| self.pieces_of(text))
    }

    fn reference_texts(&self, unit: usize) -> Range<usize> {
        self.units[unit] + 1..until(&self.units, unit, self.texts.len())
    }

    fn text(&self, text: usize) -> &[u32] {
        let pieces = self.piece_range(text);
        let start = self.pieces.get(pieces.start).copied().unwrap_or(self.ids.len());
        let end = self.pieces.get(pieces.end).copied().unwrap_or(self.ids.len());
        &self.ids[start..end]
    }

    fn piece_range(&self, text: usize) -> Range<usize> {
        self.texts[text]..until(&self.texts, text, self.pieces.len())
    }

    fn pieces_of(&self, text: usize) -> impl ExactSizeIterator<Item = &[u32]> + Clone {
        self.piece_range(text)
            .map(|piece| &self.ids[self.pieces[piece]..until(&self.pieces, piece, self.ids.len())])
    }
}

/// Where an item ends: at the start of the next, or at the very end.
fn until(starts: &[usize], item: usize, end: usize) -> usize {
    starts.get(item + 1).copied().unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use regua_text::tokenise::Pretokenised;

    use super::*;

    fn lines(text: &str, pieces: &mut Vec<Range<usize>>) {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            pieces.push(start..start + line.len());
            start += line.len();
        }
    }

    fn with_batch(units: &[(&str, &[&str])], look: impl Fn(&Batch<'_, Segments>)) {
        let hypotheses: Vec<_> = units.iter().map(|(text, _)| [(*text).into()]).collect();
        let segments: Vec<_> = units
            .iter()
            .zip(&hypotheses)
            .map(|((_, references), hypotheses)| Segment { hypotheses, references, source: None })
            .collect();
        look(&Batch::new(&segments));
    }

    #[test]
    fn equal_words_of_a_unit_have_equal_numbers() {
        with_batch(&[("a b a", &["b", "", "c a"]), ("", &[])], |batch| {
            let ids = Cut::new(&Pretokenised).ids(batch);
            let &[a, b, again] = ids.hypothesis(0) else { panic!("three words") };
            assert_eq!(a, again);
            let references: Vec<&[u32]> = ids.references(0).collect();
            assert_eq!(references[..2], [&[b][..], &[]]);
            assert_eq!(references[2][1], a);
            assert!(ids.hypothesis(1).is_empty());
            assert_eq!(ids.references(1).len(), 0);
        });
    }

    #[test]
    fn a_cut_is_made_once_and_another_cut_is_another() {
        with_batch(&[("A a", &["a"])], |batch| {
            let mixed = Cut::new(&Pretokenised).ids(batch);
            assert!(Rc::ptr_eq(&mixed, &Cut::new(&Pretokenised).ids(batch)));
            let lower = Cut::new(&Pretokenised).case(Case::Lower).ids(batch);
            assert_ne!(mixed.hypothesis(0), lower.hypothesis(0));
        });
    }

    #[test]
    fn dropped_words_leave_no_token() {
        with_batch(&[("one x two x", &["x"])], |batch| {
            let form = |word: &str, form: &mut String| {
                form.push_str(word);
                word != "x"
            };
            let ids = Cut::new(&Pretokenised).form("not x", &form).ids(batch);
            assert_eq!(ids.hypothesis(0).len(), 2);
            assert_eq!(ids.references(0).next(), Some(&[][..]));
        });
    }

    #[test]
    fn pieces_put_together_are_the_text() {
        with_batch(&[("a b\n\nc", &["", "c\na"])], |batch| {
            let ids = Cut::new(&Pretokenised).split("lines", &lines).ids(batch);
            let lengths: Vec<usize> = ids.hypothesis_pieces(0).map(<[u32]>::len).collect();
            assert_eq!(lengths, [2, 0, 1]);
            assert_eq!(ids.hypothesis(0).len(), 3);
            let pieces: Vec<usize> = ids.reference_pieces(0).map(|pieces| pieces.len()).collect();
            assert_eq!(pieces, [0, 2]);
            assert_eq!(ids.references(0).nth(1), Some(&[2, 0][..]));
        });
    }

    #[test]
    fn a_vocabulary_that_starts_afresh_keeps_units_whole() {
        let texts: Vec<String> = (0..3 * VOCABULARY).map(|unit| format!("w{unit} same")).collect();
        let units: Vec<(&str, [&str; 1])> =
            texts.iter().map(|text| (text.as_str(), [text.as_str()])).collect();
        let units: Vec<(&str, &[&str])> =
            units.iter().map(|(text, references)| (*text, &references[..])).collect();
        with_batch(&units, |batch| {
            let form = |word: &str, form: &mut String| {
                form.push_str(word);
                true
            };
            let [plain, formed] =
                [Cut::new(&Pretokenised), Cut::new(&Pretokenised).form("same", &form)]
                    .map(|cut| cut.ids(batch));
            for unit in 0..texts.len() {
                assert_eq!(plain.hypothesis(unit), [0, 1]);
                assert_eq!(plain.references(unit).next(), Some(plain.hypothesis(unit)));
                assert_eq!(formed.references(unit).next(), Some(formed.hypothesis(unit)));
                let [own, same] = formed.hypothesis(unit) else { panic!("two words") };
                assert!(own != same && (*own as usize) <= VOCABULARY + 1);
            }
        });
    }
}
