"""Of what phones are told: who is to be told what of it, as it is now. Nobody, where it is not so any more.

Said are keys of messages, in words only when one is sent; and nothing that the card of the same person does not show.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.mail.asking import evening_to_come, fixture_to_come, silent_entries, when_it_is
from tournaments.mail.jobs import line_up_to_tell_of, places_in, round_to_come, seat_told
from tournaments.models import (
    Attendance,
    Club,
    Entry,
    Fixture,
    FixturePlace,
    Game,
    Player,
    ResultReport,
    Round,
    RoundState,
    Tournament,
)
from tournaments.pages.common.dates_in_words import with_hour
from tournaments.pages.common.display_names import Audience, display_names, name_of
from tournaments.pages.common.result_words import RESULT_TEXTS
from tournaments.pages.teams.fixture_words import fixture_in_words, seat_in_words
from tournaments.pairing.teams.board_colours import colour_of_first
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.availability import starts
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.outside_teams import home_colours_of, silent_of
from tournaments.selectors.result_reports import reported
from tournaments.selectors.start_times import hour_of
from tournaments.selectors.team_entries.team_line_ups import member_at, seated_matches
from tournaments.services.players.push_subscriptions import Push, PushTopic


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    title: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Notice:
    """`said`: by keys; what would say the same is not sent again. `words`: in the language that is on."""

    push: Push
    player: Player
    said: str
    words: Callable[[], Words]

    @property
    def url(self) -> str:
        return reverse("my_card", args=[self.player.club.slug, self.player.public_key])


@dataclass(frozen=True, kw_only=True, slots=True)
class TopicNotices:
    club: Club
    told: Mapping[int, Notice]
    """By the player's key."""
    about: str
    round: int | None = None
    """Its key: whoever plays in another one meanwhile is told afterwards."""


def of_round(key: int) -> TopicNotices | None:
    """None where it is a draft again, has begun, is over or was yesterday's."""
    found = round_to_come(key)
    if found is None or (found.date is not None and found.date < _today(found.tournament.club)):
        return None
    told = _boards(found) if found.tournament.boards is None else _seats(found)
    return _telling(PushTopic.ROUND, key, found.tournament.club, told, round=key)


def _boards(round: Round) -> Iterator[Notice]:
    names = display_names(round.tournament.entries.select_related("player"), Audience.PUBLIC)
    for place in places_in(round).values():
        player, game = place.slot.entry.person, place.slot.game
        if place.opponent is None or game is None:
            yield _notice(Push.SITS_OUT, player, place.told, partial(_sits_out, round))
        else:
            name, colour = str(names[place.opponent.pk]), Colour(place.slot.colour)
            yield _notice(Push.BOARD, player, place.told, partial(_board, round, str(game.board), colour, name))


def _seats(round: Round) -> Iterator[Notice]:
    """Of members of teams, where both line-ups may be read."""
    rows = Attendance.objects.filter(round=round, game__isnull=False).select_related("game", "entry")
    slots, pattern = list(rows), round.tournament.board_colours
    names = {slot.entry_id: slot.entry.team_name for slot in slots}
    for match in seated_matches(slots, round.tournament, number=round.number):
        if match.is_sealed:
            continue
        for own, other in ((0, 1), (1, 0)):
            for board, member in enumerate(match.line_ups[own], start=1):
                if member is None:
                    continue
                left = colour_of_first(pattern, board)
                colour = left if own == 0 else left.other
                label, opponent = f"{match.game.board}.{board}", member_at(match.line_ups[other], board)
                name = name_of(opponent.player, Audience.PUBLIC, None) if opponent else names[match.teams[other]]
                yield _notice(
                    Push.BOARD,
                    member.player,
                    f"{match.teams[other]} {label} {colour.value} {opponent.pk if opponent else ''}",
                    partial(_board, round, label, colour, name),
                )


def _board(round: Round, board: str, colour: Colour, name: str) -> Words:
    title = _("Board {board}: White") if colour is Colour.WHITE else _("Board {board}: Black")
    text = _("against {opponent}").format(opponent=name)
    return Words(title=title.format(board=board), text=f"{text}\n{_round_in_words(round)}")


def _sits_out(round: Round) -> Words:
    return Words(title=_("You sit out"), text=_round_in_words(round))


def _round_in_words(round: Round) -> str:
    return _("Round {number} of {tournament}").format(number=round.number, tournament=round.tournament.name)


def of_evening(key: int) -> TopicNotices | None:
    """Of a tournament's next one those who come only if they say so, and have said nothing."""
    tournament = Tournament.objects.select_related("club").filter(pk=key, trashed_at=None, may_say=True).first()
    evening = evening_to_come(tournament) if tournament is not None else None
    if tournament is None or evening is None:
        return None
    date = evening.date
    told = (
        _notice(Push.ASKS, entry.person, date.isoformat(), partial(_asks, tournament, date))
        for entry in silent_entries(tournament, evening).values()
        if entry.person.is_active
    )
    return _telling(PushTopic.EVENING, key, tournament.club, told)


def _asks(tournament: Tournament, date: datetime.date) -> Words:
    return Words(title=_("Are you coming?"), text=f"{tournament.name}\n{with_hour(date, hour_of(tournament, date))}")


def of_match(key: int) -> TopicNotices | None:
    """Of a club's team: those of its squad who have said nothing."""
    fixture = fixture_to_come(key)
    if fixture is None:
        return None
    told = (
        _notice(Push.ASKS, player, when_it_is(fixture), partial(_asks_of_match, fixture))
        for player in silent_of(fixture)
        if player.is_active
    )
    return _telling(PushTopic.MATCH, key, fixture.team.league.club, told)


def _asks_of_match(fixture: Fixture) -> Words:
    return Words(title=_("Can you play?"), text=_match_in_words(fixture))


def _match_in_words(fixture: Fixture) -> str:
    return f"{fixture_in_words(fixture)}\n{with_hour(fixture.date, fixture.starts_at)}"


def of_line_up(key: int) -> TopicNotices | None:
    fixture = line_up_to_tell_of(key)
    if fixture is None:
        return None
    seats = FixturePlace.objects.filter(fixture=fixture, player__isnull=False).select_related("player__club")
    told = (
        _notice(Push.LINE_UP, seat.player, seat_told(fixture, seat), partial(_seat, fixture, seat.board))
        for seat in seats
        if seat.player is not None
    )
    return _telling(PushTopic.LINE_UP, key, fixture.team.league.club, told)


def _seat(fixture: Fixture, board: int) -> Words:
    colours = home_colours_of(fixture.team)
    colour = colours.of(board, is_home=fixture.is_home) if colours else None
    return Words(title=seat_in_words(board, colour), text=_match_in_words(fixture))


def of_game(key: int) -> TopicNotices | None:
    """Whoever has reported a result first, where the other has reported another one since."""
    games = Game.objects.select_related("round__tournament__club").filter(round__tournament__trashed_at=None)
    game = games.filter(pk=key).first()
    said = reported(game.round).get(key) if game is not None else None
    if game is None or said is None or not said.is_contradicted or said.white is None or said.black is None:
        return None
    reports = ResultReport.objects.filter(attendance__game=game).order_by("reported_at", "pk")
    first, last = reports.select_related("attendance__entry__player__club", "opponent__player")
    if first.attendance.entry.player is None:  # a captain has said it: the director is asked
        return None
    name, other = _public_name(first.opponent), Result(last.result)
    told = _notice(
        Push.CONTRADICTED,
        first.attendance.entry.player,
        f"{first.result} {last.result}",
        partial(_contradicted, name, other),
    )
    return _telling(PushTopic.GAME, key, game.round.tournament.club, [told])


def _contradicted(opponent: str, result: Result) -> Words:
    text = _("{opponent} says {result}. Check it on your card, or ask the director.")
    return Words(
        title=_("Your opponent reports another result"),
        text=text.format(opponent=opponent, result=RESULT_TEXTS[result]),
    )


OF: Mapping[str, Callable[[int], TopicNotices | None]] = MappingProxyType(
    {
        PushTopic.ROUND.value: of_round,
        PushTopic.EVENING.value: of_evening,
        PushTopic.MATCH.value: of_match,
        PushTopic.LINE_UP.value: of_line_up,
        PushTopic.GAME.value: of_game,
    }
)


def playing_now(players: Collection[int], *, besides: int | None) -> set[int]:
    """Keys of those at a board in a game that runs, of which nobody has reported a result: a phone that rings then
    loses it. `besides`: the round that they are told of."""
    sides = Attendance.objects.filter(
        game__result=Result.OPEN.value,
        game__is_postponed=False,
        round__state=RoundState.PUBLISHED,
        round__date__isnull=False,
        round__over_at=None,
    ).exclude(round=besides)
    sides = sides.exclude(game__sides__report__isnull=False).select_related("round__tournament__club")
    own = [
        (side, side.player_key)
        for side in sides.filter(entry__player__in=players).annotate(player_key=F("entry__player"))
    ]
    in_team = sides.filter(line_up__member__player__in=players).annotate(player_key=F("line_up__member__player"))
    return {player for side, player in [*own, *((side, side.player_key) for side in in_team)] if _runs(side.round)}


def _runs(round: Round) -> bool:
    if round.date is None or round.date != _today(round.tournament.club):
        return False
    begins = round.started_at or starts(round.tournament, round.date)
    return begins is not None and begins <= clock.now()


def _telling(
    topic: PushTopic, key: int, club: Club, told: Iterator[Notice] | list[Notice], *, round: int | None = None
) -> TopicNotices:
    return TopicNotices(
        club=club,
        told={each.player.pk: each for each in told},
        about=f"{topic.value} {key}",
        round=round,
    )


def _notice(push: Push, player: Player, said: str, words: Callable[[], Words]) -> Notice:
    return Notice(push=push, player=player, said=said, words=words)


def _public_name(entry: Entry) -> str:
    return name_of(entry.person, Audience.PUBLIC, entry.number)


def _today(club: Club) -> datetime.date:
    return evening_days(club.time_zone)[0]
