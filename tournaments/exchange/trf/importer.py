"""A TRF from another program as a tournament that goes on here: which system, which options, whose boards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from tournaments.exchange.federation_person import FederationPerson
from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf.acceleration import WITH_BAKU, baku_of
from tournaments.exchange.trf.rounds import PlayedRounds, by_standing, played_rounds
from tournaments.exchange.trf.team_importer import TEAM_SWISS, ReadTeams, swiss_of_teams, teams_in, without_teams
from tournaments.exchange.trf.tie_break_codes import saved_of
from tournaments.exchange.trf.types import ACCELERATED, Note, Trf, TrfMark, TrfPlayer
from tournaments.exchange.trf.unsaid import unsaid
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.history.record import Scoring
from tournaments.pairing.protocols import AcceleratingSystem, PairingSystem, ScheduledSystem
from tournaments.pairing.types.options import OptionError, configured, fields_of
from tournaments.pairing.types.paired_round import PairingImpossible
from tournaments.pairing.types.snapshot import (
    ByeKind,
    Colour,
    Entrant,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    TournamentSnapshot,
)
from tournaments.pairing.types.translation import gettext_noop as _

SWISS = WITH_BAKU
ROUND_ROBIN = "all_play_all"
_ROUND_ROBIN = re.compile(
    r"round.?robin|berger|all.?play.?all|rundenturnier|vollrunde|alle mot alle|alla m[öo]ter alla|rondetoernooi|robin"
)
_DUTCH = re.compile(r"FIDE_DUTCH(?:_202[0-9])?|FIDE SWISS \(DUTCH\)")
"""As 192 names FIDE's Swiss of the rules in force."""
_OTHER_SYSTEM = re.compile(
    r"dubov|burstein|\blim\b|dutch.?2017|double.?swiss|mcmahon|keizer|knock.?out|elimination|scheveningen|schiller"
)
"""Kinds that are not paired here, or cannot go on from a report, in the words of 092."""
_ONCE = re.compile(r"(?:FIDE|BERGER)_ROUNDROBIN")
_DOUBLE = re.compile(r"double|doppel|dubbel|dobbel")
_LETTERS = {"W": "win", "D": "draw", "L": "loss", "P": "bye_points"}
"""Of 162, and the options of systems that have them."""
_OF_POINTS = frozenset({"XXS", "BBZ", "BBF"})
_USUAL = {"W": Fraction(1), "D": Fraction(1, 2), "L": Fraction(0)}
_MOST_CYCLES, _MOST_SPARE = 20, 100
"""As the options of an all-play-all have it."""
_BY_THE_FEDERATION = frozenset({"NRO", "NIDOF", "OTHER"})
"""Of 172: the numbers go by the federation's ratings; "OTHER" is ours."""
_MOST_PAIRED_AGAIN = 300
"""Players: beyond these the boards are numbered by the standing alone."""
_MOST_ROWS_PAIRED_AGAIN = 5_000
"""Players times rounds: beyond these, too."""
_MOST_REPLAYED = 500_000
"""Players times rounds times rounds: each round is numbered by all before it. What can be imported has no more; beyond
these nothing is worked out anew."""
_MOST_FORBIDDEN = 2_000
_MOST_FORBIDDEN_TOLD = 10 * _MOST_FORBIDDEN
"""With those that several lines tell."""
_LONGEST_LIST = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    file: TournamentFile
    people: Mapping[PlayerId, FederationPerson]
    notes: tuple[Note, ...] = ()
    unsaid: tuple[str, ...] = ()


def may_go_on(code: str, *, of_teams: bool = False) -> bool:
    """Whether a report says enough to go on with this system: points per round, nobody out, and no lots of rounds."""
    info = SYSTEMS[code].info
    if (info.of_teams is None) if of_teams else not info.is_for_players:
        return False
    capabilities = configured(SYSTEMS[code], {}).capabilities()
    return capabilities.is_sum_of_rounds and not capabilities.somebody_may_be_out and not info.round_lots


def system_meant(trf: Trf, *, of_teams: bool = False) -> str:
    """What the file calls itself; a Swiss where it says nothing that is known here."""
    said = f"{trf.system} {trf.kind}".casefold()
    for code, system in SYSTEMS.items():
        if may_go_on(code, of_teams=of_teams) and (system.info.name.casefold() in said or code in said):
            return code
    swiss = swiss_of_teams() if of_teams else SWISS
    return ROUND_ROBIN if _ROUND_ROBIN.search(said) else swiss


def _named_otherwise(trf: Trf, code: str) -> str:
    """What the file calls its system, where it is not this one; nothing where it does not say."""
    name, kind = trf.system.upper().removesuffix(ACCELERATED), trf.kind.casefold()
    own = next((each for each in SYSTEMS if _names(trf, each) and (each == code or may_go_on(each))), None)
    if own is None and _ROUND_ROBIN.search(f"{name.casefold()} {kind}"):
        own = ROUND_ROBIN
    if own is None and _DUTCH.fullmatch(name):
        own = SWISS
    if own is not None:
        return "" if own == code else trf.system or trf.kind
    is_told = _OTHER_SYSTEM.search(kind) or name
    return (trf.kind if not name or (name.startswith("CUSTOM") and kind) else trf.system) if is_told else ""


def _paired_otherwise(trf: Trf, code: str, *, is_baku: bool) -> list[Note]:
    """What the file's rounds were paired by, where those to come are not."""
    system = SYSTEMS[code].info.name
    notes = []
    other = _named_otherwise(trf, code)
    if trf.system.upper().endswith(ACCELERATED) and not trf.accelerated and not is_baku:
        message = _("The file says {given}. The rounds to come are paired by {system}, without acceleration.")
        notes.append(Note(message=message, facts={"given": (other or trf.system)[:_LONGEST_LIST], "system": system}))
    elif other:
        message = _("The file says {given}. The rounds to come are paired by {system}.")
        notes.append(Note(message=message, facts={"given": other[:_LONGEST_LIST], "system": system}))
    if trf.accelerated and not is_baku:
        message = _(
            "The points of accelerated rounds (250, XXA) are not imported, since they are not those of the "
            "Baku acceleration: the rounds to come are paired by {system}, without acceleration."
        )
        notes.append(Note(message=message, facts={"system": system}))
    return notes


def _names(trf: Trf, code: str) -> bool:
    said = f"{trf.system} {trf.kind}".casefold()
    is_of_fide = code == TEAM_SWISS and said.startswith(code)
    return SYSTEMS[code].info.name.casefold() in said or code in said.split() or is_of_fide


def taken(trf: Trf, *, system: str | None = None, planned_rounds: int | None = None) -> Taken:
    """`system`: of the director's choice, else as the file says; `planned_rounds` in place of the file's own.

    Raises FileError, with the line, where lines contradict each other.
    """
    trf, fides = _with_two_ratings(trf)
    persons = trf
    teams, no_teams = teams_in(trf)
    code = system_meant(trf, of_teams=teams is not None) if system is None else system
    if teams is not None:
        trf = teams.trf
        if code in SYSTEMS and SYSTEMS[code].info.of_teams is None:
            raise FileError(_("{system} pairs no teams."), system=SYSTEMS[code].info.name)
    elif trf.teams:
        trf = without_teams(trf)
    if code not in SYSTEMS or not may_go_on(code, of_teams=teams is not None):
        raise FileError(_("A TRF file does not say enough to continue as {given}."), given=code)
    together = played_rounds(trf)
    if teams is not None:
        together = teams.with_boards(together)
    options = _options(trf, code, together.rounds, teams)
    try:
        configured_system = _configured(code, options, teams)
    except OptionError as error:
        raise FileError(error.message, **error.facts) from error
    # Where teams play the bye brings board points, and its letter is the file's.
    rounds = together.rounds if teams is not None else _with_the_odd_one(configured_system, trf, together.rounds)
    snapshot = TournamentSnapshot(
        entrants=tuple(_entrant(player, len(rounds)) for player in trf.players),
        forbidden_pairs=_forbidden(trf, len(rounds) + 1),
        planned_rounds=_planned(configured_system, trf, planned_rounds, len(rounds)),
        boards=None if teams is None else teams.matches.boards,
    )
    order: list[Note] = []
    if code == ROUND_ROBIN:
        options, order = _in_their_order(trf, options, replace(snapshot, rounds=rounds))
        configured_system = _configured(code, options, teams)
    baku = baku_of(trf, code, options, _coming(replace(snapshot, rounds=rounds), trf, together)[0])
    if baku is not None:
        options, configured_system = baku.options, baku.system
    snapshot = _with_boards(configured_system, snapshot, rounds)
    snapshot, coming_notes = _coming(snapshot, trf, together)
    national = {each.identity.number: each.identity.id for each in persons.national}
    people, same_ids = _each_by_their_own_id({each.number: person_of(each, national) for each in persons.players})
    people = {**people, **{number: replace(people[number], fide_rating=rating) for number, rating in fides.items()}}
    tie_breaks, unknown = saved_of(
        configured_system, trf.tie_breaks or trf.order, trf.starts, of_teams=teams is not None
    )
    file = TournamentFile(
        name=trf.name,
        system=code,
        names={number: each.given_name_first for number, each in people.items()},
        options=options,
        tie_breaks=tie_breaks,
        snapshot=snapshot,
    )
    if teams is not None:
        file = replace(
            file,
            names=teams.names,
            members=teams.members(people),
            line_ups=teams.line_ups(snapshot.rounds),
            board_colours=teams.board_colours,
        )
    left_out = (
        *_paired_otherwise(trf, code, is_baku=baku is not None),
        *_left_out(trf, unknown, configured_system.capabilities().scoring),
    )
    late = _late_by_number(trf, baku.late if baku else frozenset()) if code == SWISS else []
    points = _other_points(configured_system, trf, snapshot)
    # Those of points and pairing first: a page with little room shows the first ones.
    of_teams = no_teams if teams is None else teams.notes
    notes = (*of_teams, *left_out, *points, *order, *late, *coming_notes, *same_ids, *trf.notes, *together.notes)
    return Taken(file=file, people=people, notes=notes, unsaid=tuple(unsaid(trf, configured_system)))


def _configured(code: str, options: Mapping[str, object], teams: ReadTeams | None) -> PairingSystem:
    of_teams = SYSTEMS[code].info.of_teams if teams is not None else None
    return configured(SYSTEMS[code], options, unless_given=None if of_teams is None else of_teams.options)


def _with_two_ratings(trf: Trf) -> tuple[Trf, dict[PlayerId, int]]:
    """With the federation's ratings in the tournament where 172 says that it goes by them; and FIDE's by number, where
    the federation's line has another one."""
    national = {each.identity.number: each.identity.rating for each in trf.national if each.identity.rating}
    fides = {
        each.number: rating
        for each in trf.players
        if (rating := each.identity.rating) and national.get(each.number, rating) != rating
    }
    if trf.numbered[4:].strip() not in _BY_THE_FEDERATION:
        return trf, fides
    players = tuple(
        replace(each, identity=replace(each.identity, rating=national.get(each.number, each.identity.rating)))
        for each in trf.players
    )
    return replace(trf, players=players), fides


def person_of(player: TrfPlayer, national: Mapping[PlayerId, str]) -> FederationPerson:
    """A line without a name is called by its number."""
    identity = player.identity
    family, _comma, given = (part.strip() for part in identity.name.partition(","))
    fide_id = int(identity.id) if re.fullmatch(r"[0-9]{1,9}", identity.id, re.ASCII) else None
    return FederationPerson(
        given_name=given or family or f"No. {player.number}",
        family_name=family if given else "",
        sex=identity.sex,
        title=identity.title,
        federation=identity.federation,
        fide_id=fide_id or None,
        national_id=national.get(player.number, ""),
        born=identity.born,
    )


def _each_by_their_own_id(
    people: Mapping[PlayerId, FederationPerson],
) -> tuple[Mapping[PlayerId, FederationPerson], tuple[Note, ...]]:
    """FIDE's number is one person's: the first who has it keeps it."""
    having: dict[int, list[PlayerId]] = {}
    for number, person in people.items():
        if person.fide_id is not None:
            having.setdefault(person.fide_id, []).append(number)
    several = {fide_id: numbers for fide_id, numbers in having.items() if len(numbers) > 1}
    others = {number for _first, *rest in several.values() for number in rest}
    message = _("{fide_id} is the FIDE ID of several players: {numbers}. Only the first of them keeps it.")
    return (
        {number: replace(each, fide_id=None) if number in others else each for number, each in people.items()},
        tuple(
            Note(message=message, facts={"fide_id": fide_id, "numbers": ", ".join(map(str, numbers))[:_LONGEST_LIST]})
            for fide_id, numbers in several.items()
        ),
    )


def _entrant(player: TrfPlayer, rounds: int) -> Entrant:
    """Who came late stands with rounds without points: their number is as the file gave it then. Without any round
    they are new."""
    return Entrant(
        number=player.number,
        rating=player.identity.rating,
        joined_round=1 if player.cells or not rounds else rounds + 1,
    )


def _late_by_number(trf: Trf, accelerated: frozenset[PlayerId]) -> list[Note]:
    """Who was not there from the start, and whose rating belongs further up than the number says, or who is accelerated
    otherwise: where late entrants stand by rating, as they may here, they are elsewhere in the list."""
    late = []
    lowest = None  # rating of those before, by number
    for player in sorted(trf.players, key=lambda each: each.number):
        rating = player.identity.rating or 0
        came_late = (
            player.cells
            and player.cells[0].mark in (TrfMark.ZERO_BYE, TrfMark.BLANK)
            and player.cells[0].opponent is None
        )
        if player.number in accelerated or (came_late and lowest is not None and lowest < rating):
            late.append(player.number)
        lowest = rating if lowest is None else min(lowest, rating)
    message = _("If these players entered late, the list orders them by number, not by rating: {numbers}.")
    return [Note(message=message, facts={"numbers": ", ".join(map(str, late))[:_LONGEST_LIST]})] if late else []


def _options(trf: Trf, code: str, rounds: tuple[PlayedRound, ...], teams: ReadTeams | None = None) -> dict[str, object]:
    known = {option.code for option in fields_of(SYSTEMS[code])}
    usual = {option.code: option.default for option in fields_of(SYSTEMS[code])}
    of_teams = SYSTEMS[code].info.of_teams if teams is not None else None
    usual |= {} if of_teams is None else of_teams.options
    scoring = {**_USUAL, **trf.scoring}
    if teams is None:
        scoring.setdefault("P", Fraction(0) if code == ROUND_ROBIN else scoring["W"])
    asked: dict[str, object] = {
        option: str(scoring[letter])
        for letter, option in _LETTERS.items()
        if option in known and letter in scoring and usual[option] != scoring[letter]
    }
    asked |= {} if teams is None else teams.options(code)
    first = trf.initial_colour or _first_colour(rounds)
    if "initial_colour" in known and first is not None:
        asked["initial_colour"] = first.value
    if code == ROUND_ROBIN:
        asked |= _cycles(trf)
    return asked


def _first_colour(rounds: tuple[PlayedRound, ...]) -> Colour | None:
    """Of the odd ones among those who were paired in round 1, by their numbers: from the first who had a board."""
    for played in rounds[:1]:
        colours = {game.white: Colour.WHITE for game in played.games}
        colours |= {game.black: Colour.BLACK for game in played.games}
        odd_one = {bye.player for bye in played.byes if bye.kind is ByeKind.PAIRING}
        for place, player in enumerate(sorted(colours.keys() | odd_one), start=1):
            if player in colours:
                return colours[player] if place % 2 else colours[player].other
    return None


def _cycles(trf: Trf) -> dict[str, object]:
    """More rounds than so many players need in so many cycles: numbers were kept free for others."""
    numbers = max(len(trf.players), *(player.number for player in trf.players))
    numbers += numbers % 2
    said = f"{trf.system} {trf.kind}".casefold()
    if _ONCE.match(trf.system.upper()):
        cycles = 1
    elif _DOUBLE.search(said):
        cycles = 2
    else:
        cycles = min(max(1, -(-max(trf.rounds or 0, trf.rounds_told) // max(1, numbers - 1))), _MOST_CYCLES)
    asked: dict[str, object] = {"numbering": "given"}
    if cycles > 1:
        asked |= {"cycles": cycles, "swap_last_two": "FIDE_DOUBLE" in trf.system.upper()}
    drawn = (trf.rounds or 0) // cycles + 1
    if (trf.rounds or 0) % cycles == 0 and drawn % 2 == 0 and drawn > numbers:
        asked["spare_numbers"] = min(drawn - len(trf.players), _MOST_SPARE)
    return asked


def _in_their_order(
    trf: Trf, options: dict[str, object], snapshot: TournamentSnapshot
) -> tuple[dict[str, object], list[Note]]:
    """Of a plan of several cycles: with those last rounds swapped that were played so, as far as rounds tell it."""
    if "cycles" not in options:
        return options, []
    numbers = max(entrant.number for entrant in snapshot.entrants)
    tells_it = len(snapshot.rounds) >= numbers - 3 and _replayed(snapshot) <= _MOST_REPLAYED
    orders: tuple[dict[str, object], ...] = (
        {},
        {"swap_last_two": False},
        {"swap_last_two": True},
        {"swap_last_two": True, "swap_every_cycle": True},
    )

    def played_so(order: dict[str, object]) -> int:
        system = configured(SYSTEMS[ROUND_ROBIN], options | order)
        plan = system.schedule(snapshot) if isinstance(system, ScheduledSystem) else ()
        return sum(
            len(
                {(board.white, board.black) for board in planned.boards}
                & {(game.white, game.black) for game in played.games}
            )
            for planned, played in zip(plan, snapshot.rounds, strict=False)
        )

    found = [played_so(order) if tells_it else 0 for order in orders]
    best = max(found)
    is_said = "DOUBLEROUNDROBIN" in trf.system.upper()
    if is_said or found[1:].count(best) == 1:
        return options | orders[found.index(best)], []
    message = _(
        "The file does not say whether the last two rounds of its cycles change places. Compare the rounds to come "
        "with the plan, and set it in the options."
    )
    return options | orders[found.index(best)], [Note(message=message)]


def _with_the_odd_one(system: PairingSystem, trf: Trf, rounds: tuple[PlayedRound, ...]) -> tuple[PlayedRound, ...]:
    """In a fixed plan of odd numbers who has nobody to meet has the plan's bye, whatever letter stands for it."""
    if not system.capabilities().rounds.known_at_start or len(trf.players) % 2 == 0:
        return rounds
    return tuple(
        replace(played, byes=(PlayedBye(player=played.byes[0].player, kind=ByeKind.PAIRING),))
        if len(played.byes) == 1
        else played
        for played in rounds
    )


def _planned(system: PairingSystem, trf: Trf, asked: int | None, played: int) -> int | None:
    """Not where they follow from the field. As many dates as rounds played do not say that these were all."""
    if system.capabilities().rounds.of_field is not None:
        return None
    said = asked or trf.rounds or (len(trf.dates) if len(trf.dates) > played else None)
    return None if said is None else max(said, played, 1)


def _forbidden(trf: Trf, coming: int) -> frozenset[frozenset[PlayerId]]:
    groups = {frozenset(group.players) for group in trf.forbidden if group.last >= coming}
    told = [len(group) * (len(group) - 1) // 2 for group in groups]
    are_few = max(told, default=0) <= _MOST_FORBIDDEN and sum(told) <= _MOST_FORBIDDEN_TOLD
    pairs = {frozenset(pair) for group in groups for pair in combinations(group, 2)} if are_few else None
    if pairs is None or len(pairs) > _MOST_FORBIDDEN:
        raise FileError(_("There are more than {most} pairs who must not meet."), most=_MOST_FORBIDDEN)
    return frozenset(pairs)


def _with_boards(
    system: PairingSystem, snapshot: TournamentSnapshot, rounds: Iterable[PlayedRound]
) -> TournamentSnapshot:
    """A report numbers no boards. Where the system pairs a round as it was paired, they have its numbers."""
    rounds = tuple(rounds)
    whole = replace(snapshot, rounds=rounds)
    if _replayed(whole) > _MOST_REPLAYED:
        return whole
    is_paired_again = (
        len(snapshot.entrants) <= _MOST_PAIRED_AGAIN and len(snapshot.entrants) * len(rounds) <= _MOST_ROWS_PAIRED_AGAIN
    )
    capabilities = system.capabilities()
    for played in rounds:
        games = _by_system(system, snapshot, played) if is_paired_again else None
        if games is None:
            games = by_standing(played.games, capabilities.record(snapshot).points)
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, replace(played, games=games)))
    return snapshot


def _replayed(snapshot: TournamentSnapshot) -> int:
    return len(snapshot.entrants) * len(snapshot.rounds) ** 2


def _by_system(
    system: PairingSystem, snapshot: TournamentSnapshot, played: PlayedRound
) -> tuple[PlayedGame, ...] | None:
    away = tuple(bye for bye in played.byes if bye.kind is not ByeKind.PAIRING)
    try:
        paired = system.pair(replace(snapshot, next_round=NextRound(byes=away)))
    except PairingImpossible:
        return None
    boards = {(board.white, board.black): board.board for board in paired.boards}
    if boards.keys() != {(game.white, game.black) for game in played.games}:
        return None
    return tuple(replace(game, board=boards[game.white, game.black]) for game in played.games)


def _coming(
    snapshot: TournamentSnapshot, trf: Trf, together: PlayedRounds
) -> tuple[TournamentSnapshot, tuple[Note, ...]]:
    """Byes asked for in the round to be paired; later ones have no place here, and those of rounds played are there."""
    coming = snapshot.next_number
    # not all: AskedByes have no other marks
    kinds = {TrfMark.HALF_BYE: ByeKind.HALF, TrfMark.FULL_BYE: ByeKind.FULL, TrfMark.ZERO_BYE: ByeKind.ZERO}
    asked = {bye.player: bye for bye in together.coming}
    for byes in trf.byes:
        if byes.round == coming:
            asked |= {player: PlayedBye(player=player, kind=kinds[byes.mark]) for player in byes.players}
    late = together.is_told_ahead or any(byes.round > coming for byes in trf.byes)
    notes = [Note(message=_("Byes asked for in later rounds are not imported: mark them when the round opens."))]
    if snapshot.all_played or not asked:
        return snapshot, tuple(notes[:late])
    if snapshot.rounds and any(game.result == "*" for game in snapshot.rounds[-1].games):
        return snapshot, tuple(notes)
    return replace(snapshot, next_round=NextRound(byes=tuple(asked.values()))), tuple(notes[:late])


def _left_out(trf: Trf, tie_breaks: Sequence[str], given: Scoring) -> list[Note]:
    """`given`: what results are worth here."""
    notes = []
    counted = {"W": given.win, "D": given.draw, "L": given.loss, "P": given.bye}
    if tie_breaks:
        message = _("These tie-breaks are not known here and are left out: {codes}.")
        notes.append(Note(message=message, facts={"codes": ", ".join(tie_breaks)[:_LONGEST_LIST]}))
    scored = [code for code in trf.passed_over if code[:3] in _OF_POINTS]
    is_open = any(cell.opponent and cell.mark is TrfMark.BLANK for player in trf.players for cell in player.cells)
    scored += [f"162 {letter}" for letter in ("A", "X")[: 1 + is_open] if trf.scoring.get(letter)]
    scored += [
        f"{code} {letter}" if code in ("162", "XXS") else code
        for letter, code in trf.scored_by.items()
        if letter in counted and counted[letter] != trf.scoring[letter]
    ]
    if scored:
        message = _("These points for results and byes are not imported: {codes}. Set them in the options.")
        notes.append(Note(message=message, facts={"codes": ", ".join(scored)}))
    if "013" in trf.passed_over:
        notes.append(Note(message=_("Teams (013) are not imported.")))
    if trf.decisions:
        notes.append(Note(message=_("Points by decision (299) are not imported.")))
    return notes


def _other_points(system: PairingSystem, trf: Trf, snapshot: TournamentSnapshot) -> list[Note]:
    """Where the file's own totals say otherwise, something is scored in another way there. Some count the byes of the
    round to be paired already, or what is added for its pairing."""
    capabilities = system.capabilities()
    points: Mapping[PlayerId, Fraction] = capabilities.record(snapshot).points
    full, half = capabilities.scoring.bye, capabilities.scoring.draw
    none = Fraction(0)
    worth = {
        ByeKind.PAIRING: full,
        ByeKind.FULL: full,
        ByeKind.HALF: half,
        ByeKind.ZERO: none,
        ByeKind.UNPAID: none,
    }
    ahead = {bye.player: worth[bye.kind] for bye in snapshot.next_round.byes}
    added = system.added_points(snapshot) if isinstance(system, AcceleratingSystem) else {}
    others = [
        each
        for each in trf.players
        if each.points is not None
        and each.points - points[each.number] not in (0, ahead.get(each.number, 0), added.get(each.number, 0))
    ]
    if not others:
        return []
    facts = {"count": len(others), "number": others[0].number, "line": others[0].line}
    message = _("Players whose points in the file differ from these rules: {count}. The first is number {number}.")
    return [Note(message=message, facts=facts)]
