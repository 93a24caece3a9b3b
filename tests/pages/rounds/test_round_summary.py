"""A finished round in short: drawn examples, and the same found by hand and foot for many drawn tournaments."""

import random
from fractions import Fraction

import pytest

from tests.tools.played.played import Played, a_tournament
from tournaments.models import Game, Player, RoundState, ShownAs
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.round_summary import (
    LEAST_CLIMB,
    LEAST_DIFFERENCE,
    LEAST_STREAK,
    LEAST_UNBEATEN,
    MOST_NAMED,
    Feat,
    RoundSummary,
    Upset,
    climb,
    longest,
    newest_round_summary,
    round_summary,
    upsets,
)
from tournaments.pages.standings.published_tournament import PublishedTournament, published_tournament
from tournaments.pairing.history.record import RoundEntry, RoundOutcome

W, D, L = RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS
FW, FL, BYE, AWAY, OPEN = (
    RoundOutcome.FORFEIT_WIN,
    RoundOutcome.FORFEIT_LOSS,
    RoundOutcome.BYE,
    RoundOutcome.EXCUSED,
    RoundOutcome.OPEN,
)
LOST = frozenset({L, FL, RoundOutcome.BOTH_FORFEIT})


def course(*outcomes: RoundOutcome, against: int | None = None) -> list[RoundEntry]:
    return [RoundEntry(number, each, Fraction(0), against) for number, each in enumerate(outcomes, 1)]


def wins(*courses: list[RoundEntry], after: int = 3) -> Feat | None:
    return longest(dict(enumerate(courses, 1)), after, W, ends=LOST | {D}, least=LEAST_STREAK)


def unbeaten(*courses: list[RoundEntry], after: int = 4) -> Feat | None:
    return longest(dict(enumerate(courses, 1)), after, W, D, ends=LOST, least=LEAST_UNBEATEN)


def test_a_streak_is_of_games_won_over_the_board_up_to_this_round() -> None:
    assert wins(course(W, W, W)) == Feat(players=(1,), count=3)
    assert wins(course(W, W, L)) is None
    assert wins(course(W, D, W)) is None
    assert wins(course(W, AWAY, W, BYE, W), after=5) == Feat(players=(1,), count=3)
    assert wins(course(W, W, FW, W), after=4) == Feat(players=(1,), count=3)  # a forfeit is no game
    assert wins(course(W, W, FW)) is None  # and no win of this round
    assert wins(course(W, FL, W, W), after=4) is None
    assert wins(course(W, W, W, AWAY), after=4) is None  # of an evening without them they are no story


def test_unbeaten_is_who_has_won_or_drawn_their_last_games() -> None:
    assert unbeaten(course(L, W, D, D, W), after=5) == Feat(players=(1,), count=4)
    assert unbeaten(course(W, D, D)) is None
    assert unbeaten(course(W, W, OPEN, D, W, W), after=6) == Feat(players=(1,), count=5)


def test_those_who_share_a_feat_are_all_named_unless_they_are_too_many() -> None:
    assert wins(course(W, W, W), course(D, W, W), course(W, W, W)) == Feat(players=(1, 3), count=3)
    assert wins(*[course(W, W, W)] * MOST_NAMED) == Feat(players=(1, 2, 3, 4), count=3)
    assert wins(*[course(W, W, W)] * (MOST_NAMED + 1)) is None


def test_an_upset_is_the_greatest_difference_overcome_and_a_forfeit_is_none() -> None:
    entries = {
        1: course(W, against=2),
        2: course(L, against=1),
        3: course(W, against=4),
        4: course(L, against=3),
        5: course(FW, against=6),
        6: course(FL, against=5),
    }
    ratings: dict[int, int | None] = {1: 1500, 2: 1600, 3: 1400, 4: 1550, 5: 1000, 6: 2000}
    assert upsets(entries, 1, ratings) == (Upset(winner=3, loser=4),)
    assert upsets(entries, 1, ratings | {3: None}) == (Upset(winner=1, loser=2),)
    assert upsets(entries, 1, ratings | {4: 1500}) == (Upset(winner=1, loser=2), Upset(winner=3, loser=4))
    assert upsets(entries, 1, ratings | {2: 1599, 4: 1499}) == ()  # no story
    assert upsets(entries, 2, ratings) == ()


def test_who_has_played_and_has_a_place_in_both_tables_can_climb() -> None:
    entries = {1: course(W), 2: course(D), 3: course(FW), 4: course(AWAY), 5: course(W)}
    before = {1: 5, 2: 9, 3: 20, 4: 30}
    assert climb(entries, 1, before, {1: 3, 2: 8, 3: 1, 4: 2, 5: 4}) == Feat(players=(1,), count=2)
    assert climb(entries, 1, before, {1: 3, 2: 7}) == Feat(players=(1, 2), count=2)
    assert climb(entries, 1, before, {1: 4, 2: 8}) is None
    assert climb(entries, 1, before, {1: 6, 2: 10}) is None


@pytest.mark.parametrize("seed", range(60))
def test_a_drawn_tournament_tells_what_is_found_by_looking_at_everything(seed: int) -> None:
    drawn = random.Random(seed)
    players, rounds = drawn.randint(2, 12), drawn.randint(1, 8)
    entries: dict[int, list[RoundEntry]] = {player: [] for player in range(1, players + 1)}
    for number in range(1, rounds + 1):
        order = drawn.sample(range(1, players + 1), players)
        for one, other in zip(order[::2], order[1::2], strict=False):
            first, second = drawn.choice([(W, L), (W, L), (L, W), (D, D), (FW, FL), (OPEN, OPEN)])
            entries[one].append(RoundEntry(number, first, Fraction(0), other))
            entries[other].append(RoundEntry(number, second, Fraction(0), one))
        if players % 2:
            entries[order[-1]].append(RoundEntry(number, drawn.choice([BYE, AWAY]), Fraction(0)))
    ratings = {player: drawn.choice([None, *range(1000, 2200, 50)]) for player in entries}
    before = {player: place for place, player in enumerate(drawn.sample(sorted(entries), players - 1), 1)}
    after = {player: place for place, player in enumerate(drawn.sample(sorted(entries), players - 1), 1)}

    games = [
        (player, each.opponent, (ratings[each.opponent] or 0) - (ratings[player] or 0))
        for player in entries
        for each in entries[player]
        if each.round_number == rounds and each.outcome is W and each.opponent
        if ratings[player] and ratings[each.opponent]
    ]
    most = max([LEAST_DIFFERENCE, *(difference for _one, _other, difference in games)])
    wanted = [Upset(winner=one, loser=other) for one, other, difference in games if difference == most]
    assert list(upsets(entries, rounds, ratings)) == (wanted if len(wanted) <= MOST_NAMED else [])

    here = [
        player
        for player in entries
        if entries[player][-1].outcome in (W, D, L) and {player} <= set(before) & set(after)
    ]
    gains = {player: before[player] - after[player] for player in here}
    assert climb(entries, rounds, before, after) == shared(gains, LEAST_CLIMB)

    for counted, ends, least in (((W,), "L-=", LEAST_STREAK), ((W, D), "L-", LEAST_UNBEATEN)):
        letters = {W: "W", D: "=", L: "L", FL: "-"}
        lengths = {}
        for player, played in entries.items():
            if played[-1].outcome in counted:
                text = "".join(letters.get(each.outcome, "") for each in played)
                lengths[player] = min(len(text.rpartition(each)[2]) for each in ends)
        lost = LOST | {D} if counted == (W,) else LOST
        assert longest(entries, rounds, *counted, ends=lost, least=least) == shared(lengths, least)


def shared(counts: dict[int, int], least: int) -> Feat | None:
    for count in sorted(set(counts.values()), reverse=True):
        if count >= least:
            players = tuple(player for player in sorted(counts) if counts[player] == count)
            return Feat(players=players, count=count) if len(players) <= MOST_NAMED else None
    return None


# Of a tournament


@pytest.fixture
def played(db: None) -> Played:
    return a_tournament(8)


def picture_of(played: Played) -> PublishedTournament:
    return published_tournament(played.tournament, Audience.PUBLIC)


def told(played: Played, number: int) -> RoundSummary:
    found = round_summary(picture_of(played), number)
    assert found is not None
    return found


def test_it_is_told_in_whole_sentences(played: Played) -> None:
    for _round in range(4):
        played.play()
    published = picture_of(played)
    lines = [line for number in range(1, 5) if (found := round_summary(published, number)) for line in found.lines]

    assert len({line.label for line in lines}) > 1
    assert {line.label for line in lines} <= {"Upset", "Climb", "Streak", "Unbeaten"}
    for line in lines:
        assert line.text[0].isupper()
        assert line.text.endswith(".")
        assert "{" not in line.text


def test_a_round_in_play_has_none_and_the_one_before_is_told_meanwhile(played: Played) -> None:
    for _round in range(3):
        played.play()
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    published = picture_of(played)

    assert round_summary(published, 4) is None
    assert round_summary(published, 0) is None
    newest = newest_round_summary(published, 4)
    assert newest == round_summary(published, 3)
    assert newest is not None
    assert newest.number == 3
    assert newest_round_summary(published, 2) == round_summary(published, 2)


def test_the_first_round_in_play_has_nothing_before_it(played: Played) -> None:
    played.play(open_boards={1}, state=RoundState.PUBLISHED)

    assert newest_round_summary(picture_of(played), 1) is None


def test_a_hidden_rating_is_not_found_out_by_an_upset(played: Played) -> None:
    played.play()
    white, black = (played.snapshot.rounds[0].games[0].white, played.snapshot.rounds[0].games[0].black)
    Game.objects.update(result="1/2-1/2")
    Game.objects.filter(board=1).update(result="1-0")
    played.entries[white].rating, played.entries[black].rating = 1200, 1900
    for number in (white, black):
        played.entries[number].save()
    names = picture_of(played).names

    assert told(played, 1).lines[0].text == f"{names[white]} (1200) beat {names[black]} (1900)."
    Player.objects.filter(pk=played.entries[black].player_id).update(shown_as=ShownAs.INITIAL)
    assert round_summary(picture_of(played), 1) is None
    for_staff = round_summary(published_tournament(played.tournament, Audience.STAFF), 1)
    assert for_staff is not None
    assert for_staff.lines[0].label == "Upset"
