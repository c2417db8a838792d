//! Where tokens and registrations are kept.

mod file;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

pub use file::FileStore;

use crate::error::AuthError;
use crate::secret::Secret;

/// Keeps small texts by name: tokens, keys and registrations, all of them secret.
///
/// The names hold addresses of servers and issuers. A keyring of the system fits behind it. The
/// calls are rare and may take a moment, as those of a file do.
pub trait Store: Send + Sync {
    /// What is kept under a name.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    fn get(&self, name: &str) -> Result<Option<Secret>, AuthError>;

    /// Keeps something under a name, instead of what was there.
    ///
    /// # Errors
    ///
    /// It cannot be kept.
    fn put(&self, name: &str, value: &Secret) -> Result<(), AuthError>;

    /// Forgets what is kept under a name.
    ///
    /// # Errors
    ///
    /// It cannot be forgotten.
    fn remove(&self, name: &str) -> Result<(), AuthError>;
}

/// Keeps everything until the program ends.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<HashMap<String, Secret>>);

impl MemoryStore {
    fn map(&self) -> std::sync::MutexGuard<'_, HashMap<String, Secret>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    fn get(&self, name: &str) -> Result<Option<Secret>, AuthError> {
        Ok(self.map().get(name).cloned())
    }

    fn put(&self, name: &str, value: &Secret) -> Result<(), AuthError> {
        self.map().insert(name.to_owned(), value.clone());
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<(), AuthError> {
        self.map().remove(name);
        Ok(())
    }
}

impl<S: Store + ?Sized> Store for std::sync::Arc<S> {
    fn get(&self, name: &str) -> Result<Option<Secret>, AuthError> {
        (**self).get(name)
    }

    fn put(&self, name: &str, value: &Secret) -> Result<(), AuthError> {
        (**self).put(name, value)
    }

    fn remove(&self, name: &str) -> Result<(), AuthError> {
        (**self).remove(name)
    }
}
