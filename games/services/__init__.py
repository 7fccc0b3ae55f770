"""Every write to a game, one function an intention: `lobby` before the start, `play` after it, `chat` beside it."""
