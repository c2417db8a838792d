//! Events of every kind, for the laws of the format.

use mcpwire_protocol::framing::Ending;
use mcpwire_protocol::recording::*;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use std::borrow::Cow;

fn text() -> BoxedStrategy<String> {
    prop_oneof!["\\PC{0,12}", any::<String>()].boxed()
}

fn content() -> BoxedStrategy<Content<'static>> {
    prop_oneof![
        text().prop_map(|text| Content::Text(Cow::Owned(text))),
        vec(any::<u8>(), 0..20).prop_map(|bytes| Content::Base64(Cow::Owned(bytes))),
    ]
    .boxed()
}

fn direction() -> BoxedStrategy<Direction> {
    prop_oneof![Just(Direction::ClientToServer), Just(Direction::ServerToClient)].boxed()
}

fn ending() -> BoxedStrategy<Ending> {
    prop_oneof![Just(Ending::Lf), Just(Ending::CrLf), Just(Ending::Cr), Just(Ending::None)].boxed()
}

fn fields() -> BoxedStrategy<Vec<HttpField<'static>>> {
    vec((text(), content()).prop_map(|(name, value)| HttpField { name, value }), 0..4).boxed()
}

fn streams_and_processes() -> BoxedStrategy<EventKind<'static>> {
    let what =
        prop_oneof![Just(OpenKind::Lines), Just(OpenKind::Connection), Just(OpenKind::Exchange)];
    let reason = prop_oneof![
        Just(CloseReason::End),
        Just(CloseReason::Abandoned),
        Just(CloseReason::Broken),
        Just(CloseReason::RecordingEnded),
    ];
    let exit = prop_oneof![
        any::<i32>().prop_map(Exit::Status),
        any::<i32>().prop_map(Exit::Signal),
        Just(Exit::Unknown)
    ];
    prop_oneof![
        (what, of(any::<u64>().prop_map(StreamId)), of(text()))
            .prop_map(|(what, within, peer)| EventKind::Open(Open { what, within, peer })),
        (of(direction()), reason, of(text())).prop_map(|(direction, reason, detail)| {
            EventKind::Close(Close { direction, reason, detail })
        }),
        (vec(text(), 0..4), of(any::<u32>()), of(text()))
            .prop_map(|(argv, pid, cwd)| EventKind::ProcessStart(ProcessStart { argv, pid, cwd })),
        exit.prop_map(|exit| EventKind::ProcessExit(ProcessExit { exit })),
        (content(), ending())
            .prop_map(|(content, ending)| EventKind::Stderr(Stderr { content, ending })),
        (direction(), content(), ending()).prop_map(
            |(direction, content, ending)| EventKind::Line(Line { direction, content, ending })
        ),
    ]
    .boxed()
}

fn http() -> BoxedStrategy<EventKind<'static>> {
    prop_oneof![
        (text(), text(), of(text()), fields()).prop_map(|(method, target, version, headers)| {
            EventKind::RequestHead(RequestHead { method, target, version, headers })
        }),
        (any::<u16>(), of(text()), fields()).prop_map(|(status, version, headers)| {
            EventKind::ResponseHead(ResponseHead { status, version, headers })
        }),
        (direction(), content(), any::<bool>()).prop_map(|(direction, content, more)| {
            EventKind::Body(Body { direction, content, more })
        }),
        (of(content()), of(content()), of(content()), of(any::<u64>())).prop_map(
            |(data, event, id, retry)| EventKind::SseEvent(SseEvent { data, event, id, retry })
        ),
        content().prop_map(|content| EventKind::SseComment(SseComment { content })),
        content().prop_map(|content| EventKind::SseIncomplete(SseIncomplete { content })),
    ]
    .boxed()
}

fn absences() -> BoxedStrategy<EventKind<'static>> {
    prop_oneof![
        (of(any::<u64>()), of(any::<u64>()), of(direction()), text()).prop_map(
            |(events, bytes, direction, why)| EventKind::Gap(Gap { events, bytes, direction, why })
        ),
        (any::<u32>(), text(), text(), vec(text(), 0..3)).prop_map(
            |(source, file, format, cannot_show)| {
                EventKind::Source(Source { source, file, format, cannot_show })
            }
        ),
    ]
    .boxed()
}

fn mark() -> BoxedStrategy<Mark> {
    let what = prop_oneof![Just(MarkKind::Redacted), Just(MarkKind::Truncated)];
    let place = prop_oneof![
        Just(MarkPlace::Content),
        text().prop_map(|path| MarkPlace::Pointer(format!("/{path}"))),
        text().prop_map(MarkPlace::Header),
    ];
    (what, place, any::<u64>())
        .prop_map(|(what, place, original_length)| Mark { what, place, original_length })
        .boxed()
}

/// Any event that can be written.
pub(super) fn event() -> BoxedStrategy<Event<'static>> {
    let kind = prop_oneof![3 => streams_and_processes(), 3 => http(), 1 => absences()];
    let origin =
        of((any::<u32>(), any::<u64>()).prop_map(|(source, line)| Origin { source, line }));
    let expected = vec("[a-z]{1,8}(-[a-z]{1,8}){0,3}", 0..3);
    (any::<u64>(), any::<u64>(), kind, vec(mark(), 0..3), expected, origin)
        .prop_map(|(at, stream, kind, marks, expected, origin)| Event {
            at: Micros(at),
            stream: StreamId(stream),
            kind,
            marks,
            expected,
            origin,
        })
        .boxed()
}

/// Any header that can be written.
pub(super) fn header() -> BoxedStrategy<Header> {
    (of(any::<u64>()), of(text()), of(text()))
        .prop_map(|(started, writer, title)| Header { writer, title, ..Header::new(started) })
        .boxed()
}
