"""Cup: who is in, read again from the rows alone; who meets whom in the tree; why somebody has no tie."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tests.tools.pairing.true_reasons.attendance import marked
from tests.tools.pairing.true_reasons.saying import Said, says
from tests.tools.pairing.true_reasons.scene import PAGES, Page
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.snapshot import PlayedGame, PlayedRound, PlayerId

OPEN, NOBODY = -1, 0
WHITE_WINS, BLACK_WINS = {"1-0", "+--"}, {"0-1", "--+"}


class CupPage(Page):
    def find_meetings(self, one: PlayerId, other: PlayerId) -> list[int]:
        """The draw and not the game makes the tie: a forfeit is a meeting."""
        return [number for number, (_what, whom, _colour) in enumerate(self.story(one), start=1) if whom == other]

    def order(self) -> list[PlayerId]:
        """Boards have no higher placed player here; those in who are here come first, as the director may set them."""
        here = set(self.present())
        others = sorted(self.entrants.keys() - here)
        return [*sorted(here & self.staying), *sorted(here - self.staying), *others]

    @property
    def is_tree(self) -> bool:
        return self.option("draw").value != "each_round"

    def has_left(self, player: PlayerId) -> bool:
        coming = len(self.snapshot.rounds) + 1
        return any(last is None and first <= coming for first, last in self.snapshot.by_number[player].away)

    def outcome(self, number: int, game: PlayedGame, *, is_final: bool) -> PlayerId:
        """Who went on; OPEN, or NOBODY."""
        said = self.said_by_the_game(number, game, is_final=is_final)
        if said is not None:
            return said
        stay = [player for player in (game.white, game.black) if not self.has_left(player)]
        walk_over = OPEN if len(stay) == 2 else stay[0] if stay else NOBODY
        return next(self.drawn_upon(number, game), walk_over)

    def said_by_the_game(self, number: int, game: PlayedGame, *, is_final: bool) -> PlayerId | None:
        """None where it takes somebody's leaving."""
        result = game.result.value
        if result == "*":
            return None
        if result == "---":
            drawn = game.decided_by
            return drawn.winner if drawn is not None and drawn.step == "lot" else NOBODY
        games = max(self.option("games"), self.option("final_games") if is_final else 1)
        if result in WHITE_WINS | BLACK_WINS and (games == 1 or result in {"+--", "--+"}):
            return game.white if result in WHITE_WINS else game.black
        if game.decided_by is not None:
            return game.decided_by.winner
        return None if games == 2 else self.by_the_list(number, game, is_final=is_final)

    def drawn_upon(self, number: int, game: PlayedGame) -> Iterator[PlayerId]:
        """By later rounds in which one of them had a place, and the other was away; or, without a tree, both were."""
        for later in self.snapshot.rounds[number:]:
            places = [player for board in later.games for player in (board.white, board.black)]
            places += [bye.player for bye in later.byes if bye.kind.value == "pairing"]
            white_away, black_away = (
                self.snapshot.by_number[player].is_away(later.number) for player in (game.white, game.black)
            )
            if game.white in places and game.black not in places and black_away:
                yield game.white
            elif game.black in places and game.white not in places and white_away:
                yield game.black
            elif white_away and black_away and not self.is_tree:
                yield NOBODY

    def by_the_list(self, number: int, game: PlayedGame, *, is_final: bool) -> PlayerId | None:
        """As far as no further game is needed."""
        white, black = (self.snapshot.by_number[player].rating for player in (game.white, game.black))
        lower = min((white or 0, -game.white, game.white), (black or 0, -game.black, game.black))[2]
        for step in ((self.option("decide_final") if is_final else None) or self.option("decide")).steps:
            match step.name:
                case "black":
                    return game.black
                case "lower":
                    return lower
                case "lower_if":
                    if white is not None and black is not None and abs(white - black) >= step.numbers[0]:
                        return lower
                case "lot":
                    return Lots(self.snapshot.seed, number).sort("decide", (game.white, game.black))[0]
                case _:
                    return None
        return None

    @cached_property
    def field(self) -> set[PlayerId]:
        if not self.snapshot.rounds:
            return {each.number for each in self.snapshot.entrants if each.takes_part(1)}
        first = self.snapshot.rounds[0]
        passed = {bye.player for bye in first.byes if bye.kind.value == "pairing"}
        return passed | {player for game in first.games for player in (game.white, game.black)}

    @cached_property
    def course(self) -> tuple[set[PlayerId], dict[PlayerId, tuple[int, PlayerId]], list[tuple[int, PlayedGame]]]:
        """Who is in; who is out, by whom in which round; the ties that are open."""
        return self.course_of(self.field, 1)

    @cached_property
    def second_course(self) -> tuple[set[PlayerId], dict[PlayerId, tuple[int, PlayerId]], list[tuple[int, PlayedGame]]]:
        losers = {player for player, (number, _winner) in self.course[1].items() if number == 1}
        return self.course_of(losers, 2)

    def course_of(
        self, players: set[PlayerId], first_round: int
    ) -> tuple[set[PlayerId], dict[PlayerId, tuple[int, PlayerId]], list[tuple[int, PlayedGame]]]:
        still_in, out, waiting = set(players), {}, []
        by_leaving: list[tuple[int, PlayedGame]] = []
        for played in self.snapshot.rounds[first_round - 1 :]:
            if self.is_tree and first_round == 1:
                self.close_what_is_passed(played, still_in, out, waiting, by_leaving)
            before = set(still_in)
            for game in played.games:
                pair = {game.white, game.black}
                if not before & pair:
                    continue
                winner = self.outcome(played.number, game, is_final=len(before) == 2)
                if self.said_by_the_game(played.number, game, is_final=len(before) == 2) is None:
                    by_leaving.append((played.number, game))
                if winner == OPEN:
                    waiting.append((played.number, game))
                    still_in |= pair
                    continue
                for player in pair:
                    if player == winner:
                        still_in.add(player)
                        out.pop(player, None)
                    else:
                        still_in.discard(player)
                        out[player] = (played.number, winner)
        return still_in, out, waiting

    def close_what_is_passed(
        self,
        played: PlayedRound,
        still_in: set[PlayerId],
        out: dict[PlayerId, tuple[int, PlayerId]],
        waiting: list[tuple[int, PlayedGame]],
        by_leaving: list[tuple[int, PlayedGame]],
    ) -> None:
        """In a tree, before what was played in that round: a tie whose two had both left is over, and so is the cup for
        somebody alone who had left, as soon as another has a place in their part of the tree."""
        placed = {player for game in played.games for player in (game.white, game.black)}
        placed |= {bye.player for bye in played.byes if bye.kind.value == "pairing"}
        away = {player for player in self.entrants if self.snapshot.by_number[player].is_away(played.number)}
        for tie in list(by_leaving):
            number, game = tie
            pair = {game.white, game.black}
            if len(pair & placed) == 1 and len(pair & away) == 1:
                by_leaving.remove(tie)
            elif pair <= away and self.goes_past(pair, number, played, placed & still_in):
                by_leaving.remove(tie)
                if tie in waiting:
                    waiting.remove(tie)
                still_in -= pair
                out |= dict.fromkeys(pair, (number, NOBODY))
        busy = placed.union(*({game.white, game.black} for _number, game in by_leaving))
        for player in sorted((still_in & away) - busy):
            others = self.goes_past({player}, 0, played, placed & still_in)
            if others and not self.has_left(player):
                still_in.discard(player)
                out[player] = (played.number, min(others))

    def goes_past(self, who: set[PlayerId], since: int, played: PlayedRound, others: set[PlayerId]) -> set[PlayerId]:
        """Who of the others stands in that round where these would, or further on."""
        seeds = sorted(who & self.field)
        if not seeds:
            return set()
        with_them = self.part(seeds[0], played.number) - self.part(seeds[0], since) - who
        further_on = self.part(seeds[0], played.number - 1)
        by_hand = {player for game in played.games if game.by_hand for player in (game.white, game.black)}
        return {
            player
            for player in with_them & others
            if player in further_on or player not in by_hand or played.number - since == 1
        }

    def part(self, player: PlayerId, number: int) -> set[PlayerId]:
        """Of whom the tree lets one alone get beyond that round."""
        return {other for other in self.field if self.folded(other, number + 1) == self.folded(player, number + 1)}

    @property
    def staying(self) -> set[PlayerId]:
        return {player for player in self.course[0] if not self.has_left(player)}

    def lost_in(self, number: int) -> set[PlayerId]:
        return {player for player, (lost_in, _winner) in self.course[1].items() if lost_in == number}

    @property
    def is_as_drawn(self) -> bool:
        """No round was changed by hand, nobody has a place that was another's, and who was in met their neighbour."""
        by_hand = any(game.by_hand for played in self.snapshot.rounds for game in played.games)
        return not by_hand and not self.option("lucky_loser") and (not self.is_tree or self.is_by_the_tree)

    @cached_property
    def is_by_the_tree(self) -> bool:
        for played in self.snapshot.rounds:
            lost = {player for player, (number, _winner) in self.course[1].items() if number < played.number}
            for game in played.games:
                pair = {game.white, game.black}
                if pair & lost:
                    continue
                if not pair <= self.field or not self.are_neighbours(game.white, game.black, played.number):
                    return False
        return True

    def folded(self, player: PlayerId, number: int) -> int:
        """The best seed of the part of the tree that this one stands in, in that round."""
        seeds = sorted(self.field)
        size = 1
        while size < len(seeds):
            size *= 2
        place = seeds.index(player) + 1
        for _round in range(1, number):
            place = min(place, size + 1 - place)
            size //= 2
        return place

    def are_neighbours(self, one: PlayerId, other: PlayerId, number: int) -> bool:
        places = 1
        while places < len(self.field):
            places *= 2
        return self.folded(one, number) + self.folded(other, number) == places // 2 ** (number - 1) + 1


PAGES["cup"] = CupPage


def page_of(where: Said) -> CupPage:
    page = where.scene.page
    assert isinstance(page, CupPage)
    return page


def pair_of(where: Said) -> set[PlayerId]:
    assert where.board is not None
    return {where.board.white, where.board.black}


def coming(where: Said) -> int:
    return where.scene.snapshot.next_number


@says("cup/order")
def by_lot(where: Said) -> bool:
    page, paired = page_of(where), where.scene.paired
    assert paired is not None
    snapshot = where.scene.snapshot
    drawn = Lots(snapshot.seed, coming(where)).sort(f"cup:{coming(where)}", sorted(page.staying))
    told = [player for player in paired.order if player in page.staying]
    return not page.is_tree and (page.option("lucky_loser") or told == [player for player in drawn if player in told])


@says("cup/order/tree")
def by_tree(where: Said) -> bool:
    return page_of(where).is_tree


@says("cup/drawn")
def drawn(where: Said, first: PlayerId, second: PlayerId) -> bool:
    page = page_of(where)
    is_in = page.option("lucky_loser") or {first, second} <= page.staying
    return not page.is_tree and pair_of(where) == {first, second} and is_in


@says("cup/tree")
def neighbours(where: Said, first: PlayerId, second: PlayerId) -> bool:
    page = page_of(where)
    return page.is_tree and pair_of(where) == {first, second} and page.are_neighbours(first, second, 1)


@says("cup/tree/winners")
def winners_meet(where: Said, first: PlayerId, second: PlayerId, round: int) -> bool:
    page = page_of(where)
    is_so = pair_of(where) == {first, second} and round == coming(where) and page.is_tree
    if not page.is_as_drawn or not {first, second} <= page.field:  # who came later has no place of their own
        return is_so
    return is_so and {first, second} <= page.staying and page.are_neighbours(first, second, round)


@says("cup/third")
def for_third(where: Said, first: PlayerId, second: PlayerId) -> bool:
    lost = {first, second}
    return pair_of(where) == lost == page_of(where).lost_in(coming(where) - 1) & lost


@says("cup/consolation")
def losers_meet(where: Said, first: PlayerId, second: PlayerId) -> bool:
    page = page_of(where)
    return pair_of(where) == {first, second} and {first, second} <= page.second_course[0]


def main_passes(where: Said) -> int:
    paired = where.scene.paired
    assert paired is not None
    rules = [reason.rule for bye in paired.byes for reason in bye.reasons]
    return sum(rule in {"cup/free/lot", "cup/free/best", "cup/free/finalist"} for rule in rules)


def has_a_pass(where: Said, player: PlayerId) -> bool:
    return where.bye is not None and where.about == player and where.bye.kind.value == "pairing"


@says("cup/free/lot")
def free_by_lot(where: Said, player: PlayerId, count: int) -> bool:
    return has_a_pass(where, player) and not page_of(where).is_tree and count == main_passes(where)


@says("cup/free/best")
def free_as_best(where: Said, player: PlayerId, count: int) -> bool:
    page, paired = page_of(where), where.scene.paired
    assert paired is not None
    rating = page.snapshot.by_number[player].rating or 0
    drawn_boards = [board for board in paired.boards if board.reasons[0].rule == "cup/drawn"]
    others = [each for board in drawn_boards for each in (board.white, board.black)]
    passed = [bye for played in page.snapshot.rounds for bye in played.byes if bye.kind.value == "pairing"]
    had = {each: sum(bye.player == each for bye in passed) for each in (*others, player)}
    better = [
        each for each in others if (page.snapshot.by_number[each].rating or 0) > rating and had[each] < had[player]
    ]
    is_so = has_a_pass(where, player) and page.option("free_to").value == "best"
    return is_so and count == main_passes(where) and not better


@says("cup/free/finalist")
def free_as_finalist(where: Said, player: PlayerId) -> bool:
    return has_a_pass(where, player) and player in {1, 2} and page_of(where).option("free_to").value == "finalists"


@says("cup/free/tree")
def free_in_tree(where: Said, player: PlayerId) -> bool:
    return has_a_pass(where, player) and page_of(where).is_tree


@says("cup/free/consolation")
def free_among_losers(where: Said, player: PlayerId) -> bool:
    return has_a_pass(where, player) and player in page_of(where).second_course[0]


@says("cup/postponed")
def postponed(where: Said, player: PlayerId) -> bool:
    assert where.board is not None
    has_withdrawn = where.scene.snapshot.by_number[player].is_away(coming(where))
    is_away = marked(where, player) is not None or has_withdrawn
    return where.board.is_postponed and player in pair_of(where) and is_away


@says("cup/colour/first")
def first_has_white(where: Said, white: PlayerId) -> bool:
    assert where.board is not None
    drawn = [reason.facts["first"].number for reason in where.board.reasons if "first" in reason.facts]
    is_first = white in drawn or not drawn  # a board of two latecomers is not drawn
    return is_first and where.board.white == white and page_of(where).option("colours").value == "first_drawn"


@says("cup/colour/lot")
def white_by_lot(where: Said, white: PlayerId) -> bool:
    page, pair = page_of(where), sorted(pair_of(where))
    assert where.board is not None
    lots = {Lots(page.snapshot.seed, coming(where)).sort("colour", order)[0] for order in (pair, pair[::-1])}
    return where.board.white == white and white in lots and page.option("colours").value in {"lot", "balance"}


@says("cup/colour/seed")
def lower_seed_has_white(where: Said, white: PlayerId) -> bool:
    assert where.board is not None
    return where.board.white == white == max(pair_of(where))


@says("cup/out")
def is_out(where: Said, player: PlayerId, other: PlayerId, round: int) -> bool:
    return where.about == player and page_of(where).course[1].get(player) == (round, other)


@says("cup/out/both")
def neither_went_on(where: Said, player: PlayerId, round: int) -> bool:
    return where.about == player and page_of(where).course[1].get(player) == (round, NOBODY)


@says("cup/not_in")
def came_late(where: Said, player: PlayerId) -> bool:
    return where.about == player and bool(where.scene.snapshot.rounds) and player not in page_of(where).course[1]


@says("cup/waits")
def waits(where: Said, player: PlayerId) -> bool:
    page = page_of(where)
    return where.about == player and player in page.course[0] and bool(page.course[2] or to_be_drawn(where))


def to_be_drawn(where: Said) -> set[tuple[PlayerId, PlayerId, int]]:
    """Neighbours of a round gone by who are both in, and have neither met nor passed in it."""
    page = page_of(where)
    found = set()
    for played in where.scene.snapshot.rounds:
        busy = {player for game in played.games for player in (game.white, game.black)}
        busy |= {bye.player for bye in played.byes if bye.kind.value == "pairing"}
        free = sorted(page.staying & page.field - busy)
        found |= {
            (one, other, played.number)
            for one in free
            for other in free
            if one != other and page.are_neighbours(one, other, played.number)
        }
    return found


@says("cup/to_meet")
def is_to_meet(where: Said, player: PlayerId, other: PlayerId, round: int) -> bool:
    is_drawn = not page_of(where).is_as_drawn
    return where.about == player and (is_drawn or (player, other, round) in to_be_drawn(where))


@says("cup/impossible/undrawn")
def has_no_tie_yet(where: Said, first: PlayerId, second: PlayerId, round: int) -> bool:
    return not page_of(where).is_as_drawn or (first, second, round) in to_be_drawn(where)


@says("cup/impossible/draw_it")
def can_be_set_up(where: Said) -> bool:
    return not page_of(where).is_as_drawn or bool(to_be_drawn(where))


@says("cup/not_decided")
def own_tie_is_open(where: Said, player: PlayerId, round: int) -> bool:
    open_ties = page_of(where).course[2]
    return where.about == player and any(
        number == round and player in (game.white, game.black) for number, game in open_ties
    )


@says("cup/impossible/open")
def tie_is_open(where: Said, white: PlayerId, black: PlayerId, round: int) -> bool:
    page = page_of(where)
    open_ties = [*page.course[2], *(page.second_course[2] if page.option("consolation").value == "first_round" else [])]
    return any((number, game.white, game.black) == (round, white, black) for number, game in open_ties)


@says("cup/impossible/decide")
def something_is_open(where: Said) -> bool:
    page = page_of(where)
    return bool(page.course[2] or page.second_course[2])


@says("cup/impossible/forbidden")
def somebody_may_not_meet(where: Said) -> bool:
    page = page_of(where)
    playing = page.staying | page.second_course[0] | page.course[1].keys()
    return any(pair <= playing for pair in where.scene.snapshot.forbidden_pairs)


@says("cup/impossible/winner")
def has_won(where: Said, player: PlayerId) -> bool:
    return page_of(where).staying == {player} or len(page_of(where).staying) <= 1


@says("cup/impossible/nobody")
def nobody_is_left(where: Said) -> bool:
    return not page_of(where).staying


@says("cup/note/forbidden")
def forbidden_but_drawn(where: Said) -> bool:
    page, paired = page_of(where), where.scene.paired
    assert paired is not None
    pairs = [{board.white, board.black} for board in paired.boards if not board.pinned]
    return page.is_tree and any(page.is_forbidden(*pair) for pair in pairs)
