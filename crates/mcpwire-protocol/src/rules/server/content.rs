//! Rules of `server/content`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("content-type-unknown", Party::Both, "schema#ContentBlock")
        .says("A content block's type is text, image, audio, resource_link or resource.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("content-text-missing", Party::Both, "schema#TextContent")
        .says("A text block has a string text.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("content-image-fields", Party::Both, "schema#ImageContent")
        .says("An image block has string data and mimeType.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("content-audio-fields", Party::Both, "schema#AudioContent")
        .says("An audio block has string data and mimeType.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("content-base64", Party::Both, "schema#ImageContent")
        .says("Image and audio data is base64.")
        .on(&["tools/call", "prompts/get"])
        .checked(),
    should("content-mime-valid", Party::Both, "schema#ImageContent")
        .says("mimeType looks like type/subtype and fits the block kind.")
        .on(&["tools/call", "prompts/get"])
        .checked(),
    must("content-resource-link-fields", Party::Both, "schema#ResourceLink")
        .says("A resource_link has string uri and name.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("content-embedded-resource", Party::Both, "schema#EmbeddedResource")
        .says("A resource block has resource with uri and text or blob.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("content-annotations-audience", Party::Both, "schema#Annotations")
        .says("annotations.audience is an array of user and assistant.")
        .on(&["request", "notification", "result", "error"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("content-annotations-priority", Party::Both, "schema#Annotations")
        .says("annotations.priority is a number from 0 to 1.")
        .on(&["request", "notification", "result", "error"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    should("content-annotations-modified", Party::Both, "schema#Annotations")
        .says("annotations.lastModified is an ISO 8601 timestamp string.")
        .on(&["request", "notification", "result", "error"])
        .checked(),
    must("content-meta-type", Party::Both, "schema#TextContent")
        .says("_meta of a content block is an object.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get"])
        .checked(),
    must("content-annotations-modified-type", Party::Both, "schema#Annotations")
        .says("annotations.lastModified, if present, is a string.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get", "resources/list"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("content-annotations-type", Party::Both, "schema#Annotations")
        .says("annotations, if present, is an object.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get", "resources/list"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
];
