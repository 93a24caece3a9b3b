"""Every code of a TRF, and what becomes of its lines: of FIDE's editions, of JaVaFo and of bbpPairings."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class CodeFate(StrEnum):
    TAKEN = "taken"
    """What it says is kept; where the tournament that goes on here has no place for a part of it, that is told."""
    TOLD = "told"
    """It has no place here, and a note says so."""
    SILENT = "silent"
    """It says nothing of players, points, pairing or teams that other lines do not say."""


CODES: Final = {
    # TRF16
    "001": CodeFate.TAKEN,  # a player, round by round
    "012": CodeFate.TAKEN,  # name
    "013": CodeFate.TOLD,  # a team, where no 310 is: but beside single players it may be a prize for clubs
    "022": CodeFate.TAKEN,  # city
    "032": CodeFate.TAKEN,  # federation
    "042": CodeFate.TAKEN,  # first day
    "052": CodeFate.TAKEN,  # last day
    "062": CodeFate.TAKEN,  # players
    "072": CodeFate.TAKEN,  # rated ones
    "082": CodeFate.TAKEN,  # teams: without 310 or 013 it is refused, unless the players are called single ones
    "092": CodeFate.TAKEN,  # kind
    "102": CodeFate.TAKEN,  # chief arbiter
    "112": CodeFate.TAKEN,  # deputies
    "122": CodeFate.TAKEN,  # rate of play
    "132": CodeFate.TAKEN,  # days of the rounds
    # TRF26
    "142": CodeFate.TAKEN,  # rounds
    "152": CodeFate.TAKEN,  # the colour that was drawn
    "162": CodeFate.TAKEN,  # points for results
    "172": CodeFate.TAKEN,  # how start numbers came about
    "182": CodeFate.TAKEN,  # program
    "192": CodeFate.TAKEN,  # system
    "202": CodeFate.TAKEN,  # tie-breaks
    "212": CodeFate.TAKEN,  # the same, points among them
    "222": CodeFate.TAKEN,  # rate of play in seconds
    "240": CodeFate.TAKEN,  # byes asked for
    "250": CodeFate.TAKEN,  # points of accelerated rounds
    "260": CodeFate.TAKEN,  # who shall not meet
    "299": CodeFate.TOLD,  # points by decision
    "300": CodeFate.TAKEN,  # a line-up that is not the first of the team
    "310": CodeFate.TAKEN,  # a team
    "320": CodeFate.TAKEN,  # byes of teams
    "330": CodeFate.TAKEN,  # a match without a game
    "352": CodeFate.TAKEN,  # colours by board
    "362": CodeFate.TAKEN,  # points for matches
    "801": CodeFate.SILENT,  # rounds of a team once more, for people to read
    "802": CodeFate.SILENT,
    "###": CodeFate.SILENT,
    # JaVaFo
    "XXA": CodeFate.TAKEN,  # as 250
    "XXC": CodeFate.TAKEN,  # as 152, and whether places in the file stand for numbers
    "XXP": CodeFate.TAKEN,  # as 260
    "XXR": CodeFate.TAKEN,  # as 142
    "XXS": CodeFate.TAKEN,  # as 162
    "XXZ": CodeFate.TAKEN,  # who is away from the round to be paired
    # bbpPairings
    "BBW": CodeFate.TAKEN,  # points for a win
    "BBD": CodeFate.TAKEN,  # a draw
    "BBL": CodeFate.TAKEN,  # a loss
    "BBU": CodeFate.TAKEN,  # the bye of the odd number
    "BBZ": CodeFate.TOLD,  # an absence
    "BBF": CodeFate.TOLD,  # a game lost by forfeit
}
"""Other codes are told as not known, but three letters before what reads as a person: those are a federation's line."""
