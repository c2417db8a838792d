//! What surrounds a conversation when somebody logs in.

use mcpwire_check::{Report, check_example};
use mcpwire_protocol::rules::fixture::Example;

use crate::talk::{broken, no_tools, request};

fn judged(text: &str) -> Report {
    let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
    let fixture = Example { topic: "auth", name: "login", text }.fixture().expect("readable");
    check_example(&fixture, "auth", false)
}

const HEAD: &str = "\
> Host: example.com
> Content-Type: application/json
> Accept: application/json, text/event-stream
> MCP-Protocol-Version: 2026-07-28
> Mcp-Method: tools/list
";

/// Metadata, registrations and tokens are JSON and no messages of the protocol.
#[test]
fn what_goes_to_authorization_servers_is_not_taken_for_messages() {
    let exchange = |head: &str, sent: &str, came: &str| {
        format!("{head}\n--> {sent}\n< 200\n< Content-Type: application/json\n<-- {came}\n")
    };
    let form =
        "> POST /token\n> Host: as.example.com\n> Content-Type: application/x-www-form-urlencoded";
    let register = "> POST /register\n> Host: as.example.com\n> Content-Type: application/json";
    let login = [
        exchange(
            "> GET /.well-known/oauth-protected-resource/mcp\n> Host: example.com",
            "",
            r#"{"resource":"https://example.com/mcp","authorization_servers":["https://as.example.com"]}"#,
        ),
        exchange(
            "> GET /.well-known/oauth-authorization-server\n> Host: as.example.com",
            "",
            r#"{"issuer":"https://as.example.com"}"#,
        ),
        exchange("> GET /jwks\n> Host: as.example.com", "", r#"{"keys":[]}"#),
        exchange(register, r#"{"redirect_uris":["http://127.0.0.1/c"]}"#, r#"{"client_id":"c"}"#),
        exchange(form, "grant_type=refresh_token", r#"{"access_token":"t","token_type":"Bearer"}"#),
        exchange(
            format!("> POST /mcp\n{HEAD}").trim_end(),
            &request(1, "tools/list"),
            &no_tools(1),
        ),
    ];
    let report = judged(&format!("# A login.\n{}", login.concat()));
    assert_eq!(broken(&report), [""; 0]);
    // The same bodies at the endpoint are what they always were.
    let head = format!("> POST /mcp\n{HEAD}");
    let wrong = exchange(head.trim_end(), &request(1, "tools/list"), r#"{"client_id":"c"}"#);
    assert!(!broken(&judged(&format!("# No answer.\n{wrong}"))).is_empty());
    let wrong = exchange(head.trim_end(), r#"{"client_name":"c"}"#, r#"{"client_id":"c"}"#);
    assert!(!broken(&judged(&format!("# No message.\n{wrong}"))).is_empty());
}

#[test]
fn a_token_in_an_address_is_told_without_showing_it() {
    let sent = request(1, "tools/list");
    let text = format!("# A token.\n> POST /mcp?a=1&access_token=s3cret\n{HEAD}--> {sent}\n");
    let report = judged(&text);
    assert_eq!(broken(&report), ["auth-no-query-token"]);
    assert!(!format!("{report:?}").contains("s3cret"));
}
