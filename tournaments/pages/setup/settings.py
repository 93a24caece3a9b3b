"""A tournament's name, season and planned rounds: what is settled of them, and what there is to know of the number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round, Tournament, Withdrawal
from tournaments.pages.common.wording import sentence
from tournaments.pairing.protocols import RoundCount, RoundCountKind
from tournaments.selectors.shared_games import possible_hosts
from tournaments.selectors.snapshots import configured_system


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentBasics:
    """`opened` and `published` are the numbers of the newest such rounds, 0 without one."""

    round_count: RoundCount
    planned_rounds: int | None
    opened: int
    published: int
    players: int
    """Who have entered, and not withdrawn for good."""
    is_open: bool
    """In an open season."""
    address: str
    is_cup: bool
    possible_hosts: tuple[Tournament, ...] | None
    """The tournaments in which its games may count too; None where nobody is asked: no cup, and there is none."""
    counts_in: str
    """The name of the one in which they do."""
    losers_play_on: bool
    """There: who is out is proposed for it."""
    usual_decimals: int | None
    """With how many the system shows points; None where it counts in halves, and nothing is to be chosen."""

    @property
    def rounds(self) -> int | None:
        """How many there are: as planned, or as follows from the field."""
        of_field = self.round_count.of_field
        return of_field(self.players) if self.planned_rounds is None and of_field else self.planned_rounds

    @property
    def is_settled(self) -> bool:
        """The last planned round is published."""
        return self.planned_rounds is not None and self.published >= self.planned_rounds

    @property
    def is_asked(self) -> bool:
        """Whether the form has a field for the number."""
        return self.round_count.kind is not RoundCountKind.FOLLOWS

    @property
    def lacks_plan(self) -> bool:
        """It came from elsewhere, into a system that plans its rounds."""
        return self.round_count.kind is RoundCountKind.ASKED and self.planned_rounds is None

    @property
    def can_end_after(self) -> int | None:
        """The newest round, where it can be made the last one."""
        is_earlier = self.planned_rounds is None or self.opened < self.planned_rounds
        return self.opened if self.is_open and self.is_asked and self.opened and is_earlier else None

    @property
    def settled_words(self) -> str:
        return _("Round {number}, the last one planned, is published: the number of rounds is settled.").format(
            number=self.planned_rounds
        )


def basics_of(
    tournament: Tournament,
    rounds: Sequence[Round] | None = None,
    players: int | None = None,
    *,
    is_to_be_changed: bool = False,
) -> TournamentBasics:
    """`rounds` are the tournament's, all and in order, where they are known already, and so are the `players`. Where
    nobody changes it, only a cup's possible hosts are looked for."""
    rounds = list(tournament.rounds.order_by("number")) if rounds is None else rounds
    capabilities = configured_system(tournament).capabilities()
    return TournamentBasics(
        round_count=capabilities.rounds,
        planned_rounds=tournament.planned_rounds,
        opened=max((each.number for each in rounds), default=0),
        published=max((each.number for each in rounds if each.is_public), default=0),
        players=_players(tournament) if players is None else players,
        is_open=tournament.season.is_open,
        address=reverse("public_tournament", args=[tournament.club.slug, tournament.slug]),
        is_cup=capabilities.knocks_out is not None,
        possible_hosts=_possible_hosts(tournament, is_cup=capabilities.knocks_out is not None)
        if is_to_be_changed or capabilities.knocks_out is not None
        else None,
        counts_in=tournament.counts_in.name if tournament.counts_in else "",
        losers_play_on=capabilities.losers_play_on,
        usual_decimals=capabilities.decimals,
    )


def _possible_hosts(tournament: Tournament, *, is_cup: bool) -> tuple[Tournament, ...] | None:
    found = tuple(possible_hosts(tournament))
    return found if found or is_cup or tournament.counts_in_id is not None else None


def _players(tournament: Tournament) -> int:
    return tournament.entries.exclude(pk__in=Withdrawal.objects.filter(last_round=None).values("entry")).count()


def round_count_help(plan: RoundCount, players: int = 0) -> str:
    """Beside the field, before a number is typed; `players` where they are known."""
    if plan.kind is RoundCountKind.FREE:
        return _("Leave it empty when the evenings simply go on.")
    said = [_("You can change it until the last round is published.")]
    if plan.halves_leaders and players > 1:
        enough = _enough(players)
        said.append(
            ngettext(
                "With {players} players, {rounds} round usually leaves no more than one who has won every game.",
                "With {players} players, {rounds} rounds usually leave no more than one who has won every game.",
                enough,
            ).format(players=players, rounds=enough)
        )
    if plan.prefers_odd:
        said.append(_odd_is_better())
    return " ".join(said)


def round_count_hints(basics: TournamentBasics) -> tuple[str, ...]:
    """About the number as it is planned, while it can be changed; a hint, nothing is refused for it."""
    planned = basics.planned_rounds
    if planned is None or basics.is_settled:
        return ()
    found = []
    if basics.round_count.halves_leaders and planned < _enough(basics.players):
        found.append(
            ngettext(
                "With {players} players, {rounds} round can leave several who have won every game. "
                "{enough} rounds usually leave no more than one.",
                "With {players} players, {rounds} rounds can leave several who have won every game. "
                "{enough} rounds usually leave no more than one.",
                planned,
            ).format(players=basics.players, rounds=planned, enough=_enough(basics.players))
        )
    if basics.round_count.prefers_odd and planned % 2 == 0:
        found.append(_odd_is_better())
    return tuple(found)


def decided_in_words(plan: RoundCount) -> tuple[str, ...]:
    """What the last planned rounds have of their own: a sentence each."""
    return tuple(sentence(reason, {}) for reason in plan.decides)


def _enough(players: int) -> int:
    """The first number of rounds of which 2^rounds reaches the players."""
    return max(players - 1, 0).bit_length()


def _odd_is_better() -> str:
    return _(
        "An odd number is better: before the last round most players have then had White and Black "
        "equally often, so they can get either colour in it."
    )
