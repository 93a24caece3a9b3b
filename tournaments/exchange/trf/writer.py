"""A TRF to bytes, to the column: TRF16 is the first table of the format, TRF26 all of it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from tournaments.exchange.federation_person import BirthDate
from tournaments.exchange.trf.columns import FIRST_ROUND, ROUND_WIDTH
from tournaments.exchange.trf.types import Identity, Trf, TrfCell, TrfEdition, TrfPlayer, TrfTeam
from tournaments.pairing.types.snapshot import Colour

SCORED = "WDLAPX"
"""The letters of 162 in the order in which they are written."""
_PLAYERS_A_LINE = 100
_POINTS_WIDTH = 4


def dump(trf: Trf, *, edition: TrfEdition = TrfEdition.TRF26) -> bytes:
    """UTF-8, each line ended by CR LF. What does not fit its columns is cut at the end; nothing else moves for it."""
    lines = [*_first_table(trf)]
    if edition is TrfEdition.TRF26:
        lines += _more(trf)
    lines += [player_line(player) for player in trf.players]
    if edition is TrfEdition.TRF26:
        lines += [f"{each.federation[:3]:<3} {identity_text(each.identity)}".rstrip() for each in trf.national]
        lines += map(_team, trf.teams)
        lines += _behind_the_players(trf)
    return "".join(f"{line}\r\n" for line in lines).encode()


def _first_table(trf: Trf) -> Iterator[str]:
    for code, text in (
        ("012", trf.name),
        ("022", trf.city),
        ("032", trf.federation),
        ("042", day_text(trf.starts)),
        ("052", day_text(trf.ends)),
        ("062", count_text(trf.players_said)),
        ("072", count_text(trf.rated_said)),
        ("082", count_text(trf.teams_said)),
        ("092", trf.kind),
        ("102", trf.chief_arbiter),
        *(("112", deputy) for deputy in trf.deputies),
        ("122", trf.rate_of_play),
    ):
        if text:
            yield f"{code} {one_line(text)}"
    if trf.dates:
        yield dates_line(trf.dates, "%y/%m/%d")


def _more(trf: Trf) -> Iterator[str]:
    if trf.rounds is not None:
        yield f"142 {trf.rounds}"
    if trf.initial_colour is not None:
        yield f"152 {'W' if trf.initial_colour is Colour.WHITE else 'B'}"
    if trf.scoring:
        letters = sorted(trf.scoring, key=SCORED.index)
        yield "162  " + "    ".join(f"{letter}{points_text(trf.scoring[letter])}" for letter in letters)
    for code, text in (
        ("172", trf.numbered),
        ("182", trf.program),
        ("192", trf.system),
        ("202", ",".join(trf.tie_breaks)),
        ("212", ",".join(trf.order)),
        ("222", trf.seconds),
    ):
        if text:
            yield f"{code} {one_line(text)}"
    if trf.board_colours:
        yield f"352 {trf.board_colours}"
    if trf.match_scoring:
        letters = sorted(trf.match_scoring, key=SCORED.index)
        yield "362 " + "   ".join(f"T{letter}{points_text(trf.match_scoring[letter])}" for letter in letters)


def _team(team: TrfTeam) -> str:
    rating = "" if team.rating is None else str(team.rating)
    points = (_wide_points(each) for each in (team.match_points, team.board_points))
    rank = "" if team.rank is None else str(team.rank)
    head = f"310 {team.number:>3} {one_line(team.name)[:32]:<32} {one_line(team.nickname)[:5]:<5} {rating[:6]:>6}"
    members = "".join(f" {each:>4}" for each in team.members)
    return f"{head} {' '.join(points)} {rank:>3} {members}".rstrip()


def _wide_points(points: Fraction | None) -> str:
    """Six columns."""
    if points is None:
        return " " * 6
    text = f"{float(points):.1f}" if (points * 10).denominator == 1 else f"{float(points):.2f}"
    return f"{text[:6]:>6}"


def _of_teams(trf: Trf) -> Iterator[str]:
    if (byes := trf.team_byes) is not None:
        teams = " ".join(f"{team:03}" for team in byes.teams)
        yield f"320 {points_text(byes.match_points)} {points_text(byes.board_points)} {teams}".rstrip()
    for match in trf.forfeited:
        yield f"330 {match.marks} {match.round:>3} {match.first:>3} {match.second:>3}"
    for each in trf.line_ups:
        seats = " ".join(f"{player:>4}" if player else "0000" for player in each.players)
        yield f"300 {each.round:>3} {each.team:>3} {each.opponent:>3} {seats}"


def _behind_the_players(trf: Trf) -> Iterator[str]:
    for byes in trf.byes:
        for players in _parts(byes.players):
            yield f"240 {byes.mark.value} {byes.round:03} {players}"
    yield from _of_teams(trf)
    for more in trf.accelerated:  # behind 250 the points of a match, which single players have none of
        rounds = f"{more.first:>3} {more.last:>3}"
        yield f"250      {points_text(more.points)} {rounds} {more.lowest:>4} {more.highest:>4}"
    for pairs in trf.forbidden:
        yield f"260 {pairs.first:>3} {pairs.last:>3} {' '.join(f'{player:>4}' for player in pairs.players)}"
    for each in trf.decisions:
        for players in _parts(each.players):
            match_points = " " * _POINTS_WIDTH if each.match_points is None else points_text(each.match_points)
            head = f"299 {each.kind[:1] or ' '}  {match_points}  {points_text(each.points)}"
            yield f"{head}  {each.round:>3} {players}"


def _parts(players: Sequence[int]) -> Iterator[str]:
    """Whoever stands in one line of a kind may stand in several."""
    for start in range(0, len(players), _PLAYERS_A_LINE):
        yield " ".join(f"{player:>4}" for player in players[start : start + _PLAYERS_A_LINE])


def player_line(player: TrfPlayer) -> str:
    points = "" if player.points is None else points_text(player.points)
    rank = "" if player.rank is None else str(player.rank)
    rounds = "".join(f"  {_cell(cell)}" for cell in player.cells)
    head = f"001 {identity_text(player.identity)} {points:>4} {rank:>4}"
    return f"{head}{rounds}" if player.cells else head.rstrip()


def identity_text(identity: Identity) -> str:
    """Columns 5 to 79."""
    rating = "" if identity.rating is None else str(identity.rating)
    return (
        f"{identity.number:>4} {identity.sex[:1]:1}{identity.title[:3]:>3} {one_line(identity.name)[:33]:<33} "
        f"{rating[:4]:>4} {identity.federation[:3]:>3} {identity.id[:11]:>11} {born_text(identity.born):<10}"
    )


def _cell(cell: TrfCell) -> str:
    """An open game keeps its blank, so that the line reaches its result's column: some readers want that."""
    if cell == TrfCell():
        return " " * (ROUND_WIDTH - 2)
    opponent = "0000" if cell.opponent is None else f"{cell.opponent:>4}"
    colour = "-" if cell.colour is None else cell.colour.value[0]
    return f"{opponent} {colour} {cell.mark.value}"


def born_text(born: BirthDate | None) -> str:
    return "" if born is None else f"{born.year:04}/{born.month:02}/{born.day:02}"


def day_text(day: datetime.date | None) -> str:
    return "" if day is None else f"{day:%Y/%m/%d}"


def count_text(count: int | None) -> str:
    return "" if count is None else str(count)


def points_text(points: Fraction) -> str:
    """Four columns. Thirds and the like are cut to what fits."""
    text = f"{float(points):4.1f}" if (points * 10).denominator == 1 else f"{float(points):4.2f}"
    return text if len(text) <= _POINTS_WIDTH else f"{text[:_POINTS_WIDTH].rstrip('.'):>4}"


def dates_line(dates: Iterable[datetime.date | None], form: str) -> str:
    width = ROUND_WIDTH - 2
    cells = "  ".join(" " * width if day is None else day.strftime(form) for day in dates)
    return (f"{'132':<{FIRST_ROUND - 1}}" + cells).rstrip()


def one_line(text: str) -> str:
    return " ".join(text.split())
