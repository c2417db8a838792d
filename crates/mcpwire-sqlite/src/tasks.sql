-- `mcpt`, so that nobody takes the file for something else.
PRAGMA application_id = 0x6d637074;
PRAGMA user_version = 1;

CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    -- Whether its status is final.
    ended INTEGER NOT NULL,
    -- When it may be forgotten, in milliseconds since 1970; NULL is never.
    expires INTEGER,
    -- Everything about it, as JSON.
    task TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX unfinished ON tasks (id) WHERE NOT ended;
CREATE INDEX expiring ON tasks (expires) WHERE expires IS NOT NULL;
