//! The vocabulary layer: texts that name measures, bins, exact sums.

use std::path::Path;

use regua_core::bins::Bins;
use regua_core::exact::ExactSum;
use regua_core::key::KeyValue;
use regua_core::{Error, Spec};

use crate::input::Random;
use crate::target::{Target, holds, same};

pub(crate) fn targets() -> Vec<Target> {
    vec![
        Target {
            name: "spec",
            about: "a measure that is read, printed and read again is the same",
            may_abort: false,
            make: make_spec,
            check: check_spec,
        },
        Target {
            name: "bins",
            about: "a value is in the first bin that takes it alone, however it is written",
            may_abort: false,
            make: make_bins,
            check: check_bins,
        },
        Target {
            name: "quantiles",
            about: "every value has a bin, and a larger value has no lower one",
            may_abort: false,
            make: make_numbers,
            check: check_quantiles,
        },
        Target {
            name: "exact-sum",
            about: "neither order nor parts change a sum, and integers sum as integers do",
            may_abort: false,
            make: make_numbers,
            check: check_sum,
        },
    ]
}

fn make_spec(random: &mut Random) -> Vec<u8> {
    const PARTS: &[&str] = &[
        "bleu",
        "chrf++",
        "(",
        ")",
        "tok",
        "=",
        "=",
        ",",
        "\"",
        "\\",
        "\\\"",
        " ",
        "a",
        "b=1",
        "x=\"y,z\"",
        "\u{3000}",
        "é",
        "-",
        ".",
        "\n",
        "()",
        "(a=1)",
        "=\"\"",
    ];
    let mut text = String::new();
    for _ in 0..random.below(14) {
        text.push_str(random.pick(PARTS));
    }
    if random.one_in(3) {
        text.push_str(&random.text(8));
    }
    text.into_bytes()
}

fn check_spec(bytes: &[u8], _: &Path) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(spec) = text.parse::<Spec>() {
        reads_back(&spec)?;
    }
    if let Ok(specs) = Spec::list(&text) {
        let printed: Vec<String> = specs.iter().map(Spec::to_string).collect();
        let again = Spec::list(&printed.join(",")).map_err(|error| error.to_string())?;
        same("the list read again", &again, &specs)?;
    }
    let values = text.split('=').enumerate();
    let settings = values.map(|(at, value)| (format!("key{at}"), value.to_owned())).collect();
    reads_back(&Spec { alias: Some("alias".to_owned()), name: "name".to_owned(), settings })
}

fn reads_back(spec: &Spec) -> Result<(), String> {
    let printed = spec.to_string();
    let again: Spec = printed
        .parse()
        .map_err(|error: Error| format!("{spec:?} printed as {printed:?}: {error}"))?;
    same(&format!("{printed:?} read again"), &again, spec)
}

/// Bins on the first line, values on the others.
fn make_bins(random: &mut Random) -> Vec<u8> {
    const BINS: &[&str] = &[
        "1",
        "2",
        "-1",
        "0",
        "-0",
        "3-5",
        "5-3",
        "-5--2",
        "7+",
        "-7+",
        "<3",
        "<-3",
        "1.5",
        "1e3",
        "2-2",
        "1e2-1e3",
        "inf",
        "nan",
        "news",
        "a-b",
        "-",
        "+",
        "<",
        " 4 ",
        "é-1",
        "1-é",
        "3 - 5",
        "q",
        "q4",
        "0.1-0.30000000000000004",
    ];
    const VALUES: &[&str] = &[
        "0",
        "-0",
        "1",
        "2",
        "3",
        "3.0",
        "4.5",
        "5",
        "-3",
        "-7",
        "7",
        "1000",
        "1e3",
        "0.3",
        "inf",
        "nan",
        "news",
        "a-b",
        "9007199254740993",
        "-",
        " 4 ",
        "4",
        "",
        "(missing)",
        "true",
    ];
    let mut list: Vec<String> =
        (0..=random.below(5)).map(|_| random.pick(BINS).to_owned()).collect();
    if random.one_in(5) {
        list.push(random.text(3).replace('\n', " "));
    }
    let mut lines = vec![list.join(",")];
    lines.extend((0..=random.below(8)).map(|_| random.pick(VALUES).to_owned()));
    lines.push(random.text(2));
    lines.join("\n").into_bytes()
}

fn check_bins(bytes: &[u8], _: &Path) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    let (list, values) = text.split_once('\n').unwrap_or((&text, ""));
    let Ok(bins) = list.parse::<Bins>() else { return Ok(()) };
    // Alone, `q4` stands for quantiles.
    if list.contains('q') {
        return Ok(());
    }
    let parts: Vec<(&str, Bins)> = list
        .split(',')
        .map(str::trim)
        .filter_map(|part| Some((part, part.parse().ok()?)))
        .collect();
    for value in values.split('\n') {
        for value in writings(value) {
            let alone = parts.iter().position(|(_, bins)| bins.find(&value).is_some());
            let expected = alone.map(|position| (position, parts[position].0));
            same(&format!("the bin of {value:?} in {list:?}"), &bins.find(&value), &expected)?;
        }
        let found: Vec<_> = writings(value).iter().map(|value| bins.find(value)).collect();
        let is_one = found.iter().all(|bin| *bin == found[0]);
        holds(
            &format!("{value:?} as a text and as a number is in the bins {found:?} of {list:?}"),
            is_one,
        )?;
    }
    Ok(())
}

/// A value as a text and as the numbers that it reads as.
fn writings(text: &str) -> Vec<KeyValue> {
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let integer = text.trim().parse().ok();
    [
        Some(KeyValue::Text(text.to_owned())),
        number.map(KeyValue::Number),
        integer.map(KeyValue::Integer),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn make_numbers(random: &mut Random) -> Vec<u8> {
    let kind = random.below(4);
    let many = random.below(120);
    let number = |random: &mut Random| match kind {
        0 => f64::from_bits(random.bits()),
        1 => random.below(9) as f64 - 4.0,
        2 => (random.bits() >> random.below(64)) as f64 * if random.one_in(2) { -1.0 } else { 1.0 },
        _ => random.pick(&[0.1, -0.1, 1e16, -1e16, 1.0, f64::EPSILON / 2.0, 1e-300, -1e299, 1e299]),
    };
    (0..many).flat_map(|_| number(random).to_le_bytes()).collect()
}

/// Sums of these stay far below the largest number.
fn numbers(bytes: &[u8]) -> Vec<f64> {
    let (chunks, _) = bytes.as_chunks::<8>();
    let numbers = chunks.iter().map(|chunk| f64::from_le_bytes(*chunk));
    numbers.filter(|number| number.is_finite() && number.abs() < 1e300).collect()
}

fn check_quantiles(bytes: &[u8], _: &Path) -> Result<(), String> {
    let mut values = numbers(bytes);
    for count in [2, 4, 7, 100] {
        let bins: Bins = format!("q{count}").parse().map_err(|error: Error| error.to_string())?;
        let Ok(bins) = bins.fit("column", values.clone()) else {
            return holds("there are numbers, but no quantiles", values.is_empty());
        };
        values.sort_by(f64::total_cmp);
        let mut before = 0;
        for &value in &values {
            let Some((position, _)) = bins.find(&KeyValue::Number(value)) else {
                return Err(format!("{value} is in none of the bins {}", bins.labels()));
            };
            holds("a larger value is in a lower bin", before <= position)?;
            holds("there are too many bins", position < count)?;
            before = position;
        }
    }
    Ok(())
}

fn sum(values: impl IntoIterator<Item = f64>) -> ExactSum {
    let mut sum = ExactSum::default();
    values.into_iter().for_each(|value| sum.add(value));
    sum
}

fn check_sum(bytes: &[u8], _: &Path) -> Result<(), String> {
    let values = numbers(bytes);
    let expected = sum(values.iter().copied()).value().to_bits();
    let backward = sum(values.iter().rev().copied());
    same("the sum backwards", &backward.value().to_bits(), &expected)?;
    let mut sorted = values.clone();
    sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    same("the sum of sorted numbers", &sum(sorted).value().to_bits(), &expected)?;
    for cut in [values.len() / 2, values.len() / 3] {
        let (left, right) = values.split_at(cut);
        let mut parts = sum(right.iter().copied());
        parts.merge(&sum(left.iter().copied()));
        same("the sum of parts", &parts.value().to_bits(), &expected)?;
    }
    let is_integer = |value: &f64| value.fract() == 0.0 && value.abs() < 1e30;
    if values.iter().all(is_integer) {
        #[expect(clippy::cast_possible_truncation, reason = "the numbers are integers below 2^127")]
        let exact: i128 = values.iter().map(|value| *value as i128).sum();
        same(
            "the sum of integers",
            &f64::from_bits(expected).to_bits(),
            &(exact as f64).to_bits(),
        )?;
    }
    let is_moderate = |value: &&f64| **value == 0.0 || (1e-200..1e200).contains(&value.abs());
    let moderate: Vec<f64> = values.iter().filter(is_moderate).copied().collect();
    let mut times = ExactSum::default();
    for &value in &moderate {
        times.add_times(value, 3);
    }
    let thrice = sum(moderate.iter().flat_map(|&value| [value; 3]));
    same("each number three times", &times.value().to_bits(), &thrice.value().to_bits())
}
