use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mcpwire_protocol::json::Text;
use mcpwire_protocol::types::TaskStatus;
use serde_json::value::RawValue;
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use super::stored::{StoreError, StoredTask, TaskStore};
use super::written::now;
use crate::server::blocking;
use crate::server::hub::Hub;

/// The tasks of a server.
pub(crate) struct Tasks {
    store: Arc<dyn TaskStore>,
    live: Mutex<HashMap<String, Arc<Live>>>,
    /// Told of every change.
    hub: Arc<Hub>,
}

/// A task that runs in this process.
#[derive(Debug)]
pub(crate) struct Live {
    /// Whom it belongs to.
    principal: Option<String>,
    state: tokio::sync::Mutex<State>,
}

#[derive(Debug)]
pub(super) struct State {
    pub task: StoredTask,
    /// Who waits for which answer.
    pub waiting: HashMap<String, Waiting>,
    pub work: Option<AbortHandle>,
}

/// A handler that waits for an answer.
pub(super) struct Waiting {
    /// Whether an answer fits the question.
    pub fits: Box<dyn Fn(Text<'_>) -> bool + Send>,
    pub answer: oneshot::Sender<()>,
}

impl fmt::Debug for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Waiting")
    }
}

impl Tasks {
    /// The most tasks that run at once in a process.
    const MOST: usize = 10_000;

    pub(crate) fn kept_by(store: Arc<dyn TaskStore>, hub: Arc<Hub>) -> Self {
        Tasks { store, live: Mutex::default(), hub }
    }

    fn live(&self) -> MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether another task may begin.
    pub(super) fn has_room(&self) -> bool {
        self.live().len() < Self::MOST
    }

    pub(super) fn find(&self, id: &str) -> Option<Arc<Live>> {
        self.live().get(id).cloned()
    }

    /// Takes a task on. It is kept when this returns, so that a look at it finds it.
    pub(super) async fn add(&self, task: StoredTask) -> Result<Arc<Live>, StoreError> {
        self.put(&task).await?;
        let principal = task.principal.clone();
        let state = State { task, waiting: HashMap::new(), work: None };
        let live = Arc::new(Live { principal, state: tokio::sync::Mutex::new(state) });
        let id = live.state.lock().await.task.id.clone();
        self.live().insert(id, live.clone());
        Ok(live)
    }

    /// Whether this task runs here and belongs to this caller: one that has ended changes no more.
    pub(crate) fn runs_for(&self, id: &str, principal: Option<&str>) -> bool {
        self.find(id).is_some_and(|live| live.principal.as_deref() == principal)
    }

    /// The state of a task, wherever it is.
    pub(super) async fn look_up(&self, id: &str) -> Result<Option<StoredTask>, StoreError> {
        let live = self.find(id);
        let found = match live {
            Some(live) => Some(live.state.lock().await.task.clone()),
            None => {
                let id = id.to_owned();
                self.with_store(move |store| store.get(&id)).await?
            }
        };
        Ok(found.filter(|task| !task.is_expired(now())))
    }

    /// Changes a task, unless it has ended; keeps it, and tells of it.
    pub(super) async fn change<T>(
        &self,
        live: &Live,
        change: impl FnOnce(&mut State) -> T,
    ) -> Result<Option<T>, StoreError> {
        let mut state = live.state.lock().await;
        if state.task.status.is_terminal() {
            return Ok(None);
        }
        let done = change(&mut state);
        state.task.updated = now().max(state.task.updated);
        self.put(&state.task).await?;
        if state.task.status.is_terminal() {
            self.live().remove(&state.task.id);
        }
        Ok(Some(done))
    }

    /// Ends a task with its result or its error.
    pub(super) async fn end(
        &self,
        live: &Live,
        status: TaskStatus,
        outcome: Option<Box<RawValue>>,
    ) -> Result<(), StoreError> {
        let end = |state: &mut State| {
            state.task.status = status;
            state.task.outcome = outcome;
            state.task.asked.clear();
            state.waiting.clear();
            state.work.take()
        };
        // The work that ends itself has no need to be stopped.
        if let Some(Some(work)) = self.change(live, end).await?
            && status == TaskStatus::Cancelled
        {
            work.abort();
        }
        Ok(())
    }

    /// Keeps a state, and tells whoever listens.
    async fn put(&self, task: &StoredTask) -> Result<(), StoreError> {
        let kept = task.clone();
        self.with_store(move |store| store.put(&kept)).await?;
        self.hub.task_updated(&task.id, || task.detailed());
        Ok(())
    }

    pub(super) async fn forget_expired(&self) -> Result<(), StoreError> {
        self.with_store(|store| store.forget_expired(now())).await
    }

    pub(super) async fn unfinished(&self) -> Result<Vec<StoredTask>, StoreError> {
        self.with_store(|store| store.unfinished()).await
    }

    async fn with_store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn TaskStore) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        if !self.store.blocks() {
            return work(&*self.store);
        }
        let store = self.store.clone();
        let done = blocking::on_a_thread(move || work(&*store)).await;
        done.unwrap_or_else(|failure| Err(StoreError(failure.to_string())))
    }
}

impl Live {
    pub(super) async fn task(&self) -> StoredTask {
        self.state.lock().await.task.clone()
    }

    pub(super) async fn runs_as(&self, work: AbortHandle) {
        self.state.lock().await.work = Some(work);
    }
}
