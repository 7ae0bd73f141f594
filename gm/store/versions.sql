-- How chance follows from the seed of a match (1: as before there were forms), and which gm made a
-- step (NULL where that was not kept).

ALTER TABLE matches ADD COLUMN dice_form INTEGER NOT NULL DEFAULT 1;
ALTER TABLE steps ADD COLUMN version TEXT;
