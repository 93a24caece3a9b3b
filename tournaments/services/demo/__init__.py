"""The demo club: a real club's seasons, in the middle of an evening, and a tournament of each pairing system."""

from tournaments.services.demo.club import USERNAME, create_demo_club, remove_demo_club
from tournaments.services.demo.taking_part import shown_card

__all__ = ["USERNAME", "create_demo_club", "remove_demo_club", "shown_card"]
