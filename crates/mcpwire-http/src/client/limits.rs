use std::time::Duration;

/// The bounds of a client of HTTP. Passing one gives an error that says so.
///
/// Heads are bounded by hyper: about 400 KiB and 100 lines over HTTP/1.1, 16 KiB over HTTP/2.
#[derive(Clone, Debug)]
pub struct HttpLimits {
    /// How long a connection may take to open, with names, proxy and TLS: 30 seconds by default.
    pub connect: Duration,
    /// How long an answer may take to begin, from the sending on: 5 minutes by default. A server
    /// may work on a call for that long before it says anything.
    pub head: Duration,
    /// How long the body of an answer may pause that is no event stream: 60 seconds by default.
    /// Event streams may be silent for as long as their reader waits.
    pub pause: Duration,
    /// The longest body that is read whole, in bytes: 64 MiB by default.
    pub body: usize,
    /// The longest event of a stream, in bytes: 64 MiB by default.
    pub event: usize,
    /// How long a connection is kept that nobody uses: 90 seconds by default.
    pub idle: Duration,
}

impl Default for HttpLimits {
    fn default() -> Self {
        HttpLimits {
            connect: Duration::from_secs(30),
            head: Duration::from_secs(300),
            pause: Duration::from_secs(60),
            body: 64 << 20,
            event: 64 << 20,
            idle: Duration::from_secs(90),
        }
    }
}
