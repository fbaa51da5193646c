//! Settings that every measure has, because a wrapper gives them: `beam` and
//! `mean`.

use std::any::Any;

use crate::batch::Batch;
use crate::beam::{Beam, BeamMode};
use crate::entry::AnyMeasure;
use crate::error::Error;
use crate::fit::Fit;
use crate::mean::Mean;
use crate::measure::{Measure, Needs, Reader};
use crate::settings::Settings;
use crate::unit::{Segments, UnitKind};

/// What is wrapped around a measure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wrap {
    beam: Option<BeamMode>,
    mean: bool,
}

impl Wrap {
    pub(crate) fn read(settings: &Settings) -> Result<Self, Error> {
        let beam = match settings.text("beam") {
            Some(_) => Some(settings.choice("beam", &BeamMode::WORDS)?),
            None => None,
        };
        Ok(Self { beam, mean: settings.flag("mean", false)? })
    }

    pub(crate) fn measure<K: UnitKind>(
        self,
        measure: AnyMeasure<K>,
    ) -> Result<AnyMeasure<K>, Error> {
        let mut measure = Some(measure);
        if let Some(mode) = self.beam {
            // Only segments have beams, and only their type is known to have them.
            let any: &mut dyn Any = &mut measure;
            let Some(segments) = any.downcast_mut::<Option<AnyMeasure<Segments>>>() else {
                let name = measure.map(|one| one.signature().name().to_owned());
                return Err(Error::SettingValue {
                    measure: name.unwrap_or_default(),
                    setting: "beam".to_owned(),
                    value: mode.word().to_owned(),
                    takes: format!("nothing: {} have no beams", K::NAME),
                });
            };
            *segments = segments
                .take()
                .map(|inner| -> AnyMeasure<Segments> { Box::new(Beam::new(inner, mode)) });
        }
        let measure = measure.expect("it was put back");
        Ok(if self.mean { Box::new(Mean::new(measure)) } else { measure })
    }

    pub(crate) fn reader(self, reader: Box<dyn Reader>) -> Box<dyn Reader> {
        let reader = match self.beam {
            Some(mode) => Box::new(Beam::new(reader, mode)),
            None => reader,
        };
        if self.mean { Box::new(Mean::new(reader)) } else { reader }
    }
}

/// A fit whose measure is wrapped when it is finished.
pub(crate) struct WrappedFit<K: UnitKind> {
    pub(crate) fit: Box<dyn Fit<Kind = K>>,
    pub(crate) wrap: Wrap,
}

impl<K: UnitKind> Fit for WrappedFit<K> {
    type Kind = K;

    fn needs(&self) -> Needs {
        self.fit.needs()
    }

    fn absorb(&mut self, batch: &Batch<'_, K>) -> Result<(), Error> {
        self.fit.absorb(batch)
    }

    fn merge(&mut self, saved: &[u8]) -> Result<(), Error> {
        self.fit.merge(saved)
    }

    fn save(&self) -> Vec<u8> {
        self.fit.save()
    }

    fn finish(self: Box<Self>) -> Result<Box<dyn Measure<Kind = K>>, Error> {
        self.wrap.measure(self.fit.finish()?)
    }
}
