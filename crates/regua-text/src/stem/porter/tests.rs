use proptest::prelude::*;

use super::*;

// Stems in the modes NLTK, Martin and original, of NLTK 3.10.4: `PorterStemmer(mode).stem(word)`.
const STEMS: [(&str, [&str; 3]); 74] = [
    ("caresses", ["caress", "caress", "caress"]),
    ("ponies", ["poni", "poni", "poni"]),
    ("ties", ["tie", "ti", "ti"]),
    ("dies", ["die", "di", "di"]),
    ("caress", ["caress", "caress", "caress"]),
    ("cats", ["cat", "cat", "cat"]),
    ("feed", ["feed", "feed", "feed"]),
    ("agreed", ["agre", "agre", "agre"]),
    ("plastered", ["plaster", "plaster", "plaster"]),
    ("bled", ["bled", "bled", "bled"]),
    ("motoring", ["motor", "motor", "motor"]),
    ("sing", ["sing", "sing", "sing"]),
    ("conflated", ["conflat", "conflat", "conflat"]),
    ("troubled", ["troubl", "troubl", "troubl"]),
    ("sized", ["size", "size", "size"]),
    ("hopping", ["hop", "hop", "hop"]),
    ("tanned", ["tan", "tan", "tan"]),
    ("falling", ["fall", "fall", "fall"]),
    ("hissing", ["hiss", "hiss", "hiss"]),
    ("fizzed", ["fizz", "fizz", "fizz"]),
    ("failing", ["fail", "fail", "fail"]),
    ("filing", ["file", "file", "file"]),
    ("happy", ["happi", "happi", "happi"]),
    ("sky", ["sky", "sky", "sky"]),
    ("enjoy", ["enjoy", "enjoi", "enjoi"]),
    ("spied", ["spi", "spi", "spi"]),
    ("died", ["die", "di", "di"]),
    ("relational", ["relat", "relat", "relat"]),
    ("conditional", ["condit", "condit", "condit"]),
    ("rationally", ["ration", "ration", "ration"]),
    ("formally", ["formal", "formal", "formal"]),
    ("hopefully", ["hope", "hopefulli", "hopefulli"]),
    ("hopelessly", ["hopelessli", "hopelessli", "hopelessli"]),
    ("geology", ["geolog", "geologi", "geologi"]),
    ("archaeology", ["archaeolog", "archaeolog", "archaeologi"]),
    ("vietnamization", ["vietnam", "vietnam", "vietnam"]),
    ("operator", ["oper", "oper", "oper"]),
    ("triplicate", ["triplic", "triplic", "triplic"]),
    ("formative", ["form", "form", "form"]),
    ("electrical", ["electr", "electr", "electr"]),
    ("hopeful", ["hope", "hope", "hope"]),
    ("goodness", ["good", "good", "good"]),
    ("revival", ["reviv", "reviv", "reviv"]),
    ("allowance", ["allow", "allow", "allow"]),
    ("inference", ["infer", "infer", "infer"]),
    ("airliner", ["airlin", "airlin", "airlin"]),
    ("adjustable", ["adjust", "adjust", "adjust"]),
    ("replacement", ["replac", "replac", "replac"]),
    ("adjustment", ["adjust", "adjust", "adjust"]),
    ("dependent", ["depend", "depend", "depend"]),
    ("adoption", ["adopt", "adopt", "adopt"]),
    ("homologous", ["homolog", "homolog", "homolog"]),
    ("communism", ["commun", "commun", "commun"]),
    ("activate", ["activ", "activ", "activ"]),
    ("effective", ["effect", "effect", "effect"]),
    ("bowdlerize", ["bowdler", "bowdler", "bowdler"]),
    ("probate", ["probat", "probat", "probat"]),
    ("rate", ["rate", "rate", "rate"]),
    ("cease", ["ceas", "ceas", "ceas"]),
    ("controlling", ["control", "control", "control"]),
    ("roll", ["roll", "roll", "roll"]),
    ("by", ["by", "by", "by"]),
    ("innings", ["inning", "in", "in"]),
    ("news", ["news", "new", "new"]),
    ("proceed", ["proceed", "proce", "proce"]),
    ("YESTERDAY", ["yesterday", "yesterdai", "yesterdai"]),
    ("généralement", ["généralement", "généralement", "généralement"]),
    ("naïveté", ["naïveté", "naïveté", "naïveté"]),
    ("a*ded", ["ad", "ad", "ad"]),
    ("ééing", ["ééing", "ééing", "ééing"]),
    ("yyyying", ["yyyi", "yyyi", "yyyi"]),
    ("İs", ["i̇s", "i̇s", "i̇"]),
    ("oed", ["o", "o", "o"]),
    ("ed", ["ed", "ed", "ed"]),
];

#[test]
fn stems_are_those_of_nltk() {
    let mut buffer = String::new();
    for (word, expected) in STEMS {
        let stems = [Mode::Nltk, Mode::Martin, Mode::Original]
            .map(|mode| Porter::new(mode).stem(word, &mut buffer).to_owned());
        assert_eq!(stems, expected, "the stems of {word}");
    }
}

#[test]
fn capital_letters_that_are_kept_end_no_suffix() {
    let mut buffer = String::new();
    assert_eq!(Porter::default().stem_keeping_case("RUNNING", &mut buffer), "RUNNING");
    assert_eq!(Porter::default().stem_keeping_case("Running", &mut buffer), "Run");
}

#[test]
fn a_word_of_more_letters_than_bits_is_cut_all_the_same() {
    let mut buffer = String::new();
    let word = "ab".repeat(40);
    let stem = Porter::default().stem(&(word.clone() + "ational"), &mut buffer);
    assert_eq!(stem, word);
}

proptest! {
    #[test]
    fn short_and_long_words_are_cut_by_the_same_rules(
        start in "[aeiouybcdlst*]{0,8}",
        end in "(sses|ies|ied|eed|ed|ing|y|alli|ational|bli|logi|ousness|icate|ion|ement|e|ll|\\*ded)?",
    ) {
        let word = start + &end;
        for mode in [Mode::Nltk, Mode::Martin, Mode::Original] {
            let porter = Porter::new(mode);
            let mut short = word.clone();
            porter.run(&mut ShortWord::new(&mut short));
            let mut long = LongWord::new(&word);
            porter.run(&mut long);
            prop_assert_eq!(&short, &long.letters.iter().collect::<String>());
        }
    }
}
