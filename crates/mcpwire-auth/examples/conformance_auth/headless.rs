use bytes::Bytes;
use http::Request;
use http::header::LOCATION;
use mcpwire_auth::browser::{Browser, Visit};
use mcpwire_auth::{AuthError, FetchError};

/// A browser without a person: the suite's authorization server says yes at once.
pub(crate) struct Headless;

impl Browser for Headless {
    fn redirect_uri(&self) -> String {
        "http://localhost:3000/callback".to_owned()
    }

    fn visit(&self, url: &str) -> Visit<'_> {
        let url = url.to_owned();
        Box::pin(
            async move { sent_back(&url).await.map_err(|FetchError(why)| AuthError::own(why)) },
        )
    }
}

async fn sent_back(url: &str) -> Result<String, FetchError> {
    let request = Request::get(url).body(Bytes::new());
    let request = request.map_err(|error| FetchError(error.to_string()))?;
    let answer = crate::http::send(request).await?;
    let location = answer.headers().get(LOCATION).and_then(|place| place.to_str().ok());
    location.map(str::to_owned).ok_or_else(|| FetchError("Nobody was sent back.".to_owned()))
}
