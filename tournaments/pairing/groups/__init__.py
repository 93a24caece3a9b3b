"""Who plays in which group of an event: made new, as finals, up and down between seasons."""
