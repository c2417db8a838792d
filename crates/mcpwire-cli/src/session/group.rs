//! The processes of a server: what it starts beside itself ends with it, and with this program.

use std::process::Command;

/// Makes the process that `command` will start the first of a group of its own.
pub(super) fn lead(command: &mut Command) {
    #[cfg(unix)]
    {
        std::os::unix::process::CommandExt::process_group(command, 0);
        unix::watch();
    }
    #[cfg(not(unix))]
    let _ = command;
}

/// Remembers the group of a process that was started, to end it if this program is stopped.
pub(super) fn started(pid: u32) {
    #[cfg(unix)]
    unix::groups().push(pid);
    #[cfg(not(unix))]
    let _ = pid;
}

/// Ends all that is left of the group of a process.
pub(super) fn end(pid: u32) {
    #[cfg(unix)]
    {
        let mut groups = unix::groups();
        groups.retain(|group| *group != pid);
        unix::kill(pid);
    }
    #[cfg(not(unix))]
    let _ = pid;
}

#[cfg(unix)]
mod unix {
    use std::io::{self, Read as _};
    use std::os::unix::net::UnixStream;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
    use std::thread;

    use rustix::process::{Pid, Signal, kill_process_group};
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::{flag, low_level};

    static GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

    pub(super) fn groups() -> MutexGuard<'static, Vec<u32>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn kill(group: u32) {
        if let Some(group) = group.try_into().ok().and_then(Pid::from_raw) {
            // There is an error if nothing of it is left, which is well.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    /// A terminal's Ctrl-C goes to this program's group only, so it is passed on.
    pub(super) fn watch() {
        static ONCE: Once = Once::new();
        // Without it, servers still see the end of their input.
        ONCE.call_once(|| drop(listen()));
    }

    fn listen() -> io::Result<()> {
        let (mut wakes, woken) = UnixStream::pair()?;
        let which = Arc::new(AtomicUsize::new(0));
        for (number, signal) in [SIGINT, SIGTERM].into_iter().enumerate() {
            flag::register_usize(signal, Arc::clone(&which), number)?;
            low_level::pipe::register(signal, woken.try_clone()?)?;
        }
        thread::spawn(move || {
            if wakes.read_exact(&mut [0]).is_ok() {
                groups().drain(..).for_each(kill);
                let signal = [SIGINT, SIGTERM][which.load(Ordering::SeqCst)];
                let _ = low_level::emulate_default_handler(signal);
            }
        });
        Ok(())
    }
}
