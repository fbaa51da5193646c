//! Intervals hold what they promise: in simulated worlds whose truth is known, an
//! interval of 95 % covers it about 95 times of 100.

use regua_stats::interval::{Interval, bca, percentile};
use regua_stats::random::Generator;
use regua_stats::resample::multinomial;

const WORLDS: u64 = 1_000;
const DRAWS: u64 = 1_000;
/// Errors a word, in the long run.
const TRUTH: f64 = 0.2;

/// A text's words (at least 4, on average 20) and its errors, which are skewed: most texts have few, some many.
fn unit(generator: &mut Generator) -> (f64, f64) {
    let mut exponential = || -(1.0 - generator.unit()).ln();
    let words = (4.0 + 8.0 * (exponential() + exponential())).floor();
    // A gamma number of shape 2 with mean 1, so that errors are TRUTH a word on average.
    let trouble = 0.5 * (exponential() + exponential());
    (words * TRUTH * trouble, words)
}

/// One sum over another, weighed.
fn ratio(units: &[(f64, f64)], weights: &[u16]) -> f64 {
    let (mut errors, mut words) = (0.0, 0.0);
    for (unit, &weight) in units.iter().zip(weights) {
        errors += f64::from(weight) * unit.0;
        words += f64::from(weight) * unit.1;
    }
    errors / words
}

/// The percentile and the bias-corrected interval in one world.
fn intervals(world: u64) -> [Interval; 2] {
    let mut generator = Generator::stream(20_260_101, world);
    let count = 150 + usize::try_from(generator.below(51)).unwrap();
    let units: Vec<(f64, f64)> = (0..count).map(|_| unit(&mut generator)).collect();
    let mut weights = vec![0; count];
    let draws: Vec<f64> = (0..DRAWS)
        .map(|draw| {
            multinomial(world, draw, &mut weights);
            ratio(&units, &weights)
        })
        .collect();
    weights.fill(1);
    let estimate = ratio(&units, &weights);
    let jackknife: Vec<f64> = (0..count)
        .map(|left_out| {
            weights.fill(1);
            weights[left_out] = 0;
            ratio(&units, &weights)
        })
        .collect();
    [
        percentile(&draws, 0.95).expect("there are draws"),
        bca(&draws, estimate, &jackknife, 0.95).expect("the worlds are not degenerate"),
    ]
}

#[test]
fn intervals_of_95_percent_cover_the_truth_about_95_times_of_100() {
    let mut covered = [0_u32; 2];
    for world in 0..WORLDS {
        for (covered, interval) in covered.iter_mut().zip(intervals(world)) {
            *covered += u32::from(interval.low <= TRUTH && TRUTH <= interval.high);
        }
    }
    // The standard deviation of each count is 7.
    assert!(covered.iter().all(|covered| (930..=970).contains(covered)), "{covered:?}");
}
