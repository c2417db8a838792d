use crate::error::{AuthError, AuthErrorKind};

/// What was tried for one request so far. A new one for each request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attempts {
    /// A nonce came and was used.
    pub(super) nonce: bool,
    /// The token was refreshed.
    pub(super) refreshed: bool,
    /// New tokens were obtained so many times.
    pub(super) obtained: u8,
    /// Somebody else's new tokens were used so many times.
    pub(super) followed: u8,
}

/// What to do with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It stands.
    Done,
    /// Send the request once more, with the credentials of now.
    Again,
}

impl Attempts {
    /// How many times new tokens are obtained for one request.
    pub const MOST: u8 = 3;

    pub(super) fn obtain(&mut self) -> Result<(), AuthError> {
        if self.obtained >= Self::MOST {
            let text = format!(
                "The server turned the request away with each of {} new authorizations; there will \
                 be no more.",
                Self::MOST
            );
            let error = AuthError::new(AuthErrorKind::Rejected, text);
            return Err(error.breaks("auth-stepup-limit"));
        }
        self.obtained += 1;
        Ok(())
    }

    /// Whether the request may follow once more what another one obtained.
    pub(super) fn follow(&mut self) -> bool {
        self.followed += 1;
        self.followed <= Self::MOST
    }
}
