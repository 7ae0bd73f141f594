"""A gamemaster for play-by-email wargames: mail in, orders adjudicated, reports out."""

__version__ = "0.2.0"
