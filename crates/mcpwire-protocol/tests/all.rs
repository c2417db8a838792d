//! The promises of the crate, in one binary.
#![allow(missing_docs, clippy::too_many_lines)]

mod all {
    mod classify;
    mod client_shapes;
    mod client_types;
    mod conversation;
    mod conversation_laws;
    mod conversation_references;
    mod conversation_story;
    mod decode;
    mod examples;
    mod framing_cut;
    mod framing_lines;
    mod framing_sse;
    mod generate;
    mod json;
    mod judge;
    mod lifecycle;
    mod meta_key;
    mod method;
    mod mutate;
    mod numbers;
    mod official;
    mod parse;
    mod probe;
    mod recording_documents;
    mod recording_format;
    mod recording_samples;
    mod recording_seen;
    mod request_fields;
    mod result_type;
    mod rules_bounds;
    mod rules_catalogue;
    mod rules_facts;
    mod rules_fixtures;
    mod rules_message;
    mod server_types;
    mod shapes;
    mod task_schema;
    mod tasks;
    mod trace;
    mod typed;
    mod uri_template;
}
