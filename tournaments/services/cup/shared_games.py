"""A game of a cup or of a group, played and counted in a round of another tournament: one game, two tournaments."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.models import Action, Attendance, Game, Round, RoundState, Tournament, User
from tournaments.pairing.protocols import KnockOutSystem
from tournaments.pairing.wording import listing
from tournaments.recording import Change, Stale, last_change_of, recording, refresh
from tournaments.selectors.availability import as_unmarked
from tournaments.selectors.display_names import display_names_in
from tournaments.selectors.shared_games import (
    SharedPair,
    marked_for,
    open_matches,
    said_there,
    shared_game_of,
)
from tournaments.selectors.snapshots import configured_system, presence_in, snapshot_of
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.seats import outsiders


def share_games(
    round: Round, games: Sequence[Game], *, actor: User | None, receipt: uuid.UUID | None = None
) -> Action | None:
    """Both of each open game are here for that round, which is checked in: it is their game of this round. When the
    round is paired they get a board with the colours it has there, and the result is typed once. All of them or none.

    Raises Game.DoesNotExist for a game of a tournament whose games do not count here, Stale where the check-in is over.
    """
    verb = "tie.play_now" if len(games) == 1 else "tie.play_all"
    return _change(round, games, verb, round, actor=actor, receipt=receipt)


def unshare_game(round: Round, game: Game, *, actor: User | None, receipt: uuid.UUID | None = None) -> Action | None:
    """They are paired as everybody else, and play it another day."""
    return _change(round, [game], "tie.not_now", None, actor=actor, receipt=receipt)


def _change(
    round: Round,
    games: Sequence[Game],
    verb: str,
    wanted: Round | None,
    *,
    actor: User | None,
    receipt: uuid.UUID | None,
) -> Action | None:
    tournament = round.tournament
    guests = {game.round.tournament_id: game.round.tournament for game in games}
    facts = {"round": round.number, "cup": listing(sorted(each.name for each in guests.values()), _)}
    # Also of the tournament itself, whose calendar has the time of its last action that anybody could notice.
    public = [tournament, *(guests[key] for key in sorted(guests))]
    with recording(tournament, actor=actor, verb=verb, receipt=receipt, facts=facts, public=public) as change:
        refresh(round)
        for guest in guests.values():
            refresh(guest)
            if guest.counts_in_id != tournament.pk:
                raise Refused(_("The games of {cup} do not count in this tournament any more.").format(cup=guest.name))
        for game in games:
            refresh(game)
            game.round.tournament = guests[game.round.tournament_id]
        changed = [game for game in games if (game.counted_in_id == round.pk) is not (wanted is not None)]
        if not changed:
            return None
        rows = Attendance.objects.filter(game__in=changed)
        change.facts |= {"players": list(rows.values_list("entry__player", flat=True)), "count": len(changed)}
        if round.state != RoundState.OPEN or not all(game.round.is_public for game in changed):
            raise Stale(last_change_of(round, tournament=tournament))
        refuse_when_closed(tournament)
        if wanted is not None:
            _refuse_unplayable(change, round, changed)
        change.update_many([(game, {"counted_in": wanted}) for game in changed])
    return change.action


def _refuse_unplayable(change: Change, round: Round, games: Sequence[Game]) -> None:
    unmarked = as_unmarked(round.tournament, round)
    outside = outsiders(round)
    rows = list(Attendance.objects.filter(round=round).select_related("entry"))
    here = {row.entry.person_id for row in rows if presence_in(row, unmarked).is_here and row.entry_id not in outside}
    guests = {game.round.tournament_id: game.round.tournament for game in games}
    waiting = {pair.game.pk: pair for pair in open_matches(guests.values(), here)}
    is_open = {key: _open_ties(guest) for key, guest in guests.items()}
    marked = marked_for(round)
    for game in games:
        _refuse_away(round, game, here)
        pair, ties = waiting.get(game.pk), is_open[game.round.tournament_id]
        if pair is None or (ties is not None and (game.round.number, game.board) not in ties):
            raise Refused(_("A game can be played here only if it has no result yet and both players are here."))
        _refuse_second(round, rows, marked, pair)
        marked.append(pair)
        _refuse_played(game)
    change.relies_on([game.round for game in games], "state")
    change.relies_on([*guests.values()], "counts_in")


def _refuse_played(game: Game) -> None:
    twin = shared_game_of(game) if game.counted_in_id is not None else None
    if twin is not None and twin.says(said_there(game)):
        raise Refused(
            _("This game has its board in round {number} of {tournament} already.").format(
                number=twin.game.round.number, tournament=twin.game.round.tournament.name
            )
        )


def _refuse_away(round: Round, game: Game, here: set[int]) -> None:
    sides = list(Attendance.objects.filter(game=game).select_related("entry").order_by("colour"))
    if {row.entry.player_id for row in sides} <= here:
        return
    called = display_names_in(game.round.tournament_id)
    away = [called[row.entry_id] for row in sides if row.entry.player_id not in here]
    raise Refused(
        _(
            "A game can be played here only if both players are here. Not marked as here in {tournament}: {players}."
        ).format(tournament=round.tournament.name, players=listing(away, _))
    )


def _refuse_second(round: Round, rows: Sequence[Attendance], marked: Sequence[SharedPair], pair: SharedPair) -> None:
    """Two of them on one evening count as two, each in a round of its own."""
    twice = {player for other in marked for player in pair.players & other.players}
    if not twice:
        return
    names = _names_of(round, rows)
    raise Refused(
        _(
            "{player} already plays another such game in this round, and a round counts only one game per "
            "player. Play this one in another round, or only for {cup}."
        ).format(player=names.get(min(twice), ""), cup=pair.game.round.tournament.name)
    )


def _names_of(round: Round, rows: Sequence[Attendance]) -> Mapping[int, str]:
    called = display_names_in(round.tournament_id)
    return {row.entry.person_id: called[row.entry_id] for row in rows}


def _open_ties(guest: Tournament) -> frozenset[tuple[int, int]] | None:
    """Round and board of those that nobody has won; None where there are no ties, and an open game is open."""
    system = configured_system(guest)
    if not isinstance(system, KnockOutSystem):
        return None
    return frozenset((tie.round_number, tie.board) for tie in system.matches(snapshot_of(guest)) if tie.is_open)
