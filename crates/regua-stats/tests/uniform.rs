//! Where systems are equal, the p-values of a sound test are uniform.
//!
//! Many worlds are simulated in which two systems are equal; each unit has a part and a whole for either, and a score is
//! the sum of parts over the sum of wholes: no mean of units, as few scores are.

use regua_stats::random::Generator;
use regua_stats::significance::{Alternative, kolmogorov, paired_bootstrap, randomisation};

const WORLDS: u64 = 800;
const UNITS: usize = 200;
const DRAWS: usize = 499;

/// Part and whole of the first system, then of the second.
type Unit = [[f64; 2]; 2];

/// Two systems that are equally good, and alike on each unit.
fn world(generator: &mut Generator) -> Vec<Unit> {
    let unit = |generator: &mut Generator| {
        let difficulty = generator.unit();
        [(); 2].map(|()| {
            let whole = 5.0 + generator.below(30) as f64;
            let share = f64::midpoint(difficulty, generator.unit());
            [(whole * share).floor(), whole]
        })
    };
    (0..UNITS).map(|_| unit(generator)).collect()
}

/// The first system's score less the second's.
fn difference<'a>(units: impl Iterator<Item = &'a Unit>) -> f64 {
    let mut sums = [[0.0; 2]; 2];
    for unit in units {
        for (sum, system) in sums.iter_mut().zip(unit) {
            sum[0] += system[0];
            sum[1] += system[1];
        }
    }
    sums[0][0] / sums[0][1] - sums[1][0] / sums[1][1]
}

/// Differences with the outputs of random units swapped.
fn swapped(units: &[Unit], generator: &mut Generator) -> Vec<f64> {
    let swap = |generator: &mut Generator| {
        let units: Vec<Unit> = units
            .iter()
            .map(
                |&[first, second]| if generator.flip() { [second, first] } else { [first, second] },
            )
            .collect();
        difference(units.iter())
    };
    (0..DRAWS).map(|_| swap(generator)).collect()
}

/// Differences of units drawn with replacement.
fn drawn(units: &[Unit], generator: &mut Generator) -> Vec<f64> {
    let mut pick = || usize::try_from(generator.below(UNITS as u64)).unwrap();
    (0..DRAWS)
        .map(|_| {
            let places: Vec<usize> = units.iter().map(|_| pick()).collect();
            difference(places.iter().map(|&place| &units[place]))
        })
        .collect()
}

/// sacrebleu's formula, in doubles.
fn sacrebleu(observed: f64, drawn: &[f64]) -> f64 {
    let mean = drawn.iter().map(|draw| draw.abs()).sum::<f64>() / drawn.len() as f64;
    let extreme = drawn.iter().filter(|draw| draw.abs() - mean > observed.abs()).count();
    (extreme as f64 + 1.0) / (drawn.len() as f64 + 1.0)
}

/// How probable it is that the p-values of all worlds are uniform.
fn uniformity(p_value: impl Fn(&[Unit], &mut Generator) -> f64) -> f64 {
    let p_values: Vec<f64> = (0..WORLDS)
        .map(|index| {
            let mut generator = Generator::stream(2024, index);
            let units = world(&mut generator);
            p_value(&units, &mut generator)
        })
        .collect();
    kolmogorov::uniform(&p_values).unwrap().p_value
}

#[test]
fn p_values_of_approximate_randomisation_are_uniform() {
    let p = uniformity(|units, generator| {
        let draws = swapped(units, generator);
        randomisation::p_value(difference(units.iter()), &draws, Alternative::TwoSided).unwrap()
    });
    assert!(p > 0.01, "{p}");
}

#[test]
fn p_values_of_the_centred_bootstrap_are_uniform() {
    let p = uniformity(|units, generator| {
        let draws = drawn(units, generator);
        paired_bootstrap::p_value(difference(units.iter()), &draws, Alternative::TwoSided).unwrap()
    });
    assert!(p > 0.01, "{p}");
}

#[test]
fn p_values_of_sacrebleus_formula_are_not_uniform() {
    let p = uniformity(|units, generator| {
        sacrebleu(difference(units.iter()), &drawn(units, generator))
    });
    assert!(p < 1e-6, "{p}");
}

#[test]
fn one_sided_p_values_are_uniform_too() {
    let p = uniformity(|units, generator| {
        let draws = drawn(units, generator);
        paired_bootstrap::p_value(difference(units.iter()), &draws, Alternative::Greater).unwrap()
    });
    assert!(p > 0.01, "{p}");
}
