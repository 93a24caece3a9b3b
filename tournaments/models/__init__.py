"""Tables and constraints, no rules."""

from tournaments.models.action import Action
from tournaments.models.attendance import Attendance, Bye, Presence
from tournaments.models.club import Accent, Club, ClubLogo, Invitation, Membership, Role
from tournaments.models.entry import Entry, ForbiddenPair, Withdrawal
from tournaments.models.game import Game
from tournaments.models.player import Player, PlayerContact, ShownAs
from tournaments.models.round import PUBLIC_STATES, UNPUBLISHED_STATES, PublishedTable, Round, RoundRecord, RoundState
from tournaments.models.season import Season
from tournaments.models.second_factor import SecondFactor
from tournaments.models.session import Session
from tournaments.models.tournament import Directorship, Tournament
from tournaments.models.user import KeyMap, User

__all__ = [
    "PUBLIC_STATES",
    "UNPUBLISHED_STATES",
    "Accent",
    "Action",
    "Attendance",
    "Bye",
    "Club",
    "ClubLogo",
    "Directorship",
    "Entry",
    "ForbiddenPair",
    "Game",
    "Invitation",
    "KeyMap",
    "Membership",
    "Player",
    "PlayerContact",
    "Presence",
    "PublishedTable",
    "Role",
    "Round",
    "RoundRecord",
    "RoundState",
    "Season",
    "SecondFactor",
    "Session",
    "ShownAs",
    "Tournament",
    "User",
    "Withdrawal",
]
