//! numpy's generator against numpy.

use regua_stats::random::pcg64::Pcg64;
use serde_json::Value;

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

#[test]
fn draws_are_those_of_numpy() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/stats/random.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let mut seen = 0;
    for line in text.lines().skip(1) {
        let case: Value = serde_json::from_str(line).unwrap();
        let (name, expected) = (&case["case"], &case["expected"]);
        let bound = u32::try_from(case["input"]["bound"].as_u64().unwrap()).unwrap();
        let mut generator = Pcg64::new(case["input"]["seed"].as_u64().unwrap());
        let below = |generator: &mut Pcg64, count: usize| -> Vec<u64> {
            (0..count).map(|_| u64::from(generator.below(bound))).collect()
        };
        let coins = |generator: &mut Pcg64, count: usize| -> Vec<u64> {
            let mut coins = generator.coins();
            (0..count).map(|_| u64::from(coins.flip())).collect()
        };
        // The calls in the order of the script: each leaves something to the next.
        assert_eq!(below(&mut generator, 21), numbers(&expected["choice"]), "{name}");
        let words: Vec<u64> = (0..2).map(|_| generator.next_u64()).collect();
        assert_eq!(words, numbers(&expected["words"]), "{name}");
        assert_eq!(coins(&mut generator, 45), numbers(&expected["coins"]), "{name}");
        assert_eq!(coins(&mut generator, 3), numbers(&expected["more_coins"]), "{name}");
        assert_eq!(below(&mut generator, 6), numbers(&expected["integers"]), "{name}");
        seen += 1;
    }
    assert!(seen > 90, "only {seen} cases");
}
