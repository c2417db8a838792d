//! `cargo xtask soak`: a server under mixed load and faults, killed in the middle, with every
//! request accounted for.

mod account;
mod acts;
mod http;
mod server;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use self::account::{Account, Task};
use self::acts::Worker;
use self::server::{Sample, Server};
use crate::command::{cargo, show};
use crate::place;

/// How this is called.
pub(crate) const USAGE: &str = "\
Puts a server under mixed load: calls, tasks, listening, disconnects in the middle,
broken bodies, slow writers, half-open connections. It is killed and restarted in the
middle. Every request is accounted for, no task may be lost, memory stays flat.

Usage: cargo xtask soak [--minutes N] [--workers N] [--seed N]

  --minutes N  how long, fractions allowed; 3 by default
  --workers N  how many clients at once; 24 by default
  --seed N     what chance begins with; the time by default, printed at the start
";

/// How a soak is run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub time: Duration,
    pub workers: u64,
    pub seed: u64,
    /// Whether the server was built already, as it is with the tests.
    pub is_built: bool,
}

impl Plan {
    /// Reads the options.
    ///
    /// # Errors
    /// A sentence about what is wrong.
    pub(crate) fn read(words: &[String]) -> Result<Self, String> {
        let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
        let mut plan = Plan {
            time: Duration::from_secs(180),
            workers: 24,
            seed: since.as_millis() as u64,
            is_built: false,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("{word} needs a value."))?;
            let number = || value.parse().map_err(|_| format!("{word} takes a number."));
            match word.as_str() {
                "--minutes" => {
                    let minutes: f64 = value.parse().map_err(|_| "--minutes takes a number.")?;
                    let time = Duration::try_from_secs_f64(minutes * 60.0);
                    plan.time = time.map_err(|_| "--minutes takes a positive number.")?;
                }
                "--workers" => plan.workers = number()?,
                "--seed" => plan.seed = number()?,
                other => return Err(format!("Option {other} is not known.")),
            }
        }
        Ok(plan)
    }

    /// How long a server lives before it is killed.
    fn life(&self) -> Duration {
        (self.time / 3).clamp(Duration::from_secs(4), Duration::from_secs(600))
    }
}

/// What the workers and whoever directs them share.
pub(crate) struct Shared {
    pub port: u16,
    /// Whether the work is over.
    pub over: AtomicBool,
    /// Whether the server is being killed, so that nothing is wrong with a broken connection.
    pub killing: AtomicBool,
    pub account: Mutex<Account>,
}

impl Shared {
    pub(crate) fn account(&self) -> std::sync::MutexGuard<'_, Account> {
        self.account.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Builds the server, runs the load and says what came of it.
///
/// # Errors
/// Sentences about everything that was wrong.
pub(crate) fn run(plan: &Plan) -> Result<(), String> {
    if !plan.is_built {
        let mut build = cargo();
        build.args(["build", "--package", "mcpwire-sqlite", "--example", "durable", "--locked"]);
        show(&mut build).map_err(|error| format!("The server cannot be built: {error}"))?;
    }
    println!(
        "Soaking for {} s with {} clients, seed {}.",
        plan.time.as_secs(),
        plan.workers,
        plan.seed
    );
    let port = server::free_port()?;
    let shared = Arc::new(Shared {
        port,
        over: AtomicBool::new(false),
        killing: AtomicBool::new(false),
        account: Mutex::default(),
    });
    let file = new_file()?;
    let mut server = Server::start(&file, port)?;
    let workers: Vec<_> = (0..plan.workers)
        .map(|number| {
            let mut worker = Worker::new(shared.clone(), plan.seed, number);
            thread::spawn(move || worker.work())
        })
        .collect();
    let directed = direct(plan, &shared, &mut server, &file);
    shared.over.store(true, Ordering::SeqCst);
    let mut wrong = directed.err().into_iter().collect::<Vec<_>>();
    for worker in workers {
        if worker.join().is_err() {
            wrong.push("A client ended by a fault of its own.".to_owned());
        }
    }
    wrong.extend(server.at_rest(&shared).err());
    wrong.extend(tasks_are_there(&shared).err());
    let account = shared.account();
    println!("\n{account}");
    wrong.extend(account.wrong());
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn new_file() -> Result<PathBuf, String> {
    let folder = place::target().join("soak");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for ending in ["", "-wal", "-shm"] {
        place::remove(&folder.join(format!("tasks.db{ending}")))?;
    }
    Ok(folder.join("tasks.db"))
}

/// Watches the server, kills it at the end of each of its lives, and starts the next one.
fn direct(
    plan: &Plan,
    shared: &Shared,
    server: &mut Server,
    file: &std::path::Path,
) -> Result<(), String> {
    let end = Instant::now() + plan.time;
    while Instant::now() < end {
        let death = (Instant::now() + plan.life()).min(end);
        let samples = watch(shared, server, death)?;
        Sample::are_flat(&samples, plan.workers)?;
        if Instant::now() + Duration::from_secs(2) >= end {
            break;
        }
        shared.killing.store(true, Ordering::SeqCst);
        server.kill();
        *server = Server::start(file, shared.port)?;
        shared.account().kills += 1;
        shared.killing.store(false, Ordering::SeqCst);
        tasks_are_there(shared)?;
    }
    Ok(())
}

/// Looks at the server now and then until `death`.
fn watch(shared: &Shared, server: &mut Server, death: Instant) -> Result<Vec<Sample>, String> {
    let mut samples = Vec::new();
    let mut told = Instant::now();
    while Instant::now() < death {
        thread::sleep(Duration::from_millis(250).min(death - Instant::now()));
        server.must_live()?;
        let sample = server.sample();
        if told.elapsed() >= Duration::from_secs(5) {
            told = Instant::now();
            let account = shared.account();
            println!("{} requests, {} tasks, {sample}", account.requests(), account.tasks.len());
        }
        samples.push(sample);
    }
    Ok(samples)
}

/// Every task whose name was told is known to the server.
fn tasks_are_there(shared: &Shared) -> Result<(), String> {
    let tasks: Vec<Task> = shared.account().tasks.clone();
    let mut client = http::Client::new(shared.port);
    for task in tasks {
        let known = client.task(&task.id).map_err(|error| format!("Task {}: {error}", task.id))?;
        let status = known["result"]["status"].as_str().unwrap_or("none");
        let fits = match status {
            "completed" => true,
            "working" => true,
            // Only a server that ended in the middle gives one up.
            "failed" => !task.is_resumable && shared.account().kills > task.kills,
            _ => false,
        };
        if !fits {
            return Err(format!("Task {} ({}) is lost: {known}", task.id, task.tool));
        }
    }
    Ok(())
}
