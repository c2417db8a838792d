-- The calendar of the house, as a new file has it. Times are those of the house and are written so
-- that they sort: HH:MM for hours, YYYY-MM-DDTHH:MM for bookings.

CREATE TABLE rooms (
    room_id TEXT NOT NULL PRIMARY KEY,
    name    TEXT NOT NULL,
    seats   INTEGER NOT NULL CHECK (seats > 0)
) STRICT;

-- Weekdays count from Monday, 1, to Sunday, 7. A weekday without a row is a day off.
CREATE TABLE opening_hours (
    room_id TEXT NOT NULL REFERENCES rooms,
    weekday INTEGER NOT NULL CHECK (weekday BETWEEN 1 AND 7),
    opens   TEXT NOT NULL,
    closes  TEXT NOT NULL CHECK (opens < closes),
    PRIMARY KEY (room_id, weekday)
) STRICT;

CREATE TABLE bookings (
    booking_id INTEGER PRIMARY KEY AUTOINCREMENT,
    room_id    TEXT NOT NULL REFERENCES rooms,
    starts     TEXT NOT NULL,
    ends       TEXT NOT NULL CHECK (starts < ends)
) STRICT;

CREATE INDEX bookings_of_a_room ON bookings (room_id, starts);

INSERT INTO rooms VALUES
    ('studio-a', 'Studio A', 4),
    ('studio-b', 'Studio B', 6),
    ('library', 'Library', 10),
    ('garden-hall', 'Garden hall', 40);

INSERT INTO opening_hours
    SELECT room_id, weekday, '09:00', '18:00'
    FROM rooms, (SELECT value AS weekday FROM json_each('[1, 2, 3, 4, 5]'));

-- The large room is for the weekend too.
INSERT INTO opening_hours VALUES ('garden-hall', 6, '10:00', '22:00');

-- Marks the file as a calendar of this program.
PRAGMA application_id = 0x6174726d;
