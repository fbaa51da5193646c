//! Going through what an earlier run has measured: the input is read again and
//! compared, the saved rows are handed on.

use std::path::{Path, PathBuf};

use regua_core::key::UnitKey;
use regua_core::run::{self, Options, Raw, Source};
use regua_core::{Rows, UnitKind};

use crate::error::{Error, grouped, name_of};
use crate::ledger::{Blocks, Ledger, LedgerBlock, Part, chained, hex};

/// What an earlier run has left.
pub(crate) struct Saved {
    file: String,
    stretches: Vec<Stretch>,
    rows: SavedRows,
    is_whole: bool,
}

/// A stretch of the input with the hash of all input up to its end.
struct Stretch {
    /// How many blocks it has; of a finished ledger this is not known.
    blocks: Option<u64>,
    units: u64,
    digest: String,
}

impl Saved {
    /// The finished chunks of an unfinished ledger.
    pub(crate) fn part(path: &Path, part: &Part) -> Self {
        let stretches = part.chunks().iter().map(|chunk| Stretch {
            blocks: Some(chunk.blocks),
            units: chunk.units,
            digest: chunk.digest.clone(),
        });
        Self {
            file: name_of(path),
            stretches: stretches.collect(),
            rows: SavedRows::new(part.chunk_paths()),
            is_whole: false,
        }
    }

    /// A finished ledger.
    pub(crate) fn whole(path: &Path, ledger: &Ledger) -> Self {
        let stretch = Stretch {
            blocks: None,
            units: ledger.units(),
            digest: ledger.fingerprint().to_owned(),
        };
        Self {
            file: name_of(path),
            stretches: vec![stretch],
            rows: SavedRows::new(vec![path.to_owned()]),
            is_whole: true,
        }
    }
}

/// Reads as much of a source as has been saved, without measuring it, and hands
/// the saved rows on. Returns the hash of the input so far and how many units
/// there were.
pub(crate) fn replay<K, S>(
    source: &mut S,
    saved: Saved,
    options: &Options<'_>,
    hand_on: &mut (impl FnMut(&[UnitKey], &[Rows]) -> Result<(), Error> + Send),
) -> Result<(u128, u64), Error>
where
    K: UnitKind,
    S: Source<K, Error = Error>,
{
    let Saved { file, stretches, rows, is_whole } = saved;
    let blocks = stretches.iter().map(|stretch| stretch.blocks).sum::<Option<u64>>();
    let mut source = First { source, left: blocks };
    let mut check =
        Check { file, stretches, rows, current: 0, blocks: 0, units: 0, digest: 0, before: 0 };
    run::run(&mut source, &[], options, |measured| {
        let keys = measured.block.keys();
        let rows = check.next_rows(keys)?;
        if !keys.is_empty() {
            hand_on(keys, &rows)?;
        }
        check.close(keys.len(), measured.digest)
    })?;
    check.finish(is_whole)?;
    Ok((check.digest, check.before + check.units))
}

/// Compares the input with what was saved.
struct Check {
    file: String,
    stretches: Vec<Stretch>,
    rows: SavedRows,
    /// The stretch that is being read, and how much of it has been.
    current: usize,
    blocks: u64,
    units: u64,
    digest: u128,
    /// How many units come before the stretch.
    before: u64,
}

impl Check {
    fn next_rows(&mut self, keys: &[UnitKey]) -> Result<Vec<Rows>, Error> {
        let Some(stretch) = self.stretches.get(self.current) else { return Err(self.longer()) };
        if self.units + keys.len() as u64 > stretch.units {
            return Err(if stretch.blocks.is_none() { self.longer() } else { self.changed() });
        }
        match self.rows.take(keys)? {
            Some(rows) => Ok(rows),
            None => Err(self.changed()),
        }
    }

    fn close(&mut self, units: usize, digest: u128) -> Result<(), Error> {
        self.digest = chained(self.digest, digest, units);
        self.units += units as u64;
        self.blocks += 1;
        let Some(stretch) = self.stretches.get(self.current) else { return Ok(()) };
        if stretch.blocks != Some(self.blocks) {
            return Ok(());
        }
        if stretch.units != self.units || stretch.digest != hex(self.digest) {
            return Err(self.changed());
        }
        self.before += self.units;
        (self.current, self.units, self.blocks) = (self.current + 1, 0, 0);
        Ok(())
    }

    fn finish(&self, is_whole: bool) -> Result<(), Error> {
        match self.stretches.get(self.current) {
            Some(stretch) if self.units < stretch.units || !is_whole => Err(self.resume(format!(
                "the input now ends after {} units",
                grouped(self.before + self.units)
            ))),
            Some(stretch) if stretch.digest != hex(self.digest) => Err(self.changed()),
            _ => Ok(()),
        }
    }

    fn changed(&self) -> Error {
        let units = self.stretches.get(self.current).map_or(0, |stretch| stretch.units);
        let (from, to) = (grouped(self.before + 1), grouped(self.before + units));
        self.resume(format!("units {from} to {to} of the input have changed"))
    }

    fn longer(&self) -> Error {
        let units = self.stretches.iter().map(|stretch| stretch.units).sum();
        self.resume(format!(
            "it is finished, but the input goes on after its {} units",
            grouped(units)
        ))
    }

    fn resume(&self, rule: String) -> Error {
        Error::Resume { file: self.file.clone(), rule }
    }
}

/// The saved rows, in any portions.
struct SavedRows {
    paths: std::vec::IntoIter<PathBuf>,
    blocks: Option<Blocks>,
    block: Option<LedgerBlock>,
    at: usize,
}

impl SavedRows {
    fn new(paths: Vec<PathBuf>) -> Self {
        Self { paths: paths.into_iter(), blocks: None, block: None, at: 0 }
    }

    /// The rows of these units; `None` if the next rows are of other units.
    fn take(&mut self, keys: &[UnitKey]) -> Result<Option<Vec<Rows>>, Error> {
        let mut taken: Vec<Rows> = Vec::new();
        for (position, key) in keys.iter().enumerate() {
            let Some((block, at)) = self.next_unit()? else { return Ok(None) };
            if block.keys[at].id != key.id || block.keys[at].system != key.system {
                return Ok(None);
            }
            if taken.is_empty() {
                let like =
                    block.rows.iter().map(|rows| Rows::new(rows.slots().clone(), keys.len()));
                taken = like.collect();
            }
            for (mine, saved) in taken.iter_mut().zip(&block.rows) {
                match saved.row(at) {
                    Ok(tally) => mine.set_cells(position, tally.cells()),
                    Err(reason) => mine.unscored(position, reason.to_owned()),
                }
            }
        }
        Ok(Some(taken))
    }

    fn next_unit(&mut self) -> Result<Option<(&LedgerBlock, usize)>, Error> {
        while self.block.as_ref().is_none_or(|block| self.at >= block.keys.len()) {
            let next = self.blocks.as_mut().and_then(Iterator::next).transpose()?;
            if next.is_none() {
                let Some(path) = self.paths.next() else { return Ok(None) };
                self.blocks = Some(Ledger::open(&path)?.blocks()?);
            }
            (self.block, self.at) = (next, 0);
        }
        self.at += 1;
        Ok(self.block.as_ref().map(|block| (block, self.at - 1)))
    }
}

/// The first blocks of a source; all of them where their number is not known.
struct First<'a, S> {
    source: &'a mut S,
    left: Option<u64>,
}

impl<K: UnitKind, S: Source<K>> Source<K> for First<'_, S> {
    type Error = S::Error;

    fn columns(&mut self) -> Result<Vec<String>, S::Error> {
        self.source.columns()
    }

    fn fetch(&mut self) -> Result<Option<Raw<K, S::Error>>, S::Error> {
        match &mut self.left {
            Some(0) => return Ok(None),
            Some(left) => *left -= 1,
            None => {}
        }
        self.source.fetch()
    }
}
