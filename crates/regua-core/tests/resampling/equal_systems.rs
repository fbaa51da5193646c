//! p-values of equal systems are uniform, all the way from rows to verdicts.

use regua_core::comparison::{Plan, Test};
use regua_stats::resample::Generator;
use regua_stats::significance::kolmogorov;

use crate::comparison::{compared, plan};
use crate::worlds::{Made, Put, Unit, kept, reader, resampling, unit};

const WORLDS: u64 = 300;

/// Two systems that hit as many words by chance; some units are longer and some are
/// harder than others, for both.
fn world(number: u64) -> Vec<Unit> {
    let mut generator = Generator::stream(2026, number);
    let mut units = Vec::new();
    for id in 0..80 {
        let words = 5 + generator.below(30);
        let most = 1 + generator.below(words);
        for system in ["a", "b"] {
            let hits = generator.below(most + 1);
            let row = (i64::try_from(hits).unwrap(), i64::try_from(words).unwrap(), 0.0);
            units.push(unit(system, &id, row));
        }
    }
    units
}

fn p_values(test: Test) -> Vec<f64> {
    (0..WORLDS)
        .map(|number| {
            let kept = kept(vec![reader(Made::Rates)], &world(number), Put::default());
            let mut resampling = resampling(199);
            resampling.seed = number;
            let plan = Plan { resampling, trials: 199, ..plan(test) };
            compared(&kept, &plan)[0].pairs[0].p.value().unwrap()
        })
        .collect()
}

#[test]
fn p_values_of_equal_systems_are_uniform() {
    for test in [Test::Bootstrap, Test::Randomisation] {
        let found = kolmogorov::uniform(&p_values(test)).unwrap();
        assert!(found.p_value > 0.01, "{test:?}: D = {}", found.statistic);
    }
}
