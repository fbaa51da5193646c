//! How far the syllable rules agree with a dictionary that is not ours.

use std::fs;

use regua_text::syllables::{english, portuguese};

/// Lines of a language, a word and the counts that the dictionary allows, as
/// `tools/syllables.py` writes them to the file that `REGUA_SYLLABLES` names.
#[test]
#[ignore = "needs a dictionary; prints the agreement"]
fn the_rules_agree_with_a_dictionary_on_most_words() {
    let path = std::env::var("REGUA_SYLLABLES").expect("REGUA_SYLLABLES names a file");
    let lines = fs::read_to_string(&path).unwrap();
    for (language, count) in [("en", english as fn(&str) -> usize), ("pt", portuguese)] {
        let (mut words, mut agreed) = (0_u32, 0_u32);
        for line in lines.lines() {
            let [code, word, counts] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("three columns: {line}")
            };
            if code == language {
                words += 1;
                let found = count(word).to_string();
                agreed += u32::from(counts.split(',').any(|allowed| allowed == found));
            }
        }
        let share = f64::from(agreed) / f64::from(words);
        println!("{language}: {agreed} of {words} words, {:.1} %", 100.0 * share);
        assert!(share > 0.9, "{language}");
    }
}
