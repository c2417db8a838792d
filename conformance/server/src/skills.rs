//! The extension for skills (SEP-2640): one skill, with a file in a folder beside it.

use mcpwire::{ErrorCode, Extension, Failure, Resource, RpcError};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const FOLDER: &str = "skill://conformance/form-filling";
const SUBFOLDER: &str = "skill://conformance/form-filling/references";

const NAME: &str = "form-filling";
const DESCRIPTION: &str = "Fills in a form field by field.";

const MANIFEST: &str = "---\nname: form-filling\ndescription: Fills in a form field by field.\n---\n\n\
    # Filling in a form\n\nRead references/FORMS.md first.\n";
const REFERENCE: &str = "# Forms\n\nA form has fields.\n";

/// A file of the skill.
struct File {
    path: &'static str,
    name: &'static str,
    description: &'static str,
    text: &'static str,
}

/// The manifest has the name and the description of the skill.
const FILES: [File; 2] = [
    File { path: "SKILL.md", name: NAME, description: DESCRIPTION, text: MANIFEST },
    File {
        path: "references/FORMS.md",
        name: "FORMS.md",
        description: "What a form is.",
        text: REFERENCE,
    },
];

impl File {
    fn uri(&self) -> String {
        format!("{FOLDER}/{}", self.path)
    }

    fn listed(&self) -> Value {
        json!({ "uri": self.uri(), "name": self.name, "mimeType": "text/markdown" })
    }
}

#[derive(Deserialize)]
struct Named {
    uri: String,
}

pub(crate) fn resources() -> Vec<Resource> {
    let resource = |file: &File| {
        Resource::text(file.uri(), file.name, file.text)
            .mime_type("text/markdown")
            .describe(file.description)
    };
    FILES.iter().map(resource).collect()
}

pub(crate) fn extension() -> Extension {
    Extension::new("io.modelcontextprotocol/skills", json!({ "directoryRead": true }))
        .method("skills/list", || async { cacheable("skills", json!([entry()])) })
        .method("skills/get", |named: Named| async move {
            match named.uri == FILES[0].uri() {
                true => Ok(cacheable("skill", entry())),
                false => Err(unknown(&named.uri)),
            }
        })
        .method("resources/directory/read", |named: Named| async move {
            let children = match named.uri.trim_end_matches('/') {
                FOLDER => json!([
                    FILES[0].listed(),
                    { "uri": SUBFOLDER, "name": "references", "mimeType": "inode/directory" },
                ]),
                SUBFOLDER => json!([FILES[1].listed()]),
                uri => return Err(unknown(uri)),
            };
            Ok(cacheable("resources", children))
        })
}

fn entry() -> Value {
    let resource = |file: &File| {
        let digest: String =
            Sha256::digest(file.text).iter().map(|byte| format!("{byte:02x}")).collect();
        json!({ "uri": file.uri(), "digest": format!("sha256:{digest}"), "size": file.text.len() })
    };
    json!({
        "uri": FILES[0].uri(),
        "frontmatter": { "name": NAME, "description": DESCRIPTION },
        "resources": FILES.iter().map(resource).collect::<Vec<_>>(),
    })
}

fn cacheable(member: &str, value: Value) -> Value {
    json!({ member: value, "ttlMs": 0, "cacheScope": "private" })
}

fn unknown(uri: &str) -> Failure {
    let text = format!("Nothing of this kind is at {uri:.200}.");
    RpcError::new(ErrorCode::INVALID_PARAMS, text).with("uri", uri).into()
}
