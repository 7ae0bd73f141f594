"""Lets ``python -m gm`` and the command ``gm`` start the command line."""

from gm.cli import main

if __name__ == "__main__":
    main()
