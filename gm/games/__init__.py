"""The games: pure packages without I/O, clock, libraries or hidden randomness."""
