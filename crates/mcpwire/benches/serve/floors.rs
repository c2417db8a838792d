//! The least that could answer.

use std::borrow::Cow;
use std::io::{Read, Write};

use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow)]
    arguments: Arguments<'a>,
    #[serde(borrow, rename = "_meta")]
    meta: Meta<'a>,
}

#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(borrow, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Cow<'a, str>,
}

/// Answers a call of `hello` through borrowed structs.
pub(crate) fn typed(line: &[u8], out: &mut Vec<u8>) {
    let request: Request<'_> = serde_json::from_slice(line).expect("a call of hello");
    assert_eq!(request.params.meta.version, "2026-07-28");
    let text = serde_json::to_string(&format!("Hello, {}!", request.params.arguments.name));
    let text = text.expect("a string");
    write!(
        out,
        r#"{{"jsonrpc":"2.0","id":{},"result":{{"resultType":"complete","content":[{{"type":"text","text":{text}}}],"structuredContent":{{"result":{text}}},"isError":false,"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"hello","version":"1.0.0"}}}}}}}}"#,
        request.id.get()
    )
    .expect("memory");
}

/// Reads what is there, gives every whole line to `answer`, writes what came of it in one go.
pub(crate) fn lines(answer: impl Fn(&[u8], &mut Vec<u8>)) {
    let (mut stdin, mut stdout) = (std::io::stdin().lock(), std::io::stdout().lock());
    let (mut input, mut output) = (Vec::new(), Vec::new());
    let mut block = vec![0; 256 << 10];
    loop {
        let count = stdin.read(&mut block).expect("input");
        if count == 0 {
            return;
        }
        input.extend_from_slice(&block[..count]);
        let whole = input.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        for line in input[..whole].split_inclusive(|byte| *byte == b'\n') {
            answer(&line[..line.len() - 1], &mut output);
            output.push(b'\n');
        }
        input.drain(..whole);
        stdout.write_all(&output).and_then(|()| stdout.flush()).expect("output");
        output.clear();
    }
}
