"""One engine for Sengoku, the classic game and every other map of the Diplomacy family."""
