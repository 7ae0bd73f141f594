-- Seats may have a code word, of which only a hash is kept; answers to one address are counted.

ALTER TABLE seats ADD COLUMN code_word TEXT;

CREATE INDEX outbox_by_addressees ON outbox (addressees, created);
