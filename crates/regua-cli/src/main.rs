//! The `regua` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    regua_cli::main()
}
