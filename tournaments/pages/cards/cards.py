"""A card in full, and what several of them on one phone show together."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, F, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import (
    AwayPeriod,
    DefaultAvailability,
    Entry,
    InboxItem,
    InboxSubject,
    MayJoin,
    Player,
    Tournament,
)
from tournaments.pages.calendar.attendance_settings import sentences_of
from tournaments.pages.calendar.dates import date_in_words
from tournaments.pages.cards.evenings import AnswerForAll, OwnEvenings, answer_for_all, evenings_of, sign_off
from tournaments.pages.cards.own_evening import OwnEveningFacts, own_evening
from tournaments.pages.cards.own_fixtures import (
    CaptainedTeam,
    FixtureRows,
    OwnUsualAnswer,
    captained_teams,
    fixture_rows_of,
    fixtures_for,
    usual_answers_of,
)
from tournaments.pages.cards.own_responses import OwnResponses, own_responses
from tournaments.pages.cards.own_teams import OwnTeams, own_teams
from tournaments.pages.cards.rows import OwnRows, rows_of
from tournaments.pages.cards.tonight import OwnStanding, OwnTonight, of_tonight, published_for, standing_of
from tournaments.pages.common.links import player_url
from tournaments.pages.rounds.schedule import GamesToPlay, games_to_play
from tournaments.pages.standings.published_tournament import PublishedTournament
from tournaments.selectors.availability import ABSENT, DatedResponse
from tournaments.selectors.evenings import evening_days


@dataclass(frozen=True, kw_only=True, slots=True)
class CardAway:
    """For longer; `tournament` is empty where it is from all of the club's."""

    period: int
    words: str
    tournament: str


@dataclass(frozen=True, kw_only=True, slots=True)
class AvailabilityChoice:
    value: str
    words: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnDefaultAvailability:
    """What holds of somebody in a tournament of each evening of which they have said nothing."""

    entry: int
    tournament: str
    choices: tuple[AvailabilityChoice, ...]
    usual_arrival: str
    must_say: bool
    rules: tuple[str, ...]
    """Who comes and how it is done there, in sentences."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnCard:
    """`public_url` is the player's public page; empty where the public knows a number only. `standings` are of the
    tournaments that go on."""

    player: int
    public_key: str
    name: str
    given_name: str
    is_child: bool
    url: str
    public_url: str
    tonight: tuple[OwnTonight, ...]
    evenings: OwnEvenings
    away: tuple[CardAway, ...]
    default_availability: tuple[OwnDefaultAvailability, ...]
    standings: tuple[OwnStanding, ...]
    teams: OwnTeams
    """In tournaments of teams."""
    today: str
    may_flag: bool
    """Whether there is a round of which they may say that something in it is wrong."""
    told: tuple[OwnEveningFacts, ...] = ()
    """How it was, of the rounds whose own result is in."""
    to_play: tuple[GamesToPlay, ...] = ()
    """Of tournaments with a plan."""
    joinable: tuple[Joinable, ...] = ()
    """What they could still enter."""
    usual_answers: tuple[OwnUsualAnswer, ...] = ()
    """In leagues of the club's teams."""
    captains: tuple[CaptainedTeam, ...] = ()
    """The teams that they lead."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CardsPage:
    """Several on one phone."""

    cards: tuple[OwnCard, ...]
    answer_for_all: AnswerForAll | None


def own_card(player: Player, *, split: bool = False) -> OwnCard:
    """`split`: the next evening's tournaments are answered one by one."""
    rows = rows_of([player])
    boards = _boards([player], rows)
    fixtures = _fixtures([player])
    card = _card(player, rows, _words(player, rows, boards), boards, fixtures, split=split)
    return replace(card, joinable=joinable(player))


def cards_page(players: Sequence[Player]) -> CardsPage:
    """Of one club."""
    rows = rows_of(players)
    boards = _boards(players, rows)
    words = _words(players[0], rows, boards)
    fixtures = _fixtures(players)
    return CardsPage(
        cards=tuple(_card(player, rows, words, boards, fixtures) for player in players),
        answer_for_all=answer_for_all(players, rows, words),
    )


_Boards = Mapping[int, tuple[PublishedTournament, OwnTonight | None]]
"""By the entry's key."""


def _boards(players: Sequence[Player], rows: OwnRows) -> _Boards:
    shown = {entry: published_for(entry) for player in players for entry in rows.of(player)}
    return {entry.pk: (published, of_tonight(entry, rows, published)) for entry, published in shown.items()}


def _words(player: Player, rows: OwnRows, boards: _Boards) -> OwnResponses:
    """Their own, and those of whom they have at the board."""
    others = {board.opponent_entry for _published, board in boards.values() if board is not None and board.waits}
    return own_responses({*boards, *others}, evening_days(player.club.time_zone)[-1])


def _fixtures(players: Sequence[Player]) -> FixtureRows:
    return fixture_rows_of(players, evening_days(players[0].club.time_zone)[0])


def _card(
    player: Player,
    rows: OwnRows,
    words: OwnResponses,
    boards: _Boards,
    fixtures: FixtureRows,
    *,
    split: bool = False,
) -> OwnCard:
    own = [(entry, *boards[entry.pk]) for entry in rows.of(player)]
    return OwnCard(
        player=player.pk,
        public_key=player.public_key,
        name=player.full_name,
        given_name=player.given_name,
        is_child=player.is_child,
        url=reverse("my_card", args=[player.club.slug, player.public_key]),
        public_url=player_url(player.club.slug, player) if rows.of(player) else "",
        tonight=with_sign_offs([(entry, board) for entry, _published, board in own if board is not None], rows, words),
        evenings=evenings_of(player, rows, words, fixtures_for(player, fixtures), split=split),
        away=(
            tuple(_away(each, rows) for each in words.periods(rows.of(player)))
            or tuple(_away_from_fixtures(each) for each in fixtures.away.get(player.pk, ()))
        ),
        default_availability=tuple(
            _always(entry) for entry in rows.of(player) if entry.tournament.may_say and entry.pk not in rows.gone
        ),
        standings=tuple(standing_of(entry, published) for entry, published, _board in own),
        today=evening_days(player.club.time_zone)[0].isoformat(),
        told=tuple(told for entry, published, _board in own if (told := own_evening(entry, rows, published))),
        to_play=tuple(
            left
            for entry, _published, _board in own
            if entry.pk not in rows.gone and (left := games_to_play(entry.tournament, entry.number))
        ),
        may_flag=any(entry.tournament.may_flag and published.newest for entry, published, _board in own),
        usual_answers=usual_answers_of(player, fixtures),
        captains=captained_teams(player, fixtures),
        teams=own_teams(player),
    )


def _away(period: DatedResponse, rows: OwnRows) -> CardAway:
    names = {entry.tournament_id: entry.tournament.name for found in rows.entries.values() for entry in found}
    return CardAway(
        period=period.word.key or 0,
        words=_days(period.first_day, period.last_day),
        tournament=names[period.tournament] if period.tournament else "",
    )


def _away_from_fixtures(period: AwayPeriod) -> CardAway:
    """Of somebody who plays in no tournament."""
    return CardAway(period=period.pk, words=_days(period.first_day, period.last_day), tournament="")


def _days(first: datetime.date, last: datetime.date) -> str:
    if first == last:
        return date_in_words(first)
    return _("{first} to {last}").format(first=date_in_words(first), last=date_in_words(last))


def _always(entry: Entry) -> OwnDefaultAvailability:
    return OwnDefaultAvailability(
        entry=entry.pk,
        tournament=entry.tournament.name,
        choices=tuple(
            AvailabilityChoice(value=plan.value, words=str(plan.label), is_chosen=plan == entry.standing_plan)
            for plan in DefaultAvailability
        ),
        usual_arrival=f"{entry.usual_arrival:%H:%M}" if entry.usual_arrival else "",
        must_say=entry.must_say,
        rules=sentences_of(entry.tournament),
    )


def with_sign_offs(
    boards: Sequence[tuple[Entry, OwnTonight]], rows: OwnRows, words: OwnResponses
) -> tuple[OwnTonight, ...]:
    """`words` are the opponents' too. One query, and none where nobody waits for a game to begin."""
    waiting = [(entry, board) for entry, board in boards if board.waits]
    late = _late_words(key for entry, board in waiting for key in (entry.pk, board.opponent_entry))

    def has_signed_off(key: int, entry: Entry, board: OwnTonight) -> bool:
        """Not who had said it before they were marked: they have turned up since."""
        if board.date is None or board.date < evening_days(entry.tournament.club.time_zone)[-1]:
            return False
        word = words.last_of(key, entry.tournament, board.date)
        return (key, board.number) in late and word is not None and word.said in ABSENT

    return tuple(
        replace(
            board,
            sign_off=sign_off(entry, board.date, rows, words, is_said=has_signed_off(entry.pk, entry, board)),
            opponent_is_away=has_signed_off(board.opponent_entry, entry, board),
        )
        if board.waits and board.date
        else board
        for entry, board in boards
    )


def _late_words(entries: Iterable[int]) -> set[tuple[int, int | None]]:
    """Of these, who has told a director something once they were marked, and of which round. Answered or not."""
    keys = set(entries)
    if not keys:
        return set()
    items = InboxItem.objects.filter(
        asked=InboxSubject.LATE_WORD, player__entries__in=keys, player__entries__tournament=F("tournament")
    )
    return {(key, facts.get("round")) for key, facts in items.values_list("player__entries", "facts")}


@dataclass(frozen=True, kw_only=True, slots=True)
class Joinable:
    slug: str
    tournament: str
    is_at_once: bool
    has_asked: bool
    """And waits for the director's answer."""


def joinable(player: Player) -> tuple[Joinable, ...]:
    """One query."""
    asked = InboxItem.objects.filter(tournament=OuterRef("pk"), player=player, asked=InboxSubject.ENTER, answer="")
    there = Tournament.objects.filter(club=player.club_id, trashed_at=None, season__is_open=True)
    others = there.exclude(may_join=MayJoin.OFF).exclude(entries__player=player)
    return tuple(
        Joinable(slug=slug, tournament=name, is_at_once=may_join == MayJoin.YES, has_asked=has_asked)
        for slug, name, may_join, has_asked in others.annotate(has_asked=Exists(asked))
        .order_by("name")
        .values_list("slug", "name", "may_join", "has_asked")
    )
