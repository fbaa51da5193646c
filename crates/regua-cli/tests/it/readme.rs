//! Every snippet of the README and the documents is run, and prints what it says.

use std::path::Path;
use std::process::Command;

use crate::program::root;

/// A command of a `console` block, and what it prints.
struct Snippet {
    place: String,
    command: String,
    printed: String,
}

/// The commands in the `console` blocks of a Markdown file.
fn snippets(file: &Path) -> Vec<Snippet> {
    let text = std::fs::read_to_string(file).unwrap();
    let mut snippets: Vec<Snippet> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            let place = format!("{}:{}", file.display(), number + 1);
            snippets.push(Snippet { place, command: command.to_owned(), printed: String::new() });
        } else if let (true, Some(snippet)) = (inside, snippets.last_mut()) {
            snippet.printed += line;
            snippet.printed.push('\n');
        }
    }
    snippets
}

/// `cargo run` builds the program; here it is built already.
fn direct(command: &str) -> String {
    command.replace("cargo run --release -- ", "regua ")
}

#[test]
fn every_command_in_the_documents_prints_what_it_says() {
    let folder = Path::new(env!("CARGO_BIN_EXE_regua")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let mut files = vec![root().join("README.md"), root().join("examples/README.md")];
    for entry in std::fs::read_dir(root().join("docs")).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_some_and(|extension| extension == "md") {
            files.push(file);
        }
    }
    let mut run = 0;
    for file in &files {
        // Resources that a document adds are its own, and no one else's are seen.
        let data = tempfile::tempdir().unwrap();
        for snippet in snippets(file) {
            // The test command would run this test in turn.
            if snippet.command == "dev/test" {
                continue;
            }
            let output = Command::new("bash")
                .args(["-c", &direct(&snippet.command)])
                .current_dir(root())
                .env("PATH", format!("{}:{path}", folder.display()))
                .env("REGUA_DATA", data.path())
                .env("REGUA_CACHE", data.path())
                .output()
                .unwrap();
            let printed = String::from_utf8_lossy(&output.stdout).into_owned()
                + &String::from_utf8_lossy(&output.stderr);
            assert_eq!(printed.trim_end(), snippet.printed.trim_end(), "{}", snippet.place);
            run += 1;
        }
    }
    assert!(run >= 5, "only {run} snippets were found");
}

#[test]
fn the_list_of_measures_is_the_registrys() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (_, rest) = readme.split_once("<!-- measures -->\n").unwrap();
    let (list, _) = rest.split_once("<!-- /measures -->").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_regua"))
        .args(["measures", "--markdown"])
        .env("REGUA_DATA", "nowhere")
        .output()
        .unwrap();
    assert_eq!(
        list.trim(),
        String::from_utf8(output.stdout).unwrap().trim(),
        "make it anew with `dev/docs`"
    );
}
