//! What the framings saw, as events.

use super::content::Content;
use super::event::{Event, EventKind, Line, Micros, StreamId};
use super::http::{SseComment, SseEvent, SseIncomplete};
use super::marks::{Mark, MarkKind, MarkPlace};
use super::process::Stderr;
use crate::direction::Direction;
use crate::framing::{self, SseItem};

impl<'a> Event<'a> {
    /// A line of the stdio transport. Of one above the limit the head is kept, with a mark.
    pub fn of_line(
        at: Micros,
        stream: StreamId,
        direction: Direction,
        line: &framing::Line<'a>,
    ) -> Self {
        let content = Line { ending: line.ending(), ..Line::of(direction, line.raw()) };
        Self::new(at, stream, EventKind::Line(content)).cut_line(line)
    }

    /// A line of the standard error output. Of one above the limit the head is kept, with a mark.
    pub fn of_stderr(at: Micros, stream: StreamId, line: &framing::Line<'a>) -> Self {
        let content = Stderr { ending: line.ending(), ..Stderr::of(line.raw()) };
        Self::new(at, stream, EventKind::Stderr(content)).cut_line(line)
    }

    /// A server-sent event, or what else its stream brought. Of one above the limit the head is kept, with a mark.
    pub fn of_sse(at: Micros, stream: StreamId, item: &SseItem<'a>) -> Self {
        let incomplete =
            |raw| EventKind::SseIncomplete(SseIncomplete { content: Content::of(raw) });
        let (data, fields) = match *item {
            SseItem::Event { data, fields } => (Some(data), fields),
            SseItem::NoData { fields } => (None, fields),
            SseItem::Comment { text } => {
                return Self::new(
                    at,
                    stream,
                    EventKind::SseComment(SseComment { content: Content::of(text) }),
                );
            }
            SseItem::Incomplete { raw } => return Self::new(at, stream, incomplete(raw)),
            SseItem::TooLong { head, length, .. } => {
                return Self::new(at, stream, incomplete(head)).truncated(length);
            }
        };
        let event = SseEvent {
            data: data.map(Content::of),
            event: fields.event.map(Content::of),
            id: fields.id.map(Content::of),
            retry: fields.retry,
        };
        Self::new(at, stream, EventKind::SseEvent(event))
    }

    fn cut_line(self, line: &framing::Line<'_>) -> Self {
        match line {
            framing::Line::TooLong { length, .. } => self.truncated(*length),
            framing::Line::Text { .. } | framing::Line::Blank { .. } => self,
        }
    }

    fn truncated(mut self, original_length: u64) -> Self {
        self.marks.push(Mark {
            what: MarkKind::Truncated,
            place: MarkPlace::Content,
            original_length,
        });
        self
    }
}
