"""Content to documents; the only user of Jinja."""
