-- Messages that players sent to each other through the desk; no readers means everybody.

CREATE TABLE press (
  number INTEGER PRIMARY KEY,
  match TEXT NOT NULL REFERENCES matches (name),
  step INTEGER NOT NULL,
  sender TEXT NOT NULL,
  kind TEXT NOT NULL,
  readers TEXT NOT NULL,
  text TEXT NOT NULL,
  at TEXT NOT NULL,
  letter INTEGER NOT NULL REFERENCES letters (number),
  line INTEGER NOT NULL,
  UNIQUE (letter, line)
) STRICT;

CREATE INDEX press_by_match ON press (match, number);
