use super::question::Question;
use crate::server::context::Context;
use crate::server::failure::Failure;

/// Several questions that are asked at once: a tuple of two to four pairs of key and question. See
/// [`Context::inputs`].
pub trait Questions {
    /// The answers, in the same order.
    type Answers;

    /// Asks for all that is not answered yet.
    fn ask(self, context: &Context) -> Result<Self::Answers, Failure>;
}

macro_rules! tuples {
    ($(($($question:ident $place:tt),*))*) => {$(
        impl<'k, $($question: Question),*> Questions
            for ($((&'k str, $question),)*)
        {
            type Answers = ($($question::Answer,)*);

            fn ask(self, context: &Context) -> Result<Self::Answers, Failure> {
                let answers = ($(context.ask(self.$place.0, self.$place.1)?,)*);
                match answers {
                    ($(Some($question),)*) => Ok(($($question,)*)),
                    _ => Err(context.awaiting_input()),
                }
            }
        }
    )*};
}

#[allow(non_snake_case)]
mod impls {
    use super::{Context, Failure, Question, Questions};
    tuples! {
        (A 0, B 1)
        (A 0, B 1, C 2)
        (A 0, B 1, C 2, D 3)
    }
}
