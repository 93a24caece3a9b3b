"""Who is out of a cup is proposed for the tournament of the evening, and is entered there with one tap."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.services.cup.test_shared_games import link
from tests.tools.casts.factories import EntryFactory, Evening, PlayerFactory, TournamentFactory
from tournaments.models import Action, Directorship, Entry, Player, Season, Tournament, User
from tournaments.pages.common.action_sentences import sentence_of
from tournaments.pages.cup.consolation import consolation_offer as proposed
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.consolation import host_of, may_enter_consolation
from tournaments.services.activity.undo import undo_action
from tournaments.services.clubs.trash import trash_tournament
from tournaments.services.common.refusal import Refused
from tournaments.services.cup.consolation import enter_consolation
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, kw_only=True)
class Two:
    cup: Evening
    other: Evening

    def proposed(self) -> list[int]:
        """By their numbers in the cup."""
        return [each.entry.number or 0 for each in may_enter_consolation(self.fresh(self.cup), self.fresh(self.other))]

    def fresh(self, evening: Evening) -> Tournament:
        return Tournament.objects.get(pk=evening.tournament.pk)

    def player(self, number: int) -> Player:
        return self.cup.entry(number).player

    def enter(self, *numbers: int) -> Action | None:
        players = [self.player(number).pk for number in numbers]
        return enter_consolation(self.fresh(self.other), self.fresh(self.cup), players, actor=self.cup.director)

    def there(self, number: int) -> Entry | None:
        return self.other.tournament.entries.filter(player=self.player(number)).first()


def two(system: str = "modified_monrad", players: int = 8, **options: object) -> Two:
    """A cup by a tree, of which nothing is played yet, and a tournament of four others that has played a round."""
    cup = Evening.of(
        players, system="cup", name="Spring cup", options={"draw": "bracket", "consolation": "all"} | options
    )
    there: Tournament = TournamentFactory(
        club=cup.tournament.club, season=cup.tournament.season, system=system, name="Club evening"
    )
    for number in range(1, 5):
        EntryFactory(
            tournament=there, player=PlayerFactory(club=there.club, family_name=f"Other{number}"), number=number
        )
    Directorship.objects.create(tournament=there, user=cup.director)
    other = Evening(tournament=there, director=cup.director)
    other.play()
    link(cup, there)
    return Two(cup=cup, other=other)


def losers(evening: Evening) -> list[int]:
    return sorted(black for _white, black in evening.boards())


@pytest.mark.parametrize("system", ["modified_monrad", "keizer", "fide_dutch"])
def test_whoever_loses_is_proposed_and_joins_the_round_that_is_paired_next(system: str) -> None:
    both = two(system)
    assert both.proposed() == []
    both.cup.play()
    out = losers(both.cup)
    assert both.proposed() == out
    assert not Entry.objects.filter(tournament=both.other.tournament, player__in=map(both.player, out)).exists()

    action = both.enter(out[0], out[1])

    assert both.proposed() == out[2:]
    found = both.there(out[0])
    assert found is not None
    assert (found.joined_round, found.number) == (2, 5)
    both.other.draft()
    assert both.other.slot(5).game is not None or both.other.byes().get(5)
    assert action is not None
    assert action.tournament == both.other.tournament
    assert sentence_of(action.verb, action.facts, {both.player(n).pk: f"No{n}" for n in out}, {}) == (
        f"Knocked out of Spring cup and entered here: No{out[0]} and No{out[1]}"
    )


def test_one_undo_takes_all_of_them_back_and_they_are_proposed_again() -> None:
    both = two()
    both.cup.play()
    out = losers(both.cup)
    action = both.enter(*out)
    assert action is not None
    assert both.proposed() == []
    undo_action(action, actor=both.other.director)
    assert both.proposed() == out
    assert both.other.tournament.entries.count() == 4


def test_in_a_check_in_that_is_open_they_are_on_the_list() -> None:
    both = two()
    both.cup.play()
    [first, *_] = losers(both.cup)
    both.other.open()
    both.enter(first)
    assert both.other.slot(5).presence == "unmarked"
    both.other.check_in()
    both.other.pair()
    assert both.other.entry(5).joined_round == 2


def test_those_of_the_newest_round_stand_first_and_who_is_in_already_is_left_alone() -> None:
    both = two()
    EntryFactory(tournament=both.other.tournament, player=both.player(8), number=5)
    both.cup.play()
    early = losers(both.cup)
    assert 8 in early
    assert both.proposed() == [number for number in early if number != 8]
    both.cup.play()
    late = losers(both.cup)
    assert both.proposed() == [*late, *(number for number in early if number != 8)]
    assert both.enter(8) is None
    assert both.other.entry(5).joined_round == 1


def test_a_correction_in_the_cup_takes_the_proposal_back_and_such_a_tap_is_refused() -> None:
    both = two()
    both.cup.play()
    white, black = both.cup.boards()[0]
    both.cup.enter(1, Result.BLACK_WINS)
    assert black not in both.proposed()
    assert white in both.proposed()
    with pytest.raises(Refused, match="still in Spring cup"):
        both.enter(white, black)
    assert both.there(white) is None


def test_who_was_taken_off_the_list_said_no() -> None:
    both = two()
    both.cup.play()
    [first, second, *_] = losers(both.cup)
    both.enter(first)
    found = both.there(first)
    assert found is not None
    entries.remove_entry(found, actor=both.other.director)
    assert first not in both.proposed()
    assert second in both.proposed()


def test_guests_and_those_who_left_the_cup_or_the_club_are_not_proposed() -> None:
    both = two()
    both.cup.play()
    guest, gone, inactive, last = losers(both.cup)
    Entry.objects.filter(pk=both.cup.entry(guest).pk).update(is_guest=True)
    both.cup.withdraw(gone)
    Player.objects.filter(pk=both.player(inactive).pk).update(is_active=False)
    assert both.proposed() == [last]


def test_who_plays_for_third_place_first_is_not_out_yet() -> None:
    both = two(players=4, third_place="game")
    both.cup.play()
    assert both.proposed() == []
    both.cup.play()
    winner = both.cup.boards()[0][0]
    assert set(both.proposed()) == {1, 2, 3, 4} - {winner}


@pytest.mark.parametrize("consolation", ["none", "first_round"])
def test_nobody_is_proposed_where_the_losers_do_not_join(consolation: str) -> None:
    both = two(consolation=consolation)
    both.cup.play()
    assert host_of(both.fresh(both.cup)) is None
    with pytest.raises(Refused, match="no longer join this tournament"):
        both.enter(*losers(both.cup))


def test_nor_where_no_round_is_left_nor_in_the_trash_nor_when_the_season_is_closed_nor_without_a_link() -> None:
    both = two()
    both.cup.play()
    assert host_of(both.fresh(both.cup)) == both.other.tournament
    Tournament.objects.filter(pk=both.other.tournament.pk).update(planned_rounds=1)
    assert host_of(both.fresh(both.cup)) is None
    Tournament.objects.filter(pk=both.other.tournament.pk).update(planned_rounds=2)
    assert host_of(both.fresh(both.cup)) is not None
    Season.objects.filter(pk=both.cup.tournament.season_id).update(is_open=False)
    assert host_of(both.fresh(both.cup)) is None
    Season.objects.filter(pk=both.cup.tournament.season_id).update(is_open=True)
    trash_tournament(both.fresh(both.other), actor=both.cup.director)
    assert host_of(both.fresh(both.cup)) is None
    link(both.cup, None)
    assert host_of(both.fresh(both.cup)) is None


def test_it_is_proposed_on_the_evening_of_both_to_whoever_directs_both() -> None:
    both = two()
    both.cup.play()
    kari = both.cup.second_director()
    for evening in (both.cup, both.other):
        [one] = proposed(both.fresh(evening), both.cup.director)
        assert (one.cup, one.tournament) == (both.cup.tournament, both.other.tournament)
        assert [each.player for each in one.players] == [both.player(number).pk for number in losers(both.cup)]
        assert proposed(both.fresh(evening), kari) == ()
    Directorship.objects.create(tournament=both.other.tournament, user=kari)
    assert len(proposed(both.fresh(both.cup), User.objects.get(pk=kari.pk))) == 1
