use std::sync::Arc;

use mcpwire_protocol::json::Text;
use mcpwire_protocol::types::TaskStatus;
use tokio::sync::oneshot;

use super::live::{Live, State, Waiting};
use crate::server::context::Context;
use crate::server::failure::Failure;
use crate::server::input::{Question, Questions};

/// What a task knows of itself, and may ask and tell.
///
/// Where no task was made, because the client knows none, the same work runs within its request;
/// then [`Task::input`] is [`Context::input`], and what is told is dropped.
#[derive(Clone, Debug)]
pub struct Task {
    pub(super) context: Context,
    pub(super) live: Option<Arc<Live>>,
}

impl Task {
    /// The name of the task; `None` where the work runs within its request.
    pub async fn id(&self) -> Option<String> {
        match &self.live {
            Some(live) => Some(live.task().await.id),
            None => None,
        }
    }

    /// The context of the call that the task was made of. Its progress and its log messages reach
    /// nobody once the call is answered.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Tells how far the work is, in words that may reach a user or a model.
    ///
    /// # Errors
    ///
    /// The store of tasks failed.
    pub async fn tell(&self, message: impl Into<String>) -> Result<(), Failure> {
        let Some(live) = &self.live else { return Ok(()) };
        let message = message.into();
        let tell = |state: &mut State| state.task.status_message = Some(message);
        self.context.tasks().change(live, tell).await?;
        Ok(())
    }

    /// Asks the client for something and waits for the answer, for as long as the task lives. A
    /// key stands for one question over the whole life of the task.
    ///
    /// # Errors
    ///
    /// -32021 if the client did not declare the capability; the store of tasks failed.
    ///
    /// Specification: SEP-2663, "Task Update Requests".
    pub async fn input<Q: Question + Sync + 'static>(
        &self,
        key: &str,
        question: Q,
    ) -> Result<Q::Answer, Failure> {
        let Some(live) = &self.live else { return self.context.input(key, question) };
        let question = Arc::new(question);
        loop {
            let Some(answered) = self.put_down(live, key, &question).await? else {
                return Err(Failure::new("The task has ended."));
            };
            match answered {
                Asked::Answered(answer) => return Ok(answer),
                // Dropped where the task ends, and this work with it.
                Asked::Waiting(answered) => {
                    if answered.await.is_err() {
                        return Err(Failure::new("The task has ended."));
                    }
                }
            }
        }
    }

    /// Asks several things at once; see [`Context::inputs`].
    ///
    /// # Errors
    ///
    /// As [`Task::input`].
    pub async fn inputs<Q: Questions>(&self, questions: Q) -> Result<Q::Answers, Failure> {
        questions.ask_in(self).await
    }

    /// The answer, if it is there; otherwise the question is shown to the client.
    async fn put_down<Q: Question + Sync + 'static>(
        &self,
        live: &Live,
        key: &str,
        question: &Arc<Q>,
    ) -> Result<Option<Asked<Q::Answer>>, Failure> {
        self.context.must_take(&**question)?;
        let request = question.request()?;
        let (answer, answered) = oneshot::channel();
        let reader = question.clone();
        let change = |state: &mut State| {
            if let Some(known) = state.task.answers.get(key)
                && let Ok(text) = Text::parse(known.get())
                && let Ok(answer) = question.read(text)
            {
                return Asked::Answered(answer);
            }
            let fits = Box::new(move |text: Text<'_>| reader.read(text).is_ok());
            state.waiting.insert(key.to_owned(), Waiting { fits, answer });
            state.task.asked.insert(key.to_owned(), request);
            state.task.status = TaskStatus::InputRequired;
            Asked::Waiting(answered)
        };
        Ok(self.context.tasks().change(live, change).await?)
    }
}

enum Asked<T> {
    Answered(T),
    Waiting(oneshot::Receiver<()>),
}
