"""Tables, seats and play."""
