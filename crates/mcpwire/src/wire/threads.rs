//! Standard input and output through one thread each, for files and terminals.
//!
//! The threads are the standard library's, not the runtime's: a runtime waits for its blocking
//! threads when it is dropped, and a read from a terminal may never come back.

use std::io::{self, Read, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc;

/// Blocks under way at once, in each direction.
const QUEUE: usize = 4;
const BLOCK: usize = 64 << 10;

/// Standard input, read by a thread.
pub(super) fn stdin() -> impl AsyncRead + Send + Unpin + 'static {
    let (send, blocks) = mpsc::channel(QUEUE);
    std::thread::spawn(move || {
        let mut block = vec![0; BLOCK];
        loop {
            let read = match io::stdin().lock().read(&mut block) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read.map(|count| block[..count].to_vec()),
            };
            let last = !matches!(&read, Ok(bytes) if !bytes.is_empty());
            if send.blocking_send(read).is_err() || last {
                return;
            }
        }
    });
    Blocks { blocks, current: Vec::new(), at: 0 }
}

struct Blocks {
    blocks: mpsc::Receiver<io::Result<Vec<u8>>>,
    current: Vec<u8>,
    at: usize,
}

impl AsyncRead for Blocks {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.at == self.current.len() {
            self.current = ready!(self.blocks.poll_recv(cx)).transpose()?.unwrap_or_default();
            self.at = 0;
        }
        let count = out.remaining().min(self.current.len() - self.at);
        out.put_slice(&self.current[self.at..self.at + count]);
        self.at += count;
        Poll::Ready(Ok(()))
    }
}

/// Standard output, written by a thread. A flush is done when the system has everything.
pub(super) fn stdout() -> impl AsyncWrite + Send + Unpin + 'static {
    let (send, mut blocks) = mpsc::channel::<Vec<u8>>(1);
    let (report, reports) = mpsc::channel::<io::Result<()>>(1);
    std::thread::spawn(move || {
        while let Some(block) = blocks.blocking_recv() {
            let mut stdout = io::stdout().lock();
            let written = stdout.write_all(&block).and_then(|()| stdout.flush());
            let failed = written.is_err();
            if report.blocking_send(written).is_err() || failed {
                return;
            }
        }
    });
    Reports { send, reports, busy: false }
}

struct Reports {
    send: mpsc::Sender<Vec<u8>>,
    reports: mpsc::Receiver<io::Result<()>>,
    busy: bool,
}

impl Reports {
    fn poll_idle(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.busy {
            let report = ready!(self.reports.poll_recv(cx));
            self.busy = false;
            report.unwrap_or_else(|| Err(io::ErrorKind::BrokenPipe.into()))?;
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Reports {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_idle(cx))?;
        let count = bytes.len().min(BLOCK);
        match self.send.try_send(bytes[..count].to_vec()) {
            Ok(()) => {
                self.busy = true;
                Poll::Ready(Ok(count))
            }
            Err(_) => Poll::Ready(Err(io::ErrorKind::BrokenPipe.into())),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_idle(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(cx)
    }
}
