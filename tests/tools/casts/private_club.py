"""A club full of what nobody but its staff may read, in the middle of a season; none of its secrets occurs twice."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from tests.kept import kept
from tests.tools.casts.contacts import made_up_contact
from tests.tools.casts.factories import (
    ClubFactory,
    EntryFactory,
    Evening,
    PlayerFactory,
    SeasonFactory,
    TournamentFactory,
    UserFactory,
)
from tests.tools.casts.series_cast import series_of
from tournaments.models import (
    Club,
    Directorship,
    Event,
    Fixture,
    FixtureAnswer,
    FixturePlace,
    League,
    Membership,
    OutsideTeam,
    Pace,
    Player,
    PlayerContact,
    RespondedBy,
    Role,
    Season,
    Tournament,
)
from tournaments.names import folded_name
from tournaments.pairing.prizes.types import Prize
from tournaments.pairing.series.categories import Category, CategoryKind
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.prizes import NamedPrizes, PrizeScheme
from tournaments.selectors.series import NamedCategory
from tournaments.services import rounds
from tournaments.services.clubs import trash
from tournaments.services.events.prizes import fix_prizes, set_prizes, version_of, version_of_awards
from tournaments.services.players.club_ratings import publish_list
from tournaments.services.setup import entries

MEMBERS = (
    ("Xanthe", "Zwingmann"),
    ("Zoroaster", "O'Quigley"),
    ("Quirine", "Ørskov-Bråthen"),
    ("Ydwine", "van der Xylander"),
    ("Þórunn", "Łukaszewicz"),
    ("Wulfric", "Jönköpingsson"),
    ("Gwrtheyrn", "d'Yvré & Søn"),
)
_FIRST_DRAWN = (4, 7)
"""By the lots of the seed below."""


@dataclass(frozen=True, kw_only=True)
class PrivateClub:
    club: Club
    cup: Evening
    """Three rounds, the first corrected after its table was published; the fourth is drafted."""
    keizer: Evening
    """A round going on."""
    drawn: Evening
    """Two rounds drawn by lot, the second a draft."""
    plan: Evening
    """A whole plan on the wall, with a game played early; two who would meet in its first round are kept apart."""
    secrets: dict[str, list[str]]
    """By kind; dates stand apart, below."""
    dates: list[datetime.date]
    """In contacts."""

    @property
    def players(self) -> list[Player]:
        """By start number, in both tournaments."""
        return [entry.player for entry in self.cup.tournament.entries.select_related("player").order_by("number")]


@kept
def a_private_club() -> PrivateClub:
    club = ClubFactory(slug="rockaden", embedded_on=["https://www.example.org"])
    season = SeasonFactory(club=club)
    SeasonFactory(club=club, is_open=False)
    director = UserFactory(username="hemmelig", name="Ottilie Geheimrat", email="ottilie@geheim.example")
    helper = UserFactory(username="hjelper9", name="Hjalmar Stillebekk", email="hjalmar@geheim.example")
    for user, role in ((director, Role.DIRECTOR), (helper, Role.HELPER)):
        Membership.objects.create(club=club, user=user, role=role)
    players = [_player(club, place, *names) for place, names in enumerate(MEMBERS)]
    at_home = _player(club, len(MEMBERS), "Ambrosius", "Hjemmesitter")
    event = Event.objects.create(club=club, season=season, name="Spring", seed="fade" * 16)
    # A code that no lot or hash can hold by chance.
    tried_out = TournamentFactory(
        club=club, season=season, name="Generalprøve", slug="generalprove", short_code="trykkmeg"
    )
    tournaments = [
        TournamentFactory(club=club, season=season, name="Tuesday cup", seed="5eed" * 16, planned_rounds=9),
        TournamentFactory(club=club, season=season, name="Championship", system="keizer", seed="c0de" * 16),
        TournamentFactory(club=club, season=season, name="Lottery", system="drawboss_monrad", seed="d1ce" * 16),
        TournamentFactory(
            club=club, season=season, name="Spring A", system="all_play_all", seed="feed" * 16, event=event, group=1
        ),
        TournamentFactory(club=club, season=season, name="Knock-out", system="cup", seed="deaf" * 16),
        TournamentFactory(
            club=club,
            season=season,
            name="All summer",
            system="all_play_all",
            options={"numbering": "given"},
            seed="bead" * 16,
        ),
    ]
    for tournament in (*tournaments, tried_out):
        for user in (director, helper):
            Directorship.objects.create(tournament=tournament, user=user)
    for tournament in tournaments:
        for number, player in enumerate(players, start=1):
            EntryFactory(tournament=tournament, player=player, number=number, rating=player.rating)
    EntryFactory(tournament=tried_out, player=at_home, number=1)
    cup, keizer, drawn, planned, knock_out, whole = (
        Evening(tournament=tournament, director=director) for tournament in tournaments
    )
    # Who would meet in round 1.
    for evening, one, other in ((cup, 1, 2), (cup, 3, 4), (drawn, *_FIRST_DRAWN), (whole, 2, 7)):
        entries.forbid_pair(evening.tournament, evening.entry(one), evening.entry(other), actor=director)
    cup.play()
    cup.finish()
    cup.play(1, 2, 3, 4, 5)
    cup.finish()
    cup.enter(1, Result.DRAW, in_round=1)
    cup.play()
    cup.draft(1, 2, 3, 4)
    keizer.play(leaving_open={1})
    drawn.play()
    drawn.draft()
    planned.play(leaving_open={1})
    for _round in range(3):  # to its end: a series ranks those of events that are over
        knock_out.play()
    rounds.publish_schedule(whole.tournament, seen_number=1, actor=director)
    whole.enter(1, Result.DRAW, in_round=3)
    series_of(season, *tournaments, tried_out)
    Club.objects.filter(pk=club.pk).update(rates_games=True, shows_ratings=True)
    Tournament.objects.filter(club=club).update(rated_as="classical")
    publish_list(Club.objects.get(pk=club.pk), Pace.CLASSICAL, actor=director)
    _give_prizes(knock_out.tournament)
    _play_elsewhere(season, players, at_home)
    trash.trash_tournament(tried_out, actor=director)
    contacts = [value for place in range(len(MEMBERS) + 1) for value in made_up_contact(place).values()]
    texts = [value for value in contacts if isinstance(value, str)]
    everybody = [*players, at_home]
    return PrivateClub(
        club=club,
        cup=cup,
        keizer=keizer,
        drawn=drawn,
        plan=whole,
        dates=[value for value in contacts if isinstance(value, datetime.date)],
        secrets={
            "contacts": [*texts, *(text.replace(" ", "") for text in texts if " " in text)],
            "ids": [player.national_id for player in everybody] + [str(player.fide_id) for player in everybody],
            "the club's own": [value for player in everybody for value in (player.member_number, player.categories)],
            "other ratings": [
                str(value)
                for player in everybody
                for value in (player.fide_rating, player.rapid_rating, player.blitz_rating)
            ],
            "staff": [getattr(user, name) for user in (director, helper) for name in ("username", "name", "email")],
            "of a match": ["Fahrgemeinschaft", "Zugabteil"],
            "members who play nowhere": ["Ambrosius", "Hjemmesitter"],
            "the trash": [tried_out.name, tried_out.slug, tried_out.short_code],
            "seeds": [event.seed, *(tournament.seed for tournament in Tournament.objects.filter(club=club))],
            "seeds of rounds to come": [Lots("d1ce" * 16, number).round_seed.hex() for number in range(2, 6)],
        },
    )


def _give_prizes(tournament: Tournament) -> None:
    """For all to see, and fixed; one list is for those of an age that nobody may learn."""
    of_age = NamedCategory(name="Old masters", category=Category(kind=CategoryKind.AGE, low=0, high=200))
    lists = (
        NamedPrizes(name="Overall", prizes=(Prize(cents=3000), Prize(thing="Book"))),
        NamedPrizes(name="Old masters", category=of_age, prizes=(Prize(cents=1000),)),
    )
    prized = Tournament.objects.get(pk=tournament.pk)
    set_prizes(prized, PrizeScheme(lists=lists, is_public=True), seen=version_of(prized), actor=None)
    fix_prizes(prized, seen=version_of_awards(prized), actor=None)


def _play_elsewhere(season: Season, players: Sequence[Player], at_home: Player) -> None:
    """A match with its line-up, and one of which there is a draft: whoever sits in that alone is told to nobody."""
    league = League.objects.create(club=season.club, season=season, name="League")
    team = OutsideTeam.objects.create(league=league, number=1, name="Rockaden 1", boards=4, captain=at_home)
    days = (datetime.date(2026, 10, 6), datetime.date(2026, 10, 27))
    first, second = (
        Fixture.objects.create(team=team, round=at, date=day, opponent="Rivals", note=note)
        for at, (day, note) in enumerate(zip(days, ("Fahrgemeinschaft", "Zugabteil"), strict=True), 1)
    )
    FixturePlace.objects.bulk_create(
        FixturePlace(fixture=first, board=board, player=player, result="1")
        for board, player in enumerate(players[:4], 1)
    )
    Fixture.objects.filter(pk=first.pk).update(published_at=datetime.datetime(2026, 10, 1, tzinfo=datetime.UTC))
    Fixture.objects.filter(pk=second.pk).update(draft=[at_home.pk, None, None, None])
    FixtureAnswer.objects.create(
        fixture=second,
        player=at_home,
        said="later",
        said_by=RespondedBy.CARD,
        said_at=datetime.datetime(2026, 10, 1, tzinfo=datetime.UTC),
    )


def _player(club: Club, place: int, given: str, family: str) -> Player:
    player = PlayerFactory(
        club=club,
        given_name=given,
        family_name=family,
        folded_name=folded_name(given, family),
        rating=1711 + 31 * place,
        fide_id=98700431 + place,
        national_id=f"NO-7740{place}-X",
        member_number=f"LM/88{place}0",
        categories=f"Zilverknaap{place}",
        federation="FAI",
        fide_rating=3391 + place,
        rapid_rating=3411 + place,
        blitz_rating=3431 + place,
    )
    PlayerContact.objects.create(player=player, **made_up_contact(place))
    return player
