"""How players are called, by whom they are read."""

from collections.abc import Collection, Mapping

import pytest

from tournaments.models import Entry, Player, ShownAs
from tournaments.pages.common.display_names import Audience, display_names, name_of
from tournaments.selectors.display_names import DisplayName, NamedPerson, disambiguated
from tournaments.templatetags.chess import named


@pytest.mark.parametrize(
    ("shown_as", "public"),
    [(ShownAs.FULL, "Kari Berg"), (ShownAs.INITIAL, "Kari B."), (ShownAs.NUMBER, "Player 7")],
)
def test_the_public_reads_the_name_as_the_player_wishes(shown_as: ShownAs, public: str) -> None:
    player = Player(given_name="Kari", family_name="Berg", shown_as=shown_as)

    assert name_of(player, Audience.PUBLIC, 7) == public
    assert name_of(player, Audience.STAFF, 7) == "Kari Berg"


def test_it_shows_a_single_name_without_an_initial() -> None:
    assert name_of(Player(given_name="Pelé", shown_as=ShownAs.INITIAL), Audience.PUBLIC, 1) == "Pelé"


@pytest.mark.parametrize(
    ("family_name", "public"),
    [("van der Meulen", "Ida M."), ("berg", "Ida b."), ("van IJssel", "Ida IJ."), ("Ijsberg", "Ida I.")],
)
def test_it_takes_the_initial_of_the_name_itself(family_name: str, public: str) -> None:
    player = Player(given_name="Ida", family_name=family_name, shown_as=ShownAs.INITIAL)

    assert name_of(player, Audience.PUBLIC, 1) == public


def test_it_gives_nothing_away_before_the_numbers_are_drawn() -> None:
    player = Player(given_name="Kari", family_name="Berg", shown_as=ShownAs.NUMBER)

    assert name_of(player, Audience.PUBLIC, None) == "Player"


def person(
    name: str, rating: int | None = None, *, player: int = 0, number: int | None = None, note: str = ""
) -> NamedPerson:
    return NamedPerson(name=name, player=player, rating=rating, number=number, note=note)


def apart(*people: NamedPerson, years: Mapping[int, int] | None = None) -> list[str]:
    return list(disambiguated(dict(enumerate(people)), lambda _players: years or {}).values())


def test_who_has_the_name_alone_bears_no_mark() -> None:
    assert apart(person("Per Lundin", 1650), person("Per Lind", 1650)) == ["Per Lundin", "Per Lind"]


@pytest.mark.parametrize(
    ("people", "years", "marks"),
    [
        ([person("Per", 1650, number=1), person("Per", 1200, number=2)], {}, ["1650", "1200"]),
        ([person("Per", 1650, number=1), person("PER", None, number=2)], {}, ["1650", "no rating"]),
        ([person("Per", 900, player=1), person("Per", 900, player=2)], {1: 1950, 2: 2011}, ["born 1950", "born 2011"]),
        (
            [person("Per", 900, player=1, number=4), person("Per", 900, player=2, number=7)],
            {1: 1950},
            ["no. 4", "no. 7"],
        ),
        (
            [person("Per", player=1, number=4), person("Per", player=2, number=7)],
            {1: 1950, 2: 1950},
            ["no. 4", "no. 7"],
        ),
        ([person("Per"), person("Per"), person("Per", 900)], {}, ["1.", "2.", "3."]),
        ([person("Per", note="6A"), person("Per", note="6B")], {0: 2012}, ["6A", "6B"]),
        ([person("Per", note="6A", number=4), person("Per", note="6A", number=7)], {}, ["no. 4", "no. 7"]),
    ],
)
def test_two_of_one_name_bear_the_shortest_thing_that_tells_them_apart(
    people: list[NamedPerson], years: Mapping[int, int], marks: list[str]
) -> None:
    assert apart(*people, years=years) == [f"{who.name} ({mark})" for who, mark in zip(people, marks, strict=True)]


def test_years_of_birth_are_asked_for_only_where_ratings_do_not_tell() -> None:
    asked: list[Collection[int]] = []

    def years(players: Collection[int]) -> Mapping[int, int]:
        asked.append(players)
        return {}

    disambiguated({1: person("Per", 1), 2: person("Per", 2), 3: person("Bo")}, years)
    assert asked == []
    disambiguated({1: person("Per", 1, player=7, number=1), 2: person("Per", 1, player=8, number=2)}, years)
    assert asked == [[7, 8]]


def test_what_tells_apart_is_set_more_quietly_and_nothing_of_it_is_markup() -> None:
    assert named(DisplayName("<b>Per", "1650")) == '&lt;b&gt;Per <small class="of-name">(1650)</small>'
    assert named("Per") == "Per"


def test_whoever_is_only_a_number_to_the_public_is_not_told_apart_by_the_rating() -> None:
    entries = [
        Entry(pk=key, number=None, rating=rating, player=Player(pk=key, given_name="Kari", shown_as=ShownAs.NUMBER))
        for key, rating in ((1, 1650), (2, 1200))
    ]

    assert [*display_names(entries, Audience.PUBLIC).values()] == ["Player", "Player"]
    assert [*display_names(entries, Audience.STAFF).values()] == ["Kari (1650)", "Kari (1200)"]


def test_the_staff_reads_the_class_and_the_public_the_number() -> None:
    pupils = [(1, "6A"), (2, "6B")]
    entries = [Entry(pk=key, number=key, player=Player(pk=key, given_name="Kari", categories=of)) for key, of in pupils]

    assert [*display_names(entries, Audience.STAFF).values()] == ["Kari (6A)", "Kari (6B)"]
    assert [*display_names(entries, Audience.PUBLIC).values()] == ["Kari (no. 1)", "Kari (no. 2)"]


def test_whoever_is_shown_by_initial_is_told_apart_by_the_number_and_nobody_is_said_to_have_no_rating() -> None:
    """A rating is as good as the family name, where there is a rating list."""
    wishes = {1: ShownAs.INITIAL, 2: ShownAs.INITIAL, 3: ShownAs.FULL}
    entries = [
        Entry(
            pk=key,
            number=key,
            rating=1000 + key,
            player=Player(pk=key, given_name="Per", family_name="L." if key == 3 else "Lundin", shown_as=wishes[key]),
        )
        for key in wishes
    ]

    assert [*display_names(entries, Audience.PUBLIC).values()] == ["Per L. (no. 1)", "Per L. (no. 2)", "Per L. (no. 3)"]
    assert [*display_names(entries[:2], Audience.STAFF).values()] == ["Per Lundin (1001)", "Per Lundin (1002)"]
