"""What is kept; the only user of SQL."""
