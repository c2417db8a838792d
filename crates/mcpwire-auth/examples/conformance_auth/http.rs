use bytes::Bytes;
use http::{Request, Response};
use mcpwire_auth::FetchError;
use mcpwire_http::client::{AnswerBody, Event, HttpClient, HttpError};

/// Sends a request, follows no redirect, and reads the answer to its end; an event stream as its
/// data, a line each.
pub(crate) async fn send(request: Request<Bytes>) -> Result<Response<Bytes>, FetchError> {
    let failed = |error: HttpError| FetchError(error.to_string());
    let answer = HttpClient::new().send(request).await.map_err(failed)?;
    let body = match answer.body {
        AnswerBody::Whole(body) => body,
        AnswerBody::Events(mut events) => {
            let mut lines = Vec::new();
            while let Some(event) = events.next().await.map_err(failed)? {
                if let Event::Sent(event) = event {
                    lines.extend(event.data.unwrap_or_default());
                    lines.push(b'\n');
                }
            }
            lines.into()
        }
    };
    Ok(Response::from_parts(answer.head, body))
}
