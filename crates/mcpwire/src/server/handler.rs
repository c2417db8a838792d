use std::future::Future;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::context::Context;
use super::tool_call::Call;

/// Async functions and closures that can stand behind a tool, a prompt, a resource or a resource
/// template, as far as each takes arguments:
///
/// | function | takes |
/// |---|---|
/// | `async fn(arguments)` | the arguments, or the variables of a template |
/// | `async fn(arguments, Context)` | and the [`Context`] of the request |
/// | `async fn(Context)` | the context alone |
/// | `async fn()` | nothing |
///
/// What it returns decides where it can stand: [`IntoOutput`](super::IntoOutput) for tools,
/// [`IntoMessages`](super::IntoMessages) for prompts, [`IntoContents`](super::IntoContents) for
/// resources and templates.
///
/// The trait is sealed: it is there for these functions, and nothing else can implement it.
#[diagnostic::on_unimplemented(
    message = "this function cannot answer requests",
    label = "not an async function of arguments, `Context`, both (in this order), or nothing",
    note = "it must be async (for work that blocks there is `Tool::blocking`), and what it captures or holds across an `.await` must be `Send`",
    note = "arguments derive `serde::Deserialize` and `schemars::JsonSchema`"
)]
pub trait Handler<A, M>: Send + Sync + 'static {
    /// What the function returns.
    type Output;

    /// Calls the function.
    fn call(
        &self,
        arguments: A,
        call: &Call<'_>,
    ) -> impl Future<Output = Self::Output> + Send + 'static;
}

/// The arguments of a function that takes none.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct NoArguments {}

impl<F, A, R> Handler<A, (A,)> for F
where
    // What tells arguments from a context: without it, `async fn(Context)` would be ambiguous.
    A: DeserializeOwned,
    F: Fn(A) -> R + Send + Sync + 'static,
    R: Future + Send + 'static,
{
    type Output = R::Output;

    fn call(&self, arguments: A, _: &Call<'_>) -> impl Future<Output = R::Output> + Send + 'static {
        self(arguments)
    }
}

impl<F, A, R> Handler<A, (A, Context)> for F
where
    A: DeserializeOwned,
    F: Fn(A, Context) -> R + Send + Sync + 'static,
    R: Future + Send + 'static,
{
    type Output = R::Output;

    fn call(
        &self,
        arguments: A,
        call: &Call<'_>,
    ) -> impl Future<Output = R::Output> + Send + 'static {
        self(arguments, call.context())
    }
}

impl<F, R> Handler<NoArguments, Context> for F
where
    F: Fn(Context) -> R + Send + Sync + 'static,
    R: Future + Send + 'static,
{
    type Output = R::Output;

    fn call(
        &self,
        _: NoArguments,
        call: &Call<'_>,
    ) -> impl Future<Output = R::Output> + Send + 'static {
        self(call.context())
    }
}

impl<F, R> Handler<NoArguments, ()> for F
where
    F: Fn() -> R + Send + Sync + 'static,
    R: Future + Send + 'static,
{
    type Output = R::Output;

    fn call(
        &self,
        _: NoArguments,
        _: &Call<'_>,
    ) -> impl Future<Output = R::Output> + Send + 'static {
        self()
    }
}
