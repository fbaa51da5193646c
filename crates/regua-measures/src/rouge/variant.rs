//! The members of the family: what is compared, and by which settings.

use regua_core::{Error, Settings, Signature};
use regua_text::language::Language;
use regua_text::ngrams::Unigrams;

use super::lcs::{Sequence, Union};
use super::ngram::Ngrams;
use super::overlap::{Combine, Kernel};
use super::skip::SkipBigrams;
use super::weighted::Weighted;

/// What of two texts is compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Variant {
    /// Runs of so many tokens: ROUGE-N.
    Ngrams(usize),
    /// The longest common subsequence of the whole texts: ROUGE-L.
    Sequence,
    /// The same, taken sentence by sentence: ROUGE-Lsum.
    Union,
    /// The same, where tokens in a row weigh more: ROUGE-W.
    Weighted(f64),
    /// Pairs of tokens with at most so many between them, and single tokens:
    /// ROUGE-S and ROUGE-SU.
    Skip(Option<usize>, Unigrams),
}

impl Variant {
    pub(super) fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let name = settings.measure();
        Ok(match name.strip_prefix("rouge").unwrap_or_default() {
            "L" => Self::Sequence,
            "Lsum" => Self::Union,
            "W" => Self::Weighted(settings.number("weight", 1.2, 1.0..=10.0)?),
            "S" => Self::Skip(skip(settings)?, Unigrams::Without),
            "SU" => Self::Skip(skip(settings)?, Unigrams::AllButLast),
            order => match order.parse() {
                Ok(order @ 1..=9) if order.to_string().len() == name.len() - "rouge".len() => {
                    Self::Ngrams(order)
                }
                _ => {
                    let nearest = vec!["rouge1".to_owned(), "rougeL".to_owned()];
                    return Err(Error::UnknownMeasure { name: name.to_owned(), nearest });
                }
            },
        })
    }

    /// Its name, with the settings that are its own.
    pub(super) fn signature(self) -> Signature {
        match self {
            Self::Ngrams(order) => Signature::new(format!("rouge{order}")),
            Self::Sequence => Signature::new("rougeL"),
            Self::Union => Signature::new("rougeLsum"),
            Self::Weighted(weight) => Signature::new("rougeW").with("weight", weight),
            Self::Skip(skip, unigrams) => {
                let name = if unigrams == Unigrams::Without { "rougeS" } else { "rougeSU" };
                let skip = skip.map_or_else(|| ANY.to_owned(), |skip| skip.to_string());
                Signature::new(name).with("skip", skip)
            }
        }
    }

    /// Whether sentences are told apart.
    pub(super) fn has_sentences(self) -> bool {
        matches!(self, Self::Union | Self::Weighted(_))
    }

    /// Whether the balance of precision and recall can be set.
    pub(super) fn has_beta(self) -> bool {
        !matches!(self, Self::Ngrams(_))
    }

    /// Whether it follows ROUGE-1.5.5 in what it does with several references.
    pub(super) fn has_choice_of_combining(self) -> bool {
        matches!(self, Self::Weighted(_) | Self::Skip(..))
    }

    /// The power that undoes the weight of runs.
    pub(super) fn exponent(self) -> Option<f64> {
        match self {
            Self::Weighted(weight) => Some(1.0 / weight),
            _ => None,
        }
    }

    /// How many cells of a table (tokens of the hypothesis times tokens of the
    /// reference) it can fill without taking more than about a gigabyte.
    pub(super) fn most_cells(self) -> u64 {
        match self {
            Self::Ngrams(_) | Self::Sequence | Self::Skip(Some(_), _) => u64::MAX,
            Self::Union => 1 << 33,
            Self::Weighted(_) => 1 << 30,
            Self::Skip(None, _) => 1 << 26,
        }
    }

    pub(super) fn kernel(self) -> Box<dyn Kernel> {
        match self {
            Self::Ngrams(order) => Box::new(Ngrams::new(order)),
            Self::Sequence => Box::new(Sequence::default()),
            Self::Union => Box::new(Union::default()),
            Self::Weighted(weight) => Box::new(Weighted::new(weight)),
            Self::Skip(skip, unigrams) => Box::new(SkipBigrams::new(skip, unigrams)),
        }
    }
}

/// The word for a gap of any size.
const ANY: &str = "any";

fn skip(settings: &Settings) -> Result<Option<usize>, Error> {
    if settings.text("skip") == Some(ANY) {
        return Ok(None);
    }
    settings.number("skip", 4, 0..=1_000_000).map(Some)
}

/// Where sentences end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sentences {
    /// At line feeds.
    Newline,
    /// Where Punkt finds them.
    Punkt,
}

impl Sentences {
    const WORDS: [(&'static str, Self); 2] =
        [("newline", Self::Newline), ("sentences", Self::Punkt)];

    pub(super) fn from_settings(settings: &Settings) -> Result<(Self, Language), Error> {
        let sentences = settings.choice("split", &Self::WORDS)?;
        let code = settings.text("lang").unwrap_or("en");
        let language = Language::from_code(code).ok_or_else(|| {
            let codes: Vec<&str> = Language::ALL.iter().map(|language| language.code()).collect();
            settings.refuse("lang", code, codes.join(", "))
        })?;
        Ok((sentences, language))
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Newline => "newline",
            Self::Punkt => "sentences",
        }
    }
}

impl Combine {
    const WORDS: [(&'static str, Self); 2] = [("average", Self::Sum), ("best", Self::BestRecall)];

    pub(super) fn from_settings(settings: &Settings, variant: Variant) -> Result<Self, Error> {
        if variant.has_choice_of_combining() {
            settings.choice("multi", &Self::WORDS)
        } else {
            Ok(Self::BestF)
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Sum => "average",
            Self::BestRecall | Self::BestF => "best",
        }
    }
}
