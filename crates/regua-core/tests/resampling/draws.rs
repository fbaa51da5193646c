//! Draws and swaps are the plain sums of what was drawn and swapped.

use std::num::NonZeroUsize;

use proptest::prelude::*;
use regua_core::resample::{Kept, Pick, Resampling, Scheme, draws, swapped};
use regua_core::{Reader, Readings, Sum, Tally};
use regua_stats::resample::{flips, multinomial, poisson_weight};
use regua_stats::sacrebleu::Resamples;

use crate::worlds::{
    Made, NEVER, Put, Unit, are_close, cells, kept, reader, resampling, unit, units, values,
};

const SCHEMES: [Scheme; 3] = [Scheme::Multinomial, Scheme::Poisson, Scheme::Sacrebleu];

/// Draws from all units of the first system, by the first measure.
fn drawn(kept: &Kept, how: &Resampling) -> Vec<Readings> {
    let sample = kept.sample(0, 0, Pick::All);
    draws(&[sample], &kept.identities(0, Pick::All), how, &NEVER).unwrap().remove(0)
}

/// How often each unit is drawn, one draw after another.
fn plain_weights(kept: &Kept, how: &Resampling, units: usize) -> Vec<Vec<u16>> {
    let identities = kept.identities(0, Pick::All);
    let mut stream = Resamples::new(how.seed);
    let mut weights = |draw: u64| {
        let mut weights = vec![0; units];
        match how.scheme {
            Scheme::Multinomial => multinomial(how.seed, draw, &mut weights),
            Scheme::Poisson => {
                for (weight, identity) in weights.iter_mut().zip(&identities) {
                    *weight = u16::try_from(poisson_weight(how.seed, draw, *identity)).unwrap();
                }
            }
            Scheme::Sacrebleu => {
                let mut row = Vec::new();
                stream.next_row(u32::try_from(units).unwrap(), &mut row);
                for index in row {
                    weights[index as usize] += 1;
                }
            }
        }
        weights
    };
    (0..how.resamples as u64).map(&mut weights).collect()
}

/// Reads the rows, each as often as it is drawn, added up one by one.
fn plain_reading(
    reader: &dyn Reader,
    rows: impl Iterator<Item = ((i64, i64, f64), u16)>,
) -> Readings {
    let mut sum = Sum::new(reader.slots());
    for (row, times) in rows {
        for _ in 0..times {
            sum.add(Tally::new(&cells(reader, row)), reader.slots()).unwrap();
        }
    }
    reader.read(Tally::new(&sum.cells()))
}

/// The middle value, written down as often as it is drawn.
fn plain_median(costs: impl Iterator<Item = (f64, u16)>) -> Option<f64> {
    let mut all: Vec<f64> =
        costs.flat_map(|(cost, times)| std::iter::repeat_n(cost, times.into())).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len().div_ceil(2).checked_sub(1)?).copied()
}

fn with(scheme: Scheme, resamples: usize) -> Resampling {
    Resampling { scheme, ..resampling(resamples) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_draw_is_the_plain_sum_of_what_was_drawn(units in units(&["a"]), scheme in 0..3_usize) {
        let how = with(SCHEMES[scheme], 70);
        let rates = reader(Made::Rates);
        let kept = kept(vec![rates.clone()], &units, Put::default());
        let ours = drawn(&kept, &how);
        let plain: Vec<Readings> = plain_weights(&kept, &how, units.len())
            .into_iter()
            .map(|weights| {
                let rows = units.iter().map(|unit| unit.row.unwrap());
                plain_reading(&*rates, rows.zip(weights))
            })
            .collect();
        prop_assert!(are_close(&values(&ours, 0), &values(&plain, 0)));
        prop_assert_eq!(values(&ours, 2), values(&plain, 2));
        // Sums of fractions are in single precision there.
        if how.scheme != Scheme::Sacrebleu {
            prop_assert!(are_close(&values(&ours, 1), &values(&plain, 1)));
        }
    }

    #[test]
    fn threads_more_draws_and_other_systems_change_no_draw(
        units in units(&["a", "b"]),
        scheme in 0..3_usize,
    ) {
        let how = with(SCHEMES[scheme], 90);
        let both = kept(vec![reader(Made::Rates), reader(Made::Median)], &units, Put::default());
        let alone: Vec<Unit> = units.iter().filter(|unit| unit.system == "a").cloned().collect();
        let plain = drawn(&kept(vec![reader(Made::Rates)], &alone, Put::default()), &how);
        let samples = [both.sample(0, 0, Pick::All), both.sample(1, 0, Pick::All)];
        let identities = both.identities(0, Pick::All);
        let threads = Resampling { threads: NonZeroUsize::new(3).unwrap(), ..how };
        prop_assert_eq!(&draws(&samples, &identities, &threads, &NEVER).unwrap()[0], &plain);
        let more = Resampling { resamples: 200, ..threads };
        prop_assert_eq!(&draws(&samples[..1], &identities, &more, &NEVER).unwrap()[0][..90], &plain[..]);
    }

    #[test]
    fn poisson_draws_of_partitions_add_up_to_those_of_the_whole(
        units in units(&["a"]),
        cut in 0.0..1.0_f64,
    ) {
        let how = with(Scheme::Poisson, 40);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share")]
        let cut = ((units.len() as f64 * cut) as usize).clamp(1, units.len() - 1);
        let hits = |units: &[Unit]| -> Vec<f64> {
            let kept = kept(vec![reader(Made::Rates)], units, Put::default());
            values(&drawn(&kept, &how), 2).into_iter().map(Option::unwrap).collect()
        };
        let (one, two) = (hits(&units[..cut]), hits(&units[cut..]));
        let added: Vec<f64> = one.iter().zip(&two).map(|(one, two)| one + two).collect();
        prop_assert_eq!(added, hits(&units));
    }

    #[test]
    fn a_cluster_is_drawn_like_one_unit_that_is_its_sum(
        units in units(&["a"]),
        scheme in 0..3_usize,
    ) {
        let how = with(SCHEMES[scheme], 30);
        let mut summed: Vec<Unit> = Vec::new();
        for one in &units {
            let (hits, words, cost) = one.row.unwrap();
            match summed.iter_mut().find(|sum| sum.id == one.document) {
                Some(Unit { row: Some(row), .. }) => {
                    *row = (row.0 + hits, row.1 + words, row.2 + cost);
                }
                _ => summed.push(unit("a", &one.document, (hits, words, cost))),
            }
        }
        let rates = || vec![reader(Made::Rates)];
        let ours = kept(rates(), &units, Put { drawn: true, ..Put::default() });
        let plain = kept(rates(), &summed, Put::default());
        prop_assert_eq!(ours.sample(0, 0, Pick::All).units(), summed.len());
        let (ours, plain) = (drawn(&ours, &how), drawn(&plain, &how));
        prop_assert_eq!(values(&ours, 0), values(&plain, 0));
        prop_assert!(are_close(&values(&ours, 1), &values(&plain, 1)) || scheme == 2);
    }

    #[test]
    fn a_draw_of_averaged_clusters_is_the_mean_of_their_readings(
        units in units(&["a"]),
        scheme in 0..2_usize,
    ) {
        let how = with(SCHEMES[scheme], 30);
        let rates = reader(Made::Rates);
        let kept = kept(
            vec![rates.clone()], &units, Put { averaged: true, ..Put::default() },
        );
        let mut documents: Vec<&str> = Vec::new();
        for unit in &units {
            if !documents.contains(&&*unit.document) {
                documents.push(&unit.document);
            }
        }
        let each: Vec<f64> = documents
            .iter()
            .map(|document| {
                let rows = units.iter().filter(|unit| unit.document == **document);
                let rows = rows.map(|unit| (unit.row.unwrap(), 1));
                plain_reading(&*rates, rows).0[1].value().unwrap()
            })
            .collect();
        let plain: Vec<Option<f64>> = plain_weights(&kept, &how, documents.len())
            .iter()
            .map(|weights| {
                let drawn: f64 = weights.iter().map(|weight| f64::from(*weight)).sum();
                let sum: f64 =
                    each.iter().zip(weights).map(|(one, times)| one * f64::from(*times)).sum();
                (drawn > 0.0).then_some(sum / drawn)
            })
            .collect();
        prop_assert!(are_close(&values(&drawn(&kept, &how), 1), &plain));
    }

    #[test]
    fn a_statistic_is_read_off_the_weights_of_units_and_clusters(
        units in units(&["a"]),
        clustered: bool,
    ) {
        let how = resampling(30);
        let put = Put { drawn: clustered, ..Put::default() };
        let kept = kept(vec![reader(Made::Median)], &units, put);
        let mut seen: Vec<&str> = Vec::new();
        let place = |unit: &Unit, at: usize, seen: &[&str]| {
            if clustered {
                seen.iter().position(|known| *known == unit.document).unwrap()
            } else {
                at
            }
        };
        for unit in &units {
            if !seen.contains(&&*unit.document) {
                seen.push(&unit.document);
            }
        }
        let count = if clustered { seen.len() } else { units.len() };
        let plain: Vec<Option<f64>> = plain_weights(&kept, &how, count)
            .iter()
            .map(|weights| {
                let each = units.iter().enumerate();
                plain_median(each.map(|(at, unit)| {
                    (unit.row.unwrap().2, weights[place(unit, at, &seen)])
                }))
            })
            .collect();
        prop_assert_eq!(values(&drawn(&kept, &how), 0), plain);
    }

    #[test]
    fn swapped_systems_are_the_plain_sums_of_the_sides_and_lose_nothing(
        units in units(&["a", "b"]),
    ) {
        let how = resampling(70);
        let rates = reader(Made::Rates);
        let kept = kept(vec![rates.clone(), reader(Made::Median)], &units, Put::default());
        let side = |system: &str| -> Vec<(i64, i64, f64)> {
            units.iter().filter(|unit| unit.system == system).map(|unit| unit.row.unwrap()).collect()
        };
        let (ours, theirs) = (side("a"), side("b"));
        let all: i64 = ours.iter().chain(&theirs).map(|row| row.0).sum();
        let sample = |system, measure| kept.sample(system, measure, Pick::All);
        let trials = swapped(&sample(0, 0), &sample(1, 0), &how, &NEVER).unwrap();
        let medians = swapped(&sample(0, 1), &sample(1, 1), &how, &NEVER).unwrap();
        prop_assert_eq!((trials.len(), medians.len()), (70, 70));
        for (draw, ((one, two), (first, second))) in (0..).zip(trials.iter().zip(&medians)) {
            let mut here = vec![0; ours.len()];
            flips(how.seed, draw, &mut here);
            let there: Vec<u16> = here.iter().map(|side| 1 - side).collect();
            let rows = |one: &[u16], two: &[u16]| -> Vec<((i64, i64, f64), u16)> {
                let both = ours.iter().copied().zip(one.to_vec());
                both.chain(theirs.iter().copied().zip(two.to_vec())).collect()
            };
            let (up, down) = (rows(&here, &there), rows(&there, &here));
            for (ours, plain) in [(one, &up), (two, &down)] {
                let plain = plain_reading(&*rates, plain.iter().copied());
                for reading in 0..3 {
                    let pair = [ours, &plain].map(|one| [one.0[reading].value()]);
                    prop_assert!(are_close(&pair[0], &pair[1]), "{:?}", pair);
                }
            }
            let both = one.0[2].value().unwrap() + two.0[2].value().unwrap();
            prop_assert!((both - all as f64).abs() < 1e-9);
            let median = |rows: &[((i64, i64, f64), u16)]| {
                plain_median(rows.iter().map(|(row, times)| (row.2, *times)))
            };
            prop_assert_eq!(first.0[0].value(), median(&up));
            prop_assert_eq!(second.0[0].value(), median(&down));
        }
    }
}
