"""Somebody in all of the club's tournaments and seasons, for its staff: in full, whatever the public may see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.urls import reverse

from tournaments.models import PUBLIC_STATES, Club, Entry, Player, PlayerContact, Round, ShownAs, User
from tournaments.pages.clubs.public_player import (
    GameMet,
    PlayerRank,
    PlayerSeason,
    games_met,
    place_of,
    seasons_played,
    tables_of,
)
from tournaments.pages.common.charts.squares import Square, spoken, square_of
from tournaments.pages.common.charts.win_draw_loss import OF_A_GAME, Score, score_of
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.wording import points_text
from tournaments.pages.events.series_links import OwnSeries, series_of_player
from tournaments.pages.players.club_rating_links import OwnRating, own_ratings
from tournaments.pages.teams.team_games import TeamGames, team_games
from tournaments.pairing.types.snapshot import Colour
from tournaments.permissions import directs_tournament
from tournaments.selectors.club_ratings import PaceRatings, paces_of, ratings_of, whole
from tournaments.selectors.display_names import DisplayName, display_names_in_club
from tournaments.selectors.snapshots import rounds_of

_MEETINGS = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class CareerTournament:
    """`rating`: with which they were entered; `own_before` and `own_after`: the club's own, before the first rated
    evening of it and after the last."""

    season: str
    tournament: str
    url: str
    place: PlayerRank | None
    score: Score
    rating: int | None
    own_before: int | None
    own_after: int | None
    is_guest: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OpponentRow:
    name: DisplayName
    url: str
    games: int
    own: str
    theirs: str
    squares: tuple[Square, ...]
    said: str
    of: str
    """The tournament in which they met last."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonOverSeasons:
    """`contact`: labels and values, only for those who see contacts. `public_url` is empty for whoever is only a number
    to the public. `merged`: what other records of theirs were called."""

    player: int
    name: DisplayName
    is_active: bool
    ids: tuple[str, ...]
    contact: tuple[tuple[str, str], ...]
    public_url: str
    merged: tuple[str, ...]
    score: Score
    with_white: Score
    with_black: Score
    rows: tuple[CareerTournament, ...]
    opponents: tuple[OpponentRow, ...]
    seasons: tuple[PlayerSeason, ...]
    series: tuple[OwnSeries, ...]
    ratings: tuple[OwnRating, ...]
    for_teams: TeamGames | None
    """Apart from the tournaments."""


def person_over_seasons(club: Club, player: Player, user: User, *, shows_contact: bool) -> PersonOverSeasons:
    """The latest first. Tournaments in the trash are left out."""
    entries = list(
        Entry.objects.filter(player=player, tournament__club=club, tournament__trashed_at=None)
        .select_related("tournament__season", "tournament__club", "player")
        .order_by("-tournament__season__starts_on", "-tournament")
    )
    public: dict[int, list[Round]] = defaultdict(list)
    rounds = Round.objects.filter(tournament__in=[each.tournament_id for each in entries], state__in=PUBLIC_STATES)
    for each in rounds.order_by("number"):
        public[each.tournament_id].append(each)
    items = rounds_of(entries, [each for found in public.values() for each in found])
    tables = tables_of(entries, public)
    games = games_met(entries, items, public)
    own = _own_ratings(club, player)
    for_teams = team_games(club, player)
    return PersonOverSeasons(
        player=player.pk,
        name=display_names_in_club([player.pk])[player.pk],
        is_active=player.is_active,
        ids=tuple(str(each) for each in (player.title, player.federation, player.fide_id, player.national_id) if each),
        contact=_contact(player) if shows_contact else (),
        public_url=""
        if player.shown_as == ShownAs.NUMBER or not (entries or for_teams)
        else reverse("public_player", args=[club.slug, player.public_key]),
        merged=tuple(each.full_name for each in Player.with_merged.filter(merged_into=player).order_by("pk")),
        score=score_of(each.item for each in games),
        with_white=score_of(each.item for each in games if each.item.colour is Colour.WHITE),
        with_black=score_of(each.item for each in games if each.item.colour is Colour.BLACK),
        rows=tuple(
            CareerTournament(
                season=each.tournament.season.name,
                tournament=each.tournament.name,
                url=_url(each, user),
                place=place_of(each, *tables[each.tournament_id]) if each.tournament_id in tables else None,
                score=score_of(game.item for game in games if game.entry.pk == each.pk),
                rating=each.rating,
                own_before=own.get(each.tournament_id, (None, None))[0],
                own_after=own.get(each.tournament_id, (None, None))[1],
                is_guest=each.is_guest,
            )
            for each in entries
        ),
        opponents=_opponents(club, games),
        seasons=seasons_played(entries, items, public),
        series=series_of_player(club, player, Audience.STAFF),
        ratings=own_ratings(player, Audience.STAFF),
        for_teams=for_teams,
    )


def _url(entry: Entry, user: User) -> str:
    """Everything about them there for whoever directs it; for others what everybody sees."""
    tournament = entry.tournament
    address = [tournament.club.slug, tournament.slug]
    if directs_tournament(user, tournament):
        return reverse("person", args=[*address, entry.pk])
    return reverse("public_tournament", args=address)


def _own_ratings(club: Club, player: Player) -> Mapping[int, tuple[int, int]]:
    """By the tournament's key."""
    if not club.rates_games:
        return {}
    found: dict[int, tuple[int, int]] = {}
    for pace in paces_of(club):
        found |= _of_pace(ratings_of(club, pace), player)
    return found


def _of_pace(ratings: PaceRatings, player: Player) -> Mapping[int, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for change in ratings.reckoned.history.get(player.pk, ()):
        here = [ratings.games[game.about] for game in change.games if game.about in ratings.games]
        for tournament in {game.tournament for game in here}:
            before = found[tournament][0] if tournament in found else whole(change.before)
            found[tournament] = before, whole(change.after)
    return found


def _contact(player: Player) -> tuple[tuple[str, str], ...]:
    contact = PlayerContact.objects.filter(player=player).first()
    if contact is None:
        return ()
    fields = [column for column in PlayerContact._meta.concrete_fields if column.name in PlayerContact.PRIVATE]
    shown = [(str(column.verbose_name), column.name, getattr(contact, column.name)) for column in fields]
    return tuple(
        (label, str(contact.get_sex_display() if name == "sex" else value))
        for label, name, value in shown
        if value and not (name == "birth_year" and contact.birth_date)
    )


def _opponents(club: Club, games: Sequence[GameMet]) -> tuple[OpponentRow, ...]:
    """Those met most often, and of these those met last, first."""
    by_person: dict[int, list[GameMet]] = defaultdict(list)
    for each in games:
        by_person[each.opponent.person_id].append(each)
    names = display_names_in_club(list(by_person))
    last = {id(each): place for place, each in enumerate(games)}
    order = sorted(by_person, key=lambda key: (-len(by_person[key]), -last[id(by_person[key][-1])]))
    rows = []
    for key in order:
        met = by_person[key]
        scores = [OF_A_GAME[each.item.outcome] for each in met if each.item.outcome in OF_A_GAME]
        points = sum(scores, Fraction(0))
        squares = tuple(square_of(each.item.outcome) for each in met[-_MEETINGS:])
        rows.append(
            OpponentRow(
                name=names[key],
                url=reverse("person_over_seasons", args=[club.slug, key]),
                games=len(met),
                own=points_text(points),
                theirs=points_text(len(scores) - points),
                squares=squares,
                said=spoken(squares),
                of=met[-1].entry.tournament.name,
            )
        )
    return tuple(rows)
