"""People: accounts and what every app needs of them."""
