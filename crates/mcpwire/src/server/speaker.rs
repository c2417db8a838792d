use std::cell::RefCell;
use std::time::Duration;

use tokio::sync::mpsc;

use super::reply::Reply;

/// How many messages of running handlers may wait for the writer.
pub(crate) const QUEUE: usize = 256;

/// What a running request says, on its way to the writer of the wire.
#[derive(Debug)]
pub(crate) struct Said {
    /// Which request says it; a number that is never used again.
    pub serial: u64,
    pub words: Words,
}

#[derive(Debug)]
pub(crate) enum Words {
    /// A message on the way, without its line end.
    Message(Vec<u8>),
    /// The stream may be left, to be read again after this time.
    Pause(Duration),
    /// The answer, after which the request may say nothing more.
    Answer(Reply),
}

/// The voice of one request.
#[derive(Clone, Debug)]
pub(crate) struct Speaker {
    pub to: mpsc::Sender<Said>,
    pub serial: u64,
}

impl Speaker {
    /// Says something on the way; waits while the writer is busy. Words after the answer or after
    /// a cancellation are dropped by the writer.
    pub(crate) async fn say(&self, message: Vec<u8>) {
        // The receiver is gone when the wire is; then nobody listens.
        let _ = self.to.send(Said { serial: self.serial, words: Words::Message(message) }).await;
    }

    /// Says something on the way without waiting; `false` if there is no room.
    pub(crate) fn try_say(&self, message: Vec<u8>) -> bool {
        self.to.try_send(Said { serial: self.serial, words: Words::Message(message) }).is_ok()
    }

    /// Says that the stream may be left.
    pub(crate) async fn pause(&self, retry: Duration) {
        let _ = self.to.send(Said { serial: self.serial, words: Words::Pause(retry) }).await;
    }

    /// Says the answer.
    pub(crate) async fn answer(self, reply: Reply) {
        let _ = self.to.send(Said { serial: self.serial, words: Words::Answer(reply) }).await;
    }
}

/// Where the words of a request go, should its handler want to speak.
#[derive(Clone, Copy)]
pub(crate) enum Voice<'a> {
    /// To the writer of the wire that the request came by.
    Wire(&'a Speaker),
    /// To whoever drives the request alone; the channel is made for the first who speaks.
    Alone(&'a RefCell<Option<Channel>>),
}

/// A channel for one request.
pub(crate) type Channel = (Speaker, mpsc::Receiver<Said>);

/// Few words of one request wait at once: whoever drives it takes them as they come.
const ALONE: usize = 16;

impl Voice<'_> {
    pub(crate) fn speaker(self) -> Speaker {
        match self {
            Voice::Wire(speaker) => speaker.clone(),
            Voice::Alone(channel) => {
                let mut channel = channel.borrow_mut();
                let made = channel.get_or_insert_with(|| {
                    let (to, said) = mpsc::channel(ALONE);
                    (Speaker { to, serial: 0 }, said)
                });
                made.0.clone()
            }
        }
    }
}
