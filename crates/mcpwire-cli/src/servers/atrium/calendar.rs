use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Time};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::refusal::Refusal;

const NEW_CALENDAR: &str = include_str!("calendar.sql");
/// `atrm`, which `calendar.sql` writes into a new file.
const APPLICATION_ID: i64 = 0x6174_726d;
/// How long another program may hold the file before a call gives up.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bookings begin at a full or half hour.
const STEP_MINUTES: i64 = 30;

/// A room and when it is open.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) room_id: String,
    pub(crate) name: String,
    pub(crate) seats: u32,
    /// From Monday to Sunday; `None` is a day off.
    pub(crate) hours: [Option<(Time, Time)>; 7],
}

/// The rooms of a house and their bookings, in one SQLite database.
pub struct Calendar {
    /// As they were when the calendar was opened.
    rooms: Vec<Room>,
    database: Mutex<Connection>,
}

/// Why a calendar cannot be opened.
#[derive(Debug)]
pub enum CalendarError {
    /// The database is a foreign one, and nothing was written to it.
    Foreign,
    /// SQLite cannot open, read or set up the database.
    Database(rusqlite::Error),
}

impl Calendar {
    /// A new calendar that is gone when this value is.
    ///
    /// # Errors
    ///
    /// SQLite has no memory.
    pub fn in_memory() -> Result<Self, CalendarError> {
        Self::with(Connection::open_in_memory()?)
    }

    /// The calendar in a file, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, or holds something else.
    pub fn open(file: &Path) -> Result<Self, CalendarError> {
        Self::with(Connection::open(file)?)
    }

    fn with(mut database: Connection) -> Result<Self, CalendarError> {
        database.busy_timeout(PATIENCE)?;
        database.pragma_update(None, "foreign_keys", true)?;
        // One transaction, so that two programs do not both set up the same new file.
        let setup = Transaction::new(&mut database, TransactionBehavior::Immediate)?;
        match setup.pragma_query_value(None, "application_id", |row| row.get(0))? {
            APPLICATION_ID => {}
            0 if is_empty(&setup)? => setup.execute_batch(NEW_CALENDAR)?,
            _ => return Err(CalendarError::Foreign),
        }
        let rooms = read_rooms(&setup)?;
        setup.commit()?;
        Ok(Calendar { rooms, database: Mutex::new(database) })
    }

    pub(crate) fn rooms(&self) -> &[Room] {
        &self.rooms
    }

    /// When a booking of this length can begin on this day, earliest first.
    pub(crate) fn free(
        &self,
        room_id: &str,
        day: Date,
        minutes: u32,
    ) -> Result<Vec<DateTime>, Refusal> {
        let Some((opens, closes)) = self.room(room_id)?.hours_on(day) else {
            return Ok(Vec::new());
        };
        let (opens, closes) = (day.to_datetime(opens), day.to_datetime(closes));
        let taken = self.taken(room_id, opens, closes)?;
        let fits = |start: &DateTime| {
            let Some(end) = after(*start, minutes) else { return false };
            if *start < opens || end > closes {
                return false;
            }
            let (start, end) = (text(*start), text(end));
            taken.iter().all(|(starts, ends)| end <= *starts || *ends <= start)
        };
        let starts = day.to_datetime(Time::midnight()).series(STEP_MINUTES.minutes());
        Ok(starts.take_while(|start| *start < closes).filter(fits).collect())
    }

    /// Books a room and gives the number of the booking. Either all of the time is free and it is
    /// booked, or nothing happens.
    pub(crate) fn book(
        &self,
        room_id: &str,
        start: DateTime,
        minutes: u32,
    ) -> Result<i64, Refusal> {
        let hours = self.room(room_id)?.hours_on(start.date());
        if i64::from(start.minute()) % STEP_MINUTES != 0 || start.second() != 0 {
            return Err(Refusal::BesideTheGrid { start });
        }
        let end = after(start, minutes).filter(|end| {
            hours.is_some_and(|(opens, closes)| {
                opens <= start.time() && *end <= start.date().to_datetime(closes)
            })
        });
        let Some(end) = end else {
            let (room_id, day) = (room_id.to_owned(), start.date());
            return Err(Refusal::Closed { room_id, day, hours });
        };
        let database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        // One statement looks and books, so that nobody comes in between.
        let booked = database
            .query_row(
                "INSERT INTO bookings (room_id, starts, ends)
                 SELECT ?1, ?2, ?3 WHERE NOT EXISTS
                     (SELECT 1 FROM bookings WHERE room_id = ?1 AND starts < ?3 AND ends > ?2)
                 RETURNING booking_id",
                params![room_id, text(start), text(end)],
                |row| row.get(0),
            )
            .optional()?;
        drop(database);
        match booked {
            Some(booking_id) => Ok(booking_id),
            None => {
                let taken = self.taken(room_id, start, end)?.into_iter().next();
                let (starts, ends) = taken.unwrap_or_else(|| (text(start), text(end)));
                Err(Refusal::Taken { room_id: room_id.to_owned(), starts, ends })
            }
        }
    }

    fn room(&self, room_id: &str) -> Result<&Room, Refusal> {
        self.rooms.iter().find(|room| room.room_id == room_id).ok_or_else(|| Refusal::NoSuchRoom {
            room_id: room_id.to_owned(),
            rooms: self.rooms.iter().map(|room| room.room_id.clone()).collect(),
        })
    }

    /// The bookings of a room that share time with this span, in order.
    fn taken(
        &self,
        room_id: &str,
        from: DateTime,
        to: DateTime,
    ) -> Result<Vec<(String, String)>, Refusal> {
        let database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bookings = database.prepare(
            "SELECT starts, ends FROM bookings
             WHERE room_id = ?1 AND starts < ?3 AND ends > ?2 ORDER BY starts",
        )?;
        let rows = bookings.query_map(params![room_id, text(from), text(to)], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl Room {
    fn hours_on(&self, day: Date) -> Option<(Time, Time)> {
        self.hours[day.weekday().to_monday_zero_offset().unsigned_abs() as usize]
    }
}

fn is_empty(database: &Connection) -> rusqlite::Result<bool> {
    database.query_row("SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get(0))
}

fn read_rooms(database: &Connection) -> rusqlite::Result<Vec<Room>> {
    let mut rooms = database.prepare("SELECT room_id, name, seats FROM rooms ORDER BY rowid")?;
    let mut hours =
        database.prepare("SELECT weekday, opens, closes FROM opening_hours WHERE room_id = ?1")?;
    let rooms = rooms.query_map([], |row| {
        let (room_id, name, seats) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let mut week = [None; 7];
        let mut rows = hours.query([&room_id])?;
        while let Some(row) = rows.next()? {
            if let Some(day) =
                usize::from(row.get::<_, u8>(0)?).checked_sub(1).and_then(|at| week.get_mut(at))
            {
                *day = Some((time(row, 1)?, time(row, 2)?));
            }
        }
        Ok(Room { room_id, name, seats, hours: week })
    })?;
    rooms.collect()
}

fn time(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<Time> {
    row.get_ref(column)?.as_str()?.parse().map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(
            column,
            rusqlite::types::Type::Text,
            Box::<jiff::Error>::new(error),
        )
    })
}

/// `None` is beyond the end of the calendar.
fn after(start: DateTime, minutes: u32) -> Option<DateTime> {
    start.checked_add(i64::from(minutes).minutes()).ok()
}

/// A time as the database and the wire have it.
pub(crate) fn text(time: DateTime) -> String {
    time.strftime("%Y-%m-%dT%H:%M").to_string()
}

impl fmt::Display for CalendarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CalendarError::Foreign => f.write_str(
                "It is a database of another program and was left as it is; name another file.",
            ),
            CalendarError::Database(error) => {
                write!(f, "SQLite cannot open the calendar: {error}.")
            }
        }
    }
}

impl std::error::Error for CalendarError {}

impl From<rusqlite::Error> for CalendarError {
    fn from(error: rusqlite::Error) -> Self {
        CalendarError::Database(error)
    }
}
