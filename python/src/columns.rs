//! Python values as columns: lists, arrays and series of texts, of lists of
//! texts, or of anything that units can be grouped by.

use std::ffi::c_char;
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int64Builder, LargeListBuilder, LargeStringBuilder,
};
use arrow_array::{Array, ArrayRef, BinaryArray, new_empty_array};
use arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{Py_ssize_t, PyObject};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple,
};

use crate::arrow::Chunks;
use crate::errors::Error;

/// A column of texts, or of lists of texts.
pub struct Texts {
    /// What the caller calls it.
    pub name: String,
    /// The column, in pieces.
    pub chunks: Vec<ArrayRef>,
    /// The index that pandas has beside them.
    pub index: Index,
}

/// What is known of a pandas index.
pub enum Index {
    /// There is none.
    Absent,
    /// It only counts from zero on.
    Counts,
    /// Its labels.
    Labels(ArrayRef),
}

impl Index {
    /// Its labels, unless they only count.
    pub fn labels(&self) -> Option<&ArrayRef> {
        match self {
            Self::Labels(labels) => Some(labels),
            Self::Absent | Self::Counts => None,
        }
    }

    /// Whether units with these two would be paired by position against their labels.
    pub fn differs(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Absent, _) | (_, Self::Absent) | (Self::Counts, Self::Counts) => false,
            (Self::Labels(one), Self::Labels(other)) => one.to_data() != other.to_data(),
            _ => true,
        }
    }
}

impl Texts {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// Reads a column of texts; with `lists`, an element may be a list of texts.
    pub fn read(value: &Bound<'_, PyAny>, name: &str, lists: Lists) -> PyResult<Self> {
        refuse_single(value, name)?;
        // Most texts come in lists, which have neither an index nor Arrow columns.
        let is_list = value.is_instance_of::<PyList>();
        let index = if is_list { Index::Absent } else { index_of(value, name)? };
        let chunks = if is_list { None } else { chunks_of(value)? };
        if let Some(chunks) = chunks {
            let is_text = |kind: &DataType| {
                matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
            };
            let fits = match &chunks.kind {
                DataType::List(field)
                | DataType::LargeList(field)
                | DataType::FixedSizeList(field, _) => {
                    lists == Lists::Allowed && is_text(field.data_type())
                }
                DataType::Dictionary(_, values) => is_text(values),
                kind => is_text(kind),
            };
            if !fits {
                return Err(PyTypeError::new_err(format!(
                    "`{name}` must hold texts, not values of the Arrow type {}",
                    chunks.kind
                )));
            }
            if let Some(position) = first_null(&chunks.arrays) {
                return Err(missing(name, position, "null"));
            }
            return Ok(Self { name: name.to_owned(), chunks: chunks.arrays, index });
        }
        let items = items(value, name)?;
        let column = match items.first() {
            Some(first) if lists == Lists::Allowed && !first.is_instance_of::<PyString>() => {
                lists_of_texts(&items, name)?
            }
            _ => texts(&items, name)?,
        };
        Ok(Self { name: name.to_owned(), chunks: vec![column], index })
    }
}

/// Whether an element may be a list of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lists {
    /// It may.
    Allowed,
    /// It must be a text.
    Refused,
}

/// The classic: one text where a list of texts belongs.
fn refuse_single(value: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
    let text = if value.is_instance_of::<PyString>() {
        "one text"
    } else if value.is_instance_of::<PyBytes>() {
        "bytes"
    } else if value.is_none() {
        "None"
    } else {
        return Ok(());
    };
    let singular = match name {
        _ if name.starts_with("hypothes") => "hypothesis",
        other => other.strip_suffix('s').unwrap_or(other),
    };
    Err(PyTypeError::new_err(format!(
        "`{name}` must be a list of texts, one for each segment, not {text}; for one segment write `[{singular}]`"
    )))
}

/// The elements of a list, an array, a series, or anything else that can be
/// gone through.
pub fn items<'py>(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if let Ok(list) = value.cast::<PyList>() {
        return Ok(list.iter().collect());
    }
    if let Ok(tuple) = value.cast::<PyTuple>() {
        return Ok(tuple.iter().collect());
    }
    // numpy, pandas and polars know how to make a list of what they hold.
    for method in ["tolist", "to_list"] {
        if let Some(method) = value.getattr_opt(method)?
            && let Ok(list) = method.call0()?.cast_into::<PyList>()
        {
            return Ok(list.iter().collect());
        }
    }
    let kind = value.get_type().qualname()?;
    let cannot = || PyTypeError::new_err(format!("`{name}` must be a list of texts, not {kind}"));
    let has_no_order = value.is_instance_of::<PyDict>()
        || value.is_instance_of::<PySet>()
        || value.is_instance_of::<PyFrozenSet>();
    if has_no_order || value.is_instance_of::<PyBytes>() || !value.hasattr("__iter__")? {
        return Err(cannot());
    }
    match value.try_iter() {
        Ok(items) => items.collect(),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(cannot()),
        Err(error) => Err(error),
    }
}

/// Arrow columns of an object, if it has them. What pandas holds in another way is gone
/// through one by one: what is wrong can then be named by its place.
pub fn chunks_of(value: &Bound<'_, PyAny>) -> PyResult<Option<Chunks>> {
    let is_arrow = || -> PyResult<bool> {
        let Some(dtype) = value.getattr_opt("dtype")? else { return Ok(false) };
        let storage = dtype.getattr_opt("storage")?;
        let of_arrow = storage.is_some_and(|storage| storage.eq("pyarrow").unwrap_or(false));
        Ok(of_arrow || dtype.hasattr("pyarrow_dtype")?)
    };
    if is_of(value, "pandas")? && !is_arrow()? { Ok(None) } else { Chunks::of(value) }
}

/// Whether an element is a list of elements: a list, a tuple or an array.
pub fn is_list_like(item: &Bound<'_, PyAny>) -> bool {
    item.is_instance_of::<PyList>()
        || item.is_instance_of::<PyTuple>()
        || item.get_type().qualname().is_ok_and(|name| name == "ndarray")
}

/// A column of texts.
fn texts(items: &[Bound<'_, PyAny>], name: &str) -> PyResult<ArrayRef> {
    let mut builder = LargeStringBuilder::with_capacity(items.len(), items.len() * 64);
    for (position, item) in items.iter().enumerate() {
        push(&mut builder, item, || format!("{name}[{position}]"))?;
    }
    Ok(Arc::new(builder.finish()))
}

/// A column of lists of texts.
pub fn lists_of_texts(items: &[Bound<'_, PyAny>], name: &str) -> PyResult<ArrayRef> {
    let mut builder = LargeListBuilder::new(LargeStringBuilder::new());
    for (position, item) in items.iter().enumerate() {
        let place = || format!("{name}[{position}]");
        if item.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(format!(
                "{} is a text where the elements before it are lists of texts",
                place()
            )));
        }
        if !is_list_like(item) && !is_missing(item) {
            let kind = item.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!(
                "{} is of the type {kind}, not a text",
                place()
            )));
        }
        if is_missing(item) {
            return Err(missing(name, position, &written(item)));
        }
        push_list(&mut builder, item, &place())?;
    }
    Ok(Arc::new(builder.finish()))
}

fn push_list(
    builder: &mut LargeListBuilder<LargeStringBuilder>,
    list: &Bound<'_, PyAny>,
    place: &str,
) -> PyResult<()> {
    for (inner, text) in items(list, place)?.iter().enumerate() {
        // A reference set may lack a text, and says so with None.
        if text.is_none() {
            builder.values().append_null();
        } else {
            push(builder.values(), text, || format!("{place}[{inner}]"))?;
        }
    }
    builder.append(true);
    Ok(())
}

fn push(
    builder: &mut LargeStringBuilder,
    item: &Bound<'_, PyAny>,
    place: impl Fn() -> String,
) -> PyResult<()> {
    let Ok(text) = item.cast::<PyString>() else {
        let place = place();
        if is_missing(item) {
            return Err(Error::new_err(format!("{place} is missing ({})", written(item))));
        }
        let kind = item.get_type().qualname()?;
        return Err(PyTypeError::new_err(format!("{place} is of the type {kind}, not a text")));
    };
    let text = Utf8(text.clone());
    match text.borrowed() {
        Some(text) => builder.append_value(text),
        None => return utf8(&text.0, place).map(drop),
    }
    Ok(())
}

/// A text of Python, as UTF-8.
pub struct Utf8<'py>(Bound<'py, PyString>);

#[expect(unsafe_code, reason = "a function of the interpreter that PyO3 does not offer for 3.9")]
unsafe extern "C" {
    /// In the stable interface since Python 3.10; 3.9 has it all the same, with this
    /// signature. Gives the bytes of a text, which live as long as the text does.
    fn PyUnicode_AsUTF8AndSize(text: *mut PyObject, size: *mut Py_ssize_t) -> *const c_char;
}

impl Utf8<'_> {
    /// The text, without a copy; nothing if it holds a lone surrogate.
    fn borrowed(&self) -> Option<&str> {
        let mut size = 0;
        #[expect(unsafe_code, reason = "the object is a text, and is kept while it is borrowed")]
        let bytes = unsafe {
            let start = PyUnicode_AsUTF8AndSize(self.0.as_ptr(), &raw mut size);
            (!start.is_null()).then(|| {
                std::slice::from_raw_parts(start.cast(), usize::try_from(size).unwrap_or(0))
            })
        };
        if bytes.is_none() {
            // What the interpreter says of it is said in other words.
            drop(PyErr::take(self.0.py()));
        }
        bytes.and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    /// The text.
    pub fn as_str(&self) -> PyResult<&str> {
        self.borrowed().ok_or_else(|| Error::new_err("the text is no UTF-8"))
    }
}

/// The text of a Python string, which cannot have one if it holds a lone surrogate.
pub fn utf8<'py>(text: &Bound<'py, PyString>, place: impl Fn() -> String) -> PyResult<Utf8<'py>> {
    let text = Utf8(text.clone());
    if text.borrowed().is_some() {
        return Ok(text);
    }
    Err(Error::new_err(format!(
        "{} holds a lone surrogate, which is no character: decode the text with errors=\"replace\"",
        place()
    )))
}

/// None, NaN and their kin.
fn is_missing(item: &Bound<'_, PyAny>) -> bool {
    item.is_none()
        || item.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan())
        || item.get_type().qualname().is_ok_and(|name| name == "NAType" || name == "NaTType")
}

fn written(item: &Bound<'_, PyAny>) -> String {
    item.repr().map_or_else(|_| "missing".to_owned(), |text| text.to_string())
}

fn missing(name: &str, position: usize, how: &str) -> PyErr {
    Error::new_err(format!("{name}[{position}] is missing ({how})"))
}

fn first_null(chunks: &[ArrayRef]) -> Option<usize> {
    let mut before = 0;
    for chunk in chunks {
        if chunk.null_count() > 0 {
            return (0..chunk.len()).find(|&at| chunk.is_null(at)).map(|at| before + at);
        }
        before += chunk.len();
    }
    None
}

/// The index of a pandas object.
pub fn index_of(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Index> {
    if !is_of(value, "pandas")? {
        return Ok(Index::Absent);
    }
    let Some(index) = value.getattr_opt("index")? else { return Ok(Index::Absent) };
    if !index.getattr("is_unique")?.extract::<bool>()? {
        let twice = index.call_method0("duplicated")?;
        let twice = index.get_item(twice)?.get_item(0)?.repr()?;
        return Err(Error::new_err(format!(
            "the index of `{name}` is not unique: the label {twice} comes up more than once, so that units cannot be told apart; use `.reset_index(drop=True)`"
        )));
    }
    let counting = value.py().import("pandas")?.call_method1("RangeIndex", (index.len()?,))?;
    let counts: bool = index.call_method1("equals", (counting,))?.extract()?;
    if counts {
        return Ok(Index::Counts);
    }
    let labels = items(&index, name)?;
    plain(&labels, name).map(Index::Labels)
}

/// What an object is called, which must be a text that can be written down.
pub fn name_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.str()?;
    let encoded = utf8(&text, || format!("the name {}", written(value)))?;
    Ok(encoded.as_str()?.to_owned())
}

/// Whether an object is of a class of a library.
pub fn is_of(value: &Bound<'_, PyAny>, library: &str) -> PyResult<bool> {
    let module = value.get_type().module()?;
    let module = module.to_string();
    Ok(module.split('.').next() == Some(library))
}

/// A column of plain values: whole numbers, numbers, flags, or else texts.
pub fn plain(items: &[Bound<'_, PyAny>], name: &str) -> PyResult<ArrayRef> {
    let present = || items.iter().filter(|item| !is_missing(item));
    if present().next().is_none() {
        return Ok(arrow_array::new_null_array(&DataType::Null, items.len()));
    }
    let is_flag = |item: &Bound<'_, PyAny>| item.is_instance_of::<PyBool>();
    let is_whole = |item: &Bound<'_, PyAny>| item.is_instance_of::<PyInt>() && !is_flag(item);
    if present().all(is_flag) {
        let mut builder = BooleanBuilder::new();
        for item in items {
            builder.append_option(item.extract().ok());
        }
        return Ok(Arc::new(builder.finish()));
    }
    if present().all(|item| is_whole(item) && item.extract::<i64>().is_ok()) {
        let mut builder = Int64Builder::new();
        for item in items {
            builder.append_option(item.extract().ok());
        }
        return Ok(Arc::new(builder.finish()));
    }
    if present().all(|item| is_whole(item) || item.is_instance_of::<PyFloat>()) {
        let mut builder = Float64Builder::new();
        for item in items {
            let number = item.extract::<f64>().ok();
            builder.append_option(number.filter(|number| !number.is_nan()));
        }
        return Ok(Arc::new(builder.finish()));
    }
    let mut builder = LargeStringBuilder::new();
    for (position, item) in items.iter().enumerate() {
        if is_missing(item) {
            builder.append_null();
        } else {
            let text = item.str()?;
            builder.append_value(utf8(&text, || format!("{name}[{position}]"))?.as_str()?);
        }
    }
    Ok(Arc::new(builder.finish()))
}

/// A column of whatever an object holds: texts, lists of texts, plain values.
pub fn anything(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<ArrayRef>> {
    refuse_single(value, name)?;
    if let Some(chunks) = chunks_of(value)? {
        return Ok(if chunks.arrays.is_empty() {
            vec![new_empty_array(&chunks.kind)]
        } else {
            chunks.arrays
        });
    }
    column(&items(value, name)?, name).map(|column| vec![column])
}

/// A column of a table: plain values or lists of texts. One of anything else is
/// no error until it is read: its type says that it cannot be.
pub fn column(items: &[Bound<'_, PyAny>], name: &str) -> PyResult<ArrayRef> {
    let is_text = |item: &Bound<'_, PyAny>| item.is_none() || item.is_instance_of::<PyString>();
    let has_texts = |list: &Bound<'_, PyAny>| {
        is_missing(list)
            || is_list_like(list)
                && self::items(list, name).is_ok_and(|list| list.iter().all(is_text))
    };
    let is_unreadable = if items.iter().any(is_list_like) {
        !items.iter().all(has_texts)
    } else {
        items.iter().any(|item| item.is_instance_of::<PyBytes>())
    };
    if is_unreadable {
        return Ok(Arc::new(BinaryArray::from_iter_values(items.iter().map(|_| b""))));
    }
    if !items.iter().any(is_list_like) {
        return plain(items, name);
    }
    let mut lists = LargeListBuilder::new(LargeStringBuilder::new());
    for (position, item) in items.iter().enumerate() {
        if is_missing(item) {
            lists.append_null();
            continue;
        }
        push_list(&mut lists, item, &format!("{name}[{position}]"))?;
    }
    Ok(Arc::new(lists.finish()))
}
