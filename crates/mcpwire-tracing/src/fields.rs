use std::fmt::{self, Debug, Write};

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};

/// The most bytes of one field; the rest is cut off.
const MOST: usize = 8 << 10;

/// The fields of an event as JSON. A subscriber sees 32 of them at most.
#[derive(Default)]
pub(crate) struct Fields(pub Map<String, Value>);

impl Fields {
    fn put(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

impl Visit for Fields {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, cut(value, MOST));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let mut text = Short::default();
        // An error says that it was cut off, or that the value cannot be written; either way this
        // is what there is of it.
        let _ = write!(text, "{value:?}");
        self.put(field, text.0);
    }
}

/// As much of a text as `most` bytes hold.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

/// Text that takes no more than [`MOST`] bytes.
#[derive(Default)]
struct Short(String);

impl Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = cut(text, MOST - self.0.len());
        self.0.push_str(room);
        if room.len() < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}
