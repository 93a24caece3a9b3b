"""The boards of a round with all their reasons (rulebook, norwegian_monrad 3 to 5 and Colours of a pair)."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.pairing.history.record import Record
from tournaments.pairing.opponents.choice_reasons import MORE_DOWN, OpponentChoice, choices, why_not_before
from tournaments.pairing.opponents.colour_allocation import Colouring, by_turning
from tournaments.pairing.opponents.opponent_reasons import Places, next_reason, why_met
from tournaments.pairing.opponents.score_groups import HAD_TO_GO, HAD_TO_GO_AGAIN, CameDown, PairedGroup, ScoreGroup
from tournaments.pairing.systems.norwegian_monrad import rules
from tournaments.pairing.systems.norwegian_monrad.colours import Colours, colours_of_pair
from tournaments.pairing.systems.norwegian_monrad.pairing import GroupTurns, LastRound
from tournaments.pairing.systems.norwegian_monrad.round_search import Found
from tournaments.pairing.types.paired_round import PairedBoard, Player, Reason
from tournaments.pairing.types.snapshot import Colour, PlayerId


def boards_of(record: Record, found: Found, places: Places) -> Iterator[PairedBoard]:
    """Not numbered yet."""
    came_down = _came_down(record, found)
    for paired in found.groups:
        group = paired.group
        turns = found.choosing.turns(group, frozenset())
        own = next(player for player in group.players if player not in group.from_above)
        for chosen in choices(group.players, paired.pairs, turns, frozenset(paired.floated)):
            pair = (chosen.higher, chosen.lower), (chosen.lower, chosen.higher)
            down = [came_down.reason(one, other) for one, other in pair if one in group.from_above]
            why = _why(record, found, places, paired, turns, chosen)
            white, black, colour = _colours(record, found.choosing.colours, chosen.higher, chosen.lower)
            yield PairedBoard(
                board=0, white=white, black=black, reasons=(*down, *why, colour), group=record.points[own]
            )


def _came_down(record: Record, found: Found) -> CameDown:
    """Whom a member of a group might have met, is said by all that was in force."""
    choosing = found.choosing

    def might_meet(group: ScoreGroup, one: PlayerId, other: PlayerId) -> bool:
        if other in record.forbidden.get(one, ()):
            return False
        if record.met(one, other) and other not in choosing.old(group.players).get(one, ()):
            return False
        kinds = choosing.colours.kinds
        return choosing.colours_may_clash or kinds[one].is_legal_with(kinds[other])

    otherwise = HAD_TO_GO_AGAIN if found.spares_second_games else HAD_TO_GO
    return CameDown.of(found.groups, record.points, might_meet, otherwise)


def _why(
    record: Record, found: Found, places: Places, paired: PairedGroup, turns: GroupTurns, chosen: OpponentChoice
) -> list[Reason]:
    skipped = why_not_before(
        record,
        chosen,
        max_meetings=1,
        otherwise=rules.NO_AS_GOOD if found.spares_second_games else MORE_DOWN,
        may_again=turns.old.get(chosen.higher, frozenset()),
    )
    return [_headline(record, found, places, paired, chosen), *skipped, *_placed_higher(record, found, chosen)]


def _headline(record: Record, found: Found, places: Places, paired: PairedGroup, chosen: OpponentChoice) -> Reason:
    higher, lower = chosen.higher, chosen.lower
    pair = {"higher": Player(higher), "lower": Player(lower)}
    kinds = found.choosing.colours.kinds
    one, other = kinds[higher], kinds[lower]
    if rounds := record.met(higher, lower):
        return (
            rules.MEETS_AGAIN.reason(**pair, round=rounds[-1])
            if found.needs_second_games
            else rules.NOBODY_NEW.reason(**pair)
        )
    if not chosen.before and not chosen.behind and _is_next(paired, higher):
        return next_reason(places, higher, lower)
    if not one.is_legal_with(other) or found.choosing.last_round is LastRound.IGNORED:
        return rules.THIRD_IN_A_ROW.reason(**pair)
    if one.suits(other):
        return rules.SUITS.reason(**pair)
    return rules.SAME_DUE.reason(**pair, colour=one.due or Colour.WHITE)


def _is_next(paired: PairedGroup, player: PlayerId) -> bool:
    """Whether all placed higher have an opponent: nobody of the group before this one floats down."""
    place = paired.group.players.index
    return all(place(floated) > place(player) for floated in paired.floated)


def _placed_higher(record: Record, found: Found, chosen: OpponentChoice) -> Iterator[Reason]:
    """Why not those who stand higher on the list than the one chosen, and came later in the order of choosing."""
    higher = chosen.higher
    kinds = found.choosing.colours.kinds
    one = kinds[higher]
    for player in chosen.behind:
        facts = {"skipped": Player(player), "higher": Player(higher)}
        if met := why_met(record, higher, player, max_meetings=1):
            yield met
        elif one.due is not None and kinds[player].due is one.due:
            yield rules.DUE_TOO.reason(**facts, colour=one.due)
        elif not kinds[player].is_legal_with(one) and not found.choosing.colours_may_clash:
            yield rules.COLOURS_BARRED.reason(**facts)


def _colours(record: Record, colours: Colours, higher: PlayerId, lower: PlayerId) -> Colouring:
    """Turned against their last game, where the hard rules leave a choice."""
    turned = None
    if colours.is_legal(higher, lower) is colours.is_legal(lower, higher):
        turned = by_turning(record.last_as_white, higher, lower)
    return turned or colours_of_pair(record, colours, higher, lower)
