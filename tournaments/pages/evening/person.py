"""Everything about one person in a tournament: where they are tonight and what can be done, whom they never meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import MENU, Entry, Mark, PlayerContact, Presence, RoundState, Tournament, User, Withdrawal
from tournaments.pages.calendar.availability import PlayerResponses, player_responses
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.result_words import ResultChoice
from tournaments.pages.common.undo_bar import UndoBar
from tournaments.pages.evening import BoardRow, CheckInPlace, RoundView, WithoutBoardRow, evening_page
from tournaments.pages.evening.late_changes import LEFT_AS, LatePage, late_page
from tournaments.pairing.types.snapshot import AbsenceKind, Colour, Result
from tournaments.selectors.club_ratings import ratings_to_enter
from tournaments.selectors.display_names import DisplayName, display_names_of_entries
from tournaments.selectors.snapshots import configured_system

_WON_BY_OPPONENT_OF = {
    Colour.WHITE: Result.BLACK_WINS_BY_FORFEIT,
    Colour.BLACK: Result.WHITE_WINS_BY_FORFEIT,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonMark:
    """One button of check-in. `sends` is what a tap marks: the one that is chosen is taken back."""

    mark: Mark
    label: str
    is_chosen: bool

    @property
    def sends(self) -> Mark:
        return Mark(Presence.UNMARKED) if self.is_chosen else self.mark


@dataclass(frozen=True, kw_only=True, slots=True)
class Forfeit:
    """On a board that has begun and has no result: the point for whoever waits there."""

    game: int
    seen: Result
    choice: ResultChoice
    opponent: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonTonight:
    """The newest round: where they are in it, and what is possible now. `seen` is how they are marked.

    `marks` while the round is not published, `late` when it is: who has a place can leave, everybody else can come.
    """

    round: RoundView
    where: str
    board: BoardRow | None
    seen: Mark
    marks: tuple[PersonMark, ...]
    late: LatePage | None
    forfeit: Forfeit | None


@dataclass(frozen=True, kw_only=True, slots=True)
class KeptApart:
    entry: int
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonPage:
    """`contact` is for the club's admins only, `others` for whom they may be kept apart from."""

    entry: int
    player: int
    name: str
    number: int | None
    rating: int | None
    list_rating: int | None
    """What the club's list says by now."""
    has_begun: bool
    """A round has been opened: the rating of this tournament stays as it is."""
    home_club: str
    is_guest: bool
    joined_round: int
    withdrawn_since: int | None
    scorecard_url: str
    tonight: PersonTonight | None
    kept_apart: tuple[KeptApart, ...]
    others: tuple[KeptApart, ...]
    contact: PlayerContact | None
    closed_season: str
    responses: PlayerResponses | None
    """What they say of the evenings to come; for directors, in a season that is open."""
    undo_bar: UndoBar | None
    directs: bool
    is_team: bool = False
    leaving_is_shown: bool = False
    """Leaving changes what has been played: a page says so before."""

    @property
    def can_change(self) -> bool:
        """Whether withdrawing, returning and keeping apart are theirs who look, in a season that is open."""
        return self.directs and not self.closed_season


def person_page(
    tournament: Tournament,
    entry: Entry,
    *,
    helper: User | None = None,
    shows_contact: bool = False,
    kind: AbsenceKind = LEFT_AS,
    is_our_mistake: bool = False,
) -> PersonPage:
    """For a director or for a helper. `kind` is what leaving counts as, unless another one is chosen."""
    evening = evening_page(tournament, helper=helper)
    entries = {each.pk: each for each in tournament.entries.select_related("player")}
    entry = entries[entry.pk]
    names = display_names_of_entries(entries.values())
    can_change = helper is None and not evening.closed_season
    apart = _kept_apart(tournament, entry, names) if helper is None else ()
    withdrawal = Withdrawal.objects.filter(entry=entry, last_round=None).first()
    return PersonPage(
        entry=entry.pk,
        player=entry.who,
        name=names[entry.pk],
        number=entry.number,
        rating=entry.rating,
        list_rating=entry.rating if entry.is_team else ratings_to_enter(tournament, [entry.person])[entry.person_id],
        has_begun=evening.round is not None,
        home_club=entry.home_club,
        is_guest=entry.is_guest,
        joined_round=entry.joined_round,
        withdrawn_since=withdrawal.first_round if withdrawal else None,
        scorecard_url=_card_url(tournament, entry),
        tonight=None
        if evening.round is None
        else _tonight(
            tournament,
            entry,
            evening.round,
            kind,
            is_our_mistake=is_our_mistake,
            directs=can_change,
            is_closed=bool(evening.closed_season),
        ),
        kept_apart=apart,
        others=_others(entry, names, apart) if can_change else (),
        contact=PlayerContact.objects.filter(player=entry.player_id).first()
        if shows_contact and not entry.is_team
        else None,
        is_team=entry.is_team,
        closed_season=evening.closed_season,
        responses=player_responses(tournament, entry, names[entry.pk]) if can_change and not entry.is_team else None,
        undo_bar=evening.undo_bar,
        directs=helper is None,
        leaving_is_shown=configured_system(tournament).capabilities().as_counted is not None,
    )


def _card_url(tournament: Tournament, entry: Entry) -> str:
    if entry.number is None:
        return ""
    return reverse("staff_card", args=[tournament.club.slug, tournament.slug, entry.number])


def _tonight(
    tournament: Tournament,
    entry: Entry,
    shown: RoundView,
    kind: AbsenceKind,
    *,
    is_our_mistake: bool,
    directs: bool,
    is_closed: bool,
) -> PersonTonight:
    checked = shown.check_in.place(entry.pk)
    board = next((row for row in shown.boards if entry.pk in {row.white.entry, row.black.entry}), None)
    out = next((row for row in shown.without_board if row.entry == entry.pk), None)
    takes_late = directs and shown.state is RoundState.PUBLISHED
    late = None
    if takes_late:
        found = tournament.rounds.get(number=shown.number)
        late = late_page(found, entry, kind, is_our_mistake=is_our_mistake)
    return PersonTonight(
        round=shown,
        where=_where(shown, entry, board, out, checked),
        board=board,
        seen=checked.mark if checked else Mark(Presence.UNMARKED),
        marks=() if shown.is_public or is_closed else _marks(checked, is_drafted=shown.is_drafted),
        late=late if late and late.options else None,
        forfeit=_forfeit(board, entry) if takes_late else None,
    )


def _where(
    shown: RoundView, entry: Entry, board: BoardRow | None, out: WithoutBoardRow | None, checked: CheckInPlace | None
) -> str:
    if board is not None:
        return _at_board(shown, board, entry)
    if out is not None:
        return _("Without a board: {word}.").format(word=out.word)
    if checked is None:
        return _("Takes no part in this round.")
    if checked.is_out:
        return _("Knocked out: not playing since round {round}.").format(round=checked.out_since)
    return ""


def _at_board(shown: RoundView, board: BoardRow, entry: Entry) -> str:
    is_white = board.white.entry == entry.pk
    if shown.is_drafted:
        text = (
            _("Board {board} of the draft: White against {opponent}.")
            if is_white
            else _("Board {board} of the draft: Black against {opponent}.")
        )
    elif board.has_result or board.is_postponed:
        text = (
            _("Board {board}: {result}, White against {opponent}.")
            if is_white
            else _("Board {board}: {result}, Black against {opponent}.")
        )
    elif board.has_begun:
        text = (
            _("Board {board}: White against {opponent}, in play.")
            if is_white
            else _("Board {board}: Black against {opponent}, in play.")
        )
    else:
        text = (
            _("Board {board}: White against {opponent}, not begun yet.")
            if is_white
            else _("Board {board}: Black against {opponent}, not begun yet.")
        )
    opponent = board.black if is_white else board.white
    return text.format(board=board.board, opponent=opponent.name, result=board.result_text)


def _marks(checked: CheckInPlace | None, *, is_drafted: bool) -> tuple[PersonMark, ...]:
    """None for whoever takes no part, or is out."""
    if checked is None or checked.is_out:
        return ()
    leaves = is_drafted and checked.is_present
    built_in = tuple(
        PersonMark(
            mark=Mark(presence),
            label=str(presence.leaving if leaves else presence.button),
            is_chosen=checked.presence is presence,
        )
        for presence in MENU
        if presence is not Presence.ON_THE_WAY
        and (presence is not Presence.HALF_BYE or checked.offer.has_half_byes or checked.presence is presence)
    )
    own = tuple(
        PersonMark(mark=each.mark, label=each.label, is_chosen=checked.mark == each.mark)
        for each in checked.offer.own_kinds
    )
    return built_in + own


def _forfeit(board: BoardRow | None, entry: Entry) -> Forfeit | None:
    if board is None or board.has_result or not (board.has_begun or board.is_postponed):
        return None
    colour = Colour.WHITE if board.white.entry == entry.pk else Colour.BLACK
    won = _WON_BY_OPPONENT_OF[colour]
    choice = next(choice for choice in board.forfeits if choice.value == won.value)
    opponent = board.black if colour is Colour.WHITE else board.white
    return Forfeit(game=board.game, seen=board.result, choice=choice, opponent=opponent.name)


def _kept_apart(tournament: Tournament, entry: Entry, names: Mapping[int, DisplayName]) -> tuple[KeptApart, ...]:
    pairs = tournament.forbidden_pairs.filter(Q(one=entry) | Q(other=entry)).values_list("one_id", "other_id")
    apart = {key for pair in pairs for key in pair} - {entry.pk}
    return _by_name({key: name for key, name in names.items() if key in apart})


def _others(entry: Entry, names: Mapping[int, DisplayName], apart: Iterable[KeptApart]) -> tuple[KeptApart, ...]:
    left_out = {entry.pk, *(each.entry for each in apart)}
    return _by_name({key: name for key, name in names.items() if key not in left_out})


def _by_name(names: Mapping[int, DisplayName]) -> tuple[KeptApart, ...]:
    return tuple(
        sorted_by_name((KeptApart(entry=key, name=name) for key, name in names.items()), lambda each: each.name)
    )
