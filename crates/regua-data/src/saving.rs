//! Runs that save what they measure, and go on where an earlier one stopped.

use std::path::PathBuf;

use regua_core::key::UnitKey;
use regua_core::run::{self, Block, Keyed, Options, Source};
use regua_core::{Reader, Rows, Segments, UnitKind};

use crate::error::{Error, name_of};
use crate::ledger::{BLOCKS_PER_CHUNK, Contents, Ledger, Part, Texts, Writer, difference, part_of};
use crate::replay::{Saved, replay};

/// How a run is saved.
pub struct Save<K: UnitKind> {
    /// The ledger.
    pub path: PathBuf,
    /// Whether to go on where an earlier run of the same measures over the
    /// same input stopped. If there is none, the run starts anew.
    pub resume: bool,
    /// How to get at the texts of a unit, to save them too. For segments see
    /// [`Save::with_texts`].
    pub texts: Option<TextsOf<K>>,
    /// How many blocks make a chunk.
    pub blocks_per_chunk: usize,
}

/// Gets at the texts of a unit.
pub type TextsOf<K> = for<'r, 'u> fn(&'r <K as UnitKind>::Unit<'u>) -> Texts;

impl<K: UnitKind> Save<K> {
    /// Saves a run in this file, without texts.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), resume: false, texts: None, blocks_per_chunk: BLOCKS_PER_CHUNK }
    }
}

impl Save<Segments> {
    /// Saves the texts too.
    #[must_use]
    pub fn with_texts(self) -> Self {
        Self { texts: Some(Texts::of_segment), ..self }
    }
}

impl<K: UnitKind> std::fmt::Debug for Save<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Save")
            .field("path", &self.path)
            .field("resume", &self.resume)
            .field("texts", &self.texts.is_some())
            .finish_non_exhaustive()
    }
}

/// What a run has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    /// How many units there are.
    pub units: u64,
    /// How many of them an earlier run had measured.
    pub resumed: u64,
}

/// Measures all units of a source and hands their rows on in order; saves them
/// as it goes if asked to.
///
/// A run that is interrupted ([`regua_core::Error::Cancelled`]) or killed keeps
/// what it has saved; one that fails removes it, unless an earlier run had
/// begun it. A run that goes on reads the input from the start, makes sure that
/// it is the same, hands the saved rows on, and measures the rest.
///
/// # Errors
/// The first thing that went wrong, in the order of the input. A run cannot go
/// on from a ledger of other measures or another input; the error says what
/// differs.
pub fn measure<K, S>(
    source: &mut S,
    measures: &[Keyed<K>],
    options: &Options<'_>,
    save: Option<&Save<K>>,
    mut hand_on: impl FnMut(&[UnitKey], &[Rows]) -> Result<(), Error> + Send,
) -> Result<Done, Error>
where
    K: UnitKind,
    S: Source<K, Error = Error>,
{
    let columns = source.columns()?;
    let mut done = Done::default();
    let Some(save) = save else {
        run::run(source, measures, options, |measured| {
            done.units += measured.block.keys().len() as u64;
            hand_on(measured.block.keys(), &measured.rows)
        })?;
        return Ok(done);
    };
    let readers = measures.iter().map(|keyed| (keyed.key.as_str(), &keyed.measure as &dyn Reader));
    let contents = Contents::new::<K>(readers, columns, save.texts.is_some());
    let options = Options { digest: true, ..*options };
    let (mut writer, is_new) = match begin(save, contents)? {
        Beginning::New(writer) => (writer, true),
        Beginning::Part(part) => {
            let saved = Saved::part(&save.path, &part);
            let (digest, units) = replay::<K, S>(source, saved, &options, &mut hand_on)?;
            done = Done { units, resumed: units };
            (Writer::go_on(part, digest), false)
        }
        Beginning::Whole(ledger) => {
            let saved = Saved::whole(&save.path, &ledger);
            let (_, units) = replay::<K, S>(source, saved, &options, &mut hand_on)?;
            return Ok(Done { units, resumed: units });
        }
    };
    writer = writer.with_blocks_per_chunk(save.blocks_per_chunk);
    let outcome = run::run(source, measures, &options, |measured| {
        let keys = measured.block.keys();
        let texts = save.texts.map(|of| texts(&*measured.block, of));
        writer.add(keys, &measured.rows, texts.as_deref(), measured.digest)?;
        done.units += keys.len() as u64;
        hand_on(keys, &measured.rows)
    });
    match outcome {
        Ok(()) => writer.finish()?,
        Err(Error::Core(regua_core::Error::Cancelled)) => {
            writer.flush()?;
            return Err(regua_core::Error::Cancelled.into());
        }
        Err(error) => {
            if is_new {
                // What went wrong first is what the user should know.
                let _ = writer.abandon();
            }
            return Err(error);
        }
    }
    Ok(done)
}

fn texts<K: UnitKind>(block: &dyn Block<K>, of: TextsOf<K>) -> Vec<Texts> {
    let mut texts = Vec::new();
    block.with_units(&mut |units| texts = units.iter().map(&of).collect());
    texts
}

/// Where a run begins.
enum Beginning {
    New(Writer),
    Part(Part),
    Whole(Ledger),
}

fn begin<K: UnitKind>(save: &Save<K>, contents: Contents) -> Result<Beginning, Error> {
    let path = &save.path;
    if !save.resume {
        return Writer::create(path, contents).map(Beginning::New);
    }
    let other = |rule: String| Error::Resume { file: name_of(path), rule };
    let mut differs = None;
    if let Some(part) = Part::open(path)? {
        differs = difference(part.contents(), &contents);
        if differs.is_none() {
            return Ok(Beginning::Part(part));
        }
        // With nothing measured there is nothing to lose.
        differs = differs.filter(|_| !part.chunks().is_empty());
    }
    if path.exists() {
        let ledger = Ledger::open(path)?;
        return match difference(ledger.contents(), &contents) {
            None => {
                Part::sweep(path)?;
                Ok(Beginning::Whole(ledger))
            }
            // The folder says that a newer run had begun to take its place.
            Some(_) if differs.is_none() && part_of(path).is_dir() => {
                Writer::start(path, contents).map(Beginning::New)
            }
            Some(rule) => Err(other(rule)),
        };
    }
    match differs {
        Some(rule) => Err(other(rule)),
        None => Writer::start(path, contents).map(Beginning::New),
    }
}
