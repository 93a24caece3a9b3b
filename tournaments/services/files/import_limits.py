"""What the club's tables can keep of a tournament file: every fault with its place, before anything is written."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.names import clean_name, folded_name
from tournaments.pairing.protocols import KnockOutSystem
from tournaments.pairing.types.snapshot import ByeKind, Entrant, PlayedGame, PlayedRound, PlayerId
from tournaments.pairing.types.translation import gettext_noop as _
from tournaments.services.calendar.dates import MOST_AN_EVENING
from tournaments.services.setup.settings import MOST_DECIMALS, MOST_ROUNDS

_LARGEST_NUMBER = 30_000  # the columns hold 32,767, and numbers go on from the highest
_LARGEST_RATING = 32_767
_LONGEST_TITLE = 200
_LONGEST_NAME = 100
_LONGEST_FOLDED = 400
_MOST_FURTHER_GAMES = 40
_MOST_ROWS = 30_000
"""One for each player in each round."""
_MOST_LINES_KEPT = 500_000
"""A table is kept with each round, and with it all rounds so far: 500 players over 30 rounds, 200 over 50."""


def refuse_what_does_not_fit(file: TournamentFile, *, named: bool = False) -> None:
    """Raises FileError. `named`: the tournament gets another name than the file's."""
    file.configured()
    _refuse_teams(file)
    if not named:
        _refuse_title(file.name)
    _refuse_rounds(file)
    if (file.decimals_shown or 0) > MOST_DECIMALS:
        raise FileError(_("Points are shown with at most {most} decimals."), "decimals_shown", most=MOST_DECIMALS)
    if file.rounds_an_evening > MOST_AN_EVENING:
        raise FileError(_("An evening has from 1 to {most} rounds."), "rounds_an_evening", most=MOST_AN_EVENING)
    clubs = file.clubs
    system, _tie_breaks = file.configured()
    steps = system.step_names if isinstance(system, KnockOutSystem) else {}
    for index, (number, name) in enumerate(file.names.items()):
        place = f"players[{index}]"
        _refuse_name(name, f"{place}.name")
        _refuse_entrant(file.snapshot.by_number[number], place)
        if len(clean_name(clubs.get(number, ""))) > _LONGEST_NAME:
            raise FileError(_("This is longer than {count} characters."), f"{place}.club", count=_LONGEST_NAME)
    plan = system.capabilities().rounds
    if file.snapshot.ahead and not plan.published_at_once:
        raise FileError(_("This tournament does not publish its rounds before their turn."), "rounds_ahead")
    for key, rounds in (("rounds", file.snapshot.rounds), ("rounds_ahead", file.snapshot.ahead)):
        for index, played in enumerate(rounds):
            for board, game in enumerate(played.games):
                _refuse_game(game, f"{key}[{index}].games[{board}]", steps)
            _refuse_before_joining(file, played, f"{key}[{index}]", is_planned=plan.known_at_start)
    if file.snapshot.carried and not system.capabilities().carries_games:
        raise FileError(_("In this tournament games of another stage do not count."), "carried")
    if file.snapshot.play_offs and system.capabilities().plays_off is None:
        raise FileError(_("In this tournament a shared first place is not played off."), "play_offs")
    for index, carried in enumerate(file.snapshot.carried):
        _refuse_large(carried.group, f"carried[{index}].group")
    if file.snapshot.ahead and file.says_something:
        raise FileError(_("With rounds ahead of their turn the next round has its boards already."), "next_round")
    if file.says_something:
        _refuse_next_round(file)


def _refuse_title(name: str) -> None:
    title = clean_name(name)
    if not title:
        raise FileError(_("A tournament needs a name that can be read."), "name")
    if len(title) > _LONGEST_TITLE:
        raise FileError(_("This is longer than {count} characters."), "name", count=_LONGEST_TITLE)


def _refuse_teams(file: TournamentFile) -> None:
    folded: set[str] = set()
    if file.snapshot.boards is None:
        return
    for index, (number, name) in enumerate(file.names.items()):
        if (same := folded_name(clean_name(name))) in folded:
            raise FileError(_("Two teams are called {team}."), f"players[{index}].name", team=clean_name(name))
        folded.add(same)
        for at, member in enumerate(file.members.get(number, ())):
            _refuse_name(member.name, f"players[{index}].members[{at}].name")
            if (member.in_team.rating or 0) > _LARGEST_RATING:
                raise FileError(
                    _("A rating is at most {most}."), f"players[{index}].members[{at}].rating", most=_LARGEST_RATING
                )


def _refuse_rounds(file: TournamentFile) -> None:
    snapshot = file.snapshot
    if snapshot.planned_rounds is not None and not 1 <= snapshot.planned_rounds <= MOST_ROUNDS:
        raise FileError(_("From 1 to {most} rounds can be planned, or none."), "planned_rounds", most=MOST_ROUNDS)
    held, ahead = len(snapshot.rounds), len(snapshot.ahead)
    if held + ahead > MOST_ROUNDS:
        raise FileError(
            _("There are more than {most} rounds."), "rounds_ahead" if ahead else "rounds", most=MOST_ROUNDS
        )
    most = min(_MOST_ROWS // (held + ahead + 1), _MOST_LINES_KEPT // max(held * held, 1))
    if len(snapshot.entrants) > most:
        raise FileError(
            _("With {rounds} rounds at most {most} players can be imported at once, not {count}."),
            "players",
            rounds=held + ahead,
            most=most,
            count=len(snapshot.entrants),
        )


def _refuse_name(name: str, place: str) -> None:
    cleaned = clean_name(name)
    if not cleaned:
        raise FileError(_("A player needs a name that can be read."), place)
    given_name, _blank, family_name = cleaned.partition(" ")
    if max(len(given_name), len(family_name)) > _LONGEST_NAME or len(folded_name(cleaned)) > _LONGEST_FOLDED:
        raise FileError(
            _("This name is too long: at most {count} characters before the first blank, and as many after it."),
            place,
            count=_LONGEST_NAME,
        )


def _refuse_entrant(entrant: Entrant, place: str) -> None:
    _refuse_large(entrant.number, f"{place}.number")
    _refuse_large(entrant.joined_round, f"{place}.joined_round")
    _refuse_large(entrant.rating or 0, f"{place}.rating", most=_LARGEST_RATING)
    for index, (first, last) in enumerate(entrant.away):
        _refuse_large(max(first, last or 0), f"{place}.away[{index}]")
    for one, other in pairwise(sorted(first for first, _last in entrant.away)):
        if one == other:
            raise FileError(_("Two intervals begin in round {round}."), f"{place}.away", round=one)


def _refuse_game(game: PlayedGame, place: str, steps: Collection[str]) -> None:
    """`steps`: by which a tie may be decided, in a knock-out."""
    if game.decided_by is not None:
        if not steps:
            raise FileError(_("Only in a knock-out do further games decide a tie."), f"{place}.decided_by")
        if game.decided_by.step not in steps:
            raise FileError(
                _("{given} is no step that decides a tie: there are {choices}."),
                f"{place}.decided_by.step",
                given=game.decided_by.step,
                choices=", ".join(steps),
            )
        if len(game.decided_by.games) > _MOST_FURTHER_GAMES:
            raise FileError(
                _("These are more than {most} further games."), f"{place}.decided_by.games", most=_MOST_FURTHER_GAMES
            )
    _refuse_large(game.board, f"{place}.board")
    _refuse_large(game.known_from or 0, f"{place}.known_from")


def _refuse_before_joining(file: TournamentFile, played: PlayedRound, place: str, *, is_planned: bool) -> None:
    """No round held here has anybody before they joined: they stand in no table then. But where a plan says who meets
    whom, latecomers have their games of rounds gone by."""
    for where, player in _took_part(played, place, but_games=is_planned):
        joined = file.snapshot.by_number[player].joined_round
        if joined > played.number:
            raise FileError(
                _("The player {number} joined in round {joined} and cannot have a game or a bye in round {round}."),
                where,
                number=player,
                joined=joined,
                round=played.number,
            )


def _took_part(played: PlayedRound, place: str, *, but_games: bool) -> Iterator[tuple[str, PlayerId]]:
    for index, game in enumerate(() if but_games else played.games):
        yield f"{place}.games[{index}].white", game.white
        yield f"{place}.games[{index}].black", game.black
    for index, bye in enumerate(played.byes):
        yield f"{place}.byes[{index}].player", bye.player


def _refuse_large(number: int, place: str, *, most: int = _LARGEST_NUMBER) -> None:
    if number > most:
        raise FileError(_("{given} is too large: at most {most} can be stored."), place, given=number, most=most)


def _refuse_next_round(file: TournamentFile) -> None:
    """A round that could not be opened, or boards that the director could not have set."""
    snapshot = file.snapshot
    number = snapshot.next_number
    if snapshot.all_played:
        raise FileError(
            _("All planned rounds have been played, so there is no round {round} to open."), "next_round", round=number
        )
    for place, player in _set_by_hand(file):
        if not snapshot.by_number[player].takes_part(number):
            raise FileError(
                _("The player {number} takes no part in round {round}: has not joined, or has withdrawn."),
                place,
                number=player,
                round=number,
            )


def _set_by_hand(file: TournamentFile) -> Iterator[tuple[str, PlayerId]]:
    for index, pin in enumerate(file.pinned):
        yield f"next_round.games[{index}].white", pin.white
        yield f"next_round.games[{index}].black", pin.black
    for index, bye in enumerate(file.snapshot.next_round.byes):
        if bye.kind is ByeKind.PAIRING:
            yield f"next_round.byes[{index}].player", bye.player
