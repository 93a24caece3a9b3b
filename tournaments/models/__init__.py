"""Tables and constraints, no rules."""

from tournaments.models.action import Action
from tournaments.models.attendance import (
    HERE,
    MARK_FIELDS,
    MENU,
    ODD_BYES,
    Attendance,
    Bye,
    LineUpPlace,
    Mark,
    MemberAway,
    Presence,
)
from tournaments.models.availability import Availability, AwayPeriod, Reply, RespondedBy, Response
from tournaments.models.card_key import CardKey, PushMessage, PushSubscription, VapidKey
from tournaments.models.club import Accent, Club, ClubLogo, Invitation, Membership, Role
from tournaments.models.entry import DefaultAvailability, Entry, ForbiddenPair, TeamMember, Withdrawal
from tournaments.models.event import Event
from tournaments.models.game import RESULT_FIELDS, Game
from tournaments.models.helper_pass import HelperPass
from tournaments.models.inbox import Answer, InboxItem, InboxSubject
from tournaments.models.large_upload import LargeUpload
from tournaments.models.outside_team import (
    BoardResult,
    Fixture,
    FixtureAnswer,
    FixturePlace,
    League,
    OutsideTeam,
    SquadPlace,
    UsualAnswer,
)
from tournaments.models.player import Pace, Player, PlayerContact, Sex, ShownAs, Title
from tournaments.models.program_text import HouseWord, TextCorrection
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
from tournaments.models.simulation import SimulationRun, SimulationState
from tournaments.models.tournament import (
    AfterNoShow,
    AttendanceVisibility,
    ByeClosing,
    Directorship,
    Expected,
    LateCountsAs,
    LineUpBy,
    MayJoin,
    MayReport,
    PairFrom,
    RatingFrom,
    Tournament,
)
from tournaments.models.user import KeyMap, User

__all__ = [
    "HERE",
    "MARK_FIELDS",
    "MENU",
    "ODD_BYES",
    "PUBLIC_STATES",
    "RESULT_FIELDS",
    "UNPUBLISHED_STATES",
    "Accent",
    "Action",
    "AfterNoShow",
    "Answer",
    "Attendance",
    "AttendanceVisibility",
    "Availability",
    "AwayPeriod",
    "BoardResult",
    "Bye",
    "ByeClosing",
    "CardKey",
    "Club",
    "ClubLogo",
    "ClubRatingList",
    "ClubRatingStart",
    "DefaultAvailability",
    "Directorship",
    "Entry",
    "Event",
    "Expected",
    "Fixture",
    "FixtureAnswer",
    "FixturePlace",
    "ForbiddenPair",
    "Game",
    "HelperPass",
    "HouseWord",
    "InboxItem",
    "InboxSubject",
    "Invitation",
    "KeyMap",
    "LargeUpload",
    "LateCountsAs",
    "League",
    "LineUpBy",
    "LineUpPlace",
    "ListState",
    "ListedRating",
    "Mark",
    "MayJoin",
    "MayReport",
    "MemberAway",
    "Membership",
    "OutsideTeam",
    "Pace",
    "PairFrom",
    "Player",
    "PlayerContact",
    "Presence",
    "PublishedTable",
    "PushMessage",
    "PushSubscription",
    "RatingFrom",
    "RatingList",
    "RatingListUpload",
    "Reply",
    "RespondedBy",
    "Response",
    "ResultReport",
    "Role",
    "Round",
    "RoundRecord",
    "RoundState",
    "Season",
    "SecondFactor",
    "Series",
    "SeriesBonus",
    "SeriesEvent",
    "Session",
    "Sex",
    "ShownAs",
    "SimulationRun",
    "SimulationState",
    "SquadPlace",
    "TeamMember",
    "TextCorrection",
    "Title",
    "Tournament",
    "User",
    "UsualAnswer",
    "VapidKey",
    "Withdrawal",
]
