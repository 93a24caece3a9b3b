"""The demo club: a real club's seasons, in the middle of an evening, and a tournament of each pairing system."""

from tournaments.demo.attendance import shown_card
from tournaments.demo.club import USERNAME, create_demo_club, remove_demo_club

__all__ = ["USERNAME", "create_demo_club", "remove_demo_club", "shown_card"]
