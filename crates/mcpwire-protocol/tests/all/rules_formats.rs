//! The formats of strings, as the rules see them: nothing is called wrong that some reading allows.

use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::rules::{Facts, message};
use serde_json::{Value, json};

/// The rules that a result breaks, save the one about the server's name.
fn broken(method: &str, mut result: Value) -> Vec<&'static str> {
    result["resultType"] = json!("complete");
    result["ttlMs"] = json!(0);
    result["cacheScope"] = json!("private");
    let text = json!({"jsonrpc": "2.0", "id": 1, "result": result}).to_string();
    let facts = Facts { method: Some(method), ..Facts::default() };
    let found = message(&Incoming::parse(text.as_bytes()), &facts);
    found
        .iter()
        .map(|found| found.rule.as_str())
        .filter(|id| *id != "server-info-missing")
        .collect()
}

fn check(cases: &[(&str, &str)], judge: impl Fn(&str) -> Vec<&'static str>) {
    for (text, rule) in cases {
        let expected: &[&str] = if rule.is_empty() { &[] } else { &[*rule] };
        assert_eq!(judge(text), expected, "{text:?}");
    }
}

#[test]
fn uris_of_resources() {
    let cases = [
        ("file:///a", ""),
        ("policy://larkfield/delivery-policy", ""),
        ("urn:isbn:0451450523", ""),
        ("https://example.com/a%20b?c=d#e", ""),
        ("git+ssh://host/path", ""),
        ("a b", "resource-uri-format"),
        ("/relative", "resource-uri-format"),
        ("file:///größe", "resource-uri-format"),
        ("file:///a%2", "resource-uri-format"),
        ("mailto:", "resource-uri-format"),
        ("my_scheme:x", "resources-custom-scheme"),
        ("1file:///x", "resources-custom-scheme"),
    ];
    check(&cases, |uri| {
        broken("resources/list", json!({"resources": [{"uri": uri, "name": "a"}]}))
    });
}

#[test]
fn templates_of_resources() {
    let wrong = "template-uri-format";
    let cases = [
        ("policy://{tenant}/{doc_id}", ""),
        ("{+base}/x{?page,size:3,tags*}{#frag}", ""),
        ("no-variables", ""),
        ("file:///it's/{path}", ""),
        ("file:///{a", wrong),
        ("file:///a}", wrong),
        ("{}", wrong),
        ("{a b}", wrong),
        ("{{a}}", wrong),
        ("file:///a b", wrong),
        ("{a:}", wrong),
    ];
    check(&cases, |template| {
        let templates = json!([{"uriTemplate": template, "name": "a"}]);
        broken("resources/templates/list", json!({"resourceTemplates": templates}))
    });
}

#[test]
fn base64_of_blocks() {
    let wrong = "content-base64";
    let cases = [
        ("", ""),
        ("AA==", ""),
        ("AA", ""),
        ("_-8=", ""),
        ("iVBORw0KGgo=", ""),
        ("A", wrong),
        ("AA=", wrong),
        ("AA=A", wrong),
        ("not base64!", wrong),
        ("AAAA====", wrong),
    ];
    check(&cases, |data| {
        let block = json!({"type": "image", "data": data, "mimeType": "image/png"});
        broken("tools/call", json!({"content": [block]}))
    });
}

#[test]
fn times_of_annotations() {
    let wrong = "content-annotations-modified";
    let cases = [
        ("2026-07-28T09:30:00Z", ""),
        ("2026-07-28T09:30:00.123456+02:00", ""),
        ("2026-07-28", ""),
        ("2026-07", ""),
        ("20260728T093000Z", ""),
        ("2026-07-28T09:30", ""),
        ("2026-W31-2", ""),
        ("yesterday", wrong),
        ("28.07.2026", wrong),
        ("2026-13-01", wrong),
        ("2026-07-28 09:30:00", wrong),
        ("1785228600", wrong),
        ("", wrong),
    ];
    check(&cases, |time| {
        let block = json!({"type": "text", "text": "a", "annotations": {"lastModified": time}});
        broken("tools/call", json!({"content": [block]}))
    });
}

#[test]
fn media_types_of_blocks() {
    let wrong = "content-mime-valid";
    let cases = [
        ("image/png", ""),
        ("IMAGE/SVG+XML; charset=utf-8", ""),
        ("application/octet-stream", ""),
        ("png", wrong),
        ("image/", wrong),
        ("audio/wav", wrong),
    ];
    check(&cases, |mime| {
        broken(
            "tools/call",
            json!({"content": [{"type": "image", "data": "AA==", "mimeType": mime}]}),
        )
    });
}

#[test]
fn sources_and_sizes_of_icons() {
    let cases = [
        ("https://example.com/i.png", ""),
        ("data:image/png;base64,AA==", ""),
        ("data:image/png;base64,AA%3D%3D", ""),
        ("http://example.com/i.png", "icon-src-plain-http"),
        ("data:image/svg+xml,x", "icon-src-data-base64"),
        ("file:///i.png", "icon-src-scheme"),
        ("i.png", "icon-src-uri"),
    ];
    let tool = |icon: Value| {
        broken(
            "tools/list",
            json!({"tools": [{"name": "t", "inputSchema": {"type": "object"}, "icons": [icon]}]}),
        )
    };
    check(&cases, |src| tool(json!({"src": src})));
    let sizes =
        [("48x48", ""), ("any", ""), ("48", "icon-sizes-format"), ("x48", "icon-sizes-format")];
    check(&sizes, |size| tool(json!({"src": "https://example.com/i", "sizes": [size]})));
}
