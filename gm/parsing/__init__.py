"""Text to trees; the only user of Lark."""
