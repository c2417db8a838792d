use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use mcpwire_auth::FetchError;

const MOST: usize = 1 << 20;

/// Sends a request, follows no redirect, and reads the answer whole.
pub(crate) async fn send(request: Request<Bytes>) -> Result<Response<Bytes>, FetchError> {
    let client = Client::builder(TokioExecutor::new()).build_http::<Full<Bytes>>();
    let answer = client.request(request.map(Full::new)).await;
    let (head, body) = answer.map_err(|error| FetchError(error.to_string()))?.into_parts();
    let body = Limited::new(body, MOST).collect().await;
    let body = body.map_err(|error| FetchError(error.to_string()))?;
    Ok(Response::from_parts(head, body.to_bytes()))
}
