"""The JSON API of players, ladders and the rating itself."""
