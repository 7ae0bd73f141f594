"""The jobs of a gamemaster's desk; each module is a command."""
