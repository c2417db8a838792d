use std::fmt;

use jiff::civil::{Date, DateTime, Time};

/// Why the calendar does not do what it was asked, in whole sentences that say what to do.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// No room has this id; these are the ids that there are.
    NoSuchRoom { room_id: String, rooms: Vec<String> },
    /// The text has the right form, but names no day or minute of the calendar.
    NoSuchTime { text: String },
    /// Bookings begin at a full or half hour.
    BesideTheGrid { start: DateTime },
    /// The room is closed for some or all of the time.
    Closed { room_id: String, day: Date, hours: Option<(Time, Time)> },
    /// Somebody else has the room.
    Taken { room_id: String, starts: String, ends: String },
    /// The file or the database in it does not work.
    Storage(rusqlite::Error),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoSuchRoom { room_id, rooms } => write!(
                f,
                "There is no room `{room_id:.80}`. Use one of these: {}.",
                rooms.join(", ")
            ),
            Refusal::NoSuchTime { text } => write!(
                f,
                "The calendar has no `{text:.40}`. Check the month, the day of the month and the time of day."
            ),
            Refusal::BesideTheGrid { start } => write!(
                f,
                "Bookings begin at a full or half hour, not at {}. Choose a start that find_slots gives.",
                start.strftime("%H:%M")
            ),
            Refusal::Closed { room_id, day, hours: None } => write!(
                f,
                "Room {room_id} is closed on {}. Choose another day or another room.",
                day.strftime("%A, %Y-%m-%d")
            ),
            Refusal::Closed { room_id, day, hours: Some((opens, closes)) } => write!(
                f,
                "Room {room_id} is open from {} to {} on {}. Choose a start so that the whole booking lies within.",
                opens.strftime("%H:%M"),
                closes.strftime("%H:%M"),
                day.strftime("%A, %Y-%m-%d")
            ),
            Refusal::Taken { room_id, starts, ends } => write!(
                f,
                "Room {room_id} is taken from {starts} to {ends}, so nothing was booked. Call find_slots for this room and day, and choose one of its starts."
            ),
            Refusal::Storage(error) => write!(
                f,
                "The calendar cannot be read or written: {error}. Nothing was booked; try again later, and tell whoever runs this server."
            ),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        Refusal::Storage(error)
    }
}
