//! Runs the program in a folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A folder with files, and the program to run in it.
pub struct Bench {
    folder: TempDir,
}

/// What a run left behind.
#[derive(Debug)]
pub struct Outcome {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Outcome {
    /// What was printed, after checking that all went well.
    pub fn printed(self) -> String {
        assert_eq!(self.code, 0, "{}", self.err);
        self.out
    }

    /// What was printed, as JSON.
    pub fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.printed()).unwrap()
    }

    /// The message of a run that could not do its work, and printed nothing.
    pub fn refusal(self) -> String {
        assert_eq!(self.code, 2, "{}{}", self.out, self.err);
        assert_eq!(self.out, "");
        self.err.trim_end().to_owned()
    }
}

impl Bench {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let bench = Self { folder: tempfile::tempdir().unwrap() };
        for (name, text) in files {
            bench.write(name, text.as_bytes());
        }
        bench
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.path(name), bytes).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Names in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn command(&self, typed: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regua"));
        command.args(words(typed)).current_dir(self.folder.path()).stdin(Stdio::null());
        // What the user has added is neither seen nor touched.
        command.env("REGUA_DATA", self.path("data")).env("REGUA_CACHE", self.path("cache"));
        command
    }

    pub fn run(&self, typed: &str) -> Outcome {
        outcome(&mut self.command(typed))
    }

    pub fn run_with_input(&self, typed: &str, input: &[u8]) -> Outcome {
        self.write("standard-input", input);
        let file = std::fs::File::open(self.path("standard-input")).unwrap();
        let outcome = outcome(self.command(typed).stdin(file));
        std::fs::remove_file(self.path("standard-input")).unwrap();
        outcome
    }
}

pub fn outcome(command: &mut Command) -> Outcome {
    let output = command.output().unwrap();
    Outcome {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Splits at blanks; single quotes keep blanks.
pub fn words(typed: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (position, part) in typed.split('\'').enumerate() {
        if position % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}
