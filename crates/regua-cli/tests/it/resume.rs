//! A saved run that is killed goes on where it was, to the same readings.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::Bench;

const MEASURES: &str = "bleu,chrf,rougeL,wer";

/// Rows enough for several chunks; no two alike.
fn bench(rows: usize) -> Bench {
    let mut table = String::new();
    for row in 0..rows {
        let (a, b, c) = (row % 7, row % 11, row % 13);
        writeln!(
            table,
            "{{\"id\": \"{row}\", \"system\": \"s{}\", \"hypothesis\": \"o gato {a} viu {b} ratos e {row} pombos no muro\", \"reference\": \"o gato {a} viu {c} ratos e {row} pombas no muro alto\", \"kind\": {a}}}",
            row % 2
        )
        .unwrap();
    }
    Bench::new(&[("runs.jsonl", &table)])
}

fn start(bench: &Bench) -> Child {
    let typed =
        format!("score runs.jsonl -m {MEASURES} --resume out.parquet --threads 2 --by kind --json");
    bench.command(&typed).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// What an uninterrupted run and its ledger say.
fn whole(bench: &Bench) -> (String, String) {
    let typed = format!(
        "score runs.jsonl -m {MEASURES} --save whole.parquet --threads 2 --by kind --json --segments whole.jsonl"
    );
    let scored = bench.run(&typed).printed();
    (scored, bench.read("whole.jsonl"))
}

fn check(bench: &Bench) {
    let (scored, units) = whole(bench);
    let typed = format!(
        "score runs.jsonl -m {MEASURES} --resume out.parquet --by kind --json --segments out.jsonl"
    );
    assert_eq!(bench.run(&typed).printed(), scored);
    assert_eq!(bench.read("out.jsonl"), units);
    assert_eq!(bench.run("read out.parquet --by kind --json").printed(), scored);
    assert!(!bench.path("out.parquet.part").exists());
}

#[test]
fn killed_again_and_again_at_any_moment_it_still_ends_with_the_same_readings() {
    let bench = bench(50_000);
    let mut killed = 0;
    for round in 0_u64.. {
        let mut child = start(&bench);
        std::thread::sleep(Duration::from_millis(60 * round));
        let ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        if ended {
            break;
        }
        killed += 1;
    }
    assert!(killed > 1, "the run was too short to be killed");
    check(&bench);
}

/// Kills a run as soon as a path is there; false if the run ended before.
fn kill_when(bench: &Bench, is_time: impl Fn(&Path) -> bool) -> bool {
    let mut child = start(bench);
    let begun = Instant::now();
    let folder = bench.path("out.parquet.part");
    loop {
        if is_time(&folder) {
            child.kill().unwrap();
            child.wait().unwrap();
            return true;
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(begun.elapsed() < Duration::from_mins(5), "the run does not end");
    }
}

#[test]
fn killed_while_it_compacts_it_still_ends_with_the_same_readings() {
    let bench = bench(40_000);
    let compacting = |folder: &Path| folder.join("whole.parquet").exists();
    assert!(kill_when(&bench, compacting), "the run ended before it was seen to compact");
    check(&bench);
}

#[test]
fn other_measures_or_another_input_cannot_be_resumed() {
    let bench = bench(90_000);
    let saved = |folder: &Path| {
        let manifest = std::fs::read_to_string(folder.join("manifest.json"));
        manifest.is_ok_and(|text| text.contains("\"chunks\":[{"))
    };
    assert!(kill_when(&bench, saved));
    let said = bench.run("score runs.jsonl -m bleu --resume out.parquet").refusal();
    assert!(said.starts_with("error: cannot resume out.parquet: "), "{said}");
    let changed = bench.read("runs.jsonl").replacen("o gato", "a gata", 1);
    bench.write("runs.jsonl", changed.as_bytes());
    let typed = format!("score runs.jsonl -m {MEASURES} --resume out.parquet");
    let said = bench.run(&typed).refusal();
    assert!(said.starts_with("error: cannot resume out.parquet: "), "{said}");
    assert!(bench.path("out.parquet.part").exists(), "what was saved must not be lost");
}

#[test]
fn interrupted_by_ctrl_c_it_says_how_to_go_on() {
    let bench = bench(50_000);
    let typed = format!("score runs.jsonl -m {MEASURES} --save out.parquet");
    let mut child =
        bench.command(&typed).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !bench.path("out.parquet.part/manifest.json").exists() {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before it was interrupted");
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "error: interrupted; go on with `--resume out.parquet`\n");
    assert!(output.stdout.is_empty());
    check(&bench);
}

#[test]
fn a_run_killed_before_it_wrote_anything_down_starts_anew() {
    let bench = bench(100);
    bench.run("score runs.jsonl -m wer --save out.parquet").printed();
    std::fs::create_dir(bench.path("out.parquet.part")).unwrap();
    bench.write("out.parquet.part/lock", b"");
    bench.run("score runs.jsonl -m cer --resume out.parquet").printed();
    assert_eq!(bench.run("read out.parquet --json").json()["results"][0]["measure"], "cer");
    assert!(!bench.path("out.parquet.part").exists());
    // Without such a folder the older ledger is what `--resume` means.
    let said = bench.run("score runs.jsonl -m wer --resume out.parquet").refusal();
    assert!(said.starts_with("error: cannot resume out.parquet: "), "{said}");
}
