//! Rules of `basic/patterns/cancellation`.

use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should("cancel-client-notify", Party::Client, "basic/patterns/cancellation")
        .says("A client giving up on a request says so with a cancellation notification.")
        .scope(Scope::Stream)
        .on(&["notifications/cancelled"]),
    should("cancel-server-teardown", Party::Server, "basic/patterns/cancellation")
        .says("A server tearing down a listen stream sends notifications/cancelled with the listen id.")
        .scope(Scope::Stream)
        .on(&["notifications/cancelled"]),
    should("cancel-http-notification", Party::Client, "basic/patterns/cancellation")
        .says("On HTTP the client closes the stream and posts no notifications/cancelled.")
        .scope(Scope::Http)
        .on(&["notifications/cancelled"])
        .derived(),
    must("cancel-stdio-notify", Party::Client, "basic/patterns/cancellation")
        .says("On stdio cancellation is done with notifications/cancelled naming the request id.")
        .also(&["basic/transports/stdio#cancellation"])
        .scope(Scope::Stream)
        .on(&["notifications/cancelled"]),
    should("timeout-cancel", Party::Client, "basic/patterns/cancellation#timeouts")
        .says("On timeout the sender cancels and stops waiting.")
        .scope(Scope::Stream)
        .on(&["request"]),
    must("cancel-unknown-request", Party::Client, "basic/patterns/cancellation#behavior-requirements")
        .says("A cancellation names a request this client issued.")
        .scope(Scope::Stream)
        .on(&["notifications/cancelled"]),
    must("cancel-finished-request", Party::Client, "basic/patterns/cancellation#behavior-requirements")
        .says("A cancellation names a request believed to be still running.")
        .scope(Scope::Stream)
        .on(&["notifications/cancelled"]),
    must("cancel-server-not-listen", Party::Server, "basic/patterns/cancellation#behavior-requirements")
        .says("A server-sent cancellation refers to a subscriptions/listen request.")
        .also(&["basic/patterns/cancellation"])
        .scope(Scope::Stream)
        .on(&["notifications/cancelled"]),
    should("cancel-then-response", Party::Server, "basic/patterns/cancellation#behavior-requirements")
        .says("A server sends no response for a cancelled request.")
        .scope(Scope::Stream)
        .on(&["result", "error"]),
    should("cancel-invalid-ignored", Party::Server, "basic/patterns/cancellation#error-handling")
        .says("Cancellations that are malformed, unknown or too late are ignored.")
        .scope(Scope::Stream)
        .on(&["notifications/cancelled"]),
    must("cancel-request-id-missing", Party::Both, "schema#CancelledNotificationParams")
        .says("A cancellation carries requestId.")
        .on(&["notifications/cancelled"])
        .checked(),
    must("cancel-request-id-type", Party::Both, "schema#CancelledNotificationParams")
        .says("requestId is a string or integer.")
        .on(&["notifications/cancelled"])
        .checked(),
    must("cancel-reason-type", Party::Both, "schema#CancelledNotificationParams")
        .says("reason, if present, is a string.")
        .on(&["notifications/cancelled"])
        .checked(),
    must("cancel-params-missing", Party::Both, "schema#CancelledNotification")
        .says("A cancellation has params.")
        .on(&["notifications/cancelled"])
        .checked(),
];
