"""Every write to what is known of people, of jobs and of what admins did."""
