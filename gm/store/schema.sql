-- The first form of the store. Keys are natural, times are UTC text (2026-03-10T00:00:00.000000Z),
-- a letter without Message-ID has an empty one, values of games and lists are JSON text, so that one schema serves more than one database.

CREATE TABLE facts (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE matches (
  name TEXT PRIMARY KEY,
  game TEXT NOT NULL,
  scenario TEXT NOT NULL,
  seed TEXT NOT NULL,
  created TEXT NOT NULL,
  rules TEXT NOT NULL,
  settings TEXT NOT NULL,
  status TEXT NOT NULL,
  deadline TEXT,
  remaining INTEGER,
  reminded TEXT
) STRICT;

CREATE INDEX matches_by_deadline ON matches (status, deadline);

CREATE TABLE seats (
  match TEXT NOT NULL REFERENCES matches (name),
  power TEXT NOT NULL,
  player TEXT,
  zone TEXT,
  PRIMARY KEY (match, power)
) STRICT;

CREATE TABLE addresses (
  match TEXT NOT NULL,
  power TEXT NOT NULL,
  place INTEGER NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (match, power, place),
  UNIQUE (match, address),
  FOREIGN KEY (match, power) REFERENCES seats (match, power)
) STRICT;

CREATE INDEX seats_by_address ON addresses (address);

CREATE TABLE letters (
  number INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  place TEXT NOT NULL,
  received TEXT NOT NULL,
  source TEXT NOT NULL,
  content BLOB NOT NULL,
  fate TEXT NOT NULL,
  sender TEXT,
  subject TEXT NOT NULL,
  match TEXT REFERENCES matches (name),
  power TEXT,
  text_digest TEXT,
  reason TEXT,
  handled TEXT,
  meant INTEGER,
  UNIQUE (message_id, digest, place)
) STRICT;

CREATE INDEX letters_by_fate ON letters (fate);
CREATE INDEX letters_by_text ON letters (message_id, text_digest);

CREATE TABLE steps (
  match TEXT NOT NULL REFERENCES matches (name),
  number INTEGER NOT NULL,
  after INTEGER,
  phase TEXT NOT NULL,
  at TEXT NOT NULL,
  deadline TEXT,
  orders TEXT NOT NULL,
  events TEXT NOT NULL,
  state TEXT NOT NULL,
  withdrawn TEXT,
  ruling TEXT NOT NULL,
  PRIMARY KEY (match, number)
) STRICT;

CREATE TABLE submissions (
  number INTEGER PRIMARY KEY,
  match TEXT NOT NULL,
  step INTEGER NOT NULL,
  power TEXT NOT NULL,
  received TEXT NOT NULL,
  orders TEXT NOT NULL,
  digest TEXT NOT NULL,
  letter INTEGER REFERENCES letters (number),
  pieces TEXT NOT NULL,
  by TEXT,
  reason TEXT,
  UNIQUE (match, step, letter),
  FOREIGN KEY (match, step) REFERENCES steps (match, number)
) STRICT;

CREATE INDEX submissions_by_step ON submissions (match, step, power);

CREATE TABLE outbox (
  key TEXT PRIMARY KEY,
  message_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  addressees TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  html TEXT NOT NULL,
  created TEXT NOT NULL,
  match TEXT,
  power TEXT,
  pictures TEXT NOT NULL,
  calendar TEXT,
  reply_to TEXT,
  thread TEXT NOT NULL,
  answers INTEGER NOT NULL,
  sent TEXT,
  attempts INTEGER NOT NULL,
  next_attempt TEXT,
  failure TEXT,
  given_up TEXT
) STRICT;

CREATE INDEX outbox_waiting ON outbox (sent, next_attempt);
CREATE INDEX outbox_by_match ON outbox (match, kind);

CREATE TABLE notes (
  match TEXT NOT NULL,
  step INTEGER NOT NULL,
  text TEXT NOT NULL,
  at TEXT NOT NULL,
  author TEXT NOT NULL,
  PRIMARY KEY (match, step, at, text)
) STRICT;

CREATE TABLE log (
  number INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  who TEXT NOT NULL,
  what TEXT NOT NULL,
  match TEXT,
  detail TEXT NOT NULL
) STRICT;

CREATE INDEX log_by_match ON log (match, number);
