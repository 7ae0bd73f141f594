"""All statements, once. ``?`` stands for a value; a driver with another placeholder translates."""

EXAMINE = "PRAGMA quick_check(10)"

GET_FACT = "SELECT value FROM facts WHERE name = ?"
FACTS = "SELECT name, value FROM facts WHERE name LIKE ?"
SET_FACT = """
INSERT INTO facts (name, value) VALUES (?, ?)
ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""

ADD_MATCH = """
INSERT INTO matches
  (name, game, scenario, seed, dice_form, created, rules, settings, status, deadline, remaining,
   reminded)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
SAVE_MATCH = """
UPDATE matches
SET rules = ?, settings = ?, status = ?, deadline = ?, remaining = ?, reminded = ?
WHERE name = ?
"""
MATCH = "SELECT * FROM matches WHERE name = ?"
MATCHES = "SELECT * FROM matches ORDER BY name"
MATCHES_SETTING = """
SELECT * FROM matches WHERE status <> 'over' AND settings LIKE ? ORDER BY name
"""
OUTLINE_OF_MATCHES = "SELECT name, status, deadline, settings FROM matches ORDER BY name"
OUTLINE_OF_SEATS = "SELECT match, power, player FROM seats ORDER BY match, power"
OUTLINE_OF_REST = """
SELECT (SELECT max(number) FROM log) AS log, (SELECT count(*) FROM notes) AS notes,
  (SELECT count(*) FROM press) AS press
"""
RUNNING_UNTIL = """
SELECT * FROM matches WHERE status = 'running' AND deadline <= ? ORDER BY deadline, name
"""

SAVE_SEAT = """
INSERT INTO seats (match, power, player, zone, code_word) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (match, power) DO UPDATE
SET player = excluded.player, zone = excluded.zone, code_word = excluded.code_word
"""
DROP_ADDRESSES = "DELETE FROM addresses WHERE match = ? AND power = ?"
ADD_ADDRESS = "INSERT INTO addresses (match, power, place, address) VALUES (?, ?, ?, ?)"
SEATS = "SELECT * FROM seats WHERE match = ? ORDER BY power"
ADDRESSES = "SELECT power, address FROM addresses WHERE match = ? ORDER BY power, place"
SEATS_OF = """
SELECT a.match, a.power FROM addresses a JOIN matches m ON m.name = a.match
WHERE a.address = ? ORDER BY m.created, a.match
"""

KEEP_LETTER = """
INSERT INTO letters
  (message_id, digest, place, received, source, content, fate, subject)
VALUES (?, ?, ?, ?, ?, ?, 'new', '')
ON CONFLICT (message_id, digest, place) DO NOTHING
"""
LETTER_NUMBER = """
SELECT number FROM letters WHERE message_id = ? AND digest = ? AND place = ?
"""
LETTER = "SELECT * FROM letters WHERE number = ?"
UNREAD = "SELECT number, received FROM letters WHERE fate = 'new' ORDER BY received, number"
MARK_LETTER = """
UPDATE letters SET fate = ?, sender = ?, subject = ?, match = ?, power = ?, text_digest = ?,
  reason = ?, handled = ?, meant = ?
WHERE number = ?
"""
SAME_TEXT = """
SELECT min(number) AS number FROM letters WHERE message_id = ? AND text_digest = ? AND number < ?
"""
LETTERS_OF = """
SELECT number FROM letters WHERE match = ? AND fate = ? ORDER BY received, number
"""
READ_AGAIN = "UPDATE letters SET fate = 'new', meant = ? WHERE number = ?"
LETTERS_WITH_FATE = """
SELECT number, message_id, digest, place, received, source, x'' AS content, fate, sender, subject,
  match, power, text_digest, reason, handled, meant
FROM letters WHERE fate = ? AND received >= ? ORDER BY received, number
"""

ADD_STEP = """
INSERT INTO steps
  (match, number, after, phase, at, deadline, orders, events, state, withdrawn, ruling, version)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
STEPS = "SELECT * FROM steps WHERE match = ? ORDER BY number"
STEP = "SELECT * FROM steps WHERE match = ? AND number = ?"
STEP_HEADS = """
SELECT number, after, phase, at, withdrawn FROM steps WHERE match = ? ORDER BY number
"""
LATEST_STEP = """
SELECT * FROM steps WHERE match = ? AND withdrawn IS NULL ORDER BY number DESC LIMIT 1
"""
WITHDRAWN_AFTER = """
SELECT * FROM steps WHERE match = ? AND after = ? AND withdrawn IS NOT NULL ORDER BY number
"""
LAST_NUMBER = "SELECT max(number) AS number FROM steps WHERE match = ?"
WITHDRAW_STEP = "UPDATE steps SET withdrawn = ? WHERE match = ? AND number = ?"

ADD_SUBMISSION = """
INSERT INTO submissions
  (match, step, power, received, orders, digest, letter, pieces, by, reason)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (match, step, letter) DO UPDATE
SET orders = excluded.orders, digest = excluded.digest, pieces = excluded.pieces
RETURNING number
"""
SUBMISSIONS = """
SELECT * FROM submissions WHERE match = ? AND step = ? ORDER BY received, number
"""

ENQUEUE = """
INSERT INTO outbox
  (key, message_id, kind, addressees, subject, text, html, created, match, power, pictures,
   calendar, reply_to, thread, answers, sent, attempts, next_attempt, failure, given_up)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (key) DO NOTHING
"""
KEEP_PICTURE = "INSERT INTO pictures (digest, svg) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING"
PICTURE = "SELECT svg FROM pictures WHERE digest = ?"
WAITING = """
SELECT key FROM outbox
WHERE sent IS NULL AND given_up IS NULL AND (next_attempt IS NULL OR next_attempt <= ?)
ORDER BY created, rowid
"""
OUTGOING = "SELECT * FROM outbox WHERE key = ?"
OUTGOING_WITH_ID = "SELECT * FROM outbox WHERE message_id = ?"
OUTGOING_OF = """
SELECT * FROM outbox WHERE match = ? AND kind = ? ORDER BY created, key
"""
TROUBLED = """
SELECT * FROM outbox WHERE sent IS NULL OR failure IS NOT NULL ORDER BY created, key
"""
CLAIM = """
UPDATE outbox SET attempts = attempts + 1, next_attempt = ?
WHERE key = ? AND sent IS NULL AND (next_attempt IS NULL OR next_attempt <= ?)
RETURNING key
"""
MARK_SENT = "UPDATE outbox SET sent = ?, next_attempt = NULL, failure = NULL WHERE key = ?"
MARK_UNSENT = "UPDATE outbox SET failure = ?, next_attempt = ?, given_up = ? WHERE key = ?"
MARK_BOUNCED = "UPDATE outbox SET failure = ? WHERE key = ?"
COUNT_ANSWERS = """
SELECT count(*) AS number FROM outbox WHERE addressees = ? AND created >= ? AND answers = 1
"""
COUNT_KIND = """
SELECT count(*) AS number FROM outbox WHERE created >= ? AND kind = ? AND match IS NULL
"""
COUNT_OUTGOING = """
SELECT count(*) AS number FROM outbox WHERE match = ? AND power = ? AND kind = ?
"""

ADD_NOTE = """
INSERT INTO notes (match, step, text, at, author) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING
"""
NOTES = "SELECT * FROM notes WHERE match = ? ORDER BY at, text"

ADD_PRESS = """
INSERT INTO press (match, step, sender, kind, readers, text, at, letter, line)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (letter, line) DO NOTHING
RETURNING number
"""
PRESS = "SELECT * FROM press WHERE match = ? ORDER BY number"
COUNT_PRESS = """
SELECT count(*) AS number FROM press WHERE match = ? AND sender = ? AND at > ?
"""

CONCERNS = """
SELECT number, at, who, what, match, detail FROM log
WHERE what = 'concern' AND number > ? ORDER BY number
"""
ADD_LOG = "INSERT INTO log (at, who, what, match, detail) VALUES (?, ?, ?, ?, ?)"
LOG = "SELECT * FROM log ORDER BY number DESC LIMIT ?"
LOG_OF = "SELECT * FROM log WHERE match = ? ORDER BY number DESC LIMIT ?"
