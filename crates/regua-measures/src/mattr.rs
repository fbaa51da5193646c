#![doc = include_str!("pages/mattr.md")]

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Reader, Reading, ReadingInfo, Readings, Registry, Rows, Scale,
    Settings, Signature, Slot, Tally,
};

use crate::shared::Case;
use crate::shares::NO_WORDS;
use crate::word_settings::WordSettings;

const PAGE: &str = include_str!("pages/mattr.md");
const DEFAULT_WINDOW: usize = 50;

regua_core::tally! {
    /// What a segment contributes to the moving-average type–token ratio.
    pub struct WindowTally {
        /// Different words of each full window, added up.
        types: count,
        /// Full windows.
        windows: count,
        /// The ratio of a text that is shorter than a window.
        short_ratios: real,
        /// One if there is such a ratio.
        short: count,
    }
}

/// The moving-average type–token ratio.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::mattr::MovingTypeTokenRatio;
///
/// let hypotheses = ["so it is so".into()];
/// let segments = [Segment { hypotheses: &hypotheses, ..Segment::default() }];
/// let measure: MovingTypeTokenRatio = "mattr(window=3)".parse()?;
/// assert_eq!(measure.score(&segments)?.get("mattr"), Some(1.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct MovingTypeTokenRatio {
    window: usize,
    words: WordSettings,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl MovingTypeTokenRatio {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            window: settings.number("window", DEFAULT_WINDOW, 1..=1_000_000)?,
            words: WordSettings::from_settings(settings, Case::Mixed)?,
            slots: WindowTally::slots(),
            readings: vec![
                ReadingInfo::higher("mattr", Scale::Unit),
                ReadingInfo::neither("windows", Scale::Count),
            ],
        })
    }
}

/// Slides a window over a text, one word at a time.
fn slide(text: &[u32], window: usize) -> WindowTally {
    let words = text.iter().max().map_or(0, |&largest| largest as usize + 1);
    let mut inside = vec![0_u32; words];
    let mut types = 0_i64;
    let mut tally = WindowTally::default();
    for (place, &word) in text.iter().enumerate() {
        let count = &mut inside[word as usize];
        *count += 1;
        types += i64::from(*count == 1);
        if let Some(left) = place.checked_sub(window) {
            let count = &mut inside[text[left] as usize];
            *count -= 1;
            types -= i64::from(*count == 0);
        }
        if place + 1 >= window {
            tally.types += types;
            tally.windows += 1;
        }
    }
    if tally.windows == 0 && !text.is_empty() {
        tally.short_ratios = types as f64 / text.len() as f64;
        tally.short = 1;
    }
    tally
}

from_text!(MovingTypeTokenRatio);

impl Reader for MovingTypeTokenRatio {
    fn signature(&self) -> Signature {
        self.words.signature(Signature::new("mattr").with("window", self.window))
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = WindowTally::read(total);
        let ratios = total.types as f64 / self.window as f64 + total.short_ratios;
        let windows = (total.windows + total.short) as f64;
        [Reading::ratio(ratios, windows, NO_WORDS), windows.into()].into_iter().collect()
    }
}

impl Measure for MovingTypeTokenRatio {
    type Kind = Segments;

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = self.words.ids(batch);
        for unit in 0..rows.len() {
            rows.set(unit, &slide(ids.hypothesis(unit), self.window));
        }
        Ok(())
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    registry.add(
        Entry::new("mattr", MovingTypeTokenRatio::from_settings)
            .explained("different words in a window that moves over each text", PAGE)
            .looks_at(&["diversity"]),
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_shorter_than_the_window_is_one_window() {
        let tally = slide(&[0, 1, 0], 50);
        assert_eq!(tally, WindowTally { short_ratios: 2.0 / 3.0, short: 1, ..Default::default() });
        assert_eq!(slide(&[], 50), WindowTally::default());
        assert_eq!(
            slide(&[0, 1, 0], 3),
            WindowTally { types: 2, windows: 1, ..Default::default() }
        );
    }

    proptest! {
        #[test]
        fn windows_are_those_that_are_counted_one_by_one(
            text in prop::collection::vec(0..6_u32, 0..40),
            window in 1..12_usize,
        ) {
            let found = slide(&text, window);
            let types = |window: &[u32]| window.iter().collect::<BTreeSet<_>>().len() as i64;
            prop_assert_eq!(found.types, text.windows(window).map(types).sum::<i64>());
            prop_assert_eq!(found.windows, text.windows(window).count() as i64);
        }
    }
}
