//! The file of a recording.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

use mcpwire_protocol::recording::{Entry, read};

/// The longest first line that is looked at.
const MOST: u64 = 4 << 10;

/// Makes a file. One that is there already is replaced if a command of this program recorded it,
/// and left as it is if not; nothing is ever written through a link.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if there is a file that is not replaced, or whatever else keeps
/// the file from being made.
pub(super) fn create(path: &Path) -> io::Result<File> {
    let create = || OpenOptions::new().write(true).create_new(true).open(path);
    match create() {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_ours(path) => {
            // It is removed, not emptied: who still reads the old one keeps it.
            std::fs::remove_file(path)?;
            create()
        }
        made => made,
    }
}

/// Whether a command of this program recorded a file, as its first line says.
fn is_ours(path: &Path) -> bool {
    if !std::fs::symlink_metadata(path).is_ok_and(|about| about.is_file()) {
        return false;
    }
    let Ok(file) = File::open(path) else { return false };
    let mut head = Vec::new();
    if file.take(MOST).read_to_end(&mut head).is_err() {
        return false;
    }
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_ours =
        |text: &Option<String>| text.as_deref().is_some_and(|it| it.starts_with("mcpwire "));
    match read(line).next() {
        Some(Entry::Header(header)) => is_ours(&header.writer) && is_ours(&header.title),
        _ => false,
    }
}
