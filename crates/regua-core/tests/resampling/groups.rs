//! Groups of one system held against each other: nothing is paired.

use std::collections::HashSet;

use regua_core::comparison::{Comparison, Test, between};
use regua_core::resample::permuted;
use regua_core::resample::{Pick, Resampling};
use regua_core::{Reading, Readings};
use regua_stats::significance::Alternative::TwoSided;
use regua_stats::significance::{effect, permutation};

use crate::comparison::plan;
use crate::worlds::{Made, NEVER, Put, Unit, kept, reader, resampling, unit};

/// Six units of two documents; the first is right more often.
fn two_documents() -> Vec<Unit> {
    let right = [("a", [1, 1, 1, 1, 0, 1, 1]), ("b", [0, 1, 0, 0, 0, 1, 0])];
    let mut units = Vec::new();
    for (document, right) in right {
        for (at, right) in right.into_iter().enumerate() {
            let one = unit("x", &format!("{document}{at}"), (right, 1, at as f64));
            units.push(Unit { document: document.to_owned(), ..one });
        }
    }
    units
}

fn compared(what: Made, units: &[Unit], trials: usize) -> Comparison {
    let kept = kept(vec![reader(what)], units, Put { grouped: true, ..Put::default() });
    let groups: Vec<Vec<(String, String)>> =
        ["a", "b"].map(|value| vec![("document".to_owned(), value.to_owned())]).to_vec();
    let mut plan = plan(Test::Permutation);
    plan.trials = trials;
    between(&kept, &groups, &plan, &NEVER).unwrap().remove(0)
}

#[test]
fn the_p_value_is_that_of_all_ways_to_deal_the_units_out() {
    let units = two_documents();
    let found = compared(Made::Right, &units, 20_000);
    let of = |document: &str| -> Vec<f64> {
        let mine = units.iter().filter(|unit| unit.document == document);
        mine.map(|unit| unit.row.unwrap().0 as f64).collect()
    };
    let exact = permutation::test(&of("a"), &of("b"), TwoSided, 1_000_000, 1).unwrap().p_value;
    let pair = &found.pairs[0];
    // Three standard errors of 20,000 trials.
    let error = 3.0 * (exact * (1.0 - exact) / 20_000.0).sqrt();
    assert!((pair.p.value().unwrap() - exact).abs() < error + 1e-4, "{:?} {exact}", pair.p);
    assert_eq!(pair.difference, Reading::Value(6.0 / 7.0 - 2.0 / 7.0));
    assert_eq!(pair.effect.value(), effect::cohen_d(&of("a"), &of("b")).ok());
    assert_eq!((found.within.as_deref(), found.units, pair.outcomes), (Some("x"), 14, None));
}

#[test]
fn dealt_units_add_up_to_all_units() {
    let units = two_documents();
    let kept = kept(vec![reader(Made::Rates)], &units, Put { grouped: true, ..Put::default() });
    let (first, second): (Vec<u32>, Vec<u32>) = ((0..7).collect(), (7..14).collect());
    let one = kept.sample(0, 0, Pick::These(&first));
    let two = kept.sample(0, 0, Pick::These(&second));
    let hits = |readings: &Readings| readings.0[2].value().unwrap().to_string();
    let how = Resampling { resamples: 100, ..resampling(100) };
    let trials = permuted(&one, &two, &how, &NEVER).unwrap();
    assert_eq!(trials.len(), 100);
    let mut seen = HashSet::new();
    for (here, there) in &trials {
        let both: Vec<f64> = [here, there].map(|side| side.0[2].value().unwrap()).to_vec();
        assert_eq!(both.iter().sum::<f64>().to_string(), "8");
        seen.insert(hits(here));
    }
    assert!(seen.len() > 1);
}

#[test]
fn a_statistic_that_is_no_sum_is_dealt_out_too() {
    let found = compared(Made::Median, &two_documents(), 500);
    // Both documents have the same costs.
    assert_eq!(found.pairs[0].difference, Reading::Value(0.0));
    assert!(found.pairs[0].p.value().unwrap() > 0.9);
    assert!(!found.pairs[0].is_significant);
}
