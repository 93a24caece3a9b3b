"""Tables and constraints, no rules."""

from tournaments.models.action import Action
from tournaments.models.attendance import HERE, Attendance, Bye, Presence
from tournaments.models.availability import AwayPeriod, Plan, Said, SaidBy
from tournaments.models.card_key import CardKey
from tournaments.models.club import Accent, Club, ClubLogo, Invitation, Membership, Role
from tournaments.models.entry import Entry, ForbiddenPair, StandingPlan, Withdrawal
from tournaments.models.event import Event
from tournaments.models.game import Game
from tournaments.models.helper_pass import HelperPass
from tournaments.models.inbox import Answer, Asked, InboxItem
from tournaments.models.player import Pace, Player, PlayerContact, Sex, ShownAs, Title
from tournaments.models.rating_list import (
    ClubRatingList,
    ClubRatingStart,
    ListedRating,
    ListState,
    RatingList,
    RatingListUpload,
)
from tournaments.models.result_report import ResultReport
from tournaments.models.round import PUBLIC_STATES, UNPUBLISHED_STATES, PublishedTable, Round, RoundRecord, RoundState
from tournaments.models.season import Season
from tournaments.models.second_factor import SecondFactor
from tournaments.models.series import Series, SeriesBonus, SeriesEvent
from tournaments.models.session import Session
from tournaments.models.simulation import Planning, PlanningState
from tournaments.models.tournament import (
    AfterNoShow,
    ByeClosing,
    Directorship,
    Expected,
    LateCountsAs,
    MayJoin,
    MayReport,
    PairFrom,
    RatingFrom,
    Tournament,
    WhoComes,
)
from tournaments.models.user import KeyMap, User

__all__ = [
    "HERE",
    "PUBLIC_STATES",
    "UNPUBLISHED_STATES",
    "Accent",
    "Action",
    "AfterNoShow",
    "Answer",
    "Asked",
    "Attendance",
    "AwayPeriod",
    "Bye",
    "ByeClosing",
    "CardKey",
    "Club",
    "ClubLogo",
    "ClubRatingList",
    "ClubRatingStart",
    "Directorship",
    "Entry",
    "Event",
    "Expected",
    "ForbiddenPair",
    "Game",
    "HelperPass",
    "InboxItem",
    "Invitation",
    "KeyMap",
    "LateCountsAs",
    "ListState",
    "ListedRating",
    "MayJoin",
    "MayReport",
    "Membership",
    "Pace",
    "PairFrom",
    "Plan",
    "Planning",
    "PlanningState",
    "Player",
    "PlayerContact",
    "Presence",
    "PublishedTable",
    "RatingFrom",
    "RatingList",
    "RatingListUpload",
    "ResultReport",
    "Role",
    "Round",
    "RoundRecord",
    "RoundState",
    "Said",
    "SaidBy",
    "Season",
    "SecondFactor",
    "Series",
    "SeriesBonus",
    "SeriesEvent",
    "Session",
    "Sex",
    "ShownAs",
    "StandingPlan",
    "Title",
    "Tournament",
    "User",
    "WhoComes",
    "Withdrawal",
]
