use std::fmt;

use rusqlite::ErrorCode;

/// Why a file with tasks cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// Another process works with it.
    InUse,
    /// It is no file with tasks; nothing was written to it.
    Foreign,
    /// A newer version of this library has written it, in this version of its form.
    Version(i64),
    /// SQLite cannot open, read or set up the file.
    Database(rusqlite::Error),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::InUse => f.write_str(
                "The file with tasks is used by another process. One server at a time works with \
                 it; end the other one, or give this one a file of its own.",
            ),
            OpenError::Foreign => {
                f.write_str("The file is no file with tasks, and is left as it is. Name another.")
            }
            OpenError::Version(version) => write!(
                f,
                "The file with tasks has the form of version {version}, which a newer version of \
                 this library has written, and is left as it is."
            ),
            OpenError::Database(error) => {
                write!(f, "The file with tasks cannot be used: {error}.")
            }
        }
    }
}

impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            OpenError::Database(error) => Some(error),
            OpenError::InUse | OpenError::Foreign | OpenError::Version(_) => None,
        }
    }
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::InUse,
            Some(ErrorCode::NotADatabase) => OpenError::Foreign,
            _ => OpenError::Database(error),
        }
    }
}
