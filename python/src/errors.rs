//! From errors to exceptions: one table.

use std::io::ErrorKind;

use pyo3::exceptions::{
    PyFileNotFoundError, PyIsADirectoryError, PyKeyboardInterrupt, PyOSError, PyPermissionError,
    PyRuntimeError, PyValueError,
};
use pyo3::prelude::*;

pyo3::create_exception!(
    regua,
    Error,
    PyValueError,
    "What Régua refuses: a measure or setting that is not there, data that do not go together."
);
pyo3::create_exception!(
    regua,
    Unscored,
    PyValueError,
    "Raised by a measure written in Python for a unit that it has no tally for."
);

/// The exception for an error.
pub fn raise(error: impl Into<regua_cli::error::Error>) -> PyErr {
    use regua_cli::error::Error as Program;
    use regua_core::Error as Core;
    use regua_data::Error as Data;
    let error = error.into();
    let text = spelled_for_python(&error.to_string());
    match &error {
        Program::Core(Core::Cancelled)
        | Program::Data(Data::Core(Core::Cancelled))
        | Program::Interrupted(_) => PyKeyboardInterrupt::new_err(text),
        Program::Data(Data::NoFile { .. }) => PyFileNotFoundError::new_err(text),
        Program::Data(Data::Folder { .. }) => PyIsADirectoryError::new_err(text),
        Program::Data(Data::Io { cause, .. }) => of_system(cause.kind(), text),
        Program::Read { source, .. } | Program::Write { source, .. } => {
            of_system(source.kind(), text)
        }
        _ => Error::new_err(text),
    }
}

/// The exception for what the operating system said.
fn of_system(kind: ErrorKind, text: String) -> PyErr {
    match kind {
        ErrorKind::NotFound => PyFileNotFoundError::new_err(text),
        ErrorKind::PermissionDenied => PyPermissionError::new_err(text),
        ErrorKind::IsADirectory => PyIsADirectoryError::new_err(text),
        // What is damaged inside a file is a matter of its contents.
        ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof => {
            Error::new_err(text)
        }
        _ => PyOSError::new_err(text),
    }
}

/// The exception for a panic, which is a fault of the program.
pub fn fault(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("");
    PyRuntimeError::new_err(format!(
        "this is a fault in regua {}; please report it: {text}",
        regua_core::VERSION
    ))
}

/// Options as they are written in Python: `by=` and not `--by`.
fn spelled_for_python(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let (before, after) = (&rest[..at], &rest[at + 2..]);
        let is_letter = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        let end = after.find(|letter| !is_letter(letter)).unwrap_or(after.len());
        let option = &after[..end];
        let starts_a_word = before.is_empty() || before.ends_with([' ', '`', '(']);
        spelled.push_str(before);
        rest = &after[end..];
        if !starts_a_word || !option.starts_with(|letter: char| letter.is_ascii_lowercase()) {
            spelled.push_str("--");
            spelled.push_str(option);
            continue;
        }
        let word = match option {
            "col" => "columns".to_owned(),
            "hyp" => "hypotheses".to_owned(),
            "ref" => "references".to_owned(),
            "src" => "source".to_owned(),
            other => other.replace('-', "_"),
        };
        spelled.push_str(&word);
        spelled.push('=');
        rest = rest.strip_prefix(' ').filter(|_| !rest.starts_with("` ")).unwrap_or(rest);
    }
    spelled.push_str(rest);
    spelled
}
