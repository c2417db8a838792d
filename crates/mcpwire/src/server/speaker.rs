use tokio::sync::mpsc;

/// How many messages of running handlers may wait for the writer.
pub(crate) const QUEUE: usize = 256;

/// What a running request says, on its way to the writer of the wire.
#[derive(Debug)]
pub(crate) struct Said {
    /// Which request says it; a number that is never used again.
    pub serial: u64,
    /// The message, without its line end.
    pub message: Vec<u8>,
    /// Whether this is the answer, after which the request may say nothing more.
    pub is_final: bool,
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
        let _ = self.to.send(Said { serial: self.serial, message, is_final: false }).await;
    }

    /// Says the answer.
    pub(crate) async fn answer(self, message: Vec<u8>) {
        let _ = self.to.send(Said { serial: self.serial, message, is_final: true }).await;
    }
}
