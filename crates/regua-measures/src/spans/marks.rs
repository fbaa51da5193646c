//! The spans of a text, in order, each once.

use regua_core::{Batch, Error, Marks, Span, SpanText, SpanTexts};
use regua_text::tags::{self, Scheme};

use crate::classify::label_set::{LabelSet, SeenLabels};

/// Why a text has no tally.
const UNKNOWN_TAG: &str = "a tag is none of the scheme";
const EMPTY_SPAN: &str = "a span is empty or ends before it starts";
const UNSEEN: &str = "the fit has not seen the label of a span";

/// The spans of an annotation, in order, each once.
pub(super) fn spans<'a>(marks: Marks<'a>, scheme: Scheme) -> Result<Vec<Span<'a>>, &'static str> {
    let mut spans = match marks {
        Marks::Spans(spans) if spans.iter().any(|span| span.start >= span.end) => {
            return Err(EMPTY_SPAN);
        }
        Marks::Spans(spans) => spans.to_vec(),
        Marks::Tags(tags) => {
            let spans = tags::spans(tags, scheme).map_err(|_| UNKNOWN_TAG)?;
            let position = |at: usize| u32::try_from(at).map_err(|_| "the text is too long");
            let span = |span: tags::TagSpan<'a>| {
                let (start, end) = (position(span.start)?, position(span.end)?);
                Ok(Span { start, end, label: span.label })
            };
            spans.into_iter().map(span).collect::<Result<_, &str>>()?
        }
    };
    spans.sort_unstable();
    spans.dedup();
    Ok(spans)
}

/// Gold and predicted spans of a text, or why it cannot be measured.
pub(super) fn both<'a>(
    text: &SpanText<'a>,
    scheme: Scheme,
    labels: &LabelSet,
) -> Result<(Vec<Span<'a>>, Vec<Span<'a>>), &'static str> {
    let (gold, predicted) = (spans(text.gold, scheme)?, spans(text.predicted, scheme)?);
    let is_known = |span: &Span<'_>| labels.place(span.label).is_some();
    if gold.iter().chain(&predicted).all(is_known) { Ok((gold, predicted)) } else { Err(UNSEEN) }
}

/// Learns the labels of a batch; a text that cannot be measured has none.
pub(super) fn learn(
    batch: &Batch<'_, SpanTexts>,
    scheme: Scheme,
    seen: &mut SeenLabels,
) -> Result<(), Error> {
    for text in batch.units() {
        for marks in [text.gold, text.predicted] {
            let spans = spans(marks, scheme).unwrap_or_default();
            spans.iter().try_for_each(|span| seen.add(span.label))?;
        }
    }
    Ok(())
}
