"""Every verb of the evening and of the set-up, and where it begins."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.tools.casts.event_cast import drawn_by_the_first, play_out
from tests.tools.casts.factories import EntryFactory, Evening, PlayerFactory, SeasonFactory
from tests.tools.casts.teams_cast import Teams
from tests.tools.pages.reporting import Phone, let_report, phones
from tests.tools.pages.todays_date import today
from tests.tools.played.played_off import played_off
from tests.walks.team_entry_verbs import TEAM_ENTRY_CASES
from tests.walks.team_verbs import TEAM_CASES
from tournaments.models import (
    Action,
    Answer,
    Availability,
    AwayPeriod,
    DefaultAvailability,
    Event,
    Game,
    InboxItem,
    InboxSubject,
    MayJoin,
    MayReport,
    Player,
    Presence,
    RespondedBy,
    Response,
    Series,
    SeriesBonus,
    Tournament,
)
from tournaments.pairing.prizes.types import Prize
from tournaments.pairing.types.snapshot import AbsenceKind, OwnGame, Result
from tournaments.selectors.categories import TournamentCategory
from tournaments.selectors.federation_reports import Recipient, to_report
from tournaments.selectors.prizes import NamedPrizes, PrizeScheme
from tournaments.selectors.result_reports import Ended, WrongReport
from tournaments.selectors.snapshots import exported
from tournaments.services import rounds
from tournaments.services.activity.inbox_answers import answer_inbox_item
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import attendance_settings, availability, dates
from tournaments.services.calendar.attendance_settings import ATTENDANCE_MODES, AttendanceMode
from tournaments.services.cards import entry_requests
from tournaments.services.clubs import trash
from tournaments.services.cup import matches, shared_games
from tournaments.services.evening import attendance, late_changes, manual_pairing
from tournaments.services.evening.announcement import set_message
from tournaments.services.evening.guests import Guest, enter_guest, enter_known_player, set_guest
from tournaments.services.events import events, prizes, series
from tournaments.services.files import federation_reports
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.players.players import PlayerDetails
from tournaments.services.rounds import game_dates, result_reports, results, unplayed_games
from tournaments.services.rounds.own_games import enter_own_game, take_over_own_games
from tournaments.services.setup import categories, entries, tournaments
from tournaments.services.setup import settings as basics
from tournaments.services.setup.categories import PlannedCategory
from tournaments.services.setup.next_season import Successor, open_next_season
from tournaments.services.setup.pairing_terms import PairingTerms, set_pairing_terms
from tournaments.services.setup.seasons import NewSeason

Verb = Callable[[Evening], object]


def nothing(evening: Evening) -> None:
    """The tournament as it is after its set-up."""


def checked_in(evening: Evening) -> None:
    evening.play()
    evening.open()
    evening.check_in(1, 2, 3, 4, 5)


def drafted(evening: Evening) -> None:
    checked_in(evening)
    evening.pair()


def with_a_board_by_hand(evening: Evening) -> None:
    drafted(evening)
    set_board(evening)


def a_level_tie(evening: Evening) -> None:
    Tournament.objects.filter(pk=evening.tournament.pk).update(system="cup", options={"draw": "bracket"})
    evening.tournament.refresh_from_db()
    evening.draft()
    evening.publish()
    results.enter_result(evening.game(1), Result.DRAW, seen="*", actor=None)


def a_known_tie(evening: Evening) -> None:
    Tournament.objects.filter(pk=evening.tournament.pk).update(system="cup", options={"draw": "bracket"})
    evening.tournament.refresh_from_db()
    evening.come_to_a_known_tie()


def a_cup_beside(evening: Evening) -> Evening:
    """Of the same players, and its games count here: its first round is published, and theirs is checked in."""
    cup = Evening.of(0, system="cup", options={"draw": "bracket"}, club=evening.tournament.club)
    for entry in evening.tournament.entries.exclude(number=None).order_by("number"):
        EntryFactory(tournament=cup.tournament, player=entry.player, number=entry.number)
    Tournament.objects.filter(pk=cup.tournament.pk).update(counts_in=evening.tournament)
    cup.tournament.refresh_from_db()
    cup.draft()
    cup.publish()
    evening.open()
    evening.check_in()
    return cup


def with_a_cup_beside(evening: Evening) -> None:
    a_cup_beside(evening)


def with_a_tie_to_play(evening: Evening) -> None:
    a_cup_beside(evening)
    play_a_tie(evening)


def with_a_tie_on_a_board(evening: Evening) -> None:
    with_a_tie_to_play(evening)
    evening.pair()
    evening.publish()


def the_tie(evening: Evening) -> Game:
    return Game.objects.filter(round__tournament__counts_in=evening.tournament).select_related("round").earliest("pk")


def play_a_tie(evening: Evening) -> None:
    shared_games.share_games(evening.round, [the_tie(evening)], actor=None)


def a_decided_tie(evening: Evening) -> None:
    a_level_tie(evening)
    evening.decide(evening.round)


def club_duty_by_result(evening: Evening) -> None:
    options = {"club_win_share": "1"}
    Tournament.objects.filter(pk=evening.tournament.pk).update(system="keizer", options=options, tie_breaks=None)
    evening.tournament.refresh_from_db()
    evening.open()
    evening.check_in(1, 2, 3, 4)
    evening.mark(5, Presence.CLUB)
    evening.pair()
    evening.publish()


def won_elsewhere(evening: Evening) -> None:
    enter_own_game(evening.round, evening.entry(5), OwnGame.WIN, seen="", actor=None)


def won_in_our_team(evening: Evening) -> None:
    club_duty_by_result(evening)
    teams = Teams.of(club=evening.tournament.club)
    fixture = teams.fixture(date=today())
    teams.sits(fixture, evening.entry(5).player)
    fixture.places.update(result="1")


def published(evening: Evening) -> None:
    drafted(evening)
    evening.publish()


def ready_for_a_plan(evening: Evening) -> None:
    """Everybody meets everybody by now, and one number is free."""
    Tournament.objects.filter(pk=evening.tournament.pk).update(system="all_play_all", options={"spare_numbers": 2})
    evening.tournament.refresh_from_db()


def publish_plans(evening: Evening) -> None:
    rounds.publish_schedules([evening.tournament], actor=evening.director)


def publish_plan(evening: Evening) -> None:
    rounds.publish_schedule(evening.tournament, seen_number=1, actor=evening.director)


def on_the_wall(evening: Evening) -> None:
    ready_for_a_plan(evening)
    publish_plan(evening)


def with_a_result(evening: Evening) -> None:
    published(evening)
    evening.enter(1, Result.DRAW)


def reported_on(may_report: MayReport, ended: Ended | None = None) -> Verb:
    """A published round whose players may report; White of board 1 has, where `ended` says what."""

    def before(evening: Evening) -> None:
        published(evening)
        let_report(evening.tournament, may_report)
        if ended is not None:
            white(evening).says(ended)

    return before


def asked_for(asked: InboxSubject, **facts: object) -> Verb:
    """One thing waits in the inbox, of somebody who is marked for the round that is checking in."""

    def before(evening: Evening) -> None:
        checked_in(evening)
        club, player = evening.tournament.club, evening.entry(1).player
        now = datetime.datetime(2026, 11, 26, 18, tzinfo=datetime.UTC)
        InboxItem.objects.create(
            club=club, tournament=evening.tournament, player=player, asked=asked, facts=facts, asked_at=now
        )

    return before


def answer_it(said: Answer) -> Verb:
    def verb(evening: Evening) -> None:
        item = InboxItem.objects.select_related("club", "tournament__club").get()
        answer_inbox_item(item, said, seen=item.asked_at.isoformat(), actor=evening.director)

    return verb


def agreed_on(evening: Evening) -> None:
    reported_on(MayReport.CONFIRM, Ended.WON)(evening)
    black(evening).confirms(Result.WHITE_WINS)


def accept_agreed(evening: Evening) -> None:
    result_reports.accept_agreed(evening.round, {evening.game(1).pk: Result.WHITE_WINS}, actor=evening.director)


def letting_join(may_join: MayJoin) -> Verb:
    def before(evening: Evening) -> None:
        checked_in(evening)
        Tournament.objects.filter(pk=evening.tournament.pk).update(may_join=may_join)
        evening.tournament.refresh_from_db()

    return before


def join_by_card(evening: Evening) -> None:
    player = Player.objects.filter(club=evening.tournament.club, entries=None).latest("pk")
    entry_requests.enter_by_card(evening.tournament, by_card=player)


def flag_it(evening: Evening) -> None:
    entry = evening.entry(1)
    result_reports.flag_result(entry, WrongReport.COLOUR, number=2, by_card=entry.player)


def white(evening: Evening) -> Phone:
    return phones(evening)[0]


def black(evening: Evening) -> Phone:
    return phones(evening)[1]


def opened_on_the_same_evening(evening: Evening) -> None:
    evening.play(1, 2, 3, 4)
    evening.open()
    evening.mark(2, Presence.EXCUSED)


def make_groups(evening: Evening) -> None:
    players = list(Player.objects.filter(club=evening.tournament.club).order_by("pk"))
    typed = PlayerDetails(given_name="Eva", family_name="Berg")
    events.make_event(
        evening.tournament.club,
        season=NewSeason(name="2028", starts_on=datetime.date(2028, 1, 1), ends_on=datetime.date(2028, 12, 31)),
        name="Championship",
        played=events.GroupSettings(system="all_play_all"),
        groups=[players[:3], [*players[3:], typed]],
        actor=evening.director,
    )


def rename_groups(evening: Evening) -> None:
    event = Event.objects.get()
    events.rename_event(event, "Cup", seen="Championship", actor=evening.director)


def make_a_series(evening: Evening) -> None:
    tournament = evening.tournament
    plan = series.SeriesScheme(name="Grand prix", options={"best": 3}, events=[(tournament, Fraction(1))])
    series.make_series(tournament.club, season=tournament.season, plan=plan, actor=evening.director)


def edit_the_series(evening: Evening) -> None:
    found = Series.objects.get()
    plan = series.SeriesScheme(name="Cup", options={"drop": 1}, events=[(evening.tournament, Fraction(2))])
    series.edit_series(found, plan, seen=series.version_of(found), actor=evening.director)


def give_a_bonus(evening: Evening) -> None:
    player = evening.entry(1).player
    series.give_bonus(Series.objects.get(), player, amount=Fraction(1), reason="Tea", actor=evening.director)


def series_with_a_bonus(evening: Evening) -> None:
    make_a_series(evening)
    give_a_bonus(evening)


def series_played_off(evening: Evening) -> None:
    """Nobody has a point more than anybody else, and the season is at its end."""
    make_a_series(evening)
    everybody = {"points_by_place": "1", "rest": "1", "ties": "none", "play_off": True}
    Series.objects.update(options=everybody)
    evening.play()
    evening.finish()
    Tournament.objects.filter(pk=evening.tournament.pk).update(planned_rounds=evening.tournament.rounds.count())


def send_a_report(evening: Evening) -> None:
    seen = federation_reports.version_of(to_report(evening.tournament)[Recipient.TRF])
    federation_reports.remember_report(evening.tournament, Recipient.TRF, "trf16", seen=seen, actor=evening.director)


def with_a_report(evening: Evening) -> None:
    all_played(evening)
    send_a_report(evening)


PRIZES = PrizeScheme(lists=(NamedPrizes(name="Overall", prizes=(Prize(cents=3000),)),))


def set_up_prizes(evening: Evening) -> None:
    seen = prizes.version_of(evening.tournament)
    prizes.set_prizes(evening.tournament, PRIZES, seen=seen, actor=evening.director)


def prizes_at_the_end(evening: Evening) -> None:
    series_played_off(evening)
    found = Series.objects.get()
    prizes.set_prizes(found, PRIZES, seen=prizes.version_of(found), actor=evening.director)


def leave_the_prize(evening: Evening) -> None:
    found, player = Series.objects.get(), evening.entry(1).player
    seen = prizes.version_of(found)
    prizes.decide_prize(found, player, prizes.PrizeDecision.WANTS_NONE, seen=seen, actor=evening.director)


def fix_the_prizes(evening: Evening) -> None:
    found = Series.objects.get()
    prizes.fix_prizes(found, seen=prizes.version_of_awards(found), actor=evening.director)


def prizes_fixed(evening: Evening) -> None:
    prizes_at_the_end(evening)
    fix_the_prizes(evening)


def win_the_play_off(evening: Evening) -> None:
    series.decide_play_off(Series.objects.get(), evening.entry(2).player, seen="", actor=evening.director)


def a_shared_first_place(evening: Evening) -> None:
    Tournament.objects.filter(pk=evening.tournament.pk).update(system="all_play_all", options={"play_off": "on_points"})
    evening.tournament.refresh_from_db()
    play_out(evening.tournament, drawn_by_the_first(3))


def all_played(evening: Evening) -> None:
    evening.play()


def finished(evening: Evening) -> None:
    evening.play()
    evening.finish()


def trashed(evening: Evening) -> None:
    evening.play()
    trash.trash_tournament(evening.tournament, actor=evening.director)


def withdrawn(evening: Evening) -> None:
    checked_in(evening)
    evening.withdraw(6)


def withdrawn_for_a_round(evening: Evening) -> None:
    evening.withdraw(6)
    evening.play(1, 2)


def rated_anew(evening: Evening) -> None:
    Player.objects.filter(entries=evening.entry(1)).update(rating=2100)


def not_drawn(evening: Evening) -> None:
    evening.tournament.entries.update(number=None)


def drawn_and_one_more(evening: Evening) -> None:
    not_drawn(evening)
    entries.draw_numbers(evening.tournament, actor=evening.director)
    enter(evening)


def forbidden(evening: Evening) -> None:
    entries.forbid_pair(evening.tournament, evening.entry(1), evening.entry(2), actor=None)


def enter(evening: Evening) -> None:
    entries.enter_players(evening.tournament, [PlayerFactory(club=evening.tournament.club)], actor=None)


def set_board(evening: Evening) -> None:
    revision = evening.round.revision
    manual_pairing.set_board(evening.round, evening.entry(1), evening.entry(4), seen_revision=revision, actor=None)


def give_bye(evening: Evening) -> None:
    manual_pairing.give_bye(evening.round, evening.entry(1), seen_revision=evening.round.revision, actor=None)


def give_second_bye(evening: Evening) -> None:
    revision = evening.round.revision
    manual_pairing.give_bye(evening.round, evening.entry(1), beside=True, seen_revision=revision, actor=None)


def agree_on_a_day(evening: Evening) -> None:
    game, later = evening.game(1), today() + datetime.timedelta(days=9)
    game_dates.set_dates(game, date=later, play_by=later, seen=game.seen, actor=None)


def both_lose_all(evening: Evening) -> None:
    games = [evening.game(1), evening.game(2)]
    decided = {game.pk: unplayed_games.DecidedGame(Result.BOTH_FORFEIT, game.seen) for game in games}
    unplayed_games.decide_unplayed(evening.tournament, decided, actor=None)


def postpone_all(evening: Evening) -> None:
    rounds.postpone_open(evening.round, seen_revision=evening.round.revision, actor=None)


def played_on_another_day(evening: Evening) -> None:
    game, before = evening.game(1), today() - datetime.timedelta(days=2)
    game_dates.set_dates(game, date=before, seen=game.seen, actor=None)


def swap(evening: Evening, one: int, other: int) -> None:
    revision = evening.round.revision
    manual_pairing.swap_players(
        evening.round, evening.entry(one), evening.entry(other), seen_revision=revision, actor=evening.director
    )


def sitting_out(evening: Evening) -> int:
    (number,) = evening.byes()
    return number


def take_bye(evening: Evening) -> None:
    number = sitting_out(evening)
    revision = evening.round.revision
    manual_pairing.take_bye(evening.round, evening.entry(number), seen_revision=revision, actor=None)


def come_late(evening: Evening, code: str) -> None:
    revision = evening.round.revision
    late_changes.arrive_late(evening.round, evening.entry(6), code, seen_revision=revision, actor=None)


def pair_those_here(evening: Evening) -> None:
    shown = evening.round
    keys = [evening.entry(number).pk for number in (6, sitting_out(evening))]
    date = shown.date or shown.tournament.season.starts_on
    late_changes.pair_those_here(shown, keys, date=date, seen_revision=shown.revision, actor=None)


def leave_early(evening: Evening, code: str) -> None:
    """The opponent of number 2; `code` without that number."""
    (board,) = (pair for pair in evening.boards() if 2 in pair)
    (leaver,) = set(board) - {2}
    late_changes.leave_early(
        evening.round,
        evening.entry(leaver),
        f"{code}-2",
        AbsenceKind.UNEXCUSED,
        seen_revision=evening.round.revision,
        actor=None,
    )


def remove_board(evening: Evening) -> None:
    manual_pairing.remove_board(evening.game(1), seen_revision=evening.round.revision, actor=None)


def change_options(evening: Evening, options: dict[str, object]) -> None:
    seen = tournaments.version_of(evening.tournament)
    tournaments.change_options(evening.tournament, options=options, tie_breaks=None, seen=seen, actor=None)


def settle(evening: Evening, **settings: object) -> None:
    seen = attendance_settings.version_of(evening.tournament)
    attendance_settings.change_settings(evening.tournament, settings, seen=seen, actor=evening.director)


def go_on(evening: Evening) -> None:
    season = NewSeason(name="Next", starts_on=datetime.date(2027, 8, 1), ends_on=datetime.date(2028, 6, 1))
    successors = [Successor(earlier=evening.tournament, name="Tuesday cup")]
    open_next_season(evening.tournament.season, successors, into=season, actor=None)


def late_entry(evening: Evening) -> None:
    entries.enter_players(evening.tournament, PlayerFactory.create_batch(2, club=evening.tournament.club), actor=None)


def not_entered(evening: Evening) -> Player:
    return Player.objects.filter(club=evening.tournament.club, entries=None).earliest("pk")


def import_it_again(evening: Evening) -> None:
    tournament = evening.tournament
    import_tournament(tournament.club, exported(tournament), season=tournament.season, actor=evening.director)


def say(text: str, seen: str = "") -> Verb:
    def say(evening: Evening) -> None:
        set_message(evening.tournament, text=text, seen=seen, actor=evening.director)

    return say


def with_a_message(evening: Evening) -> None:
    all_played(evening)
    say("The heating is off.")(evening)


def plan(evening: Evening, *days: int) -> None:
    """Rounds on these days of January."""
    dates.plan_dates(
        evening.tournament,
        dates=[datetime.date(2027, 1, day) for day in days],
        starts_at=datetime.time(19, 30),
        seen=dates.version_of(evening.tournament),
        actor=evening.director,
    )


def planned(evening: Evening) -> None:
    plan(evening, 5, 12)


def edit(evening: Evening, **values: Any) -> None:
    tournament = evening.tournament
    kept = {"name": tournament.name, "season": tournament.season, "planned_rounds": tournament.planned_rounds}
    basics.edit_tournament(tournament, **{**kept, **values}, seen=basics.version_of(tournament), actor=None)


def beside_another_season(evening: Evening) -> None:
    all_played(evening)
    SeasonFactory(club=evening.tournament.club, name="Spring")


def move_into_the_other_season(evening: Evening) -> None:
    edit(evening, season=evening.tournament.club.seasons.get(name="Spring"))


def end_it(evening: Evening) -> None:
    tournament = evening.tournament
    basics.end_tournament(tournament, after=evening.round.number, seen=basics.version_of(tournament), actor=None)


def with_three_dates(evening: Evening) -> None:
    all_played(evening)
    plan(evening, 5, 12, 19)


LONG_AHEAD = datetime.date(2190, 1, 5)


def with_an_evening_ahead(evening: Evening) -> None:
    dates.plan_dates(
        evening.tournament,
        dates=[LONG_AHEAD],
        starts_at=datetime.time(19, 30),
        seen=dates.version_of(evening.tournament),
        actor=evening.director,
    )


def said(evening: Evening, word: Response = Response.CLUB, *, number: int = 1) -> None:
    entry = evening.entry(number)
    availability.respond(entry, LONG_AHEAD, word, said_by=RespondedBy.CARD, actor=None, by_card=entry.player_id)


def in_categories(evening: Evening, *, first: str = "A", was: str = "") -> None:
    category = PlannedCategory(category=TournamentCategory(name=first), was=was)
    members = {entry.pk: first if entry.number == 1 else entry.category for entry in evening.tournament.entries.all()}
    found = evening.fresh()
    seen = categories.version_of(found)
    categories.set_categories(found, [category], members, seen=seen, actor=evening.director)


def with_a_word(evening: Evening) -> None:
    with_an_evening_ahead(evening)
    said(evening)


def say_tonight(evening: Evening) -> None:
    date = evening.round.date or datetime.date.min
    availability.respond(evening.entry(1), date, Response.AWAY, said_by=RespondedBy.TELEPHONE, actor=evening.director)


def take_word_back(evening: Evening) -> None:
    availability.withdraw_response(evening.entry(1), LONG_AHEAD, said_by=RespondedBy.CARD, actor=None)


def away_for_long(evening: Evening) -> None:
    days = (LONG_AHEAD, LONG_AHEAD + datetime.timedelta(days=20))
    availability.set_away(evening.entry(1).player, *days, said_by=RespondedBy.TELEPHONE, actor=evening.director)


def must_say(evening: Evening) -> None:
    evening.tournament.entries.update(must_say=True)


CASES: list[tuple[str, Verb, Verb]] = [
    *TEAM_CASES,
    *TEAM_ENTRY_CASES,
    ("open_round.open_next_round", nothing, lambda e: e.open()),
    ("open_round.open_next_round", all_played, lambda e: e.open()),
    ("open_round.open_next_round", finished, lambda e: e.open()),
    ("finish.finish_round", all_played, lambda e: e.finish()),
    ("end_evening.end_evening", all_played, lambda e: e.end_evening()),
    ("end_evening.end_evening", finished, lambda e: e.end_evening()),
    ("end_evening.end_evening", published, lambda e: e.end_evening()),
    ("attendance.mark_attendance", checked_in, lambda e: e.mark(6, Presence.PRESENT)),
    ("attendance.mark_attendance", drafted, lambda e: e.mark(1, Presence.CLUB)),
    ("call_off.call_off_round", checked_in, lambda e: e.call_off()),
    ("attendance.mark_again", opened_on_the_same_evening, lambda e: attendance.mark_again(e.round, actor=None)),
    ("attendance.mark_expected", checked_in, lambda e: attendance.mark_expected(e.round, actor=None)),
    ("pair.pair_round", checked_in, lambda e: e.pair()),
    ("pair.pair_round", drafted, lambda e: e.pair()),
    ("pair.pair_round", with_a_board_by_hand, lambda e: e.pair()),
    ("manual_pairing.set_board", drafted, set_board),
    ("manual_pairing.set_board", published, set_board),
    ("manual_pairing.swap_players", drafted, lambda e: swap(e, e.boards()[0][0], e.boards()[1][1])),
    ("manual_pairing.swap_players", published, lambda e: swap(e, *e.boards()[0])),
    ("manual_pairing.swap_players", published, lambda e: swap(e, e.boards()[1][0], sitting_out(e))),
    ("manual_pairing.take_bye", drafted, take_bye),
    ("manual_pairing.take_bye", published, take_bye),
    ("manual_pairing.give_bye", drafted, give_bye),
    ("manual_pairing.give_bye", published, give_bye),
    ("manual_pairing.give_bye", drafted, give_second_bye),
    ("manual_pairing.remove_board", drafted, remove_board),
    ("manual_pairing.remove_board", published, remove_board),
    ("late_changes.arrive_late", published, lambda e: come_late(e, f"meet-{next(iter(e.byes()))}")),
    ("late_changes.arrive_late", published, lambda e: come_late(e, "bye")),
    ("late_changes.arrive_late", published, lambda e: come_late(e, "excused")),
    ("late_changes.pair_those_here", published, pair_those_here),
    ("late_changes.leave_early", published, lambda e: leave_early(e, "bye")),
    ("late_changes.leave_early", published, lambda e: leave_early(e, "forfeit")),
    ("publish.publish_round", drafted, lambda e: e.publish()),
    ("schedule.publish_schedule", ready_for_a_plan, publish_plan),
    ("schedule.publish_schedules", ready_for_a_plan, publish_plans),
    (
        "schedule.take_back_schedule",
        on_the_wall,
        lambda e: rounds.take_back_schedule(e.tournament, seen_number=1, actor=None),
    ),
    ("entries.enter_players", on_the_wall, late_entry),
    ("entries.withdraw_entry", on_the_wall, lambda e: e.withdraw(5)),
    (
        "open_round.open_next_round",
        on_the_wall,
        lambda e: rounds.open_next_round(e.tournament, seen_number=1, actor=None),
    ),
    ("publish.take_back_round", drafted, lambda e: e.take_back()),
    ("publish.take_back_round", published, lambda e: e.take_back()),
    ("publish.start_round", published, lambda e: e.start()),
    ("results.enter_result", published, lambda e: e.enter(1, Result.WHITE_WINS_BY_FORFEIT)),
    ("results.enter_result", with_a_result, lambda e: e.enter(1, Result.BLACK_WINS)),
    ("results.enter_result", published, lambda e: e.enter(1, Result.DRAW, in_round=1)),
    ("results.enter_result", finished, lambda e: e.enter(1, Result.DRAW)),
    ("results.clear_result", with_a_result, lambda e: results.clear_result(e.game(1), seen="1/2-1/2", actor=None)),
    ("shared_games.share_games", with_a_cup_beside, play_a_tie),
    (
        "shared_games.unshare_game",
        with_a_tie_to_play,
        lambda e: shared_games.unshare_game(e.round, the_tie(e), actor=None),
    ),
    ("pair.pair_round", with_a_tie_to_play, lambda e: e.pair()),
    ("call_off.call_off_round", with_a_tie_to_play, lambda e: e.call_off()),
    ("results.enter_result", with_a_tie_on_a_board, lambda e: e.enter(1, Result.DRAW)),
    ("matches.decide_match", a_level_tie, lambda e: e.decide(e.round)),
    ("matches.set_up_known", a_known_tie, lambda e: matches.set_up_known(e.tournament, seen=1, actor=None)),
    (
        "matches.clear_decision",
        a_decided_tie,
        lambda e: matches.clear_decision(e.game(1), seen="blitz white", actor=None),
    ),
    ("results.postpone_game", published, lambda e: results.postpone_game(e.game(1), seen="*", actor=None)),
    ("postpone.postpone_open", published, postpone_all),
    ("game_dates.set_dates", published, agree_on_a_day),
    ("game_dates.set_dates", with_a_result, played_on_another_day),
    ("unplayed_games.decide_unplayed", published, both_lose_all),
    ("entries.enter_players", nothing, late_entry),
    ("entries.enter_players", drafted, late_entry),
    ("entries.remove_entry", nothing, lambda e: entries.remove_entry(e.entry(6), actor=None)),
    ("entries.remove_entry", forbidden, lambda e: entries.remove_entry(e.entry(2), actor=None)),
    ("guests.enter_guest", drafted, lambda e: enter_guest(e.tournament, Guest(given_name="Eva"), actor=None)),
    ("guests.enter_guest", published, lambda e: enter_guest(e.tournament, Guest(), actor=None)),
    ("guests.set_guest", checked_in, lambda e: set_guest(e.entry(2), is_guest=True, actor=None)),
    ("own_games.enter_own_game", club_duty_by_result, won_elsewhere),
    ("own_games.take_over_own_games", won_in_our_team, lambda e: take_over_own_games(e.round, actor=None)),
    (
        "pairing_terms.set_pairing_terms",
        checked_in,
        lambda e: set_pairing_terms(e.entry(2), PairingTerms(absence_kind="club"), actor=None),
    ),
    (
        "guests.enter_known_player",
        checked_in,
        lambda e: enter_known_player(e.tournament, e.entry(6).player, actor=None),
    ),
    ("guests.enter_known_player", drafted, lambda e: enter_known_player(e.tournament, not_entered(e), actor=None)),
    ("entries.withdraw_entry", drafted, lambda e: e.withdraw(1)),
    ("entries.return_entry", withdrawn, lambda e: e.bring_back(6)),
    ("entries.return_entry", withdrawn_for_a_round, lambda e: e.bring_back(6)),
    ("entries.take_rating", rated_anew, lambda e: entries.take_rating(e.entry(1), seen="2100", actor=None)),
    ("entries.draw_numbers", not_drawn, lambda e: entries.draw_numbers(e.tournament, actor=None)),
    ("entries.draw_numbers", drawn_and_one_more, lambda e: entries.draw_numbers(e.tournament, actor=None)),
    ("categories.set_categories", nothing, in_categories),
    ("categories.set_categories", finished, in_categories),
    ("categories.set_categories", in_categories, lambda e: in_categories(e, first="B", was="A")),
    ("entries.forbid_pair", nothing, forbidden),
    ("entries.allow_pair", forbidden, lambda e: entries.allow_pair(e.tournament, e.entry(1), e.entry(2), actor=None)),
    ("attendance_settings.change_settings", nothing, lambda e: settle(e, **ATTENDANCE_MODES[AttendanceMode.AHEAD])),
    ("attendance_settings.change_settings", published, lambda e: settle(e, out_after=2, waiting_time=None)),
    ("dates.plan_dates", nothing, planned),
    ("dates.plan_dates", planned, lambda e: plan(e, 6, 13, 20)),
    ("availability.respond", with_an_evening_ahead, said),
    ("availability.respond", with_a_word, lambda e: said(e, Response.COMING)),
    ("availability.respond", published, say_tonight),
    ("availability.withdraw_response", with_a_word, take_word_back),
    ("availability.set_away", published, away_for_long),
    ("availability.end_away", away_for_long, lambda e: availability.end_away(AwayPeriod.objects.get(), actor=None)),
    (
        "availability.confirm_response",
        with_a_word,
        lambda e: availability.confirm_response(Availability.objects.get(), actor=e.director),
    ),
    (
        "availability.respond_with_team_duty",
        with_a_word,
        lambda e: availability.respond_with_team_duty(
            e.tournament, [e.entry(1), e.entry(2)], Availability.objects.get().date, actor=e.director
        ),
    ),
    (
        "availability.set_default_availability",
        nothing,
        lambda e: availability.set_default_availability(e.entry(1), DefaultAvailability.ALWAYS, actor=e.director),
    ),
    ("availability.reset_must_say", must_say, lambda e: availability.reset_must_say(e.entry(1), actor=e.director)),
    ("settings.edit_tournament", nothing, lambda e: edit(e, name="Autumn cup")),
    ("settings.edit_tournament", all_played, lambda e: edit(e, name="Autumn cup")),
    ("settings.edit_tournament", all_played, lambda e: edit(e, decimals_shown=1)),
    ("settings.edit_tournament", beside_another_season, move_into_the_other_season),
    ("settings.edit_tournament", with_three_dates, lambda e: edit(e, name="Cup", planned_rounds=2)),
    ("settings.end_tournament", with_three_dates, end_it),
    ("settings.end_tournament", drafted, end_it),
    (
        "tournaments.change_options",
        published,
        lambda e: change_options(e, {"win": "2"}),
    ),
    (
        "tournaments.create_tournament",
        nothing,
        lambda e: tournaments.create_tournament(
            e.tournament.club,
            season=e.tournament.season,
            name="Spring",
            system="attendance_monrad",
            options={},
            actor=e.director,
        ),
    ),
    ("announcement.set_message", published, say("Round 3 begins at eight.")),
    ("announcement.set_message", with_a_message, say("", seen="The heating is off.")),
    ("next_season.open_next_season", all_played, go_on),
    ("events.make_event", nothing, make_groups),
    ("events.rename_event", make_groups, rename_groups),
    ("play_offs.make_play_off", a_shared_first_place, played_off),
    ("series.make_series", nothing, make_a_series),
    ("series.edit_series", make_a_series, edit_the_series),
    ("series.give_bonus", make_a_series, give_a_bonus),
    (
        "series.take_bonus",
        series_with_a_bonus,
        lambda e: series.take_bonus(Series.objects.get(), SeriesBonus.objects.get().pk, actor=e.director),
    ),
    (
        "series.delete_series",
        series_with_a_bonus,
        lambda e: series.delete_series(Series.objects.get(), actor=e.director),
    ),
    ("series.decide_play_off", series_played_off, win_the_play_off),
    (
        "series.publish_table",
        series_played_off,
        lambda e: series.publish_table(Series.objects.get(), actor=e.director),
    ),
    (
        "series.advance",
        series_played_off,
        lambda e: series.advance(Series.objects.get(), count=2, name="Final", system="all_play_all", actor=e.director),
    ),
    ("prizes.set_prizes", nothing, set_up_prizes),
    ("prizes.decide_prize", prizes_at_the_end, leave_the_prize),
    ("prizes.fix_prizes", prizes_at_the_end, fix_the_prizes),
    (
        "prizes.open_prizes",
        prizes_fixed,
        lambda e: prizes.open_prizes(Series.objects.get(), actor=e.director),
    ),
    ("federation_reports.remember_report", all_played, send_a_report),
    (
        "federation_reports.forget_report",
        with_a_report,
        lambda e: federation_reports.forget_report(e.tournament, e.tournament.reported[0]["at"], actor=e.director),
    ),
    ("tournament_import.import_tournament", with_a_board_by_hand, import_it_again),
    ("trash.trash_tournament", all_played, lambda e: trash.trash_tournament(e.tournament, actor=e.director)),
    ("trash.put_back_tournament", trashed, lambda e: trash.put_back_tournament(e.tournament, actor=e.director)),
    ("inbox_answers.answer_inbox_item", asked_for(InboxSubject.OUT), answer_it(Answer.YES)),
    (
        "inbox_answers.answer_inbox_item",
        asked_for(InboxSubject.LATE_WORD, date="2026-11-26", round=2),
        answer_it(Answer.YES),
    ),
    ("inbox_answers.answer_inbox_item", asked_for(InboxSubject.MISTAKE, round=1), answer_it(Answer.NO)),
    ("result_reports.report_result", reported_on(MayReport.CONFIRM), lambda e: white(e).says(Ended.WON)),
    ("result_reports.report_result", reported_on(MayReport.CONFIRM, Ended.WON), lambda e: white(e).says(Ended.DRAW)),
    ("result_reports.report_result", reported_on(MayReport.TRUST), lambda e: white(e).says(Ended.WON)),
    (
        "result_reports.confirm_report",
        reported_on(MayReport.CONFIRM, Ended.WON),
        lambda e: black(e).confirms(Result.WHITE_WINS),
    ),
    (
        "result_reports.take_back_report",
        reported_on(MayReport.CONFIRM, Ended.WON),
        lambda e: white(e).takes_back(Result.WHITE_WINS),
    ),
    ("result_reports.flag_result", published, flag_it),
    ("entry_requests.enter_by_card", letting_join(MayJoin.YES), join_by_card),
    ("entry_requests.enter_by_card", letting_join(MayJoin.ASK), join_by_card),
    ("result_reports.accept_agreed", agreed_on, accept_agreed),
    ("publish.take_back_round", reported_on(MayReport.CONFIRM, Ended.WON), lambda e: e.take_back()),
    ("undo.undo_action", with_a_result, lambda e: undo_action(Action.objects.latest("pk"), actor=None)),
]
