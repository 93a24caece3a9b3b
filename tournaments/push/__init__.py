"""What phones are told while nobody has the card open: found by the jobs' worker, sent to push services."""
