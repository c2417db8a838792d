//! What to do when a server wants other credentials.

use http::{HeaderMap, StatusCode};

use super::{Attempts, Authorizer, Credentials, Next, now};
use crate::challenge::Demand;
use crate::error::{AuthError, AuthErrorKind, quoted};
use crate::scopes::{Scopes, chosen_scopes};

impl Authorizer {
    /// Says what to do with the answer to a request that went to `url` with these credentials:
    /// `Again` once new ones were obtained. `attempts` belongs to the request, and bounds how often
    /// that can be.
    ///
    /// # Errors
    ///
    /// New credentials cannot be had, or did not help.
    pub async fn judge(
        &self,
        url: &str,
        credentials: &Credentials,
        status: StatusCode,
        headers: &HeaderMap,
        attempts: &mut Attempts,
    ) -> Result<Next, AuthError> {
        let noted = self.state().nonces.note(url, headers);
        let demand = match status {
            StatusCode::UNAUTHORIZED => Demand::read(headers),
            StatusCode::FORBIDDEN => Demand::read(headers),
            _ => return Ok(Next::Done),
        };
        if status == StatusCode::UNAUTHORIZED {
            if noted && demand.is("use_dpop_nonce") && !attempts.nonce {
                attempts.nonce = true;
                return Ok(Next::Again);
            }
            return self.unauthorized(credentials, &demand, attempts).await;
        }
        match &demand.scopes {
            Some(scopes) if demand.is("insufficient_scope") => {
                self.step_up(credentials, scopes, &demand, attempts).await
            }
            _ => Ok(Next::Done),
        }
    }

    async fn unauthorized(
        &self,
        credentials: &Credentials,
        demand: &Demand,
        attempts: &mut Attempts,
    ) -> Result<Next, AuthError> {
        let _turn = self.turn.lock().await;
        if self.came_since(credentials) && attempts.follow() {
            return Ok(Next::Again);
        }
        if attempts.obtained > 0 {
            let words = demand.description.as_deref().map(|words| format!(" ({})", quoted(words)));
            let text = format!(
                "`{}` does not take the token that its own authorization server has just given \
                 out{}.",
                self.server,
                words.unwrap_or_default()
            );
            return Err(AuthError::new(AuthErrorKind::Rejected, text));
        }
        // Read anew each time: the server may have moved to another authorization server.
        let found = self.find(demand).await?;
        let session = self.state().session.clone();
        let same = session.filter(|session| session.issuer.issuer == found.issuer.issuer);
        if let Some(session) = &same
            && session.tokens.refresh.is_some()
            && !std::mem::replace(&mut attempts.refreshed, true)
            && let Ok(session) = self.refresh(session).await
        {
            self.keep(session)?;
            return Ok(Next::Again);
        }
        attempts.obtain()?;
        let before = self.asked_before();
        let offline = self.offline && found.issuer.knows_scope("offline_access");
        let scopes =
            chosen_scopes(demand.scopes.as_ref(), found.scopes.as_deref(), &before, offline);
        let session = self.obtain(found, scopes).await?;
        self.keep(session)?;
        Ok(Next::Again)
    }

    /// Asks for more, and never for the same twice: who did not get it will not get it.
    async fn step_up(
        &self,
        credentials: &Credentials,
        wanted: &Scopes,
        demand: &Demand,
        attempts: &mut Attempts,
    ) -> Result<Next, AuthError> {
        let _turn = self.turn.lock().await;
        if self.came_since(credentials) && attempts.follow() {
            return Ok(Next::Again);
        }
        let before = self.asked_before();
        if before.covers(wanted) {
            let text = format!(
                "`{}` wants the scopes `{wanted}`, which were asked for and not granted.",
                self.server
            );
            let error = AuthError::new(AuthErrorKind::Rejected, text);
            return Err(error.breaks("auth-stepup-limit"));
        }
        attempts.obtain()?;
        let found = self.find(demand).await?;
        let session = self.obtain(found, before.union(wanted)).await?;
        self.keep(session)?;
        Ok(Next::Again)
    }

    /// Renews a token that is about to end. If that fails the old one is sent, and the server's
    /// answer decides.
    pub(super) async fn renew_early(&self) {
        let Some(is_over) = self.renewable() else { return };
        let _turn = match is_over {
            true => self.turn.lock().await,
            // It is good for a little longer: who finds somebody else at it goes on, since that may
            // take as long as a person thinks.
            false => match self.turn.try_lock() {
                Ok(turn) => turn,
                Err(_) => return,
            },
        };
        let session = self.renewable().and_then(|_| self.state().session.clone());
        let Some(session) = session else { return };
        if let Ok(session) = self.refresh(&session).await {
            let _ = self.keep(session);
        }
    }

    /// Whether the token has ended, if it has or is about to, and there is a way to the next one
    /// that takes no person.
    fn renewable(&self) -> Option<bool> {
        let state = self.state();
        let tokens = &state.session.as_ref()?.tokens;
        let due = tokens.refresh.is_some() && tokens.is_stale(now());
        due.then(|| tokens.expires_at.is_some_and(|at| at <= now()))
    }

    fn came_since(&self, credentials: &Credentials) -> bool {
        let state = self.state();
        state.session.is_some() && state.generation != credentials.generation
    }

    fn asked_before(&self) -> Scopes {
        self.state().session.as_ref().map(|session| session.scopes.clone()).unwrap_or_default()
    }
}
