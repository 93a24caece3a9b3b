"""Prizes: set up, followed live, decided, fixed, corrected and undone; of a tournament and of a series."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.series_cast import event, series_of
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Game, Player, PlayerContact, Series, Tournament
from tournaments.models.player import Sex
from tournaments.pairing.prizes.types import Prize, Sharing
from tournaments.pairing.series.categories import Category, CategoryKind
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Stale
from tournaments.selectors.categories import TournamentCategory
from tournaments.selectors.prizes import NamedPrizes, Prized, PrizeScheme, prizes_of
from tournaments.selectors.series import NamedCategory
from tournaments.services.activity.undo import undo_action
from tournaments.services.clubs.clubs import undo_in_club
from tournaments.services.common.refusal import Refused
from tournaments.services.events import prizes
from tournaments.services.events.prizes import PrizeDecision
from tournaments.services.setup import seasons
from tournaments.services.setup.categories import PlannedCategory, set_categories, version_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # JSON, order of NULLs

OVERALL = NamedPrizes(name="Overall", prizes=(Prize(cents=10000), Prize(cents=5000)))
LOWER = NamedPrizes(
    name="Under 1850",
    category=NamedCategory(name="Under 1850", category=Category(kind=CategoryKind.RATING, high=1849)),
    prizes=(Prize(cents=3000), Prize(thing="Book")),
)


@pytest.fixture
def players(cast: Cast) -> list[Player]:
    return [cast.add_player(name, rating=1900 - 100 * at) for at, name in enumerate(("Anna", "Bo", "Cato", "Dag"))]


@pytest.fixture
def cup(cast: Cast, players: list[Player]) -> Tournament:
    """Anna before Bo before Cato before Dag; Bo and whoever follows are below 1850."""
    tournament = event(cast.season, "Cup", *players)
    for entry in tournament.entries.select_related("player"):
        tournament.entries.filter(pk=entry.pk).update(rating=entry.player.rating)
    return Tournament.objects.get(pk=tournament.pk)


def set_up(thing: Prized, *lists: NamedPrizes, **rules: object) -> None:
    plan = PrizeScheme(lists=lists or (OVERALL, LOWER), **rules)  # type: ignore[arg-type]
    prizes.set_prizes(thing, plan, seen=prizes.version_of(thing), actor=None)


def in_category(tournament: Tournament, name: str, *players: Player) -> None:
    tournament.categories = [{"name": name, "low": None, "high": None}]
    tournament.save()
    tournament.entries.filter(player__in=players).update(category=name)


def got(thing: Prized) -> list[tuple[str, str, int, str]]:
    found = prizes_of(thing)
    assert found is not None
    names = dict(Player.objects.values_list("pk", "given_name"))
    return [(found.scheme.lists[each.of].name, names[each.person], each.cents, each.thing) for each in found.awards]


def test_the_table_says_who_gets_what_one_prize_a_person(cup: Tournament) -> None:
    assert prizes_of(cup) is None
    set_up(cup)
    assert got(cup) == [
        ("Overall", "Anna", 10000, ""),
        ("Overall", "Bo", 5000, ""),
        ("Under 1850", "Cato", 3000, ""),
        ("Under 1850", "Dag", 0, "Book"),
    ]


def test_guests_and_whoever_left_get_none(cup: Tournament) -> None:
    set_up(cup)
    cup.entries.filter(player__given_name="Anna").update(is_guest=True)
    assert [name for _list, name, *_what in got(cup)] == ["Bo", "Cato", "Dag"]


def test_age_and_women_are_known_from_what_only_admins_see(cup: Tournament, players: list[Player]) -> None:
    PlayerContact.objects.create(player=players[2], sex=Sex.FEMALE, birth_year=2015)
    PlayerContact.objects.create(player=players[3], sex=Sex.MALE, birth_year=1950)
    kinds = {"Girls": Category(kind=CategoryKind.WOMEN), "60": Category(kind=CategoryKind.AGE, low=60)}
    set_up(
        cup,
        *(
            NamedPrizes(name=name, category=NamedCategory(name=name, category=each), prizes=(Prize(thing="Book"),))
            for name, each in kinds.items()
        ),
    )
    assert got(cup) == [("Girls", "Cato", 0, "Book"), ("60", "Dag", 0, "Book")]


def test_whoever_wants_none_hands_it_down_and_can_have_it_again(cup: Tournament, players: list[Player]) -> None:
    set_up(cup)
    for decision, first in ((PrizeDecision.WANTS_NONE, "Bo"), (PrizeDecision.WANTS_ONE, "Anna")):
        prizes.decide_prize(cup, players[0], decision, seen=prizes.version_of(cup), actor=None)
        assert got(cup)[0][:2] == ("Overall", first)


def test_a_lot_parts_those_who_share_a_place(cast: Cast, players: list[Player]) -> None:
    tournament = event(cast.season, "Cup", players[0], players[1])
    Game.objects.filter(round__tournament=tournament).update(result=Result.DRAW.value)
    tournament = Tournament.objects.get(pk=tournament.pk)
    set_up(tournament, NamedPrizes(name="Cup", prizes=(Prize(thing="Cup"),), sharing=Sharing.TABLE))
    found = prizes_of(tournament)
    assert found is not None
    assert [award.by_lot for award in found.awards] == [True, True]
    with pytest.raises(
        Refused, match="First say who has won by lot: some share a place, and a thing cannot be divided"
    ):
        prizes.fix_prizes(tournament, seen=prizes.version_of_awards(tournament), actor=None)
    prizes.decide_prize(tournament, players[1], PrizeDecision.WON_LOT, seen=prizes.version_of(tournament), actor=None)
    assert got(tournament) == [("Cup", "Bo", 0, "Cup")]
    prizes.fix_prizes(tournament, seen=prizes.version_of_awards(tournament), actor=None)


def test_fixed_it_stays_whatever_is_corrected_and_says_so(cup: Tournament, players: list[Player]) -> None:
    set_up(cup)
    prizes.fix_prizes(cup, seen=prizes.version_of_awards(cup), actor=None)
    before = got(cup)
    turned = {Result.WHITE_WINS.value: Result.BLACK_WINS.value, Result.BLACK_WINS.value: Result.WHITE_WINS.value}
    for game in Game.objects.filter(round__tournament=cup):
        Game.objects.filter(pk=game.pk).update(result=turned[game.result])
    found = prizes_of(cup)
    assert found is not None
    assert found.is_changed
    assert got(cup) == before
    with nothing_changes(Refused, match="The prizes are final. Open them again first."):
        set_up(cup, OVERALL)
    with nothing_changes(Refused, match="The prizes are final. Open them again first."):
        prizes.decide_prize(cup, players[0], PrizeDecision.WANTS_NONE, seen=prizes.version_of(cup), actor=None)
    prizes.open_prizes(cup, actor=None)
    assert got(cup) != before
    undo_action(Action.objects.latest("pk"), actor=None)
    cup.refresh_from_db()
    assert got(cup) == before


def test_nothing_is_fixed_before_the_end_nor_what_was_not_seen(cast: Cast, players: list[Player]) -> None:
    to_come = event(cast.season, "December", *players, is_played=False)
    with pytest.raises(Refused, match="No prizes are set up"):
        prizes.fix_prizes(to_come, seen="", actor=None)
    set_up(to_come)
    assert got(to_come) == []
    with pytest.raises(Refused, match="last result"):
        prizes.fix_prizes(to_come, seen=prizes.version_of_awards(to_come), actor=None)
    over = event(cast.season, "October", *players)
    set_up(over)
    seen = prizes.version_of_awards(over)
    Game.objects.filter(round__tournament=over).update(result=Result.DRAW.value)
    with pytest.raises(Stale):
        prizes.fix_prizes(over, seen=seen, actor=None)


A_LIST = "A list of prizes has a name and at least one prize."
A_PRIZE = "A prize is an amount of money, or says in at most 80 characters what it is."


@pytest.mark.parametrize(
    ("lists", "said"),
    [
        ((OVERALL, replace(OVERALL, name="overall")), "Two lists of prizes have the same name."),
        ((replace(OVERALL, name=""),), A_LIST),
        ((replace(OVERALL, prizes=()),), A_LIST),
        ((replace(OVERALL, prizes=(Prize(),)),), A_PRIZE),
        ((replace(OVERALL, prizes=(Prize(thing="x" * 81),)),), A_PRIZE),
        ((replace(OVERALL, prizes=(Prize(cents=10**12),)),), A_PRIZE),
        ((replace(OVERALL, of="No such"),), "The tournament has no category “No such”."),
        (
            tuple(replace(OVERALL, name=str(number)) for number in range(13)),
            "There are at most 12 lists of 60 prizes.",
        ),
    ],
)
def test_what_is_no_prize_is_refused(cup: Tournament, lists: tuple[NamedPrizes, ...], said: str) -> None:
    with nothing_changes(Refused, said):
        set_up(cup, *lists)


def test_two_at_once_and_a_closed_season(cast: Cast, cup: Tournament) -> None:
    seen = prizes.version_of(cup)
    set_up(cup)
    with nothing_changes(Stale):
        prizes.set_prizes(cup, PrizeScheme(lists=(OVERALL,)), seen=seen, actor=None)
    seasons.close_season(cast.season, actor=cast.dag)
    with nothing_changes(Refused, match="closed"):
        set_up(Tournament.objects.get(pk=cup.pk), OVERALL)
    prizes.fix_prizes(cup, seen=prizes.version_of_awards(cup), actor=None)  # the prize-giving comes after it


def test_without_a_list_there_are_none(cup: Tournament) -> None:
    set_up(cup)
    prizes.set_prizes(cup, PrizeScheme(), seen=prizes.version_of(cup), actor=None)
    assert Tournament.objects.get(pk=cup.pk).prizes is None


def test_a_series_gives_prizes_by_its_own_categories(cast: Cast, cup: Tournament, players: list[Player]) -> None:
    under = NamedCategory(name="Under 1750", category=Category(kind=CategoryKind.RATING, high=1749))
    found = series_of(cast.season, cup, categories=[under])
    set_up(found, OVERALL, replace(LOWER, name="Lower", category=None, of="Under 1750"))
    assert got(found)[2:] == [("Lower", "Cato", 3000, ""), ("Lower", "Dag", 0, "Book")]
    before = found.prizes
    prizes.decide_prize(found, players[2], PrizeDecision.WANTS_NONE, seen=prizes.version_of(found), actor=cast.dag)
    assert got(found)[2:] == [("Lower", "Dag", 3000, "")]
    undo_in_club(Action.objects.latest("pk"), actor=cast.dag)
    assert Series.objects.get().prizes == before
    Series.objects.update(categories=[])
    assert [name for _list, name, *_what in got(Series.objects.get())] == ["Anna", "Bo"]


def test_a_long_currency_and_somebody_on_no_list_are_refused(cast: Cast, cup: Tournament) -> None:
    with nothing_changes(Refused, "A currency is a sign or a short word, such as € or kr."):
        set_up(cup, OVERALL, currency="kroner")
    set_up(cup, OVERALL)
    eva = cast.add_player("Eva")
    with nothing_changes(Refused, "Eva is on no list of prizes here."):
        prizes.decide_prize(cup, eva, PrizeDecision.WANTS_NONE, seen=prizes.version_of(cup), actor=None)


def test_a_category_of_the_tournament_has_its_prizes_and_keeps_them_when_it_is_renamed(
    cup: Tournament, players: list[Player]
) -> None:
    in_category(cup, "B", players[2], players[3])
    set_up(cup, OVERALL, replace(LOWER, name="Second", category=None, of="B"))
    won = [("Second", "Cato", 3000, ""), ("Second", "Dag", 0, "Book")]
    assert got(cup)[2:] == won

    members = {entry.pk: "Juniors" if entry.category else "" for entry in cup.entries.all()}
    renamed = PlannedCategory(category=TournamentCategory(name="Juniors"), was="B")
    set_categories(cup, [renamed], members, seen=version_of(cup), actor=None)

    assert got(cup)[2:] == won
    undo_action(Action.objects.latest("pk"), actor=None)
    assert got(Tournament.objects.get(pk=cup.pk))[2:] == won


def test_prizes_for_a_category_that_is_not_there_are_refused_and_of_one_that_is_gone_nobody_gets(
    cup: Tournament, players: list[Player]
) -> None:
    series = series_of(cup.season, cup)
    with nothing_changes(Refused, match="The series has no category “C”."):
        set_up(series, replace(LOWER, category=None, of="C"))
    in_category(cup, "B", players[2])
    set_up(cup, replace(LOWER, name="Second", category=None, of="B"))

    set_categories(
        cup, [], dict.fromkeys(cup.entries.values_list("pk", flat=True), ""), seen=version_of(cup), actor=None
    )

    assert got(cup) == []
