"""A second reading of docs/rules.md: slow, plain, over texts, dictionaries and lists, sharing nothing with engine/.

Two implementations by one reading of the rules can only be wrong together. A game is a dictionary: `rows`, `cells`
(place to tile), `dry`, `flooded`, `sunk` (sets of tiles), `seats` (role, tile, hand), `turn`, `phase`, `left`, `flown`,
`water`, `captured`, `treasure` and `flood` (each a draw pile and a discard pile, as lists), `shuffles` and `over`.
"""

import hashlib
import hmac
import itertools
import re

CARDS = "ewfohsr"
TILES = "ABCDEFGHIJKLMNOPQRSTUVWX"
HOMES = {"e": "ST", "w": "LX", "f": "CD", "o": "GU"}
FLOODS = {1: 2, 2: 2, 3: 3, 4: 3, 5: 3, 6: 4, 7: 4, 8: 5, 9: 5}


def read(position):
    island, seats, turn, water, captured, treasure, flood, shuffles = position.split(" ")
    game = {"rows": island.split("/"), "cells": {}, "dry": set(), "flooded": set(), "sunk": set()}
    for row, text in enumerate(game["rows"]):
        column = 0
        for cell in re.findall(r"\d|-?[A-Z]|[a-z]", text):
            if cell.isdigit():
                column += int(cell)
                continue
            tile = cell[-1].upper()
            game["cells"][row, column] = tile
            game["sunk" if cell[0] == "-" else "dry" if cell.isupper() else "flooded"].add(tile)
            column += 1
    game["seats"] = [
        {"role": text[0], "tile": text[1], "hand": [card for card in text[3:] if card != "-"]}
        for text in seats.split(",")
    ]
    game["over"] = None
    if turn.startswith("over:"):
        game |= {"over": turn[5:], "turn": None, "phase": None, "left": 0, "flown": False}
    else:
        [(seat, phase, left, flown)] = re.findall(r"^(\d):([a-z]+)(\d)(f?)$", turn)
        game |= {"turn": int(seat), "phase": phase, "left": int(left), "flown": flown == "f"}
    game["water"] = int(water)
    game["captured"] = [card for card in captured if card != "-"]
    game["treasure"] = [[card for card in pile if card != "-"] for pile in treasure.split("/")]
    game["flood"] = [[card for card in pile if card != "-"] for pile in flood.split("/")]
    game["shuffles"] = [int(number) for number in shuffles.split(".")]
    return game


def write(game):
    rows = [re.sub(r"-?[A-Za-z]", lambda cell: _drawn(game, cell[0][-1].upper()), row) for row in game["rows"]]
    seats = [f"{seat['role']}{seat['tile']}:{_hand(seat['hand'])}" for seat in game["seats"]]
    turn = f"{game['turn']}:{game['phase']}{game['left']}{'f' if game['flown'] else ''}"
    return " ".join(
        [
            "/".join(rows),
            ",".join(seats),
            f"over:{game['over']}" if game["over"] else turn,
            str(game["water"]),
            _hand(game["captured"]),
            "/".join("".join(pile) or "-" for pile in game["treasure"]),
            "/".join("".join(pile) or "-" for pile in game["flood"]),
            ".".join(map(str, game["shuffles"])),
        ]
    )


def _drawn(game, tile):
    return f"-{tile}" if tile in game["sunk"] else tile.lower() if tile in game["flooded"] else tile


def _hand(cards):
    return "".join(sorted(cards, key=CARDS.index)) or "-"


def legal(position):
    """Every legal action of every seat, with its prefix, sorted."""
    game = read(position)
    if game["over"]:
        return []
    found = [action for number in range(len(game["seats"])) for action in _specials(game, number)]
    if owing := _owing(game):
        for number in owing:
            found += [f"{number}:discard {card}" for card in set(game["seats"][number]["hand"])]
    elif swimming := [number for number, seat in enumerate(game["seats"]) if seat["tile"] in game["sunk"]]:
        for number in swimming:
            found += [f"{number}:swim {tile}" for tile in _swims(game, number)]
    elif game["phase"] == "flood":
        found.append(f"{game['turn']}:flood")
    else:
        found.append(f"{game['turn']}:draw")
        if game["phase"] == "act" and game["left"] > 0:
            found += [f"{game['turn']}:{words}" for words in _for_an_action(game)]
    return sorted(found)


def _owing(game):
    return [
        number
        for number, seat in enumerate(game["seats"])
        if len(seat["hand"]) > 5 and not (number == game["turn"] and game["phase"] == "draw")
    ]


def _land(game):
    return game["dry"] | game["flooded"]


def _specials(game, number):
    hand = game["seats"][number]["hand"]
    if "s" in hand:
        for tile in game["flooded"]:
            yield f"{number}:sandbag {tile}"
    if "h" in hand:
        everyone = range(len(game["seats"]))
        for count in everyone:
            for pawns in itertools.combinations(everyone, count + 1):
                starts = {game["seats"][pawn]["tile"] for pawn in pawns}
                if len(starts) == 1:
                    for tile in _land(game) - starts:
                        yield f"{number}:lift {''.join(map(str, pawns))} {tile}"
        if len(game["captured"]) == 4 and {seat["tile"] for seat in game["seats"]} == {"J"}:
            yield f"{number}:escape"


def _place(game, tile):
    return next(place for place, there in game["cells"].items() if there == tile)


def _spaces_beside(game, tile, diagonally=False):
    row, column = _place(game, tile)
    beside = set()
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            ways = abs(down) + abs(right)
            if ways == 1 or (ways == 2 and diagonally):
                there = game["cells"].get((row + down, column + right))
                if there:
                    beside.add(there)
    return beside


def _steps(game, seat, tile):
    return _spaces_beside(game, tile, diagonally=seat["role"] == "X") & _land(game)


def _dives(game, start):
    """Every end of a path whose spaces between are flooded or sunk, found path by path."""
    ends, waiting, been = set(), [start], {start}
    while waiting:
        here = waiting.pop()
        for there in _spaces_beside(game, here):
            ends.add(there)
            if there not in been and there not in game["dry"]:
                been.add(there)
                waiting.append(there)
    return (ends & _land(game)) - {start}


def _for_an_action(game):
    number = game["turn"]
    seat = game["seats"][number]
    here, role, hand = seat["tile"], seat["role"], seat["hand"]
    targets = _dives(game, here) if role == "D" else _steps(game, seat, here)
    if role == "P" and not game["flown"]:
        targets = _land(game) - {here}
    yield from (f"move {tile}" for tile in targets)
    wet = (_spaces_beside(game, here, diagonally=role == "X") | {here}) & game["flooded"]
    yield from (f"shore {tile}" for tile in wet)
    if role == "E":
        yield from (f"shore {one} {two}" for one in wet for two in wet if one < two)
    for other, receiver in enumerate(game["seats"]):
        if other != number and (role == "M" or receiver["tile"] == here):
            yield from (f"give {other} {card}" for card in set(hand) if card in HOMES)
        if other != number and role == "N":
            yield from (f"navigate {other} {tile}" for tile in _navigated(game, receiver))
    for card, homes in HOMES.items():
        if hand.count(card) >= 4 and here in homes and card not in game["captured"]:
            yield f"capture {card}"


def _navigated(game, seat):
    here = seat["tile"]
    if seat["role"] == "D":
        first = _spaces_beside(game, here)
        second = {tile for middle in first for tile in _spaces_beside(game, middle)}
        return ((first | second) & _land(game)) - {here}
    first = _steps(game, seat, here)
    second = {tile for middle in first for tile in _steps(game, seat, middle)}
    return (first | second) - {here}


def _swims(game, number):
    seat = game["seats"][number]
    if seat["role"] == "P":
        return _land(game)
    if seat["role"] != "D":
        return _steps(game, seat, seat["tile"])
    distances, waiting = {seat["tile"]: 0}, [seat["tile"]]
    while waiting:
        here = waiting.pop(0)
        for there in _spaces_beside(game, here):
            if there not in distances:
                distances[there] = distances[here] + 1
                waiting.append(there)
    reached = {tile: far for tile, far in distances.items() if tile in _land(game)}
    return {tile for tile, far in reached.items() if far == min(reached.values())}


def play(position, action, seed):
    """The position after a legal action."""
    game = read(position)
    prefix, words = action.split(":")
    number, (verb, *arguments) = int(prefix), words.split(" ")
    seat = game["seats"][number]
    _PLAYS[verb](game, number, seat, arguments, seed)
    if verb != "escape":
        _end(game)
    if not game["over"] and verb in ("draw", "flood"):
        _go_on(game, verb, seed)
    return write(game)


def _spend(game):
    game["left"] -= 1


def _put_away(game, seat, card):
    seat["hand"].remove(card)
    game["treasure"][1].append(card)


def _shore(game, tile):
    game["flooded"].remove(tile)
    game["dry"].add(tile)


def _move(game, number, seat, arguments, seed):
    [tile] = arguments
    if seat["role"] == "P" and tile not in _steps(game, seat, seat["tile"]):
        game["flown"] = True
    seat["tile"] = tile
    _spend(game)


def _navigate(game, number, seat, arguments, seed):
    pawn, tile = arguments
    game["seats"][int(pawn)]["tile"] = tile
    _spend(game)


def _shore_up(game, number, seat, arguments, seed):
    for tile in arguments:
        _shore(game, tile)
    _spend(game)


def _give(game, number, seat, arguments, seed):
    to, card = arguments
    seat["hand"].remove(card)
    game["seats"][int(to)]["hand"].append(card)
    _spend(game)


def _capture(game, number, seat, arguments, seed):
    [card] = arguments
    for _ in range(4):
        _put_away(game, seat, card)
    game["captured"].append(card)
    _spend(game)


def _discard(game, number, seat, arguments, seed):
    _put_away(game, seat, arguments[0])


def _swim(game, number, seat, arguments, seed):
    seat["tile"] = arguments[0]


def _lift(game, number, seat, arguments, seed):
    pawns, tile = arguments
    for pawn in pawns:
        game["seats"][int(pawn)]["tile"] = tile
    _put_away(game, seat, "h")


def _sandbag(game, number, seat, arguments, seed):
    _shore(game, arguments[0])
    _put_away(game, seat, "s")


def _escape(game, number, seat, arguments, seed):
    _put_away(game, seat, "h")
    game["over"] = "won"


def _draw(game, number, seat, arguments, seed):
    card = game["treasure"][0].pop(0)
    if card != "r":
        seat["hand"].append(card)
        return
    game["treasure"][1].append("r")
    game["water"] += 1
    if game["water"] < 10 and game["flood"][1]:
        _flood_discards_on_top(game, seed)


def _flood(game, number, seat, arguments, seed):
    tile = game["flood"][0].pop(0)
    if tile in game["dry"]:
        game["dry"].remove(tile)
        game["flooded"].add(tile)
        game["flood"][1].append(tile)
    else:
        game["flooded"].remove(tile)
        game["sunk"].add(tile)


_PLAYS = {
    "move": _move,
    "navigate": _navigate,
    "shore": _shore_up,
    "give": _give,
    "capture": _capture,
    "discard": _discard,
    "swim": _swim,
    "lift": _lift,
    "sandbag": _sandbag,
    "escape": _escape,
    "draw": _draw,
    "flood": _flood,
}


def _flood_discards_on_top(game, seed):
    game["flood"] = [shuffle(seed, "flood", game["shuffles"][0], game["flood"][1]) + game["flood"][0], []]
    game["shuffles"][0] += 1


def _go_on(game, verb, seed):
    if verb == "draw" and not game["treasure"][0]:
        game["treasure"] = [shuffle(seed, "treasure", game["shuffles"][1], game["treasure"][1]), []]
        game["shuffles"][1] += 1
    if verb == "flood" and not game["flood"][0]:
        _flood_discards_on_top(game, seed)
    if verb == "draw" and game["phase"] == "act":
        game |= {"phase": "draw", "left": 1, "flown": False}
    elif verb == "draw":
        game |= {"phase": "flood", "left": FLOODS[game["water"]]}
    elif game["left"] > 1:
        game["left"] -= 1
    else:
        game |= {"turn": (game["turn"] + 1) % len(game["seats"]), "phase": "act", "left": 3, "flown": False}


def _end(game):
    lifts = [card for seat in game["seats"] for card in seat["hand"] if card == "h"]
    if game["water"] == 10:
        game["over"] = "water"
    elif "J" in game["sunk"]:
        game["over"] = "landing"
    else:
        for card in "ewfo":
            if set(HOMES[card]) <= game["sunk"] and card not in game["captured"] and not game["over"]:
                game["over"] = f"treasure-{card}"
        for number, seat in enumerate(game["seats"]):
            if seat["tile"] in game["sunk"] and not _swims(game, number) and not lifts and not game["over"]:
                game["over"] = f"drowned-{number}"


def shuffle(seed, deck, number, cards):
    keyed = [
        (hmac.new(bytes.fromhex(seed), f"{deck}:{number}:{index}".encode("ascii"), hashlib.sha256).digest(), card)
        for index, card in enumerate(cards)
    ]
    return [card for _, card in sorted(keyed, key=lambda pair: pair[0])]


def deal(seed, rows, mark, seats):
    """The fresh position on a layout, given as rows of `#` and `.`, at a mark of the water meter."""
    tiles = iter(shuffle(seed, "island", 0, TILES))
    flood = shuffle(seed, "flood", 0, TILES)
    cards = shuffle(seed, "treasure", 0, "e" * 5 + "w" * 5 + "f" * 5 + "o" * 5 + "hhhss")
    roles = shuffle(seed, "roles", 0, "DEMNPX")[:seats]
    hands = [cards[2 * number : 2 * number + 2] for number in range(seats)]
    rest = shuffle(seed, "treasure", 1, cards[2 * seats :] + list("rrr"))
    island = []
    for row in rows:
        text = "".join(next(tiles) if cell == "#" else "." for cell in row)
        text = "".join(tile.lower() if tile in flood[:6] else tile for tile in text)
        island.append(re.sub(r"\.+", lambda sea: str(len(sea[0])), text))
    starts = dict(zip("DEMNPX", "MBRKJF", strict=True))
    seated = [f"{role}{starts[role]}:{_hand(hand)}" for role, hand in zip(roles, hands, strict=True)]
    piles = [f"{''.join(rest)}/-", f"{''.join(flood[6:])}/{''.join(flood[:6])}"]
    return " ".join(["/".join(island), ",".join(seated), "0:act3", str(mark), "-", *piles, "1.2"])
