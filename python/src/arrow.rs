//! Columns in and out by the Arrow `PyCapsule` interface, without a copy.
//!
//! Whoever hands over a capsule vouches for what is in it, as everywhere with
//! this interface; types are checked here, the bytes of texts are not.

use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{
    Array, ArrayReader, ArrayRef, RecordBatch, RecordBatchIterator, StructArray, make_array,
    new_null_array,
};
use arrow_schema::{DataType, Schema, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::columns::is_of;

/// Arrays of one type: those of a chunked column, or the batches of a table.
pub struct Chunks {
    /// Their type; a struct for tables.
    pub kind: DataType,
    /// The arrays.
    pub arrays: Vec<ArrayRef>,
}

impl Chunks {
    /// What an object gives by the interface; nothing if it does not have it.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let is_known = is_of(object, "pyarrow")? || is_of(object, "polars")?;
        if !is_known {
            return Self::of_capsule(object);
        }
        // Both give a column of nothing but nulls a buffer, which it does not have, so that it
        // cannot be handed over: such a column is made here, and left out of a table.
        if is_all_null(object)? {
            let arrays = vec![new_null_array(&DataType::Null, object.len()?)];
            return Ok(Some(Self { kind: DataType::Null, arrays }));
        }
        let mut empty = Vec::new();
        for name in column_names(object)? {
            if object.get_item(&name).is_ok_and(|column| is_all_null(&column).unwrap_or(false)) {
                empty.push(name);
            }
        }
        if empty.is_empty() {
            return Self::of_capsule(object);
        }
        let drop = if object.hasattr("drop_columns")? { "drop_columns" } else { "drop" };
        Self::of_capsule(&object.call_method1(drop, (empty,))?)
    }

    fn of_capsule(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let py = object.py();
        if let Some(give) = object.getattr_opt(pyo3::intern!(py, "__arrow_c_array__"))? {
            return Self::of_array(&give.call0()?).map(Some);
        }
        match object.getattr_opt(pyo3::intern!(py, "__arrow_c_stream__"))? {
            Some(give) => Self::of_stream(&give.call0()?).map(Some),
            None => Ok(None),
        }
    }

    fn of_array(pair: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pair = pair.cast::<PyTuple>()?;
        let (schema, array) = (pair.get_item(0)?, pair.get_item(1)?);
        let schema = schema.cast::<PyCapsule>()?.pointer_checked(Some(c"arrow_schema"))?;
        let array = array.cast::<PyCapsule>()?.pointer_checked(Some(c"arrow_array"))?;
        // The name of a capsule says what it points to. The array is moved out, so that the
        // capsule has nothing left to release.
        #[expect(unsafe_code, reason = "the interface is made of pointers")]
        let (schema, array) = unsafe {
            (
                schema.cast::<FFI_ArrowSchema>().as_ref(),
                FFI_ArrowArray::from_raw(array.cast().as_ptr()),
            )
        };
        #[expect(unsafe_code, reason = "the schema says that the array is of this type")]
        let data = unsafe { from_ffi(array, schema) };
        let array = make_array(data.map_err(broken)?);
        Ok(Self { kind: array.data_type().clone(), arrays: vec![array] })
    }

    fn of_stream(capsule: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pointer = capsule.cast::<PyCapsule>()?.pointer_checked(Some(c"arrow_array_stream"))?;
        #[expect(unsafe_code, reason = "the name of the capsule says what it points to")]
        let stream = unsafe { ArrayStreamReader::from_raw(pointer.cast().as_ptr()) };
        let stream = stream.map_err(broken)?;
        let kind = stream.field().data_type().clone();
        let arrays = stream.collect::<Result<_, _>>().map_err(broken)?;
        Ok(Self { kind, arrays })
    }

    /// The columns of a table or of an Arrow schema.
    pub fn schema(object: &Bound<'_, PyAny>) -> PyResult<Schema> {
        let py = object.py();
        let capsule = object.call_method0(pyo3::intern!(py, "__arrow_c_schema__"))?;
        let schema = capsule.cast::<PyCapsule>()?.pointer_checked(Some(c"arrow_schema"))?;
        #[expect(unsafe_code, reason = "the name of the capsule says what it points to")]
        let schema = unsafe { schema.cast::<FFI_ArrowSchema>().as_ref() };
        Schema::try_from(schema).map_err(broken)
    }

    /// Whether this is a table.
    pub fn is_table(&self) -> bool {
        matches!(self.kind, DataType::Struct(_))
    }

    /// The batches of a table.
    pub fn batches(self) -> PyResult<Vec<RecordBatch>> {
        let batch = |array: ArrayRef| match array.as_any().downcast_ref::<StructArray>() {
            Some(rows) if rows.null_count() == 0 => Ok(RecordBatch::from(rows)),
            Some(_) => Err(PyValueError::new_err("the Arrow table has rows that are null")),
            None => Err(PyTypeError::new_err("the Arrow data are a column, not a table")),
        };
        self.arrays.into_iter().map(batch).collect()
    }
}

/// Whether a column of pyarrow or polars has the type of nulls.
fn is_all_null(column: &Bound<'_, PyAny>) -> PyResult<bool> {
    let kind = column.getattr_opt("type")?.or(column.getattr_opt("dtype")?);
    let is_null =
        |kind: Bound<'_, PyAny>| kind.str().is_ok_and(|name| name == "null" || name == "Null");
    Ok(kind.is_some_and(is_null))
}

/// The names of the columns of a table of pyarrow or polars; none of anything else.
fn column_names<'py>(table: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let names = match table.getattr_opt("column_names")? {
        Some(names) => Some(names),
        None => table.getattr_opt("columns")?.filter(|names| !names.is_callable()),
    };
    names.map_or_else(|| Ok(Vec::new()), |names| names.try_iter()?.collect())
}

fn broken(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("the Arrow data cannot be read: {error}"))
}

/// Batches as a capsule of a stream.
pub fn stream(
    py: Python<'_>,
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
) -> PyResult<Bound<'_, PyCapsule>> {
    let reader = RecordBatchIterator::new(batches.into_iter().map(Ok), schema);
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// A batch on its way to Python: `pyarrow.record_batch` takes it.
#[pyclass(module = "regua", frozen)]
pub struct Batch(pub RecordBatch);

#[pymethods]
impl Batch {
    /// The Arrow `PyCapsule` interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // Other types are not offered, which the interface allows.
        drop(requested_schema);
        let data = StructArray::from(self.0.clone()).into_data();
        let array = FFI_ArrowArray::new(&data);
        let schema = FFI_ArrowSchema::try_from(self.0.schema_ref().as_ref()).map_err(broken)?;
        let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        PyTuple::new(py, [schema, array])
    }

    /// The Arrow `PyCapsule` interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        stream(py, self.0.schema(), vec![self.0.clone()])
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }
}

/// A table by its columns.
pub fn table(columns: Vec<(String, ArrayRef)>) -> Result<RecordBatch, arrow_schema::ArrowError> {
    let fields: Vec<arrow_schema::Field> = columns
        .iter()
        .map(|(name, array)| arrow_schema::Field::new(name, array.data_type().clone(), true))
        .collect();
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    RecordBatch::try_new(Arc::new(arrow_schema::Schema::new(fields)), arrays)
}
