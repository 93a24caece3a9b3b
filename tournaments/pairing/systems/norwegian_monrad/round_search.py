"""Under which rules everybody can be paired, and how (rulebook, norwegian_monrad 2 to 5 and Konrad)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from tournaments.pairing.history.record import Record
from tournaments.pairing.opponents.score_groups import PairedGroup, pair_score_groups
from tournaments.pairing.search.first import Barred, first, first_at_least_cost, pairs_of_least_cost
from tournaments.pairing.search.last_resort import cost_of_rematches
from tournaments.pairing.systems.norwegian_monrad import rules
from tournaments.pairing.systems.norwegian_monrad.colours import Colours
from tournaments.pairing.systems.norwegian_monrad.pairing import Choosing, LastRound
from tournaments.pairing.systems.norwegian_monrad.second_games import OldOpponents, pair_with_second_games
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import Colour, PlayerId


class SecondGames(StrEnum):
    """When those who have met may meet again, if they may at all."""

    NEEDED = "needed"
    SCORE_GROUP = "score_group"


@dataclass(frozen=True, kw_only=True)
class Found:
    """A complete pairing, and under which rules it was found."""

    groups: tuple[PairedGroup, ...]
    bye: PlayerId | None
    choosing: Choosing
    notes: tuple[Reason, ...]
    spares_second_games: bool
    """Whether choices were also passed over because of second games: players may meet twice."""
    needs_second_games: bool = False
    """Whether they had to be allowed, as few and as old as possible: perhaps none, with rules of colours dropped."""


@dataclass(frozen=True, kw_only=True)
class RoundSearch:
    """Everybody of `order` completely paired, under the first rules that allow it (rulebook, norwegian_monrad 4)."""

    record: Record
    order: Sequence[PlayerId]
    had: Mapping[PlayerId, Sequence[Colour]]
    sits_out: Sequence[PlayerId] | None
    last_round: LastRound | None
    max_meetings: int
    second_games: SecondGames
    second_game_gap: int

    def find(self) -> Found | None:
        return next((found for found in self._tried() if found is not None), None)

    def _tried(self) -> Iterator[Found | None]:
        """Rule by rule that is dropped. Second games come before any rule of colours goes."""
        strict = Colours(had=self.had)
        any_balance = replace(strict, has_limit=False)
        any_colour = replace(any_balance, has_ban=False)
        only_once = self.max_meetings == 1
        yield self._with_nobody_again(strict, ())
        if not only_once:
            yield self._at_least_cost(strict, ())
        search = self._with_nobody_again if only_once else self._at_least_cost
        yield search(any_balance, (rules.NO_LIMIT.reason(),))
        yield search(any_colour, (rules.NO_LIMIT.reason(), rules.NO_BAN.reason()))

    def _with_nobody_again(self, colours: Colours, notes: tuple[Reason, ...]) -> Found | None:
        choosing = self._choosing(colours)
        barred = self.record.barred()
        anyhow = first(self.order, barred, candidates=choosing.legal(self.order), bye=self.sits_out)
        if anyhow is None:
            return None
        groups = self._groups(anyhow.bye)
        may_meet_again = self.max_meetings > 1
        if may_meet_again and self.second_games is SecondGames.SCORE_GROUP:
            old = self._old_opponents()
            choosing = choosing.with_old(lambda members: old.of_the_exhausted(members, self.second_game_gap))
            paired = pair_with_second_games(groups, barred, choosing)
        else:
            paired = pair_score_groups(groups, barred, choosing)
        return Found(
            groups=tuple(paired), bye=anyhow.bye, choosing=choosing, notes=notes, spares_second_games=may_meet_again
        )

    def _at_least_cost(self, colours: Colours, notes: tuple[Reason, ...]) -> Found | None:
        """As few and as old second games as possible, whoever has the walk-over."""
        choosing = self._choosing(colours).with_old(self._old_opponents().of_all)
        barred = self._barred(choosing)
        cost = cost_of_rematches(self.record)
        if first(self.order, barred, bye=self.sits_out) is None:
            return None  # soon, whatever the field
        anyhow = first_at_least_cost(self.order, barred, cost, bye=self.sits_out)
        if anyhow is None:
            return None
        groups = self._groups(anyhow.bye)
        cheapest = pairs_of_least_cost([player for group in groups for player in group], barred, cost)
        paired = pair_score_groups(groups, cheapest.barred, choosing, cost=None if cheapest.suffices else cost)
        count = sum(cost(*pair) is not None for pair in anyhow.pairs)
        again = (rules.MEET_AGAIN.reason(count=count),) if count else ()
        return Found(
            groups=tuple(paired),
            bye=anyhow.bye,
            choosing=choosing,
            notes=(*notes, *again),
            spares_second_games=True,
            needs_second_games=True,
        )

    def _choosing(self, colours: Colours) -> Choosing:
        place = {player: place for place, player in enumerate(self.order)}
        return Choosing(place=place, colours=colours, last_round=self.last_round)

    def _barred(self, choosing: Choosing) -> Barred:
        """Written down, whom each cannot have: met too often, forbidden, or no colours for the two."""
        barred = self.record.barred(self.max_meetings)
        legal = choosing.legal(self.order)
        if legal is None:
            return barred
        return {player: barred[player] | legal.unfit(player, self.order) for player in self.order}

    def _groups(self, bye: PlayerId | None) -> list[tuple[PlayerId, ...]]:
        free = [player for player in self.order if player != bye]
        return [tuple(group) for _units, group in groupby(free, key=self.record.units.__getitem__)]

    def _old_opponents(self) -> OldOpponents:
        return OldOpponents(record=self.record, max_meetings=self.max_meetings)
