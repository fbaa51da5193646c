//! What was typed.

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Random inputs for Régua: two implementations against each other.

  --seconds N      how long to try, shared among the targets (20)
  --seed N         the seed; the same one makes the same inputs (from the clock)
  --target NAME    this target only, or all whose names begin so
  --list           the targets, and what they check
  --save FOLDER    where to leave an input that fails (a temporary folder)
  --replay FILE    check this one input, with the target named
";

/// What was typed.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) time: Duration,
    pub(crate) seed: u64,
    pub(crate) target: Option<String>,
    pub(crate) list: bool,
    pub(crate) help: bool,
    pub(crate) save: Option<PathBuf>,
    pub(crate) replay: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn read(mut typed: impl Iterator<Item = String>) -> Result<Self, String> {
        let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut arguments = Self {
            time: Duration::from_secs(20),
            seed: clock.as_secs(),
            target: None,
            list: false,
            help: false,
            save: None,
            replay: None,
        };
        while let Some(option) = typed.next() {
            let mut value = || typed.next().ok_or(format!("`{option}` needs a value"));
            match option.as_str() {
                "--seconds" => {
                    let seconds = number(&option, &value()?)?;
                    let time = Duration::try_from_secs_f64(seconds);
                    arguments.time = time.map_err(|_| "`--seconds` takes no negative number")?;
                }
                "--seed" => arguments.seed = number(&option, &value()?)?,
                "--target" => arguments.target = Some(value()?),
                "--save" => arguments.save = Some(value()?.into()),
                "--replay" => arguments.replay = Some(value()?.into()),
                "--list" => arguments.list = true,
                "--help" | "-h" => arguments.help = true,
                _ => return Err(format!("unknown option `{option}`; --help lists them")),
            }
        }
        Ok(arguments)
    }
}

fn number<N: std::str::FromStr>(option: &str, value: &str) -> Result<N, String> {
    value.parse().map_err(|_| format!("`{option}` takes a number, not `{value}`"))
}
