"""What results are worth: ratings, ladders and the pages that show them."""
