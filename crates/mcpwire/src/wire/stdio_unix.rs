//! Standard input and output without threads, where they are pipes or sockets.
//!
//! Waiting without blocking needs `O_NONBLOCK`, a flag of the *open file*, which other processes
//! and our own standard error may share. A pipe is therefore opened anew by its path under
//! `/dev/fd`, which gives an open file of our own; a socket cannot be opened anew, so it is taken
//! only if standard error is not the same.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::net::UnixStream as StdUnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGTERM;
use signal_hook::{flag, low_level};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::net::UnixStream;
use tokio::net::unix::pipe;

type Read = Box<dyn AsyncRead + Send + Unpin>;
type Write = Box<dyn AsyncWrite + Send + Unpin>;

pub(super) fn read_end() -> Option<Read> {
    let stdin = io::stdin();
    match kind(stdin.as_fd())? {
        End::Pipe => Some(Box::new(pipe::OpenOptions::new().open_receiver("/dev/fd/0").ok()?)),
        End::Socket => Some(Box::new(socket(stdin.as_fd())?)),
    }
}

pub(super) fn write_end() -> Option<Write> {
    let stdout = io::stdout();
    match kind(stdout.as_fd())? {
        End::Pipe => Some(Box::new(pipe::OpenOptions::new().open_sender("/dev/fd/1").ok()?)),
        End::Socket => Some(Box::new(socket(stdout.as_fd())?)),
    }
}

/// Resolves at the first SIGTERM. Where the signal cannot be listened to, its default action
/// (the end of the process) stays.
///
/// Not by tokio's own signal support, which sets up a socket pair and a channel for every signal
/// there is when the runtime starts.
pub(super) async fn terminated() {
    if wait_for_terminate().await.is_err() {
        std::future::pending().await
    }
}

async fn wait_for_terminate() -> io::Result<()> {
    let (ours, theirs) = StdUnixStream::pair()?;
    ours.set_nonblocking(true)?;
    let asked = Asked::default();
    // First in line, so that it sees what was asked before: the second signal ends the process.
    flag::register_conditional_default(SIGTERM, asked.0.clone())?;
    low_level::pipe::register(SIGTERM, theirs)?;
    UnixStream::from_std(ours)?.read_u8().await.map(drop)
}

/// Whether the end was asked for, or nobody listens any more: then the signal has its default
/// action again.
#[derive(Default)]
struct Asked(Arc<AtomicBool>);

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

enum End {
    Pipe,
    Socket,
}

fn kind(fd: BorrowedFd<'_>) -> Option<End> {
    let file = File::from(fd.try_clone_to_owned().ok()?).metadata().ok()?;
    let kind = file.file_type();
    if kind.is_fifo() {
        Some(End::Pipe)
    } else if kind.is_socket() && !is_stderr(&file) {
        Some(End::Socket)
    } else {
        None
    }
}

fn is_stderr(file: &std::fs::Metadata) -> bool {
    let stderr = io::stderr().as_fd().try_clone_to_owned().and_then(|fd| File::from(fd).metadata());
    stderr.is_ok_and(|stderr| (stderr.dev(), stderr.ino()) == (file.dev(), file.ino()))
}

fn socket(fd: BorrowedFd<'_>) -> Option<UnixStream> {
    let owned: OwnedFd = fd.try_clone_to_owned().ok()?;
    let stream = StdUnixStream::from(owned);
    stream.set_nonblocking(true).ok()?;
    UnixStream::from_std(stream).ok()
}
