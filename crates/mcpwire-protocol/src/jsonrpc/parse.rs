//! Bytes to a classified message, in one pass.

use super::classify::{no_json, no_text};
use super::incoming::Incoming;
use super::params::{Meta, Params};
use super::refusal::too_deep;
use crate::json::{JsonFault, Key, KeySet, Scanner, Text};

/// The limits of [`Incoming::parse_with`].
#[derive(Clone, Copy, Debug)]
pub struct ParseLimits {
    /// The deepest nesting of a message, in levels of objects and arrays: 128 by default, which is
    /// what serde_json decodes.
    pub depth: usize,
}

impl Default for ParseLimits {
    fn default() -> Self {
        ParseLimits { depth: 128 }
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

pub(super) fn parse<'a>(bytes: &'a [u8], limits: &ParseLimits) -> Incoming<'a> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let text = match crate::bytes::text(bytes) {
        Ok(text) => text,
        Err(_) => return no_text(bytes),
    };
    let mut scanner = Scanner::new(text);
    let mut envelope = Envelope::default();
    match read(&mut scanner, &mut envelope) {
        Ok(()) if scanner.deepest() <= limits.depth => envelope.classify(text),
        Ok(()) => envelope.malformed(text, too_deep(text, limits.depth)),
        Err(fault) => no_json(text, envelope, fault),
    }
}

/// The members of a message as they are met.
#[derive(Default)]
pub(super) struct Envelope<'a> {
    /// Set if the message is something other than an object.
    pub(super) other: Option<Text<'a>>,
    pub(super) jsonrpc: Option<Text<'a>>,
    pub(super) id: Option<Text<'a>>,
    pub(super) method: Option<Text<'a>>,
    pub(super) params: Params<'a>,
    pub(super) result: Option<Text<'a>>,
    pub(super) error: Option<Text<'a>>,
    /// The first member that stands twice where it may stand once, and the object it stands in.
    pub(super) repeated: Option<(&'static str, Key<'a>)>,
}

fn read<'a>(scanner: &mut Scanner<'a>, envelope: &mut Envelope<'a>) -> Result<(), JsonFault> {
    if scanner.peek()? != b'{' {
        envelope.other = Some(scanner.value()?);
        return scanner.end();
    }
    let mut unknown = KeySet::default();
    scanner.object(|scanner, key| {
        let name = key.name();
        let new = match &*name {
            "jsonrpc" => envelope.jsonrpc.replace(scanner.value()?).is_none(),
            "id" => envelope.id.replace(scanner.value()?).is_none(),
            "method" => envelope.method.replace(scanner.value()?).is_none(),
            "params" => {
                // Said before what is repeated inside, which stands behind it.
                if std::mem::take(&mut envelope.params).text.is_some() {
                    envelope.repeated.get_or_insert(("", key));
                }
                read_params(scanner, &mut envelope.params, &mut envelope.repeated)?;
                true
            }
            "result" => envelope.result.replace(scanner.value()?).is_none(),
            "error" => envelope.error.replace(scanner.value()?).is_none(),
            _ => {
                scanner.value()?;
                unknown.insert(key)
            }
        };
        if !new {
            envelope.repeated.get_or_insert(("", key));
        }
        Ok::<_, JsonFault>(())
    })?;
    scanner.end()
}

type Repeated<'a> = Option<(&'static str, Key<'a>)>;

fn read_params<'a>(
    scanner: &mut Scanner<'a>,
    params: &mut Params<'a>,
    repeated: &mut Repeated<'a>,
) -> Result<(), JsonFault> {
    if scanner.peek()? != b'{' {
        params.text = Some(scanner.value()?);
        return Ok(());
    }
    let mut unknown = KeySet::default();
    let whole = scanner.object(|scanner, key| {
        let new = match &*key.name() {
            "name" => params.name.replace(scanner.value()?).is_none(),
            "arguments" => params.arguments.replace(scanner.value()?).is_none(),
            "uri" => params.uri.replace(scanner.value()?).is_none(),
            "_meta" => {
                if std::mem::take(&mut params.meta).text.is_some() {
                    repeated.get_or_insert(("/params", key));
                }
                read_meta(scanner, &mut params.meta, repeated)?;
                true
            }
            _ => {
                params.has_others = true;
                scanner.value()?;
                unknown.insert(key)
            }
        };
        if !new {
            repeated.get_or_insert(("/params", key));
        }
        Ok::<_, JsonFault>(())
    })?;
    params.text = Some(whole);
    Ok(())
}

fn read_meta<'a>(
    scanner: &mut Scanner<'a>,
    meta: &mut Meta<'a>,
    repeated: &mut Repeated<'a>,
) -> Result<(), JsonFault> {
    if scanner.peek()? != b'{' {
        meta.text = Some(scanner.value()?);
        return Ok(());
    }
    let mut unknown = KeySet::default();
    let whole = scanner.object(|scanner, key| {
        let value = scanner.value()?;
        let new = match meta_member(meta, &key.name()) {
            Some(member) => member.replace(value).is_none(),
            None => unknown.insert(key),
        };
        if !new {
            repeated.get_or_insert(("/params/_meta", key));
        }
        Ok::<_, JsonFault>(())
    })?;
    meta.text = Some(whole);
    Ok(())
}

/// Where a key of `_meta` is kept, if the protocol defines it.
#[inline]
fn meta_member<'m, 'a>(meta: &'m mut Meta<'a>, key: &str) -> Option<&'m mut Option<Text<'a>>> {
    Some(match key.strip_prefix("io.modelcontextprotocol/") {
        Some("protocolVersion") => &mut meta.protocol_version,
        Some("clientInfo") => &mut meta.client_info,
        Some("clientCapabilities") => &mut meta.client_capabilities,
        Some("logLevel") => &mut meta.log_level,
        Some("subscriptionId") => &mut meta.subscription_id,
        Some(_) => return None,
        None if key == "progressToken" => &mut meta.progress_token,
        None if key == "traceparent" => &mut meta.traceparent,
        None => return None,
    })
}
