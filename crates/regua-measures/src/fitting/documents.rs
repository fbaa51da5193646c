//! The references of a corpus, kept word by word.

use regua_core::Error;
use regua_core::unit::Digest;
use regua_text::intern::{Interner, Lookup};
use regua_text::tokens::Tokens;

use super::saved::{Bytes, put_number, put_text};
use super::{Origin, TokenRules};

/// Above this, counts are no exact numbers any more.
const MOST_WORDS: u64 = 1 << 53;

/// A bag of documents: each a bag of texts, which are rows of words.
///
/// Four bytes a word. What is counted of them later takes more: `nist` on the
/// bench's corpus of a million references needs 640 MB in all.
#[derive(Debug, Clone, Default)]
pub(crate) struct Documents {
    words: Interner,
    ids: Vec<u32>,
    /// Where each text ends in `ids`.
    texts: Vec<usize>,
    found: Vec<Document>,
    /// Words and documents, each as often as it is there.
    size: u64,
    lookup: Lookup,
}

#[derive(Debug, Clone, Copy)]
struct Document {
    /// Where it ends in `texts`.
    end: usize,
    /// How often it is there.
    times: u64,
}

/// A text, with the document that it is of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) document: usize,
    pub(super) times: u64,
}

impl Documents {
    /// Adds a document of these texts.
    pub(crate) fn add<'t>(
        &mut self,
        texts: impl IntoIterator<Item = &'t str>,
        rules: &TokenRules,
        tokens: &mut Tokens,
        lowered: &mut String,
    ) {
        for text in texts {
            rules.cut(text, tokens, lowered);
            let (words, lookup) = (&mut self.words, &mut self.lookup);
            words.get_all(tokens.iter(), lookup);
            let found = tokens.iter().zip(lookup.found());
            self.ids.extend(found.map(|(token, id)| id.unwrap_or_else(|| words.intern(token))));
            self.size += tokens.len() as u64;
            self.texts.push(self.ids.len());
        }
        self.size += 1;
        self.found.push(Document { end: self.texts.len(), times: 1 });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// How many documents there are.
    pub(crate) fn len(&self) -> u64 {
        self.found.iter().map(|document| document.times).sum()
    }

    /// How many words they have together.
    pub(crate) fn total(&self) -> u64 {
        self.size - self.len()
    }

    pub(super) fn ids(&self) -> &[u32] {
        &self.ids
    }

    pub(super) fn words(&self) -> &Interner {
        &self.words
    }

    pub(super) fn into_words(self) -> Interner {
        self.words
    }

    /// The texts, document after document.
    pub(super) fn texts(&self) -> impl Iterator<Item = Place> {
        let (mut start, mut document) = (0, 0);
        self.texts.iter().enumerate().map(move |(text, &end)| {
            while self.found[document].end <= text {
                document += 1;
            }
            let place = Place { start, end, document, times: self.found[document].times };
            start = end;
            place
        })
    }

    /// Writes all documents: the vocabulary with the most frequent words first,
    /// then the documents in the order of their words' places in it.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        let vocabulary = self.by_frequency();
        let mut rank_of = vec![0_u32; vocabulary.len()];
        put_number(bytes, vocabulary.len() as u64);
        for (rank, &word) in (0..).zip(&vocabulary) {
            rank_of[word as usize] = rank;
            put_text(bytes, self.words.resolve(word));
        }
        let ranks: Vec<u32> = self.ids.iter().map(|&id| rank_of[id as usize]).collect();
        let mut documents: Vec<(Vec<&[u32]>, u64)> =
            self.found.iter().map(|document| (Vec::new(), document.times)).collect();
        for text in self.texts() {
            documents[text.document].0.push(&ranks[text.start..text.end]);
        }
        for (texts, _) in &mut documents {
            texts.sort_unstable();
        }
        documents.sort_by_cached_key(|(texts, _)| beginning(texts));
        for same in documents.chunk_by_mut(|one, next| beginning(&one.0) == beginning(&next.0)) {
            same.sort_unstable();
        }
        documents.dedup_by(|next, first| {
            let same = next.0 == first.0;
            first.1 += if same { next.1 } else { 0 };
            same
        });
        bytes.reserve(2 * ranks.len());
        put_number(bytes, documents.len() as u64);
        for (texts, times) in &documents {
            put_number(bytes, *times);
            put_number(bytes, texts.len() as u64);
            for text in texts {
                put_number(bytes, text.len() as u64);
                for &rank in *text {
                    put_number(bytes, u64::from(rank));
                }
            }
        }
    }

    /// Writes a digest of all documents: the same for the same documents in any
    /// order, and much sooner than [`Documents::write`], which must sort them.
    pub(crate) fn write_digest(&self, bytes: &mut Vec<u8>) {
        let words: Vec<u64> = (0..)
            .take(self.words.len())
            .map(|word| {
                let mut digest = Digest::default();
                digest.text(self.words.resolve(word));
                (digest.finish() >> 64) as u64
            })
            .collect();
        let mut of_documents = vec![0_u64; self.found.len()];
        for text in self.texts() {
            let ids = &self.ids[text.start..text.end];
            let start = mix(ids.len() as u64);
            let text_digest = ids.iter().fold(start, |state, &id| mix(state ^ words[id as usize]));
            let document = &mut of_documents[text.document];
            *document = document.wrapping_add(mix(text_digest));
        }
        // A sum, so that documents that recur count as often as they are there.
        let (mut low, mut high) = (0_u64, 0_u64);
        for (document, found) in of_documents.into_iter().zip(&self.found) {
            low = low.wrapping_add(mix(document).wrapping_mul(found.times));
            high = high.wrapping_add(mix(!document).wrapping_mul(found.times));
        }
        for number in [self.size, self.len(), low, high] {
            bytes.extend(number.to_le_bytes());
        }
    }

    /// Adds what [`Documents::write`] wrote.
    pub(crate) fn merge(&mut self, bytes: Bytes<'_>, origin: &Origin) -> Result<(), Error> {
        let read = Self::read(bytes)
            .ok_or_else(|| origin.refuse("it is damaged: its documents make no sense"))?;
        let size = self.size.checked_add(read.size).filter(|size| *size <= MOST_WORDS);
        self.size = size.ok_or_else(|| origin.refuse("it has more words than can be counted"))?;
        let id_of: Vec<u32> = (0..)
            .take(read.words.len())
            .map(|id| self.words.intern(read.words.resolve(id)))
            .collect();
        let (ids, texts) = (self.ids.len(), self.texts.len());
        self.ids.extend(read.ids.iter().map(|&id| id_of[id as usize]));
        self.texts.extend(read.texts.iter().map(|end| ids + end));
        self.found
            .extend(read.found.iter().map(|found| Document { end: texts + found.end, ..*found }));
        Ok(())
    }

    /// What was written, or nothing if that is no list of documents.
    fn read(mut bytes: Bytes<'_>) -> Option<Self> {
        let mut read = Self::default();
        let vocabulary = bytes.length()?;
        for _ in 0..vocabulary {
            read.words.intern(bytes.text()?);
        }
        if read.words.len() != vocabulary {
            return None;
        }
        for _ in 0..bytes.length()? {
            let times = bytes.number().filter(|times| (1..=MOST_WORDS).contains(times))?;
            let start = read.ids.len();
            for _ in 0..bytes.length()? {
                for _ in 0..bytes.length()? {
                    let id = bytes.number().filter(|id| *id < vocabulary as u64)?;
                    read.ids.push(u32::try_from(id).ok()?);
                }
                read.texts.push(read.ids.len());
            }
            let size = (1 + read.ids.len() - start) as u64;
            read.size = read.size.checked_add(size.checked_mul(times)?)?;
            read.found.push(Document { end: read.texts.len(), times });
        }
        bytes.is_empty().then_some(read)
    }

    /// The words, most frequent first; those of one frequency by their letters.
    fn by_frequency(&self) -> Vec<u32> {
        let mut counts = vec![0_u64; self.words.len()];
        for text in self.texts() {
            for &id in &self.ids[text.start..text.end] {
                counts[id as usize] += text.times;
            }
        }
        let mut words: Vec<u32> = (0..).take(counts.len()).collect();
        words.sort_unstable_by(|&one, &other| {
            let by_count = counts[other as usize].cmp(&counts[one as usize]);
            by_count.then_with(|| self.words.resolve(one).cmp(self.words.resolve(other)))
        });
        words
    }
}

/// Spreads every bit over all others.
fn mix(number: u64) -> u64 {
    let spread = (number ^ number >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let spread = (spread ^ spread >> 29).wrapping_mul(0xd1b5_4a32_d192_ed03);
    spread ^ spread >> 32
}

/// The first words of a document, to sort by: a text before those it begins.
fn beginning(texts: &[&[u32]]) -> [u64; 2] {
    let words = texts.first().copied().unwrap_or_default();
    let word = |place: usize| words.get(place).map_or(0, |&word| u64::from(word) + 1);
    [word(0) << 32 | word(1), word(2) << 32 | word(3)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regua_core::{Settings, Spec};

    use super::*;

    type Corpus = Vec<Vec<String>>;

    fn rules() -> TokenRules {
        TokenRules::from_settings(&Settings::new(&Spec::named("cider")), "none").unwrap()
    }

    fn origin() -> Origin {
        Origin::new(&Settings::new(&Spec::named("cider")), "cider", rules().settings()).unwrap()
    }

    fn documents<'c>(corpus: impl IntoIterator<Item = &'c Vec<String>>) -> Documents {
        let mut documents = Documents::default();
        let (mut tokens, mut lowered) = (Tokens::default(), String::new());
        for texts in corpus {
            let texts = texts.iter().map(String::as_str);
            documents.add(texts, &rules(), &mut tokens, &mut lowered);
        }
        documents
    }

    fn saved(documents: &Documents) -> Vec<u8> {
        origin().seal(|bytes| documents.write(bytes))
    }

    fn merged(parts: &[Vec<u8>]) -> Documents {
        let mut documents = Documents::default();
        for part in parts {
            documents.merge(origin().open(part).unwrap(), &origin()).unwrap();
        }
        documents
    }

    #[test]
    fn a_document_that_recurs_is_written_once() {
        let texts = vec!["a rose is".to_owned(), "a rose".to_owned()];
        let one = saved(&documents(&vec![texts.clone()]));
        let nine = documents(&vec![texts; 9]);
        assert_eq!(saved(&nine).len(), one.len());
        let again = merged(&[saved(&nine)]);
        assert_eq!((again.len(), again.total(), again.texts.len()), (9, 45, 2));
    }

    #[test]
    fn words_beyond_counting_are_refused() {
        let huge = origin().seal(|bytes| {
            put_number(bytes, 1);
            put_text(bytes, "a");
            for number in [1, MOST_WORDS, 1, 0] {
                put_number(bytes, number);
            }
        });
        let mut documents = merged(std::slice::from_ref(&huge));
        let error = documents.merge(origin().open(&huge).unwrap(), &origin()).unwrap_err();
        insta::assert_snapshot!(error, @"the fit of `cider` cannot be used: it has more words than can be counted");
        assert_eq!(documents.len(), MOST_WORDS);
    }

    fn corpus() -> impl Strategy<Value = Corpus> {
        let text = prop::collection::vec("[a-cé]{1,2}", 0..6).prop_map(|words| words.join(" "));
        prop::collection::vec(prop::collection::vec(text, 1..4), 0..9)
    }

    proptest! {
        #[test]
        fn neither_order_nor_parts_show_in_what_is_saved(corpus in corpus(), cut in 0..9_usize) {
            let whole = saved(&documents(&corpus));
            let backwards: Corpus =
                corpus.iter().rev().map(|texts| texts.iter().rev().cloned().collect()).collect();
            prop_assert_eq!(&saved(&documents(&backwards)), &whole);
            let (left, right) = corpus.split_at(cut.min(corpus.len()));
            let parts = [saved(&documents(right)), saved(&documents(left))];
            prop_assert_eq!(&saved(&merged(&parts)), &whole);
            prop_assert_eq!(&saved(&merged(std::slice::from_ref(&whole))), &whole);
        }

        #[test]
        fn nonsense_is_an_error_and_no_panic(bytes in prop::collection::vec(0..9_u8, 0..40)) {
            let sealed = origin().seal(|inside| inside.extend(&bytes));
            let mut documents = documents(&vec![vec!["a".to_owned()]]);
            let before = saved(&documents);
            if documents.merge(origin().open(&sealed).unwrap(), &origin()).is_err() {
                prop_assert_eq!(saved(&documents), before);
            } else {
                prop_assert!(!documents.is_empty());
            }
        }
    }
}
