//! Columns of ratings that go by other names than usual.

use regua_core::text::list;

use crate::error::Error;

/// What a table of ratings is looked through for.
const ROLES: [&str; 5] = ["system", "segment", "rater", "aspect", "value"];

/// Columns of ratings that go by other names than usual.
///
/// Several columns of values make a wide table: one column an aspect, which
/// gives the aspect its name.
///
/// ```
/// use regua_data::ratings::RatingColumns;
///
/// let columns = RatingColumns::parse(&["segment=doc", "value=adequacy", "value=fluency"])?;
/// # Ok::<(), regua_data::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RatingColumns {
    pub(super) system: Option<String>,
    pub(super) segment: Option<String>,
    pub(super) rater: Option<String>,
    pub(super) aspect: Option<String>,
    pub(super) values: Vec<String>,
}

impl RatingColumns {
    /// Whether a column is looked for under this name.
    pub fn is_role(name: &str) -> bool {
        ROLES.contains(&name)
    }

    /// Reads mappings such as `value=adequacy`.
    ///
    /// # Errors
    /// Fails if one has no `=`, its left side is no column that is looked for,
    /// or a side comes up twice; only `value` may, for several columns.
    pub fn parse<S: AsRef<str>>(mappings: &[S]) -> Result<Self, Error> {
        let mut columns = Self::default();
        let mut taken: Vec<&str> = Vec::new();
        for text in mappings.iter().map(AsRef::as_ref) {
            let broken = |rule: String| Error::Mapping { text: text.to_owned(), rule };
            let Some((role, column)) = text.split_once('=') else {
                return Err(broken("a column is named as in `value=adequacy`".to_owned()));
            };
            let (role, column) = (role.trim(), column.trim());
            if column.is_empty() {
                return Err(broken("the right side is empty".to_owned()));
            }
            if taken.contains(&column) {
                return Err(broken(format!("`{column}` is named twice")));
            }
            taken.push(column);
            let place = match role {
                "system" => &mut columns.system,
                "segment" => &mut columns.segment,
                "rater" => &mut columns.rater,
                "aspect" => &mut columns.aspect,
                "value" => {
                    columns.values.push(column.to_owned());
                    continue;
                }
                _ => return Err(broken(format!("the left side is one of {}", list(&ROLES)))),
            };
            if place.replace(column.to_owned()).is_some() {
                return Err(broken(format!("`{role}` is named twice")));
            }
        }
        if let (Some(aspect), [_, _, ..]) = (&columns.aspect, columns.values.as_slice()) {
            return Err(Error::Mapping {
                text: format!("aspect={aspect}"),
                rule: "where several columns hold values, each is an aspect of its own".to_owned(),
            });
        }
        Ok(columns)
    }

    /// The columns that somebody named, and what for.
    pub(super) fn named(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let single = [
            ("system", &self.system),
            ("segment", &self.segment),
            ("rater", &self.rater),
            ("aspect", &self.aspect),
        ];
        let single = single.into_iter().filter_map(|(role, name)| Some((role, name.as_deref()?)));
        single.chain(self.values.iter().map(|name| ("value", name.as_str())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_mappings_say_why() {
        let error = |text: &[&str]| RatingColumns::parse(text).unwrap_err().to_string();
        insta::assert_snapshot!(error(&["value"]), @"cannot read the column `value`: a column is named as in `value=adequacy`");
        insta::assert_snapshot!(error(&["score=x"]), @"cannot read the column `score=x`: the left side is one of `system`, `segment`, `rater`, `aspect` and `value`");
        insta::assert_snapshot!(error(&["value="]), @"cannot read the column `value=`: the right side is empty");
        insta::assert_snapshot!(error(&["system=a", "rater=a"]), @"cannot read the column `rater=a`: `a` is named twice");
        insta::assert_snapshot!(error(&["rater=a", "rater=b"]), @"cannot read the column `rater=b`: `rater` is named twice");
        insta::assert_snapshot!(error(&["value=a", "value=b", "aspect=c"]), @"cannot read the column `aspect=c`: where several columns hold values, each is an aspect of its own");
    }
}
