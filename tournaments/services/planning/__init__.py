"""Planning: asking which system suits the club's attendance, and the work of answering it."""

from tournaments.services.planning.asking import (
    MOST_EVENINGS,
    MOST_MEMBERS,
    MOST_WAYS,
    Way,
    cancel_planning,
    field_from,
    start_planning,
)

__all__ = [
    "MOST_EVENINGS",
    "MOST_MEMBERS",
    "MOST_WAYS",
    "Way",
    "cancel_planning",
    "field_from",
    "start_planning",
]
