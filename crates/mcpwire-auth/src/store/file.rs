use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::Store;
use crate::error::{AuthError, AuthErrorKind};
use crate::secret::{Secret, random};

/// Keeps everything in a file that only its owner may read or write.
///
/// A change is written beside the file and moved over it, so that a reader sees the old or the new
/// file whole; programs that share one wait for each other. On Unix a file that others may read is
/// refused; elsewhere the protection is that of the folder.
#[derive(Clone, Debug)]
pub struct FileStore {
    path: PathBuf,
}

type Entries = BTreeMap<String, Secret>;

impl FileStore {
    /// The longest file that is read, in bytes.
    pub const MOST: u64 = 4 << 20;

    /// A file at a place, which need not be there yet; its folder must.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        FileStore { path: path.into() }
    }

    fn read(&self) -> Result<Entries, AuthError> {
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Entries::new()),
            Err(error) => return Err(self.failed("opened", &error.to_string())),
        };
        self.check_private(&file)?;
        let mut text = String::new();
        let read = file.take(Self::MOST + 1).read_to_string(&mut text);
        read.map_err(|error| self.failed("read", &error.to_string()))?;
        if text.len() as u64 > Self::MOST {
            return Err(self.failed("read", "it is too large"));
        }
        // The reason would quote what stands there.
        serde_json::from_str(&text).map_err(|_| self.failed("read", "it is damaged; remove it"))
    }

    #[cfg(unix)]
    fn check_private(&self, file: &File) -> Result<(), AuthError> {
        use std::os::unix::fs::PermissionsExt;
        let metadata = file.metadata().map_err(|error| self.failed("read", &error.to_string()))?;
        match metadata.permissions().mode() & 0o077 {
            0 => Ok(()),
            _ => Err(self.failed("used", "others may read or write it; allow only its owner to")),
        }
    }

    #[cfg(not(unix))]
    fn check_private(&self, _: &File) -> Result<(), AuthError> {
        Ok(())
    }

    fn change(&self, change: impl FnOnce(&mut Entries)) -> Result<(), AuthError> {
        let failed = |error: io::Error| self.failed("written", &error.to_string());
        let lock = private(&self.beside("lock"), false).map_err(failed)?;
        lock.lock().map_err(failed)?;
        let mut entries = self.read()?;
        change(&mut entries);
        let text = serde_json::to_string(&entries)
            .map_err(|error| self.failed("written", &error.to_string()))?;
        let new = self.beside(&random());
        let written = private(&new, true)
            .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&new, &self.path));
        written.inspect_err(|_| drop(fs::remove_file(&new))).map_err(failed)
    }

    fn beside(&self, suffix: &str) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".");
        name.push(suffix);
        PathBuf::from(name)
    }

    fn failed(&self, what: &str, why: &str) -> AuthError {
        let text = format!("The token file {} cannot be {what}: {why}.", self.path.display());
        AuthError::new(AuthErrorKind::Store, text)
    }
}

/// Opens a file for writing that only its owner may read.
fn private(path: &Path, new: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(!new).create_new(new);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

impl Store for FileStore {
    fn get(&self, name: &str) -> Result<Option<Secret>, AuthError> {
        Ok(self.read()?.remove(name))
    }

    fn put(&self, name: &str, value: &Secret) -> Result<(), AuthError> {
        self.change(|entries| drop(entries.insert(name.to_owned(), value.clone())))
    }

    fn remove(&self, name: &str) -> Result<(), AuthError> {
        self.change(|entries| drop(entries.remove(name)))
    }
}
