//! `atrium`: the rooms of a house and their bookings, kept in an SQLite database.
//!
//! The tools read and write a file, and may have to wait for another program that holds it; so
//! they are blocking tools, each call on a thread of its own. The clock is never asked: any day
//! can be booked, and the same calls have the same answers at any time.

mod calendar;
mod refusal;

use std::sync::Arc;

use jiff::civil::{Date, DateTime, Time};
use mcpwire::{Json, Resource, Server, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use calendar::{Calendar, CalendarError};
use calendar::{Room, text};
use refusal::Refusal;

#[derive(Deserialize, JsonSchema)]
struct FindSlots {
    /// Id of the room, for example studio-b. Resource atrium://rooms lists all of them.
    room_id: String,
    /// The day, as YYYY-MM-DD.
    #[schemars(regex(pattern = r"^\d{4}-\d{2}-\d{2}$"), extend("examples" = ["2026-09-17"]))]
    day: String,
    /// How long the room is needed, in minutes: half an hour to eight hours, in steps of 30.
    #[schemars(range(min = 30, max = 480), extend("multipleOf" = 30))]
    minutes: u32,
}

#[derive(Deserialize, JsonSchema)]
struct Book {
    /// Id of the room, for example studio-b.
    room_id: String,
    /// When it begins, as YYYY-MM-DDTHH:MM in the time of the house: a start of find_slots.
    #[schemars(
        regex(pattern = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$"),
        extend("examples" = ["2026-09-17T09:00"])
    )]
    start: String,
    /// How long the room is needed, in minutes: half an hour to eight hours, in steps of 30.
    #[schemars(range(min = 30, max = 480), extend("multipleOf" = 30))]
    minutes: u32,
}

/// A time at which the room is free.
#[derive(Serialize, JsonSchema)]
struct Slot {
    room_id: String,
    /// When it begins, as YYYY-MM-DDTHH:MM in the time of the house.
    start: String,
    /// How long it is, in minutes.
    minutes: u32,
}

/// What was booked.
#[derive(Serialize, JsonSchema)]
struct Booking {
    /// The number of the booking.
    booking_id: i64,
    room_id: String,
    /// When it begins, as YYYY-MM-DDTHH:MM in the time of the house.
    start: String,
    /// How long it is, in minutes.
    minutes: u32,
}

/// The server, not yet serving.
pub fn server(calendar: Calendar) -> Server {
    let rooms = Value::Array(calendar.rooms().iter().map(about_room).collect());
    let calendar = Arc::new(calendar);
    Server::new("atrium", "1.0.0")
        .identify("title", "Rooms of the atrium")
        .instructions(
            "Books meeting rooms. Call find_slots first, let the person choose one of the slots, \
             and call book with its start. Resource atrium://rooms tells which rooms there are, \
             how many people fit in, and when they are open.",
        )
        .tool(find_slots(calendar.clone()))
        .tool(book(calendar))
        .resource(
            Resource::text("atrium://rooms", "rooms", format!("{rooms:#}"))
                .title("Rooms")
                .describe(
                    "The rooms: id, name, seats, and opening hours by weekday; null is a day off.",
                )
                .mime_type("application/json"),
        )
}

fn find_slots(calendar: Arc<Calendar>) -> Tool {
    let work = move |wanted: FindSlots| -> Result<Json<Vec<Slot>>, Refusal> {
        let FindSlots { room_id, day, minutes } = wanted;
        let day: Date = parse(&day)?;
        let slot = |start| Slot { room_id: room_id.clone(), start: text(start), minutes };
        Ok(Json(calendar.free(&room_id, day, minutes)?.into_iter().map(slot).collect()))
    };
    Tool::blocking("find_slots", work)
        .title("Find free times of a room")
        .describe(
            "Lists when a room is free for the given number of minutes on one day, earliest first. \
             Slots begin every half hour, so they may overlap; each can be booked as it is. An \
             empty list means that the room is full or closed on that day.",
        )
        .read_only()
        .idempotent()
        .destructive(false)
        .open_world(false)
}

fn book(calendar: Arc<Calendar>) -> Tool {
    let work = move |wanted: Book| -> Result<Json<Booking>, Refusal> {
        let Book { room_id, start: begins, minutes } = wanted;
        let start: DateTime = parse(&begins)?;
        let booking_id = calendar.book(&room_id, start, minutes)?;
        Ok(Json(Booking { booking_id, room_id, start: begins, minutes }))
    };
    Tool::blocking("book", work)
        .title("Book a room")
        .describe(
            "Books a room from start for the given number of minutes, within its opening hours. \
             If somebody else has the room then, nothing is booked and the error says when it is \
             taken. Ask the person before you book.",
        )
        .destructive(false)
        .open_world(false)
}

/// A day or time that the schema's pattern has let through; there is no 30th of February.
fn parse<T: std::str::FromStr>(text: &str) -> Result<T, Refusal> {
    text.parse().map_err(|_| Refusal::NoSuchTime { text: text.to_owned() })
}

fn about_room(room: &Room) -> Value {
    const WEEK: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let clock = |time: Time| time.strftime("%H:%M").to_string();
    let hours = WEEK.iter().zip(room.hours).map(|(day, hours)| {
        let hours = hours.map(|(opens, closes)| format!("{}-{}", clock(opens), clock(closes)));
        ((*day).to_owned(), hours.into())
    });
    json!({
        "room_id": room.room_id,
        "name": room.name,
        "seats": room.seats,
        "opening_hours": Value::Object(hours.collect::<Map<_, _>>()),
    })
}
