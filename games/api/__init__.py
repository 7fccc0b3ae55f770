"""The JSON API of games: reading them, playing with a token, following them."""
