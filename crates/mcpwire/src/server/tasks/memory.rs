use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::stored::{StoreError, StoredTask, TaskStore};

/// Tasks in memory, which end with the process. This is the default.
#[derive(Debug, Default)]
pub struct MemoryTasks {
    tasks: Mutex<HashMap<String, StoredTask>>,
}

impl MemoryTasks {
    fn tasks(&self) -> MutexGuard<'_, HashMap<String, StoredTask>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TaskStore for MemoryTasks {
    fn put(&self, task: &StoredTask) -> Result<(), StoreError> {
        self.tasks().insert(task.id.clone(), task.clone());
        Ok(())
    }

    fn get(&self, id: &str) -> Result<Option<StoredTask>, StoreError> {
        Ok(self.tasks().get(id).cloned())
    }

    fn unfinished(&self) -> Result<Vec<StoredTask>, StoreError> {
        let tasks = self.tasks();
        Ok(tasks.values().filter(|task| !task.status.is_terminal()).cloned().collect())
    }

    fn forget_expired(&self, now: u64) -> Result<(), StoreError> {
        self.tasks().retain(|_, task| !task.is_expired(now));
        Ok(())
    }

    fn blocks(&self) -> bool {
        false
    }
}
