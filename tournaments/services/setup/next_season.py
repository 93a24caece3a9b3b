"""The next season: tournaments of an earlier one go on in it, with their people in the order of the final ranking."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.models import (
    PUBLIC_STATES,
    Club,
    Directorship,
    Entry,
    ForbiddenPair,
    Game,
    Season,
    Tournament,
    User,
    Withdrawal,
)
from tournaments.names import clean_name
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import RoundCountKind
from tournaments.pairing.types.options import fields_of
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Change, recording
from tournaments.selectors.categories import categories_of, category_on_entering
from tournaments.selectors.club_ratings import ratings_to_enter
from tournaments.selectors.snapshots import configured_system, ranked, snapshot_of
from tournaments.services.common.closed_seasons import unfinished_round
from tournaments.services.common.refusal import Refused
from tournaments.services.setup.seasons import NewSeason, write_season
from tournaments.services.setup.tournament_settings import TournamentSettings
from tournaments.services.setup.tournaments import write_tournament

_BY_NUMBER = {"starting_list": "number"}
"""The option of systems that begin with a list of the club's own: theirs is the final ranking."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Successor:
    """A tournament that goes on, and what it is called from now on."""

    earlier: Tournament
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Prospect:
    """What going on would mean for a tournament. `refusal` says why it cannot, and is empty where it can."""

    tournament: Tournament
    players: tuple[Entry, ...] = ()
    """Who plays on, best first."""
    staying: int = 0
    """How many do not: withdrawn for good, or no longer active members."""
    rounds: int = 0
    """How many have been played."""
    open_games: int = 0
    is_numbered: bool = False
    """Numbered by the final ranking; else in the set-up, by the system's own rule."""
    refusal: str = ""

    @property
    def is_cut_short(self) -> bool:
        return self.rounds < (self.tournament.planned_rounds or 0)


def open_next_season(
    season: Season,
    successors: Sequence[Successor],
    *,
    into: NewSeason | Season,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Season:
    """Open the next season, or take one that is open, and let tournaments of `season` go on in it.

    System, options, directors and forbidden pairs stay; ratings are today's; who plays on is numbered by the final
    ranking where the system can begin with it. Later corrections of the old results leave these numbers alone.
    """
    club = season.club
    with recording(club, actor=actor, verb="season.carry_on", receipt=receipt, public=[club]) as change:
        if not successors:
            raise Refused(_("Choose at least one tournament that goes on."))
        next_season = _opened(change, season, into)
        for successor in successors:
            _write_successor(change, season, successor, next_season)
        change.facts = {
            "season": next_season.pk,
            "name": next_season.name,
            "earlier": season.name,
            "tournaments": len(successors),
        }
    return next_season


def prospects(season: Season) -> tuple[Prospect, ...]:
    there = Tournament.objects.filter(season=season, trashed_at=None, play_off_of=None)
    tournaments = there.select_related("event").order_by("name", "pk")
    return tuple(_prospect(tournament) for tournament in tournaments)


def _prospect(tournament: Tournament) -> Prospect:
    try:
        refuse_unready(tournament)
    except Refused as refused:
        return Prospect(tournament=tournament, refusal=str(refused.message))
    players = _who_plays_on(tournament)
    return Prospect(
        tournament=tournament,
        players=tuple(players),
        staying=Entry.objects.filter(tournament=tournament).count() - len(players),
        rounds=tournament.rounds.count(),
        open_games=Game.objects.filter(round__tournament=tournament, result=Result.OPEN).count(),
        is_numbered=_begins_with_a_list(tournament),
    )


def _planned_again(earlier: Tournament) -> int | None:
    """Where it follows from the players it will follow from those who play then."""
    follows = configured_system(earlier).capabilities().rounds.kind is RoundCountKind.FOLLOWS
    return None if follows else earlier.planned_rounds


def _opened(change: Change, season: Season, into: NewSeason | Season) -> Season:
    if isinstance(into, NewSeason):
        return write_season(change, season.club, name=into.name, starts_on=into.starts_on, ends_on=into.ends_on)
    if into.pk == season.pk:
        raise Refused(_("A season cannot be the one after itself."))
    return into


def _write_successor(change: Change, season: Season, successor: Successor, next_season: Season) -> None:
    earlier = Tournament.objects.get(pk=successor.earlier.pk)
    if earlier.season_id != season.pk or earlier.trashed_at is not None:
        raise Refused(_("{tournament} is not in the season {season}.").format(tournament=earlier, season=season.name))
    refuse_unready(earlier)
    name = clean_name(successor.name)
    if next_season.tournaments.filter(name__iexact=name, trashed_at=None).exists():
        raise Refused(
            _("The season {season} has a tournament “{name}” already.").format(season=next_season.name, name=name)
        )
    played = replace(
        TournamentSettings.of(earlier), options=_options_of(earlier), planned_rounds=_planned_again(earlier)
    )
    tournament = write_tournament(
        change, season.club, next_season, name, played, seed=secrets.token_hex(32), director=None
    )
    change.create_many(
        [Directorship(tournament=tournament, user_id=user) for user in directors_still_here(earlier, season.club)]
    )
    change.update(tournament, rated_as=earlier.rated_as, rating_from=earlier.rating_from)
    entries = _write_entries(change, tournament, _who_plays_on(earlier))
    _write_forbidden_pairs(change, tournament, earlier, entries)


def refuse_unready(tournament: Tournament) -> None:
    """Only a tournament played to its end has a final ranking."""
    unfinished = unfinished_round(Tournament.objects.filter(pk=tournament.pk))
    if unfinished is not None:
        raise Refused(
            _("Round {round} of {tournament} is not finished: the ranking is not final yet.").format(
                round=unfinished.number, tournament=tournament.name
            )
        )
    if not tournament.rounds.filter(state__in=PUBLIC_STATES).exists():
        raise Refused(
            _("No round of {tournament} has been played: it has no ranking to start from.").format(
                tournament=tournament.name
            )
        )


def _who_plays_on(tournament: Tournament) -> list[Entry]:
    """Best first."""
    table = ranked(tournament, snapshot_of(tournament))
    places = {row.player: place for place, row in enumerate(table.rows)}
    for_good = Withdrawal.objects.filter(entry__tournament=tournament, last_round=None)
    entries = (
        Entry.objects.filter(tournament=tournament, player__is_active=True)
        .exclude(pk__in=for_good.values("entry"))
        .select_related("player")
    )
    return sorted(entries, key=lambda entry: (places.get(entry.number or 0, len(places)), entry.number or 0, entry.pk))


def _begins_with_a_list(tournament: Tournament) -> bool:
    choices = {option.code: option.choices for option in fields_of(SYSTEMS[tournament.system])}
    return all(value in choices.get(code, ()) for code, value in _BY_NUMBER.items())


def _options_of(tournament: Tournament) -> dict[str, object]:
    return dict(tournament.options) | (_BY_NUMBER if _begins_with_a_list(tournament) else {})


def directors_still_here(tournament: Tournament, club: Club) -> list[int]:
    directors = Directorship.objects.filter(tournament=tournament, user__memberships__club=club)
    return list(directors.order_by("pk").values_list("user_id", flat=True))


def _write_entries(change: Change, tournament: Tournament, players: Iterable[Entry]) -> Mapping[int, Entry]:
    """By the key of the earlier entry."""
    is_numbered = _begins_with_a_list(tournament)
    earlier = list(players)
    ratings = ratings_to_enter(tournament, [entry.person for entry in earlier])
    categories = categories_of(tournament)
    made = change.create_many(
        [
            Entry(
                tournament=tournament,
                player=entry.player,
                rating=ratings[entry.person_id],
                number=place if is_numbered else None,
                home_club=entry.home_club,
                category=category_on_entering(categories, ratings[entry.person_id], before=entry.category),
            )
            for place, entry in enumerate(earlier, 1)
        ]
    )
    return {entry.pk: new for entry, new in zip(earlier, made, strict=True)}


def _write_forbidden_pairs(
    change: Change, tournament: Tournament, earlier: Tournament, entries: Mapping[int, Entry]
) -> None:
    pairs = ForbiddenPair.objects.filter(tournament=earlier, one__in=entries, other__in=entries).order_by("pk")
    together = [sorted((entries[pair.one_id], entries[pair.other_id]), key=lambda entry: entry.pk) for pair in pairs]
    change.create_many([ForbiddenPair(tournament=tournament, one=one, other=other) for one, other in together])
