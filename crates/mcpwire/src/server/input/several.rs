use std::future::Future;

use super::question::Question;
use crate::server::context::Context;
use crate::server::failure::Failure;
use crate::server::tasks::Task;

/// Several questions that are asked at once: a tuple of two to four pairs of key and question. See
/// [`Context::inputs`].
pub trait Questions {
    /// The answers, in the same order.
    type Answers;

    /// Asks for all that is not answered yet.
    fn ask(self, context: &Context) -> Result<Self::Answers, Failure>;

    /// Asks for all of it within a task, and waits.
    fn ask_in(self, task: &Task) -> impl Future<Output = Result<Self::Answers, Failure>> + Send;
}

macro_rules! tuples {
    ($(($($key:ident $question:ident $place:tt),*))*) => {$(
        impl<$($key, $question),*> Questions for ($(($key, $question),)*)
        where
            $($key: AsRef<str> + Send,)*
            $($question: Question + Sync + 'static,)*
        {
            type Answers = ($($question::Answer,)*);

            fn ask(self, context: &Context) -> Result<Self::Answers, Failure> {
                let answers = ($(context.ask(self.$place.0.as_ref(), self.$place.1)?,)*);
                match answers {
                    ($(Some($question),)*) => Ok(($($question,)*)),
                    _ => Err(context.awaiting_input()),
                }
            }

            async fn ask_in(self, task: &Task) -> Result<Self::Answers, Failure> {
                $(let $key = self.$place.0;)*
                let answers = tokio::join!(
                    $(task.input($key.as_ref(), self.$place.1)),*
                );
                Ok(($(answers.$place?,)*))
            }
        }
    )*};
}

#[allow(non_snake_case)]
mod impls {
    use super::{Context, Failure, Question, Questions, Task};
    tuples! {
        (K A 0, L B 1)
        (K A 0, L B 1, M C 2)
        (K A 0, L B 1, M C 2, N D 3)
    }
}
