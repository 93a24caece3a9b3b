"""Mails to players: what they say, whom they go to, and the jobs that send them."""
