"""Tournaments of teams as files: out, in and out again."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import SeasonFactory
from tests.tools.casts.team_event import TeamEvent
from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import dump, parse
from tournaments.exchange.tournament_formats import read_tournament
from tournaments.exchange.trf.types import TrfEdition
from tournaments.models import Entry, MemberAway, Player, TeamMember
from tournaments.pages.files.exports import about_tournament, report_download
from tournaments.selectors.snapshots import exported, table_of
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.rounds import match_results
from tournaments.services.rounds.result_rows import MadeOf
from tournaments.services.setup import team_entries

pytestmark = pytest.mark.django_db


def played() -> TeamEvent:
    """Two rounds and a half, with an empty board, a match of which only the score is known, one that did not come, a
    corrected board and somebody who changed teams."""
    event = TeamEvent.of_teams()
    event.draft()
    event.publish()
    black = event.boards()[0][1]
    MemberAway.objects.create(attendance=event.slot(black), member=event.members(black)[0])
    for member in event.members(black)[3:]:
        MemberAway.objects.create(attendance=event.slot(black), member=member)
    event.enter_boards(1, "10")
    event.enter_boards(1, "10++"[:2])
    match_results.enter_match(event.game(2), MadeOf(halves=(5, 3)), seen=event.game(2).seen, actor=event.director)
    match_results.enter_match(event.game(3), MadeOf(boards="----"), seen=event.game(3).seen, actor=event.director)
    event.finish()
    event.draft()
    game = event.game(1, in_round=1)
    match_results.enter_board(game, 1, "=", seen="1", actor=event.director)
    event.publish()
    team_entries.move_member(event.members(1)[4], event.entry(2), actor=event.director)
    for match in (1, 2, 3):
        event.enter_boards(match, "1=0=")
    event.finish()
    event.draft()
    event.publish()
    event.enter_boards(1, "1")
    return event


def test_out_in_and_out_again_is_the_same_file() -> None:
    event = played()
    data = dump(exported(event.tournament))
    season = SeasonFactory()
    taken = import_tournament(season.club, parse(data), season=season, actor=None)
    assert dump(exported(taken)) == data
    assert table_of(taken, after=2).rows == table_of(event.tournament, after=2).rows
    assert taken.boards == 4
    assert not Player.objects.filter(club=season.club, is_active=True).exists()
    assert TeamMember.objects.filter(entry__tournament=taken).count() == 31


def test_whom_the_club_knows_by_that_name_alone_is_that_person() -> None:
    event = TeamEvent.of_teams()
    data = dump(exported(event.tournament))
    again = import_tournament(
        event.tournament.club, parse(data), season=event.tournament.season, name="Again", actor=None
    )
    assert Player.objects.filter(club=event.tournament.club).count() == 30
    assert set(again.entries.values_list("team_name", flat=True)) == set(
        Entry.objects.filter(tournament=event.tournament).values_list("team_name", flat=True)
    )


def test_two_teams_of_one_name_are_refused_with_their_place() -> None:
    event = TeamEvent.of_teams(("Heia", "Fjell"))
    data = dump(exported(event.tournament)).replace(b'"Fjell"', b'"HEIA"')
    season = SeasonFactory()
    with pytest.raises(FileError) as refused:
        import_tournament(season.club, parse(data), season=season, actor=None)
    assert refused.value.place == "players[1].name"


def test_a_rating_that_nobody_has_is_refused_with_its_place() -> None:
    event = TeamEvent.of_teams(("Heia", "Fjell"))
    TeamMember.objects.filter(entry=event.entry(1), place=1).update(rating=1999)
    data = dump(exported(event.tournament)).replace(b"1999", b"40000")
    season = SeasonFactory()
    with pytest.raises(FileError, match="A rating is at most") as refused:
        import_tournament(season.club, parse(data), season=season, actor=None)
    assert refused.value.place == "players[0].members[0].rating"


def test_the_report_of_a_tournament_of_teams_names_its_members_and_comes_back_with_its_matches() -> None:
    event = played()
    about = about_tournament(event.tournament)
    downloaded = report_download(event.tournament, TrfEdition.TRF26, about, sees_private=False)
    found = read_tournament(downloaded.data)
    assert found.file.snapshot.boards == 4
    assert set(found.file.names.values()) == set(event.tournament.entries.values_list("team_name", flat=True))
    ours = exported(event.tournament).snapshot.rounds
    assert [
        sorted((game.white, game.black, game.board_score(4)) for game in played.games)
        for played in found.file.snapshot.rounds[:2]
    ] == [sorted((game.white, game.black, game.board_score(4)) for game in played.games) for played in ours[:2]]
