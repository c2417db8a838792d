//! Rules of `basic/index/icons`.

use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] =
    &[
        must("icon-src-missing", Party::Server, "schema#Icon")
            .says("An icon has a string src.")
            .on(&["tools/list", "prompts/list", "resources/list", "server/discover"]),
        must("icon-src-uri", Party::Server, "schema#Icon").says("Icon src is a URI.").on(&[
            "tools/list",
            "prompts/list",
            "resources/list",
            "server/discover",
        ]),
        must("icon-src-scheme", Party::Server, "basic/index#icons")
            .says("Icon src is an HTTP(S) URL or a data URI.")
            .on(&["tools/list", "prompts/list", "resources/list", "server/discover"])
            .derived(),
        should("icon-src-data-base64", Party::Server, "basic/index#icons")
            .says("A data URI icon holds base64 image data.")
            .on(&["tools/list", "prompts/list", "resources/list", "server/discover"])
            .derived(),
        should("icon-src-plain-http", Party::Server, "basic/index#icons")
            .says("Icon src avoids plain http, which consumers are told to refuse.")
            .on(&["tools/list", "prompts/list", "resources/list", "server/discover"])
            .derived(),
        must("icon-mime-type", Party::Server, "schema#Icon")
            .says("Icon mimeType, if present, is a string.")
            .on(&["tools/list", "prompts/list", "resources/list", "server/discover"]),
        must("icon-sizes-type", Party::Server, "schema#Icon")
            .says("Icon sizes, if present, is an array of strings.")
            .on(&["tools/list", "prompts/list", "resources/list", "server/discover"]),
        should("icon-sizes-format", Party::Server, "schema#Icon")
            .says("Each icon size is WxH in pixels or any.")
            .on(&["tools/list", "prompts/list", "resources/list", "server/discover"]),
        must("icon-theme", Party::Server, "schema#Icon")
            .says("Icon theme, if present, is light or dark.")
            .on(&["tools/list", "prompts/list", "resources/list", "server/discover"]),
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
