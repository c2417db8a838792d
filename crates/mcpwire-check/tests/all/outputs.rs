//! What tools return, held against the schemas that they state.

use serde_json::{Value, json};

use crate::talk::{broken, judge, request};

const TEXT: &str = r#"[{"type":"text","text":"{\"at\":1}"}]"#;

/// A result with what every one has.
fn result(id: u64, members: Value) -> String {
    let server = json!({ "io.modelcontextprotocol/serverInfo": { "name": "s", "version": "1" } });
    let mut result = json!({ "resultType": "complete", "_meta": server });
    let members = members.as_object().cloned().unwrap_or_default();
    result.as_object_mut().expect("an object").extend(members);
    format!("<{}", json!({ "jsonrpc": "2.0", "id": id, "result": result }))
}

#[test]
fn results_are_judged_by_the_schema_that_their_tool_states() {
    let text: Value = serde_json::from_str(TEXT).expect("JSON");
    let schema = json!({ "type": "object", "required": ["at"] });
    let open = json!({ "$ref": "https://example.com/s.json" });
    let nonconforming = Some("tool-output-nonconforming");
    let rows = [
        (&schema, json!({ "content": text, "structuredContent": { "at": 1 } }), None),
        (&schema, json!({ "content": text, "structuredContent": {} }), nonconforming),
        (&schema, json!({ "content": text }), Some("tool-output-missing")),
        (&schema, json!({ "content": text, "isError": true }), None),
        (&open, json!({ "content": text }), None),
    ];
    for (schema, called, rule) in rows {
        let tool = json!({ "name": "look", "description": "Look.", "inputSchema": { "type": "object" }, "outputSchema": schema });
        let list = json!({ "ttlMs": 0, "cacheScope": "public", "tools": [tool] });
        let call = request(2, "tools/call").replacen(
            r#""params":{"#,
            r#""params":{"name":"look","arguments":{},"#,
            1,
        );
        let report = judge(&[
            &request(1, "tools/list"),
            &result(1, list),
            &call,
            &result(2, called.clone()),
        ]);
        assert_eq!(broken(&report), Vec::from_iter(rule), "{schema} {called}");
    }
}
