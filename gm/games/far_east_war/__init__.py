"""Far East War 1592: the game for two and for four players, as one pure package."""
