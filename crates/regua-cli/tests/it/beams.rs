//! Several hypotheses for one unit, taken in several ways at once.

use crate::program::Bench;

fn bench() -> Bench {
    Bench::new(&[
        (
            "beams.jsonl",
            "{\"id\": \"1\", \"references\": [\"the red kite\"], \"hypotheses\": [{\"text\": \"the red\", \"loglik\": -1}, {\"text\": \"the red kite\", \"loglik\": -2}]}\n\
             {\"id\": \"2\", \"references\": [\"it rains\"], \"hypotheses\": [{\"text\": \"it rains\", \"loglik\": -1}, {\"text\": \"snow\", \"loglik\": -3}]}\n",
        ),
        (
            "unlikely.jsonl",
            "{\"references\": [\"a\"], \"hypotheses\": [{\"text\": \"a\", \"loglik\": -1}, {\"text\": \"b\"}]}\n",
        ),
    ])
}

#[test]
fn the_ways_to_take_a_beam_stand_below_each_other() {
    let printed = bench().run("score beams.jsonl -m rouge1,exact=rouge2 --beam all").printed();
    insta::assert_snapshot!(printed, @r"
    system  beam       rouge1   exact
    beams   mean       0.7000  0.6667
    beams   likeliest  0.9000  0.8333
    beams   best       1.0000  1.0000

    rouge1|tok:rouge|stem:no|beam:mean|regua:0.1.0
    rouge2|tok:rouge|stem:no|beam:mean|regua:0.1.0
    rouge1|tok:rouge|stem:no|beam:likeliest|regua:0.1.0
    rouge2|tok:rouge|stem:no|beam:likeliest|regua:0.1.0
    rouge1|tok:rouge|stem:no|beam:best|regua:0.1.0
    rouge2|tok:rouge|stem:no|beam:best|regua:0.1.0
    2 units, 1 reference each
    ");
}

#[test]
fn each_way_reads_as_if_it_were_alone_and_again_from_a_ledger() {
    let bench = bench();
    let json = bench
        .run("score beams.jsonl -m rouge1 --beam best,likeliest --json --save b.parquet")
        .json();
    for (at, way) in ["best", "likeliest"].into_iter().enumerate() {
        let alone = bench.run(&format!("score beams.jsonl -m rouge1 --beam {way} --json")).json();
        assert_eq!(json["results"][at]["measure"], format!("rouge1-{way}"));
        assert_eq!(json["results"][at]["readings"], alone["results"][0]["readings"]);
    }
    let again = bench.run("read b.parquet").printed();
    assert!(again.starts_with("system  beam"), "{again}");
    let gated = bench.run("read b.parquet --gate 'rouge1-best >= 0.99'");
    assert_eq!(gated.code, 0, "{}", gated.err);
}

#[test]
fn measures_with_a_way_of_their_own_keep_it() {
    let printed = bench().run("score beams.jsonl -m rouge1,rouge2(beam=best) --beam all").printed();
    assert!(
        printed.starts_with("system  rouge1-mean  rouge2  rouge1-likeliest  rouge1-best"),
        "{printed}"
    );
}

#[test]
fn ways_that_do_not_exist_or_lack_likelihoods_are_refused() {
    let said = |typed: &str| bench().run(typed).refusal();
    assert_eq!(
        said("score beams.jsonl -m rouge1 --beam best,worst"),
        "error: `rouge1` cannot take `beam=worst`: it takes mean, likeliest, best"
    );
    assert_eq!(
        said("score beams.jsonl -m rouge1 --beam best,best"),
        "error: `--beam best,best` names one way twice"
    );
    assert_eq!(
        said("score unlikely.jsonl -m rouge1 --beam all"),
        "error: unit `1`: `rouge1-likeliest` takes the likeliest hypothesis, but not every one has a `loglik`"
    );
}
