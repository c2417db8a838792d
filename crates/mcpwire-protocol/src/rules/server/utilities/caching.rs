//! Rules of `server/utilities/caching`.

pub(in crate::rules) mod checks;

use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("cache-ttl-missing", Party::Server, "server/utilities/caching#cacheable-results")
        .says("Complete results of the six cacheable methods have ttlMs.")
        .scope(Scope::Exchange)
        .on(&[
            "server/discover",
            "tools/list",
            "prompts/list",
            "resources/list",
            "resources/templates/list",
            "resources/read",
        ])
        .checked(),
    must("cache-scope-missing", Party::Server, "server/utilities/caching#cacheable-results")
        .says("Complete results of the six cacheable methods have cacheScope.")
        .scope(Scope::Exchange)
        .on(&[
            "server/discover",
            "tools/list",
            "prompts/list",
            "resources/list",
            "resources/templates/list",
            "resources/read",
        ])
        .checked(),
    must("cache-ttl-integer", Party::Server, "server/utilities/caching#cacheable-model")
        .says("ttlMs is an integer.")
        .scope(Scope::Exchange)
        .on(&[
            "server/discover",
            "tools/list",
            "prompts/list",
            "resources/list",
            "resources/templates/list",
            "resources/read",
        ])
        .checked(),
    must("cache-ttl-negative", Party::Server, "server/utilities/caching#time-to-live-ttl-field")
        .says("ttlMs is zero or more.")
        .scope(Scope::Exchange)
        .on(&[
            "server/discover",
            "tools/list",
            "prompts/list",
            "resources/list",
            "resources/templates/list",
            "resources/read",
        ])
        .checked(),
    must("cache-scope-value", Party::Server, "schema#CacheableResult")
        .says("cacheScope is public or private.")
        .scope(Scope::Exchange)
        .on(&[
            "server/discover",
            "tools/list",
            "prompts/list",
            "resources/list",
            "resources/templates/list",
            "resources/read",
        ])
        .checked(),
    should(
        "cache-hints-on-input-required",
        Party::Server,
        "server/utilities/caching#cacheable-results",
    )
    .says("input_required results carry no caching hints.")
    .on(&["result"])
    .derived()
    .checked(),
    should("cache-mrtr-hint", Party::Server, "server/utilities/caching#cache-key")
        .says("A server answers MRTR retries with ttlMs 0.")
        .scope(Scope::Exchange)
        .on(&["resources/read"])
        .derived(),
    should("cache-no-polling", Party::Client, "server/utilities/caching#freshness-calculation")
        .says("TTL expiry does not trigger background refetching.")
        .scope(Scope::Stream)
        .on(&["request"]),
    must("cache-poll-jitter", Party::Client, "server/utilities/caching#freshness-calculation")
        .says("A polling client applies jitter and backoff.")
        .scope(Scope::Stream)
        .on(&["request"]),
    must("cache-private-shared", Party::Intermediary, "server/utilities/caching#cache-scope-field")
        .says("Private results are not shared across authorization contexts.")
        .scope(Scope::Http)
        .on(&["result"]),
    should(
        "cache-page-refetch",
        Party::Client,
        "server/utilities/caching#interaction-with-pagination",
    )
    .says("An expired page is re-fetched by its cursor.")
    .scope(Scope::Exchange)
    .on(&["request"]),
    should(
        "cache-invalid-cursor-restart",
        Party::Client,
        "server/utilities/caching#interaction-with-pagination",
    )
    .says("After a cursor error all pages are dropped and reading restarts without cursor.")
    .scope(Scope::Exchange)
    .on(&["request"]),
    must(
        "cache-scope-pages",
        Party::Server,
        "server/utilities/caching#interaction-with-pagination",
    )
    .says("All pages of one listing have the same cacheScope.")
    .scope(Scope::Exchange)
    .on(&[
        "server/discover",
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "resources/read",
    ]),
];
