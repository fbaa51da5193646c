//! A progress bar with rate and time left, on a terminal only.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often the bar is drawn.
const PAUSE: Duration = Duration::from_millis(200);

/// What the bar is drawn from. Whoever works adds to it.
#[derive(Debug)]
pub struct Counters {
    /// Units measured so far.
    pub units: AtomicU64,
    /// Bytes read so far.
    pub bytes: Arc<AtomicU64>,
    /// Bytes there are, if that is known.
    pub total: Option<u64>,
}

/// Draws a bar until it is dropped.
#[derive(Debug)]
pub struct Bar {
    end: Arc<(Mutex<bool>, Condvar)>,
    drawer: Option<JoinHandle<()>>,
    drawn: Arc<AtomicBool>,
}

impl Bar {
    /// Starts a bar on standard error, if that is a terminal and nobody asked
    /// for silence.
    pub fn start(counters: &Arc<Counters>, quiet: bool) -> Option<Self> {
        if quiet || !std::io::stderr().is_terminal() {
            return None;
        }
        let counters = Arc::clone(counters);
        let end = Arc::new((Mutex::new(false), Condvar::new()));
        let drawn = Arc::new(AtomicBool::new(false));
        let (watched, shown) = (Arc::clone(&end), Arc::clone(&drawn));
        let drawer = std::thread::spawn(move || {
            let start = Instant::now();
            let (ended, wake) = &*watched;
            let mut ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
            while !*ended {
                (ended, _) =
                    wake.wait_timeout(ended, PAUSE).unwrap_or_else(PoisonError::into_inner);
                if !*ended {
                    let line = line(
                        counters.units.load(Ordering::Relaxed),
                        counters.bytes.load(Ordering::Relaxed),
                        counters.total.unwrap_or(0),
                        start.elapsed(),
                    );
                    // A bar that cannot be drawn is no reason to stop the work.
                    let _ = write!(std::io::stderr(), "\r\x1b[2K{line}");
                    shown.store(true, Ordering::Relaxed);
                }
            }
        });
        Some(Self { end, drawer: Some(drawer), drawn })
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        *self.end.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.end.1.notify_all();
        if let Some(drawer) = self.drawer.take() {
            let _ = drawer.join();
        }
        if self.drawn.load(Ordering::Relaxed) {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}

/// One line: a bar and the time left where the end is known, the rate always.
fn line(units: u64, bytes: u64, total: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(1e-3);
    let rate = units as f64 / seconds;
    let counted = format!("{units} units, {rate:.0} a second");
    if total == 0 || bytes == 0 {
        return counted;
    }
    let share = (bytes as f64 / total as f64).min(1.0);
    let left = Duration::from_secs_f64(seconds * (1.0 - share) / share);
    let width = 30;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 30")]
    let full = (share * f64::from(width)) as usize;
    let bar: String = (0..30).map(|at| if at < full { '█' } else { '░' }).collect();
    format!("{bar} {:3.0} %  {counted}, {} left", share * 100.0, clock(left))
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_shows_share_rate_and_time_left() {
        let shown = line(500, 25, 100, Duration::from_secs(30));
        assert_eq!(
            shown,
            "███████░░░░░░░░░░░░░░░░░░░░░░░  25 %  500 units, 17 a second, 1:30 left"
        );
    }

    #[test]
    fn without_a_known_end_there_is_only_the_rate() {
        assert_eq!(line(500, 0, 0, Duration::from_secs(10)), "500 units, 50 a second");
    }
}
