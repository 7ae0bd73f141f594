"""Letters in and out; knows no game."""
