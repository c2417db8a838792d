//! Rules of `basic/index/icons`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("icon-src-missing", Party::Both, "schema#Icon")
        .says("An icon has a string src.")
        .on(&["tools/list", "prompts/list", "resources/list", "server/discover"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("icon-src-uri", Party::Both, "schema#Icon")
        .says("Icon src is a URI.")
        .on(&["tools/list", "prompts/list", "resources/list", "server/discover"])
        .checked(),
    must("icon-src-scheme", Party::Both, "basic/index#icons")
        .says("Icon src is an HTTP(S) URL or a data URI.")
        .on(&["tools/list", "prompts/list", "resources/list", "server/discover"])
        .derived()
        .checked(),
    should("icon-src-data-base64", Party::Both, "basic/index#icons")
        .says("A data URI icon holds base64 image data.")
        .on(&["tools/list", "prompts/list", "resources/list", "server/discover"])
        .derived()
        .checked(),
    should("icon-src-plain-http", Party::Both, "basic/index#icons")
        .says("Icon src avoids plain http, which consumers are told to refuse.")
        .on(&["tools/list", "prompts/list", "resources/list", "server/discover"])
        .derived()
        .checked(),
    must("icon-mime-type", Party::Both, "schema#Icon")
        .says("Icon mimeType, if present, is a string.")
        .on(&["tools/list", "prompts/list", "resources/list", "server/discover"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("icon-sizes-type", Party::Both, "schema#Icon")
        .says("Icon sizes, if present, is an array of strings.")
        .on(&["tools/list", "prompts/list", "resources/list", "server/discover"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    should("icon-sizes-format", Party::Both, "schema#Icon")
        .says("Each icon size is WxH in pixels or any.")
        .on(&["tools/list", "prompts/list", "resources/list", "server/discover"])
        .checked(),
    must("icon-theme", Party::Both, "schema#Icon")
        .says("Icon theme, if present, is light or dark.")
        .on(&["tools/list", "prompts/list", "resources/list", "server/discover"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("icon-no-cross-origin-redirect", Party::Client, "basic/index#icons")
        .says("Icon fetching follows no scheme change or redirect to another origin.")
        .scope(Scope::Http),
    must("icon-no-credentials", Party::Client, "basic/index#icons")
        .says("Icon requests carry no cookies, Authorization or client credentials.")
        .scope(Scope::Http),
    must("icon-same-origin", Party::Client, "basic/index#icons")
        .says("Icon URIs share the server's origin.")
        .scope(Scope::Http),
];
