//! Measures from their text form, as `"length(tok=13a)".parse()`.

/// Lets a measure be parsed from the text that names it and its settings.
macro_rules! from_text {
    ($measure:ty) => {
        impl std::str::FromStr for $measure {
            type Err = regua_core::Error;

            fn from_str(text: &str) -> Result<Self, regua_core::Error> {
                let settings = regua_core::Settings::new(&text.parse::<regua_core::Spec>()?);
                let measure = Self::from_settings(&settings)?;
                settings.finish()?;
                Ok(measure)
            }
        }
    };
}
