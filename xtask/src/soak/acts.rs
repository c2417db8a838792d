//! What a client does, right and wrong.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Shared;
use super::account::{Fate, Task};
use super::http::{Client, message, post};

/// One client.
pub(crate) struct Worker {
    shared: Arc<Shared>,
    client: Client,
    chance: u64,
    /// How often the server had been killed when this client looked last.
    kills: u64,
}

/// A fault, in words.
type Done = Result<Fate, String>;

type Act = fn(&mut Worker) -> Done;

/// What is done, by its name in the books; what stands there twice is done twice as often.
const ACTS: [(&str, Act); 9] = [
    ("call", Worker::call),
    ("call", Worker::call),
    ("call, left", Worker::leave),
    ("listen", Worker::listen),
    ("broken body", Worker::broken),
    ("slow writer", Worker::slowly),
    ("half a head", Worker::half),
    ("task", Worker::task),
    ("unknown", Worker::unknown),
];

impl Worker {
    pub(crate) fn new(shared: Arc<Shared>, seed: u64, number: u64) -> Self {
        let client = Client::new(shared.port);
        // Never zero, from which this kind of chance does not come away.
        let chance = (seed ^ (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1;
        Worker { shared, client, chance, kills: 0 }
    }

    /// Does one thing after another until the work is over.
    pub(crate) fn work(&mut self) {
        while !self.shared.over.load(Ordering::SeqCst) {
            let (name, act) = ACTS[self.below(ACTS.len() as u64) as usize];
            let kills = self.shared.account().kills;
            let was_killing = self.is_killing();
            // A connection to a server that was killed meanwhile leads nowhere.
            if std::mem::replace(&mut self.kills, kills) != kills {
                self.client.close();
            }
            let done = act(self);
            let fate = match done {
                Ok(fate) => fate,
                // What was under way when the server was killed has no answer.
                Err(_)
                    if was_killing || self.is_killing() || kills != self.shared.account().kills =>
                {
                    self.client.close();
                    thread::sleep(Duration::from_millis(20));
                    Fate::Killed
                }
                Err(why) => {
                    self.client.close();
                    Fate::Wrong(why)
                }
            };
            self.shared.account().enter(name, fate);
        }
    }

    fn is_killing(&self) -> bool {
        self.shared.killing.load(Ordering::SeqCst)
    }

    /// A number below `most`.
    fn below(&mut self, most: u64) -> u64 {
        // xorshift64: all that is asked of chance here is that it comes again with its seed.
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance >> 11) % most
    }

    fn text(&mut self) -> String {
        let most = if self.below(20) == 0 { 200_000 } else { 200 };
        let length = self.below(most);
        let letters = ['a', 'Ä', '"', '\\', '\n', '\u{1F600}', ' '];
        (0..length).map(|_| letters[self.below(letters.len() as u64) as usize]).collect()
    }

    fn call(&mut self) -> Done {
        let text = self.text();
        let answer = self.client.call("echo", json!({"text": text})).map_err(in_words)?;
        echoed(&answer, &text)
    }

    /// Goes away while the tool works.
    fn leave(&mut self) -> Done {
        let id = self.client.id();
        let params = json!({"name": "sleep", "arguments": {"millis": 60_000}});
        let message = message(id, "tools/call", params);
        let port = self.shared.port;
        self.client
            .send(post(port, "tools/call", "sleep", &message).as_bytes())
            .map_err(in_words)?;
        thread::sleep(Duration::from_millis(self.below(30)));
        self.client.close();
        Ok(Fate::Left)
    }

    /// Listens, changes the list, and is told.
    fn listen(&mut self) -> Done {
        let id = self.client.id();
        let filter = json!({"notifications": {"toolsListChanged": true}});
        let message = message(id, "subscriptions/listen", filter);
        let request = post(self.shared.port, "subscriptions/listen", "", &message);
        self.client.send(request.as_bytes()).map_err(in_words)?;
        let (status, _) = self.client.head().map_err(in_words)?;
        let first = self.client.event().map_err(in_words)?;
        let acknowledged = first["method"] == "notifications/subscriptions/acknowledged";
        if status != 200 || !acknowledged {
            return Err(format!("status {status}, and first {first}"));
        }
        let mut other = Client::new(self.shared.port);
        other.call("bump", json!({})).map_err(in_words)?;
        let next = self.client.event().map_err(in_words)?;
        // The connection is this stream's until it ends.
        self.client.close();
        match next["method"].as_str() {
            Some("notifications/tools/list_changed") => Ok(Fate::Right),
            _ => Err(format!("told {next}")),
        }
    }

    fn broken(&mut self) -> Done {
        let body = ["{\"jsonrpc\":\"2.0\",", "[]", "\u{0}", "{\"a\":1}"][self.below(4) as usize];
        let request = post(self.shared.port, "tools/list", "", body);
        self.client.send(request.as_bytes()).map_err(in_words)?;
        let (status, answer) = self.client.answer().map_err(in_words)?;
        let code = answer["error"]["code"].as_i64();
        match (status, code) {
            (400, Some(-32700 | -32600)) => Ok(Fate::Right),
            _ => Err(format!("status {status} for `{body}`: {answer}")),
        }
    }

    /// Sends a request in small pieces with pauses between them.
    fn slowly(&mut self) -> Done {
        let text: String = self.text().chars().take(100).collect();
        let id = self.client.id();
        let params = json!({"name": "echo", "arguments": {"text": text}});
        let request =
            post(self.shared.port, "tools/call", "echo", &message(id, "tools/call", params));
        for piece in request.as_bytes().chunks(97) {
            self.client.send(piece).map_err(in_words)?;
            thread::sleep(Duration::from_millis(self.below(3)));
        }
        let answer = self.client.answer_to(id).map_err(in_words)?;
        echoed(&answer, &text)
    }

    /// Begins a request and goes away in the middle of it.
    fn half(&mut self) -> Done {
        let message = message(1, "tools/list", json!({}));
        let request = post(self.shared.port, "tools/list", "", &message);
        let end = self.below(request.len() as u64) as usize;
        let mut other = Client::new(self.shared.port);
        other.send(&request.as_bytes()[..end]).map_err(in_words)?;
        thread::sleep(Duration::from_millis(self.below(50)));
        Ok(Fate::Left)
    }

    /// Begins a task, and looks after it until it has ended or this client has had enough.
    fn task(&mut self) -> Done {
        let is_resumable = self.below(2) == 0;
        let tool = if is_resumable { "wait_again" } else { "wait" };
        let millis = [0, 20, 200, 3_000][self.below(4) as usize];
        let (_, answer) = self.client.call(tool, json!({"millis": millis})).map_err(in_words)?;
        let Some(id) = answer["result"]["taskId"].as_str() else {
            return Err(format!("no task: {answer}"));
        };
        let mut account = self.shared.account();
        let kills = account.kills;
        account.tasks.push(Task { id: id.to_owned(), tool, is_resumable, kills });
        drop(account);
        let deadline = Instant::now() + Duration::from_millis(300);
        loop {
            let known = self.client.task(id).map_err(in_words)?;
            match known["result"]["status"].as_str() {
                Some("completed") => return Ok(Fate::Right),
                Some("working") if Instant::now() >= deadline => return Ok(Fate::Left),
                Some("working") => thread::sleep(Duration::from_millis(25)),
                _ => return Err(format!("a task of {millis} ms: {known}")),
            }
        }
    }

    fn unknown(&mut self) -> Done {
        let (status, answer) = self.client.call("nothing", json!({})).map_err(in_words)?;
        match answer["error"]["code"].as_i64() {
            Some(-32602) if status == 200 => Ok(Fate::Right),
            _ => Err(format!("status {status}: {answer}")),
        }
    }
}

/// Whether a call of `echo` was answered with its text.
fn echoed((status, answer): &(u16, Value), text: &str) -> Done {
    match answer["result"]["structuredContent"]["result"].as_str() {
        Some(came) if came == text && *status == 200 => Ok(Fate::Right),
        _ => Err(format!("status {status} for a text of {} bytes: {answer}", text.len())),
    }
}

fn in_words(error: io::Error) -> String {
    error.to_string()
}
