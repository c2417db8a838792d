//! Any bytes are classified; the verdict does not depend on white space; what is written in answer
//! is itself a message.

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{Id, IdKind, Incoming, Outcome, RpcError, write_error};
use serde::de::IgnoredAny;

pub fn hold(data: &[u8]) {
    let incoming = Incoming::parse(data);
    let bytes = data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(data);
    let text = std::str::from_utf8(bytes).ok();
    let is_json = text.is_some_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok());
    answer(&incoming);
    if let Incoming::Malformed(malformed) = &incoming {
        let fault = &malformed.fault;
        assert_eq!(malformed.is_json, is_json);
        assert_eq!(malformed.bytes, bytes);
        assert!(fault.place.bytes.end <= bytes.len() && fault.message.len() < 1_000);
        if let (true, Some(text)) = (is_json, text) {
            assert!(text.get(fault.place.bytes.clone()).is_some());
            assert!(Text::parse(text).unwrap().at(&fault.place.pointer).is_some(), "{fault}");
        }
    } else {
        assert!(is_json);
        whole(text.unwrap_or_default(), &incoming);
    }
    let spaced = [b"\xef\xbb\xbf \r\n\t", bytes, b" \r"].concat();
    if !bytes.starts_with(b"\xef\xbb\xbf") {
        assert_eq!(verdict(&Incoming::parse(&spaced)), verdict(&incoming));
    }
}

/// What was read of a good message is what stands in it.
fn whole(text: &str, incoming: &Incoming<'_>) {
    let message = Text::parse(text).unwrap();
    let id = message.get("id");
    assert_eq!(incoming.id().map(Id::text), id.filter(|_| IdKind::of(id).can_be_echoed()));
    let params = match incoming {
        Incoming::Request(request) => &request.params,
        Incoming::Notification(notification) => &notification.params,
        Incoming::Response(response) => {
            assert_eq!(response.id_kind, IdKind::of(id));
            return;
        }
        Incoming::Malformed(_) => return,
    };
    assert_eq!(params.text, message.get("params"));
    assert_eq!(params.name, params.get("name"));
    assert_eq!(params.arguments, params.get("arguments"));
    assert_eq!(params.uri, params.get("uri"));
    let meta = &params.meta;
    assert_eq!(meta.text, params.get("_meta"));
    assert_eq!(meta.progress_token, meta.get("progressToken"));
    assert_eq!(meta.protocol_version, meta.get("io.modelcontextprotocol/protocolVersion"));
}

/// An error in answer to `incoming`, for its fault where it has one, is read as it was meant.
fn answer(incoming: &Incoming<'_>) {
    let error = match incoming {
        Incoming::Malformed(malformed) => RpcError::from(&malformed.fault),
        _ => RpcError::new(mcpwire_protocol::jsonrpc::ErrorCode::INTERNAL_ERROR, "\u{0}\"\\é"),
    };
    let mut written = Vec::new();
    write_error(&mut written, incoming.id(), &error);
    let Incoming::Response(response) = Incoming::parse(&written) else {
        panic!("{}", String::from_utf8_lossy(&written))
    };
    assert_eq!(response.id.map(Id::as_str), incoming.id().map(Id::as_str));
    assert_eq!(response.id, incoming.id());
    let Outcome::Error(read) = response.outcome else { panic!("an error is no result") };
    assert_eq!((read.code, &*read.message), (error.code, error.message.as_str()));
    assert_eq!(read.data.is_some(), error.data.is_some());
}

fn verdict<'a>(incoming: &Incoming<'a>) -> (&'static str, Option<&'a str>, Option<String>) {
    let class = match incoming {
        Incoming::Request(_) => "request",
        Incoming::Notification(_) => "notification",
        Incoming::Response(_) => "response",
        Incoming::Malformed(malformed) => malformed.fault.rule.as_str(),
    };
    (class, incoming.id().map(Id::as_str), incoming.method().map(|method| method.into_owned()))
}
