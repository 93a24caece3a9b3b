"""How a match outside went: board by board, or its score alone."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.models import Action, BoardResult, Fixture, FixturePlace, User
from tournaments.names import clean_name
from tournaments.pairing.wording import points
from tournaments.recording import Stale, last_change_in_club, recording
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused

_LONGEST_NAME = 100
_LARGEST_RATING = 4000
_WITHOUT_OURS = frozenset({"", BoardResult.LOSS_BY_FORFEIT, BoardResult.NOBODY})


@dataclass(frozen=True, kw_only=True, slots=True)
class TypedBoard:
    """`result`: a value of BoardResult, empty while it is not known."""

    board: int
    result: str = ""
    opponent: str = ""
    opponent_rating: int | None = None


def version_of(fixture: Fixture) -> str:
    """What a form about these results was made for."""
    rows = fixture.places.order_by("board").values_list("board", "player", "result", "opponent", "opponent_rating")
    return fingerprint([list(rows), fixture.own_halves, fixture.their_halves])


def enter_results(
    fixture: Fixture,
    boards: Sequence[TypedBoard],
    *,
    score: tuple[int, int] | None = None,
    seen: str,
    actor: User | None,
    by_card: int | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """All that is known of the match; what is not among it is not known. `score`: half board points, ours first, where
    the boards are not told. Raises Stale where another result has been entered since.

    Also in a season that is closed: results can be corrected there.
    """
    club = fixture.team.league.club
    facts: dict[str, object] = {"fixture": fixture.pk, "team": fixture.team.name, "opponent": fixture.opponent}
    facts |= {} if by_card is None else {"by_card": by_card}
    with recording(club, actor=actor, verb="fixture.results", receipt=receipt, facts=facts, public=[club]) as change:
        found = Fixture.objects.select_related("team__league").filter(pk=fixture.pk).first()
        if found is None:
            raise Stale
        if version_of(found) != seen:
            raise Stale(last_change_in_club(found, club=club))
        places = {place.board: place for place in found.places.all()}
        if by_card is not None and by_card != found.team.captain_id:
            raise Stale
        typed = {each.board: _checked(each, places) for each in boards if each.board in places or _says(each)}
        if score is not None:
            _refuse_score(score, typed, found)
        change.update_many([(places[board], values) for board, values in typed.items()])
        is_known_by_score = bool(places) and not any(values["result"] for values in typed.values())
        if score is None and is_known_by_score:  # the form of the boards has no field for it
            return change.action
        own, their = score or (None, None)
        change.update(found, own_halves=own, their_halves=their)
    return change.action


def _says(typed: TypedBoard) -> bool:
    return bool(typed.result or typed.opponent or typed.opponent_rating)


def _checked(typed: TypedBoard, places: Mapping[int, FixturePlace]) -> dict[str, object]:
    """The columns of the row; boards are there once a line-up is published. Raises Refused."""
    if typed.board not in places:
        raise Refused(_("There is no board {board} in this match.").format(board=typed.board))
    if typed.result not in {"", *BoardResult.values}:
        raise Refused(_("This result is none that a board can have."))
    if places[typed.board].player_id is None and typed.result not in _WITHOUT_OURS:
        raise Refused(
            _("Nobody of ours is on board {board}: put somebody there first, or give it as lost by forfeit.").format(
                board=typed.board
            )
        )
    name = clean_name(typed.opponent)
    if len(name) > _LONGEST_NAME:
        raise Refused(_("A name has at most {most} characters.").format(most=_LONGEST_NAME))
    if typed.opponent_rating is not None and not 0 < typed.opponent_rating <= _LARGEST_RATING:
        raise Refused(_("A rating is a number up to {most}.").format(most=_LARGEST_RATING))
    return {"result": typed.result, "opponent": name, "opponent_rating": typed.opponent_rating}


def _refuse_score(score: tuple[int, int], typed: Mapping[int, Mapping[str, object]], fixture: Fixture) -> None:
    own, their = score
    if any(values["result"] for values in typed.values()):
        raise Refused(_("The boards are typed in, and the score follows from them: leave one of the two empty."))
    if min(score) < 0 or own + their != 2 * fixture.team.boards:
        raise Refused(
            _("The two scores make {sum} together; with {boards} boards it is {boards}.").format(
                sum=points(Fraction(own + their, 2)), boards=fixture.team.boards
            )
        )
