"""A tie of a cup, played and counted in a round of another tournament: one game, two tournaments."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _

from tournaments.models import Action, Attendance, Game, Round, RoundState, User
from tournaments.pairing.protocols import KnockOutSystem
from tournaments.pairing.wording import listing
from tournaments.recording import Change, Stale, last_change_of, recording, refresh
from tournaments.selectors.availability import as_unmarked
from tournaments.selectors.display_names import display_names_in
from tournaments.selectors.shared_games import (
    SharedPair,
    is_knock_out,
    marked_for,
    open_matches,
    said_there,
    shared_game_of,
)
from tournaments.selectors.snapshots import configured_system, presence_in, snapshot_of
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.seats import outsiders


def share_game(round: Round, game: Game, *, actor: User | None, receipt: uuid.UUID | None = None) -> Action | None:
    """Both of an open tie are here for that round, which is checked in: it is their game of this round. When the round
    is paired they get a board with the cup's colours, and the result is typed once.

    Raises Game.DoesNotExist for a game that is no cup's whose games count here, Stale where the check-in is over.
    """
    return _change(round, game, "tie.play_now", round, actor=actor, receipt=receipt)


def unshare_game(round: Round, game: Game, *, actor: User | None, receipt: uuid.UUID | None = None) -> Action | None:
    """They are paired as everybody else, and play the tie another day."""
    return _change(round, game, "tie.not_now", None, actor=actor, receipt=receipt)


def _change(
    round: Round, game: Game, verb: str, wanted: Round | None, *, actor: User | None, receipt: uuid.UUID | None
) -> Action | None:
    tournament, cup = round.tournament, game.round.tournament
    facts = {"round": round.number, "cup": cup.name}
    # Also of the tournament itself, whose calendar has the time of its last action that anybody could notice.
    public = [tournament, cup]
    with recording(tournament, actor=actor, verb=verb, receipt=receipt, facts=facts, public=public) as change:
        refresh(round)
        refresh(game)
        refresh(cup)
        game.round.tournament = cup
        change.facts["players"] = list(Attendance.objects.filter(game=game).values_list("entry__player", flat=True))
        if cup.counts_in_id != tournament.pk or not is_knock_out(cup):
            raise Refused(_("The games of {cup} do not count in this tournament any more.").format(cup=cup.name))
        if (game.counted_in_id == round.pk) is (wanted is not None):
            return None
        if round.state != RoundState.OPEN or not game.round.is_public:
            raise Stale(last_change_of(round, tournament=tournament))
        refuse_when_closed(tournament)
        if wanted is not None:
            _refuse_unplayable(change, round, game)
        change.update(game, counted_in=wanted)
    return change.action


def _refuse_unplayable(change: Change, round: Round, game: Game) -> None:
    unmarked = as_unmarked(round.tournament, round)
    outside = outsiders(round)
    rows = Attendance.objects.filter(round=round).select_related("entry")
    here = {row.entry.player_id for row in rows if presence_in(row, unmarked).is_here and row.entry_id not in outside}
    _refuse_away(round, game, here)
    pair = next((each for each in open_matches([game.round.tournament], here) if each.game.pk == game.pk), None)
    if pair is None or not _is_open(game):
        raise Refused(_("A tie is played here when it is open, and both are here."))
    _refuse_second(round, pair)
    twin = shared_game_of(game)
    if twin is not None and twin.says(said_there(game)):
        raise Refused(
            _("This tie has its board in round {number} of {tournament} already.").format(
                number=twin.game.round.number, tournament=twin.game.round.tournament.name
            )
        )
    change.relies_on([game.round], "state")
    change.relies_on([game.round.tournament], "counts_in")


def _refuse_away(round: Round, game: Game, here: set[int]) -> None:
    called = display_names_in(game.round.tournament_id)
    rows = Attendance.objects.filter(game=game).select_related("entry").order_by("colour")
    away = [called[row.entry_id] for row in rows if row.entry.player_id not in here]
    if away:
        raise Refused(
            _("A tie is played here when both are here. Not marked as here in {tournament}: {players}.").format(
                tournament=round.tournament.name, players=listing(away, _)
            )
        )


def _refuse_second(round: Round, pair: SharedPair) -> None:
    """Two ties on one evening count as two, each in a round of its own."""
    called = display_names_in(round.tournament_id)
    names = {row.entry.player_id: called[row.entry_id] for row in _rows_of(round)}
    for other in marked_for(round):
        for player in sorted(pair.players & other.players):
            raise Refused(
                _(
                    "{player} plays another tie of a cup in this round. A round counts one game of each player: this"
                    " tie can count in a round of its own, or be played for the cup alone."
                ).format(player=names.get(player, ""))
            )


def _rows_of(round: Round) -> list[Attendance]:
    return list(Attendance.objects.filter(round=round).select_related("entry"))


def _is_open(game: Game) -> bool:
    cup = game.round.tournament
    system = configured_system(cup)
    place = (game.round.number, game.board)
    ties = system.matches(snapshot_of(cup)) if isinstance(system, KnockOutSystem) else ()
    return any(tie.is_open and (tie.round_number, tie.board) == place for tie in ties)
