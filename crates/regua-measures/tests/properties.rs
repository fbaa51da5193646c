//! What must hold for every measure, whatever the texts.

use proptest::prelude::*;
use regua_core::entry::{AnyMeasure, Built};
use regua_core::unit::{Hypothesis, Segment, Segments};
use regua_core::{
    Batch, Direction, Fit, MeasureExt, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Spec, Sum, Tally, UnitKind,
};

fn registry() -> Registry {
    let mut registry = Registry::default();
    regua_measures::register(&mut registry, &regua_store::Store::nowhere()).unwrap();
    registry
}

type Unit = (String, Vec<String>);

/// Every measure by its name alone, fitted on the units if it must be.
fn measures(units: &[Unit]) -> Vec<AnyMeasure<Segments>> {
    let registry = registry();
    let units: Vec<&Unit> = units.iter().collect();
    of_segments(&registry)
        .map(|spec| match registry.build(&spec).unwrap() {
            Built::Ready(measure) => measure,
            Built::Unfitted(mut fit) => {
                absorb(&mut fit, &units);
                fit.finish().unwrap()
            }
        })
        .collect()
}

/// Every measure of segments.
fn of_segments(registry: &Registry) -> impl Iterator<Item = Spec> {
    let entries = registry.entries().iter().filter(|entry| entry.kind == Segments::NAME);
    entries.map(|entry| Spec::named(entry.name))
}

/// Every measure that must be fitted, before it is.
fn fits(registry: &Registry) -> Vec<(Spec, Box<dyn Fit<Kind = Segments>>)> {
    of_segments(registry)
        .filter_map(|spec| match registry.build(&spec).unwrap() {
            Built::Ready(_) => None,
            Built::Unfitted(fit) => Some((spec, fit)),
        })
        .collect()
}

fn absorb(fit: &mut Box<dyn Fit<Kind = Segments>>, units: &[&Unit]) {
    with_segments(units, |segments| fit.absorb(&Batch::new(segments)).unwrap());
}

/// Looks at units as segments; the last reference is the source, too.
fn with_segments<T>(units: &[&Unit], look: impl FnOnce(&[Segment<'_>]) -> T) -> T {
    let hypotheses: Vec<[Hypothesis<'_>; 1]> =
        units.iter().map(|(text, _)| [text.as_str().into()]).collect();
    let references: Vec<Vec<&str>> = units
        .iter()
        .map(|(_, references)| references.iter().map(String::as_str).collect())
        .collect();
    let segments: Vec<Segment<'_>> = hypotheses
        .iter()
        .zip(&references)
        .map(|(hypotheses, references)| {
            let source = references.last().copied();
            Segment { hypotheses, references, source }
        })
        .collect();
    look(&segments)
}

/// All units of a corpus read together, by measures that are no sums.
fn read_corpus(measure: &AnyMeasure<Segments>, units: &[&Unit]) -> Option<Readings> {
    with_segments(units, |segments| Some(measure.collected()?.read_corpus(segments)))
}

fn rows(measure: &AnyMeasure<Segments>, units: &[&Unit]) -> Rows {
    with_segments(units, |segments| measure.rows(segments).unwrap())
}

fn sum(measure: &AnyMeasure<Segments>, rows: &Rows) -> Sum {
    let mut sum = Sum::new(measure.slots());
    for unit in 0..rows.len() {
        if let Ok(tally) = rows.row(unit) {
            sum.add_times(tally, 1, measure.slots()).unwrap();
        }
    }
    sum
}

fn in_range(info: &ReadingInfo, reading: &Reading) -> bool {
    let Some(value) = reading.value() else { return true };
    // A perfect BLEU is a hair above 100; error rates and ratios have no upper end.
    let end = match (info.scale, info.direction) {
        (Scale::Open, _) => return true,
        (Scale::Unit, Direction::HigherIsBetter) => 1.0 + 1e-12,
        (Scale::Percent, Direction::HigherIsBetter) => 100.0 + 1e-12,
        _ => f64::INFINITY,
    };
    (0.0..=end).contains(&value)
}

fn texts() -> impl Strategy<Value = Vec<Unit>> {
    let word = || prop_oneof![4 => "[ab]", 1 => "[a-c.,]{1,4}", 1 => "[éЖ中😀]{1,2}"];
    let text =
        move |least| prop::collection::vec(word(), least..9).prop_map(|words| words.join(" "));
    prop::collection::vec((text(0), prop::collection::vec(text(1), 1..4)), 1..7)
}

#[test]
fn nobody_has_a_complaint_about_the_registry() {
    assert_eq!(registry().complaints(), Vec::<String>::new());
}

proptest! {
    #[test]
    fn neither_the_order_nor_the_company_of_units_matters(units in texts(), cut in 0..7_usize) {
        for measure in measures(&units) {
            let name = measure.signature();
            let forward: Vec<&Unit> = units.iter().collect();
            let backward: Vec<&Unit> = units.iter().rev().collect();
            let whole_rows = rows(&measure, &forward);
            let whole = sum(&measure, &whole_rows).cells();
            prop_assert_eq!(
                read_corpus(&measure, &forward), read_corpus(&measure, &backward), "{}", name
            );
            let backward = rows(&measure, &backward);
            prop_assert_eq!(&sum(&measure, &backward).cells(), &whole, "{}", name);
            let (left, right) = forward.split_at(cut.min(forward.len()));
            let mut parts = sum(&measure, &rows(&measure, left));
            parts.merge(&sum(&measure, &rows(&measure, right)), measure.slots()).unwrap();
            prop_assert_eq!(&parts.cells(), &whole, "{}", name);
            for (unit, text) in forward.iter().enumerate() {
                let alone = rows(&measure, &[text]);
                prop_assert_eq!(alone.row(0), whole_rows.row(unit), "{}", name);
            }
        }
    }

    #[test]
    fn neither_order_nor_parts_show_in_a_fit(units in texts(), cut in 0..7_usize) {
        let registry = registry();
        let forward: Vec<&Unit> = units.iter().collect();
        let backward: Vec<&Unit> = units.iter().rev().collect();
        let (left, right) = forward.split_at(cut.min(forward.len()));
        for (spec, mut whole) in fits(&registry) {
            let fresh = || match registry.build::<Segments>(&spec).unwrap() {
                Built::Unfitted(fit) => fit,
                Built::Ready(_) => unreachable!("it must be fitted"),
            };
            absorb(&mut whole, &forward);
            let saved = whole.save();
            let (mut reversed, mut part, mut merged, mut again) = (fresh(), fresh(), fresh(), fresh());
            for unit in &backward {
                absorb(&mut reversed, &[unit]);
            }
            prop_assert_eq!(&reversed.save(), &saved, "{}", spec);
            absorb(&mut part, left);
            absorb(&mut merged, right);
            merged.merge(&part.save()).unwrap();
            prop_assert_eq!(&merged.save(), &saved, "{}", spec);
            again.merge(&saved).unwrap();
            prop_assert_eq!(&again.save(), &saved, "{}", spec);
            let [one, other, all] = [merged, again, whole].map(|fit| fit.finish().unwrap());
            let mut more = fresh();
            more.merge(&saved).unwrap();
            absorb(&mut more, &[&("x".to_owned(), vec!["another reference".to_owned()])]);
            let named = |measure: &AnyMeasure<Segments>| {
                let signature = measure.signature();
                signature.settings().iter().find(|(key, _)| key == "fit").cloned()
            };
            prop_assert!(named(&all).is_some(), "{}", all.signature());
            prop_assert_ne!(named(&more.finish().unwrap()), named(&all), "{}", spec);
            let expected = sum(&all, &rows(&all, &forward)).cells();
            for measure in [one, other] {
                prop_assert_eq!(measure.signature(), all.signature());
                prop_assert_eq!(&sum(&measure, &rows(&measure, &forward)).cells(), &expected, "{}", spec);
            }
            let reader = registry.reader(&all.signature().spec()).unwrap();
            prop_assert_eq!(reader.read(Tally::new(&expected)), all.read(Tally::new(&expected)));
            prop_assert!(fresh().merge(&saved[..saved.len() - 1]).is_err());
        }
    }

    #[test]
    fn readings_stay_in_range(units in texts()) {
        for measure in measures(&units) {
            let units: Vec<&Unit> = units.iter().collect();
            let rows = rows(&measure, &units);
            let total = sum(&measure, &rows).cells();
            let of_units = (0..rows.len()).filter_map(|unit| rows.row(unit).ok());
            let readings = of_units
                .map(|row| measure.read_unit(row))
                .chain([measure.read(Tally::new(&total))])
                .chain(read_corpus(&measure, &units));
            for readings in readings {
                prop_assert_eq!(readings.0.len(), measure.readings().len());
                for (info, reading) in measure.readings().iter().zip(&readings.0) {
                    prop_assert!(
                        in_range(info, reading),
                        "{} {}: {:?}", measure.signature(), info.name, reading
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_no_sum_is_not_read_off_one(units in texts()) {
        for measure in measures(&units) {
            let units: Vec<&Unit> = units.iter().collect();
            if measure.collected().is_some() {
                let total = sum(&measure, &rows(&measure, &units)).cells();
                prop_assert_eq!(measure.read(Tally::new(&total)).headline(), None);
            }
        }
    }

    #[test]
    fn a_text_measured_against_itself_is_as_good_as_it_gets(text in "[a-z]{1,3}( [a-z]{1,3}){5,9}") {
        let units = [(text.clone(), vec![text])];
        let registry = registry();
        let percent = ["bleu", "chrf", "chrf++"].map(|name| (name, 100.0));
        let unit = ["bleu-nltk", "edit-similarity", "exact-match", "gleu", "jaccard", "token-f1"];
        for (name, best) in percent.into_iter().chain(unit.map(|name| (name, 1.0))) {
            let Built::Ready(measure) = registry.build::<Segments>(&Spec::named(name)).unwrap() else {
                panic!("{name} needs no fit")
            };
            let total = sum(&measure, &rows(&measure, &[&units[0]])).cells();
            let headline = measure.read(Tally::new(&total)).headline().unwrap();
            prop_assert!((headline - best).abs() < 1e-9, "{} {}", name, headline);
        }
    }
}
