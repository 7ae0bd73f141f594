"""The jobs of the gamemaster, and what they share.

``receive``, ``read``, ``remind``, ``turn``, ``send`` and ``publish`` are jobs: each safe to run
again, none calling another; they meet only in the store. ``manage`` is the gamemaster's hand. The
other modules are what the jobs stand on.
"""
