use std::fmt;
use std::future::Future;

use super::{Browser, Visit};
use crate::error::{AuthError, AuthErrorKind};

/// The way for a machine without a browser: the address is shown, the person visits it elsewhere,
/// and brings back the address at which their browser ends, which need not lead anywhere there.
pub struct Pasted<F> {
    redirect_uri: String,
    ask: F,
}

impl<F, A> Pasted<F>
where
    F: Fn(String) -> A + Send + Sync,
    A: Future<Output = std::io::Result<String>> + Send + 'static,
{
    /// How many characters of what is brought back are looked at.
    const MOST: usize = 16 << 10;

    /// Asks by a function that shows an address and gives what the person brings back.
    /// `redirect_uri` is an address of this machine at which nobody need listen, such as
    /// `http://127.0.0.1:33418/callback`.
    pub fn new(redirect_uri: impl Into<String>, ask: F) -> Self {
        Pasted { redirect_uri: redirect_uri.into(), ask }
    }
}

impl<F, A> Browser for Pasted<F>
where
    F: Fn(String) -> A + Send + Sync,
    A: Future<Output = std::io::Result<String>> + Send + 'static,
{
    fn redirect_uri(&self) -> String {
        self.redirect_uri.clone()
    }

    fn visit(&self, url: &str) -> Visit<'_> {
        let asking = (self.ask)(url.to_owned());
        Box::pin(async move {
            let wrong = |why: &str| AuthError::new(AuthErrorKind::Redirect, why);
            let pasted = asking
                .await
                .map_err(|error| wrong(&format!("Nobody brought an address back: {error}.")))?;
            let pasted = pasted.trim();
            if pasted.len() > Self::MOST || !pasted.contains('?') {
                return Err(wrong(
                    "What was brought back is not the address at which the browser ended: copy it \
                     whole, with everything behind the question mark.",
                ));
            }
            Ok(pasted.to_owned())
        })
    }
}

impl<F> fmt::Debug for Pasted<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pasted").field("redirect_uri", &self.redirect_uri).finish_non_exhaustive()
    }
}
