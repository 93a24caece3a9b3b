"""A player's card as a page value."""

from fractions import Fraction

import pytest
from django.test import Client

from tests.tools.casts.factories import Evening
from tests.tools.played.all_play_all import all_play_all, publish_next
from tests.tools.played.played import a_tournament
from tournaments.models import RoundState, ShownAs, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.standings.scorecard import scorecard_page
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db


def number_of(text: str) -> Fraction:
    """What points_text wrote, read back."""
    text = text.replace("−", "-")
    return Fraction(text.replace("½", "") or 0) + Fraction(1, 2) if "½" in text else Fraction(text)


def test_it_follows_the_player_round_by_round() -> None:
    played = a_tournament(5)
    played.play()
    played.play(absent={1})

    card = scorecard_page(played.tournament, Audience.PUBLIC, number=1)

    game = next(game for game in played.snapshot.rounds[0].games if 1 in {game.white, game.black})
    first, second = card.rounds
    assert first.opponent is not None
    assert first.opponent.number == ({game.white, game.black} - {1}).pop()
    assert first.colour == ("white" if game.white == 1 else "black")
    assert (second.opponent, second.colour, str(second.mark.words)) == (None, "", "Away")
    assert first.url == played.address("rounds/1/") + "#p1"


@pytest.mark.parametrize(("rounds", "folded", "words"), [(16, 0, None), (18, 2, "Rounds 1 to 2")])
def test_a_long_season_is_folded_but_for_its_newest_rounds(
    client: Client, rounds: int, folded: int, words: str | None
) -> None:
    played = a_tournament(4)
    for _ in range(rounds):
        played.play()

    card = scorecard_page(played.tournament, Audience.PUBLIC, number=1)

    assert [each.number for each in card.earlier_rounds] == list(range(1, folded + 1))
    assert (*card.earlier_rounds, *card.newest_rounds) == card.rounds
    html = client.get(played.address("players/1/")).content.decode()
    assert ('<details class="earlier">' in html) == (words is not None)
    assert words is None or words in html


def test_the_points_add_up_to_the_standings() -> None:
    played = a_tournament(7, joining_late={7})
    for absent in ({2}, {3}, set()):
        played.play(absent=absent)
    standings = standings_page(played.tournament, Audience.PUBLIC)

    for row in standings.rows:
        card = scorecard_page(played.tournament, Audience.PUBLIC, number=row.number)
        assert sum(number_of(each.points) for each in card.rounds) == number_of(row.cells[0].text)
        assert card.rounds[-1].total == row.cells[0].text
        assert (card.rank, card.is_shared) == (row.rank, row.is_shared)


def test_every_number_opens_up_to_terms_that_add_up_to_it() -> None:
    played = a_tournament(6)
    for absent in (set(), {2}, {4}):
        played.play(absent=absent)

    for number in played.entries:
        card = scorecard_page(played.tournament, Audience.PUBLIC, number=number)
        opened = {each.anchor: each for each in card.numbers}
        for anchor in ("points", "buchholz-1", "wins", "blacks"):
            assert sum(number_of(term.amount) for term in opened[anchor].terms) == number_of(opened[anchor].value)
        assert opened["points"].terms


@pytest.mark.slow
def test_it_takes_what_a_round_gives_and_what_a_table_showed_from_the_system() -> None:
    """A total is not a running sum where rounds change in value: the system says both."""
    played = a_tournament(5)
    for absent in ({1}, set(), {2}):
        played.play(absent=absent)

    for number in played.entries:
        card = scorecard_page(played.tournament, Audience.PUBLIC, number=number)
        after = [scorecard_page(played.tournament, Audience.PUBLIC, number=number, after=k) for k in (1, 2, 3)]
        assert [each.total for each in card.rounds] == [each.total and each.total.value for each in after]
        in_rounds = sum(number_of(each.points) for each in card.rounds)
        assert card.total is not None
        assert in_rounds + sum(number_of(term.amount) for term in card.besides) == number_of(card.total.value)
        assert [len(each.terms) for each in card.rounds] == [1, 1, 1]


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_its_line_is_the_place_that_each_published_table_showed(system: str) -> None:
    evening = Evening.of(6, system=system)
    for result in (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS):
        evening.play(1, 2, 3, 4, result=result)
        evening.finish()
    tables = [standings_page(evening.tournament, Audience.PUBLIC, after=number) for number in (1, 2, 3)]

    for number in range(1, 7):
        card = scorecard_page(evening.tournament, Audience.PUBLIC, number=number)
        assert card.line is not None
        places = [row.rank for table in tables for row in table.rows if row.number == number]
        assert [point.place for point in card.line.points] == places
        assert [point.words for point in card.line.points] == [str(each.mark.words) for each in card.rounds]
        then = scorecard_page(evening.tournament, Audience.PUBLIC, number=number, after=2).line
        assert then is not None
        assert [point.place for point in then.points] == places[:2]


def test_a_round_in_play_has_no_place_on_the_line_yet() -> None:
    evening = Evening.of(6)
    for _round in range(2):
        evening.play(*range(1, 7))
        evening.finish()
    before = scorecard_page(evening.tournament, Audience.PUBLIC, number=1).line
    evening.play(*range(1, 7), leaving_open={1})

    assert before is not None
    assert scorecard_page(evening.tournament, Audience.PUBLIC, number=1).line == before
    in_play = scorecard_page(evening.tournament, Audience.PUBLIC, number=1, after=3).line
    assert in_play is not None
    assert [point.place for point in in_play.points] == [point.place for point in before.points]


def test_its_line_ends_where_the_standings_stand_after_a_correction() -> None:
    evening = Evening.of(6)
    for _round in range(2):
        evening.play(*range(1, 7))
        evening.finish()
    evening.enter(1, Result.BLACK_WINS, in_round=1)

    for row in standings_page(evening.tournament, Audience.PUBLIC).rows:
        line = scorecard_page(evening.tournament, Audience.PUBLIC, number=row.number).line
        assert line is not None
        assert line.points[-1].place == row.rank


def test_a_late_entrants_line_begins_with_the_first_table_that_lists_them() -> None:
    evening = Evening.of(5)
    evening.tournament.entries.filter(number=5).update(joined_round=3)
    for _round in range(4):
        evening.play(1, 2, 3, 4)
        evening.finish()

    line = scorecard_page(evening.tournament, Audience.PUBLIC, number=5).line

    assert line is not None
    assert [point.round_number for point in line.points] == [2, 3, 4]


def test_its_form_are_the_last_five_rounds_since_joining() -> None:
    played = a_tournament(5, joining_late={5})
    for absent in (set(), set(), {5}, set()):
        played.play(absent=absent)

    late = scorecard_page(played.tournament, Audience.PUBLIC, number=5)

    assert [square.sign for square in late.form] == [each.square.sign for each in late.attended.by_round[2:]]
    assert late.form[0].sign == "away"
    played.play()
    played.play()
    card = scorecard_page(played.tournament, Audience.PUBLIC, number=1)
    assert [square.sign for square in card.form] == [each.square.sign for each in card.attended.by_round[1:]]
    assert card.form_said.count(";") == 4


def test_its_games_are_counted_without_forfeits() -> None:
    played = a_tournament(2)
    played.tournament.options = {"max_meetings": 5}
    played.tournament.save()
    for forfeits in ((), (), {1}):
        played.play(forfeits=forfeits)
    results = [found.games[0].result for found in played.snapshot.rounds[:2]]

    one, other = (scorecard_page(played.tournament, Audience.PUBLIC, number=number).score for number in (1, 2))

    assert one.games == other.games == 2
    assert (one.won, one.drawn, one.lost) == (other.lost, other.drawn, other.won)
    assert one.drawn == results.count(Result.DRAW)


@pytest.mark.parametrize(
    ("system", "options", "is_revalued"),
    [("attendance_monrad", {}, False), ("keizer", {}, True), ("keizer", {"rescoring": "frozen"}, False)],
)
def test_it_says_where_rounds_change_in_value(system: str, options: dict[str, object], is_revalued: bool) -> None:
    evening = Evening.of(4, system=system, options=options)
    evening.play(1, 2, 3, 4)
    assert scorecard_page(evening.tournament, Audience.PUBLIC, number=1).is_revalued == is_revalued


def test_it_tells_head_to_head_with_everybody_met() -> None:
    played = a_tournament(2)
    played.tournament.options = {"max_meetings": 3}
    played.tournament.save()
    for forfeits, still_open in (((), ()), ((), ()), ({1}, ()), ((), {1})):
        played.play(forfeits=forfeits, open_boards=still_open)
    results = [game.result.value for found in played.snapshot.rounds for game in found.games]
    assert results[2:] == ["+--", "*"]

    (met,) = scorecard_page(played.tournament, Audience.PUBLIC, number=1).met

    assert met.opponent.number == 2
    assert [each.round_number for each in met.meetings] == [1, 2, 4]  # a forfeit is no meeting
    score = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (Fraction(1, 2), Fraction(1, 2))}
    won = [
        score[game.result.value][0 if game.white == 1 else 1]
        for found in played.snapshot.rounds[:2]
        for game in found.games
    ]
    assert (number_of(met.score), met.games) == (sum(won), 2)  # an open game has no score yet


def test_its_anchors_are_where_the_standings_lead() -> None:
    played = a_tournament(4)
    played.play()
    row = standings_page(played.tournament, Audience.PUBLIC).rows[0]

    card = scorecard_page(played.tournament, Audience.PUBLIC, number=row.number)

    assert {cell.url.partition("#")[2] for cell in row.cells if cell.url} <= {each.anchor for each in card.numbers}


def test_it_tells_the_reason_of_every_round_but_not_in_public_which_kind_of_absence_it_was() -> None:
    played = a_tournament(5)
    played.play(absent={1})
    played.play()

    for number in played.entries:
        card = scorecard_page(played.tournament, Audience.STAFF, number=number)
        assert all(each.reasons for each in card.rounds)
    assert scorecard_page(played.tournament, Audience.STAFF, number=1).rounds[0].reasons == (
        "Bo Holm has an excused absence.",
    )
    assert scorecard_page(played.tournament, Audience.PUBLIC, number=1).rounds[0].reasons == ()


def test_reasons_name_nobody_who_is_only_a_number_to_the_public() -> None:
    played = a_tournament(6)
    hidden = played.entries[1].player
    hidden.shown_as = ShownAs.NUMBER
    hidden.save()
    for _ in range(3):
        played.play()

    public = [scorecard_page(played.tournament, Audience.PUBLIC, number=number) for number in played.entries]
    staff = [scorecard_page(played.tournament, Audience.STAFF, number=number) for number in played.entries]

    assert "Bo Holm" not in repr(public)
    assert "Player 1" in repr(public)
    assert "Bo Holm" in repr(staff)
    assert (public[0].rating, staff[0].rating) == (None, played.entries[1].rating)


def test_after_an_earlier_round_it_is_as_it_was_then() -> None:
    played = a_tournament(6)
    played.play()
    then = scorecard_page(played.tournament, Audience.PUBLIC, number=2)
    played.play()

    now = scorecard_page(played.tournament, Audience.PUBLIC, number=2, after=1)

    assert [each.value for each in now.numbers] == [each.value for each in then.numbers]
    assert len(now.rounds) == 1
    assert not now.is_newest
    assert now.standings_url == played.address("standings/1/")
    assert now.rounds[0].opponent is not None
    assert now.rounds[0].opponent.url.endswith("/after/1/")


def test_it_knows_nothing_of_a_draft() -> None:
    played = a_tournament(6)
    played.play()
    before = scorecard_page(played.tournament, Audience.PUBLIC, number=2)
    played.play(state=RoundState.DRAFTED)

    assert scorecard_page(played.tournament, Audience.PUBLIC, number=2) == before


def test_whoever_joins_later_has_a_card_without_a_place() -> None:
    played = a_tournament(5, joining_late={5})
    played.play()

    card = scorecard_page(played.tournament, Audience.PUBLIC, number=5)

    assert (card.rank, card.joined_round, card.numbers) == (None, 3, ())
    assert [str(each.mark.words) for each in card.rounds] == ["Not yet joined"]


@pytest.mark.parametrize("number", [0, 5, 10**30])
def test_there_is_no_card_without_a_start_number(number: int) -> None:
    with pytest.raises(NotPublished):
        scorecard_page(a_tournament(4).tournament, Audience.PUBLIC, number=number)


def test_a_mean_opens_up_too() -> None:
    played = a_tournament(6)
    played.tournament.options = {"buchholz": "mean"}
    played.tournament.save()
    for _ in range(4):
        played.play()

    card = scorecard_page(played.tournament, Audience.PUBLIC, number=1)

    buchholz = next(each for each in card.numbers if each.anchor == "buchholz-1")
    assert [term.text.endswith(("divided by 3 games", "not counted")) for term in buchholz.terms] == [True] * 4


def test_it_tells_which_rounds_were_played_and_what_the_others_were() -> None:
    played = a_tournament(9, joining_late={9})
    played.play(absent={1}, half_byes={2})
    played.withdraw(3, first_round=2)
    played.play(forfeits={1})
    played.play(absent={1})

    def attended(number: int) -> tuple[int, int, list[tuple[str, str]]]:
        found = scorecard_page(played.tournament, Audience.PUBLIC, number=number).attended
        return found.played, found.rounds, [(each.square.sign, str(each.square.words)) for each in found.by_round]

    loser = played.snapshot.rounds[1].games[0].black
    away = ("away", "Away")
    assert attended(1)[2][0] == attended(1)[2][2] == away
    assert attended(2)[2][0] == ("bye", "Half-point bye")
    assert [sign for sign, _words in attended(3)[2]][1:] == ["away", "away"]
    assert attended(3)[2][0][0] in {"win", "draw", "loss"}
    assert attended(3)[:2] == (1, 3)
    assert attended(9)[2][:2] == [("before", "Not yet joined")] * 2
    assert attended(9)[1] == 1  # of the rounds since joining
    assert attended(loser)[2][1] == ("loss", "Loss by forfeit")
    others = scorecard_page(played.tournament, Audience.PUBLIC, number=1).attended.others
    assert ("away", "Away", 2) in [(each.square.sign, str(each.square.words), each.rounds) for each in others]


def test_it_counts_the_colours_of_the_games_that_were_played() -> None:
    played = a_tournament(2)
    played.tournament.options = {"max_meetings": 5}
    played.tournament.save()
    for forfeits in ((), (), (), {1}):
        played.play(forfeits=forfeits)
    whites = sum(found.games[0].white == 1 for found in played.snapshot.rounds[:3])

    colours = scorecard_page(played.tournament, Audience.PUBLIC, number=1).colours

    assert (colours.white, colours.black) == (whites, 3 - whites)
    assert colours.balance == {1: "−1", 2: "+1"}[whites]


def test_a_round_in_play_is_on_the_card_and_in_no_number_of_it() -> None:
    played = a_tournament(4)
    played.play()
    before = scorecard_page(played.tournament, Audience.PUBLIC, number=1)
    played.play(open_boards={1, 2}, state=RoundState.PUBLISHED)

    page = scorecard_page(played.tournament, Audience.PUBLIC, number=1)

    assert (page.numbers, page.rank, page.after_round) == (before.numbers, before.rank, 1)
    assert page.rounds[0] == before.rounds[0]
    assert [(each.number, each.mark.short, each.points, each.total) for each in page.rounds[1:]] == [(2, "*", "", "")]
    assert page.rounds[1].opponent is not None
    live = scorecard_page(played.tournament, Audience.PUBLIC, number=1, after=2)
    assert [bool(each.total) for each in live.rounds] == [True, True]


def test_a_game_postponed_is_still_to_be_played() -> None:
    evening = all_play_all(4)
    publish_next(evening, away={4})
    evening.enter(2, Result.DRAW)
    tournament = Tournament.objects.select_related("club", "season").get()
    attended = scorecard_page(tournament, Audience.PUBLIC, number=4).attended
    assert (attended.played, attended.rounds) == (0, 1)
    assert [(each.square.sign, str(each.square.words)) for each in attended.others] == [("open", "Still to be played")]
