//! Log messages: only for whom they were asked, and before the answer.

use mcpwire_protocol::json::Text;
use mcpwire_protocol::meta::LogLevel;

use crate::answered::Answered;
use crate::asked::wishes::LogWish;
use crate::checker::Desk;
use crate::here::Here;
use crate::patterns::Notice;
use crate::rules::Exchange;
use crate::stream::{Carrier, Stream};

impl Stream {
    /// A log message of the server.
    pub(crate) fn logged(&self, desk: &mut Desk, here: &Here<'_>, notice: &Notice<'_, '_>) {
        self.undeclared_log(desk, here);
        if !self.knows_all() {
            return;
        }
        let level = notice.notification.params.get("level");
        match self.carrier {
            Carrier::Lines => {
                self.scoped_tag(desk, here, notice);
                self.logged_among_lines(desk, here, level);
            }
            Carrier::Http => self.logged_on_stream(desk, here, level),
        }
    }

    /// All requests share the lines, and a message does not say whose it is.
    fn logged_among_lines(&self, desk: &mut Desk, here: &Here<'_>, level: Option<Text<'_>>) {
        let wishes = self.asked.values().map(|asked| asked.logs);
        let mut lowest = None;
        for wish in wishes {
            match wish {
                LogWish::None => {}
                LogWish::Unreadable => return,
                LogWish::From(level) => {
                    lowest = Some(lowest.map_or(level, |lowest: LogLevel| lowest.min(level)));
                }
            }
        }
        match (lowest, self.logs_ended) {
            (Some(lowest), _) => {
                desk.evidence.occasion(Exchange::LogUnasked);
                desk.evidence.occasion(Exchange::LogLate);
                below(desk, here, lowest, level);
            }
            // What was cancelled may have crossed.
            (None, [_, true]) => {}
            (None, [true, false]) => late(desk, here),
            (None, [false, false]) => unasked(desk, here),
        }
    }

    fn logged_on_stream(&self, desk: &mut Desk, here: &Here<'_>, level: Option<Text<'_>>) {
        let Some(asked) = self.only() else {
            if self.last_answered.is_some() {
                late(desk, here);
            }
            return;
        };
        if asked.listen.is_some() {
            let seen = "A log message comes on the stream of a subscription.".to_owned();
            let advice = "Send logs only on the response stream of the request that they are of.";
            return desk.blame(here, Exchange::LogOnListen, here.whole(), seen, advice);
        }
        desk.evidence.occasion(Exchange::LogOnListen);
        match asked.logs {
            LogWish::None => unasked(desk, here),
            LogWish::Unreadable => {}
            LogWish::From(lowest) => {
                desk.evidence.occasion(Exchange::LogUnasked);
                desk.evidence.occasion(Exchange::LogLate);
                below(desk, here, lowest, level);
            }
        }
    }

    /// The request asked for logs of a level that is none, and was served.
    pub(crate) fn served_bad_level(
        &self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        result: Text<'_>,
    ) {
        if one.asked.logs == LogWish::Unreadable {
            let seen = format!(
                "A result answers {}, whose `logLevel` is none that there is.",
                one.asked.spot.told()
            );
            let advice = "Refuse an unknown `logLevel` with -32602.";
            let at = here.member(result, "/result");
            desk.blame(here, Exchange::LogLevelCode, at, seen, advice);
        }
    }
}

fn unasked(desk: &mut Desk, here: &Here<'_>) {
    let seen = "No request asks for logs.".to_owned();
    let advice = "Send log messages only for a request whose `_meta` has a `logLevel`.";
    desk.blame(here, Exchange::LogUnasked, here.whole(), seen, advice);
}

fn late(desk: &mut Desk, here: &Here<'_>) {
    let seen = "The request that asked for logs was answered before.".to_owned();
    let advice = "Send no log messages after the answer.";
    desk.blame(here, Exchange::LogLate, here.whole(), seen, advice);
}

fn below(desk: &mut Desk, here: &Here<'_>, lowest: LogLevel, level: Option<Text<'_>>) {
    let Some(text) = level else { return };
    let named = text.as_string().and_then(|name| LogLevel::named(&name));
    match named {
        Some(level) if level < lowest => {
            let seen = format!("`level` is {text}, but logs were asked for from \"{lowest}\" on.");
            let advice = "Leave out what is below the level that was asked for.";
            desk.blame(here, Exchange::LogBelow, here.member(text, "/params/level"), seen, advice);
        }
        Some(_) => desk.evidence.occasion(Exchange::LogBelow),
        None => {}
    }
}
