//! What `atrium` promises: free slots are free, a room is booked once, and the file remembers.

use std::path::PathBuf;

use mcpwire_cli::servers::atrium::{Calendar, CalendarError, server};
use serde_json::{Value, json};

use super::talk::{Outcome, Talk};

/// A Thursday.
const DAY: &str = "2026-09-17";

fn atrium() -> Talk {
    Talk::with(server(Calendar::in_memory().expect("a calendar in memory")))
}

fn slots(room_id: &str, day: &str, minutes: u32) -> Value {
    json!({"room_id": room_id, "day": day, "minutes": minutes})
}

fn booking(room_id: &str, start: &str, minutes: u32) -> Value {
    json!({"room_id": room_id, "start": start, "minutes": minutes})
}

/// The times of day at which slots begin.
async fn starts(talk: &mut Talk, wanted: Value) -> Vec<String> {
    let found = talk.call("find_slots", wanted.clone()).await.done();
    let slots = found["result"].as_array().expect("a list of slots");
    let start = |slot: &Value| {
        assert_eq!(
            (&slot["room_id"], &slot["minutes"]),
            (&wanted["room_id"], &wanted["minutes"]),
            "a slot is what was wanted"
        );
        let start = slot["start"].as_str().expect("a start");
        let day = wanted["day"].as_str().expect("a day");
        start.strip_prefix(day).and_then(|rest| rest.strip_prefix('T')).expect(start).to_owned()
    };
    slots.iter().map(start).collect()
}

#[tokio::test]
async fn slots_lie_within_the_opening_hours() {
    let mut talk = atrium();
    for (room, day, minutes, count, first, last) in [
        ("studio-b", DAY, 60, 17, "09:00", "17:00"),
        ("studio-b", DAY, 30, 18, "09:00", "17:30"),
        ("studio-b", DAY, 480, 3, "09:00", "10:00"),
        ("garden-hall", "2026-09-19", 120, 21, "10:00", "20:00"),
        ("library", "2024-02-29", 60, 17, "09:00", "17:00"),
        ("library", "0001-01-01", 60, 17, "09:00", "17:00"),
        ("library", "9999-12-31", 60, 17, "09:00", "17:00"),
    ] {
        let starts = starts(&mut talk, slots(room, day, minutes)).await;
        assert_eq!(starts.len(), count, "{room} on {day} for {minutes} minutes");
        assert_eq!((&*starts[0], &*starts[count - 1]), (first, last));
        assert!(starts.is_sorted());
    }
    let closed = starts(&mut talk, slots("studio-b", "2026-09-20", 30)).await;
    assert_eq!(closed, Vec::<String>::new(), "nothing on a Sunday");
}

#[tokio::test]
async fn every_slot_can_be_booked_until_none_is_left() {
    let mut talk = atrium();
    let mut booked = 0;
    loop {
        let free = starts(&mut talk, slots("studio-a", DAY, 90)).await;
        // Not the first, so that gaps that are too short stay behind.
        let Some(start) = free.get(free.len() / 2) else { break };
        let start = format!("{DAY}T{start}");
        let content = talk.call("book", booking("studio-a", &start, 90)).await.done();
        booked += 1;
        assert_eq!(
            content,
            json!({"booking_id": booked, "room_id": "studio-a", "start": start, "minutes": 90})
        );
    }
    assert!((3..=6).contains(&booked), "{booked} bookings of 90 minutes in nine hours");
    let others = starts(&mut talk, slots("studio-b", DAY, 90)).await;
    assert_eq!(others.len(), 16, "the other room is untouched");
}

#[tokio::test]
async fn a_room_is_taken_only_once() {
    let mut talk = atrium();
    talk.call("book", booking("library", "2026-09-17T10:00", 60)).await.done();
    for (start, minutes) in [("10:00", 60), ("09:30", 60), ("10:30", 30), ("09:00", 180)] {
        let start = format!("{DAY}T{start}");
        let text = talk.call("book", booking("library", &start, minutes)).await.failed();
        for part in ["2026-09-17T10:00 to 2026-09-17T11:00", "nothing was booked", "find_slots"] {
            assert!(text.contains(part), "{text}");
        }
    }
    for (start, minutes) in [("09:30", 30), ("11:00", 60)] {
        let start = format!("{DAY}T{start}");
        talk.call("book", booking("library", &start, minutes)).await.done();
    }
    let left = starts(&mut talk, slots("library", DAY, 60)).await;
    assert_eq!(left.first().map(String::as_str), Some("12:00"));
}

#[tokio::test]
async fn of_many_who_book_at_once_one_has_the_room() {
    const CALLERS: usize = 24;
    let mut talk = atrium();
    for _ in 0..CALLERS {
        let arguments = booking("studio-a", "2026-09-17T14:00", 60);
        talk.request("tools/call", json!({"name": "book", "arguments": arguments})).await;
    }
    let mut booked = 0;
    for _ in 0..CALLERS {
        match Outcome::of(&talk.hear().await) {
            Outcome::Done(_) => booked += 1,
            Outcome::Failed(text) => assert!(text.contains("is taken from"), "{text}"),
            refused => panic!("{refused:?}"),
        }
    }
    assert_eq!(booked, 1);
}

#[tokio::test]
async fn a_wrong_call_is_told_what_to_do() {
    let mut talk = atrium();
    for (tool, arguments, told) in [
        ("find_slots", slots("cellar", DAY, 60), "Use one of these: studio-a, studio-b, library,"),
        ("find_slots", slots("studio-b", "2026-02-30", 60), "The calendar has no `2026-02-30`"),
        ("find_slots", slots("studio-b", "2026-13-01", 60), "The calendar has no `2026-13-01`"),
        ("find_slots", slots("studio-b", "17.9.2026", 60), "`/day` must match"),
        ("find_slots", slots("studio-b", DAY, 45), "`/minutes` must be a multiple of 30"),
        ("find_slots", slots("studio-b", DAY, 0), "`/minutes`"),
        ("find_slots", json!({"room_id": "studio-b", "day": DAY}), "minutes"),
        ("book", booking("cellar", "2026-09-17T09:00", 60), "There is no room `cellar`"),
        ("book", booking("studio-b", "2026-09-17T24:00", 60), "The calendar has no"),
        ("book", booking("studio-b", "2026-09-17T09:15", 60), "at a full or half hour"),
        ("book", booking("studio-b", "2026-09-17T08:30", 60), "is open from 09:00 to 18:00"),
        ("book", booking("studio-b", "2026-09-17T17:30", 60), "is open from 09:00 to 18:00"),
        ("book", booking("studio-b", "2026-09-20T10:00", 60), "is closed on Sunday, 2026-09-20"),
        ("book", booking("studio-b", "9999-12-31T23:30", 480), "is open from"),
        ("book", booking("studio-b", "2026-09-17 09:00", 60), "`/start` must match"),
        ("book", booking("studio-b", "2026-09-17T09:00", 510), "`/minutes` must be"),
    ] {
        let text = talk.call(tool, arguments.clone()).await.failed();
        assert!(text.contains(told), "{arguments} was told: {text}");
        assert!(text.ends_with('.'), "{text}");
    }
    let untouched = starts(&mut talk, slots("studio-b", DAY, 60)).await;
    assert_eq!(untouched.len(), 17, "a wrong call books nothing");
}

#[tokio::test]
async fn the_rooms_of_the_list_are_the_rooms_of_the_tools() {
    let mut talk = atrium();
    let answer = talk.ask("resources/read", json!({"uri": "atrium://rooms"})).await;
    let contents = &answer["result"]["contents"][0];
    assert_eq!(contents["mimeType"], "application/json");
    let rooms: Vec<Value> =
        serde_json::from_str(contents["text"].as_str().expect("a text")).expect("a list");
    assert_eq!(rooms.len(), 4);
    assert_eq!(rooms[3]["opening_hours"]["sat"], "10:00-22:00");
    assert_eq!(rooms[0]["opening_hours"]["sat"], Value::Null);
    for room in rooms {
        let room_id = room["room_id"].as_str().expect("an id");
        assert_eq!(starts(&mut talk, slots(room_id, DAY, 480)).await.len(), 3, "{room_id}");
    }
}

#[tokio::test]
async fn the_file_remembers_and_is_shared() {
    let file = Scratch::new("shared");
    let mut one = Talk::with(server(Calendar::open(&file.0).expect("a new file")));
    let mut two = Talk::with(server(Calendar::open(&file.0).expect("the same file")));
    one.call("book", booking("studio-a", "2026-09-17T09:00", 60)).await.done();
    let text = two.call("book", booking("studio-a", "2026-09-17T09:30", 60)).await.failed();
    assert!(text.contains("is taken"), "{text}");
    drop((one, two));
    let mut later = Talk::with(server(Calendar::open(&file.0).expect("the file of before")));
    let free = starts(&mut later, slots("studio-a", DAY, 60)).await;
    assert_eq!(free.first().map(String::as_str), Some("10:00"));
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let file = Scratch::new("text");
    std::fs::write(&file.0, "This is a diary, and no database at all.\n".repeat(40)).expect("room");
    assert!(matches!(Calendar::open(&file.0), Err(CalendarError::Database(_))));

    let file = Scratch::new("foreign");
    let foreign = rusqlite::Connection::open(&file.0).expect("a database");
    foreign.execute_batch("CREATE TABLE diary (entry TEXT)").expect("a table");
    drop(foreign);
    let before = std::fs::read(&file.0).expect("the file");
    assert!(matches!(Calendar::open(&file.0), Err(CalendarError::Foreign)));
    assert_eq!(std::fs::read(&file.0).expect("the file"), before);
}

/// A file of this test's own, gone when it ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("atrium-{name}-{}.db", std::process::id());
        Scratch(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
