"""Series: the table for the public and the staff, what opens one person's results up, and where a series is linked."""
