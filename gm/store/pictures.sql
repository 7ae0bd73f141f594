-- Pictures of letters, each once: the letters of one turn show the same ones. The column "pictures"
-- of the outbox holds their digests by name; that of letters written before holds the SVG itself.

CREATE TABLE pictures (
  digest TEXT PRIMARY KEY,
  svg TEXT NOT NULL
) STRICT;
