//! A Parquet file, written by the book.
//!
//! Texts only, no compression, one page a column and row group: just enough to
//! have files that the reader's own library did not write. The layout is that of
//! the Parquet format specification, its metadata in Thrift's compact protocol.
//! Not for files of any use.

const MAGIC: &[u8] = b"PAR1";
const BYTE_ARRAY: i64 = 6;
const OPTIONAL: i64 = 1;
const UTF8: i64 = 0;
const RLE: i64 = 3;
const DATA_PAGE: i64 = 0;
const PLAIN: i64 = 0;
const UNCOMPRESSED: i64 = 0;

/// A column: its name and a text, or nothing, for each row.
pub(crate) type Column<'a> = (&'a str, Vec<Option<&'a str>>);

/// A file with these columns, so many rows a group.
pub(crate) fn file(columns: &[Column<'_>], rows_per_group: usize) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let rows = columns.first().map_or(0, |(_, values)| values.len());
    let mut groups = Vec::new();
    for start in (0..rows).step_by(rows_per_group.max(1)) {
        let end = (start + rows_per_group).min(rows);
        let first = bytes.len();
        let chunks: Vec<Thrift> = columns
            .iter()
            .map(|(name, values)| column(&mut bytes, name, &values[start..end]))
            .collect();
        groups.push(
            Thrift::default()
                .structs(1, chunks)
                .integer(2, bytes.len() - first)
                .integer(3, end - start),
        );
    }
    let mut schema = vec![Thrift::default().text(4, "schema").small(5, columns.len() as i64)];
    for (name, _) in columns {
        schema.push(
            Thrift::default().small(1, BYTE_ARRAY).small(3, OPTIONAL).text(4, name).small(6, UTF8),
        );
    }
    let footer =
        Thrift::default().small(1, 1).structs(2, schema).integer(3, rows).structs(4, groups).end();
    bytes.extend_from_slice(&footer);
    bytes.extend_from_slice(&length(footer.len()));
    bytes.extend_from_slice(MAGIC);
    bytes
}

/// Writes the page of a column; returns what the footer says of it.
fn column(bytes: &mut Vec<u8>, name: &str, values: &[Option<&str>]) -> Thrift {
    let mut levels = Vec::new();
    for run in values.chunk_by(|a, b| a.is_some() == b.is_some()) {
        varint(&mut levels, (run.len() as u64) << 1);
        levels.push(u8::from(run[0].is_some()));
    }
    let mut page = length(levels.len()).to_vec();
    page.extend_from_slice(&levels);
    for text in values.iter().flatten() {
        page.extend_from_slice(&length(text.len()));
        page.extend_from_slice(text.as_bytes());
    }
    let data =
        Thrift::default().small(1, values.len() as i64).small(2, PLAIN).small(3, RLE).small(4, RLE);
    let size = page.len() as i64;
    let header =
        Thrift::default().small(1, DATA_PAGE).small(2, size).small(3, size).nested(5, data).end();
    let offset = bytes.len();
    bytes.extend_from_slice(&header);
    bytes.extend_from_slice(&page);
    let metadata = Thrift::default()
        .small(1, BYTE_ARRAY)
        .smalls(2, &[PLAIN, RLE])
        .texts(3, &[name])
        .small(4, UNCOMPRESSED)
        .integer(5, values.len())
        .integer(6, bytes.len() - offset)
        .integer(7, bytes.len() - offset)
        .integer(9, offset);
    Thrift::default().integer(2, offset).nested(3, metadata)
}

fn length(bytes: usize) -> [u8; 4] {
    u32::try_from(bytes).unwrap_or(u32::MAX).to_le_bytes()
}

fn varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

fn zigzag(bytes: &mut Vec<u8>, number: i64) {
    varint(bytes, (number << 1 ^ number >> 63).cast_unsigned());
}

/// A struct in Thrift's compact protocol; fields are added in order.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    last: u8,
}

impl Thrift {
    fn field(&mut self, number: u8, kind: u8) {
        self.bytes.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    fn small(mut self, number: u8, value: i64) -> Self {
        self.field(number, 5);
        zigzag(&mut self.bytes, value);
        self
    }

    fn integer(mut self, number: u8, value: usize) -> Self {
        self.field(number, 6);
        zigzag(&mut self.bytes, value as i64);
        self
    }

    fn text(mut self, number: u8, text: &str) -> Self {
        self.field(number, 8);
        self.binary(text);
        self
    }

    fn binary(&mut self, text: &str) {
        varint(&mut self.bytes, text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn nested(mut self, number: u8, inner: Self) -> Self {
        self.field(number, 12);
        self.bytes.extend(inner.end());
        self
    }

    fn list(&mut self, number: u8, length: usize, kind: u8) {
        self.field(number, 9);
        self.bytes.push(0xf0 | kind);
        varint(&mut self.bytes, length as u64);
    }

    fn structs(mut self, number: u8, list: Vec<Self>) -> Self {
        self.list(number, list.len(), 12);
        for inner in list {
            self.bytes.extend(inner.end());
        }
        self
    }

    fn smalls(mut self, number: u8, list: &[i64]) -> Self {
        self.list(number, list.len(), 5);
        for &value in list {
            zigzag(&mut self.bytes, value);
        }
        self
    }

    fn texts(mut self, number: u8, list: &[&str]) -> Self {
        self.list(number, list.len(), 8);
        for text in list {
            self.binary(text);
        }
        self
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}
