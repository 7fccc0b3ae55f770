"""What every part of the JSON API shares (tokens, refusals, limits, pages, caching), and who one is."""
