"""A game played on from a moment of another one: what is kept, and what is shuffled anew (docs/notation.md) [U6]."""

import hashlib
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import notation, records, rules
from engine.errors import MalformedNotation
from engine.events import DeckName, Flooded, Sank, Shuffled
from engine.known import Known, known_from_text, known_to_text, played_on
from engine.observation import observe
from engine.playouts import random_record
from engine.state import State
from engine.tiles import ALL_TILES, Tiles, each_tile
from tests.engine.scenes import ZEROS

SEEDS = st.binary(min_size=32, max_size=32)


def moments(number: int, seats: int) -> list[tuple[State, Known]]:
    """Every moment of a game at random at which it is not over, whole and as everybody knows it."""
    record = random_record(ZEROS, number, "coral", "legendary", seats)
    state = records.start_of(record)
    layers, discarded = [ALL_TILES & ~state.flooded], state.flooded
    found = [(state, Known(observe(state), (layers[0],)))]
    for action in record.actions:
        state, events = rules.apply(state, action, record.seed)
        for event in events:
            match event:
                case Flooded(tile) | Sank(tile):
                    layers[0] &= ~(1 << tile)
                    layers = [layer for layer in layers if layer]
                    discarded |= 1 << tile if isinstance(event, Flooded) else 0
                case Shuffled(DeckName.FLOOD):
                    layers, discarded = [discarded, *layers], 0
        found.append((state, Known(observe(state), tuple(layers))))
    return [(state, known) for state, known in found if state.outcome is None]


MOMENTS = [moment for number in range(6) for moment in moments(number, 2 + number % 3)]
RISEN = next(known for _, known in MOMENTS if len(known.flood_layers) > 1)


def cut(pile: tuple[int, ...], layers: tuple[Tiles, ...]) -> list[list[int]]:
    """A flood pile in pieces as large as the sets, each sorted."""
    pieces = []
    for layer in layers:
        pieces.append(sorted(pile[: layer.bit_count()]))
        pile = pile[layer.bit_count() :]
    assert not pile
    return pieces


@given(moment=st.sampled_from(MOMENTS), seed=SEEDS)
def test_only_the_order_of_the_draw_piles_is_another_one(moment, seed):
    before, known = moment
    after = played_on(known, seed)
    assert Counter(after.treasure.pile) == Counter(before.treasure.pile)
    assert Counter(after.flood.pile) == Counter(before.flood.pile)
    shuffles = after.treasure.shuffles, after.flood.shuffles
    assert observe(after)._replace(treasure=known.state.treasure, flood=known.state.flood) == known.state
    assert (after.treasure.discard, after.flood.discard) == (before.treasure.discard, before.flood.discard)
    assert shuffles == (before.treasure.shuffles + 1, before.flood.shuffles + len(known.flood_layers))


@given(moment=st.sampled_from(MOMENTS), seed=SEEDS)
def test_what_was_known_to_lie_on_top_stays_on_top(moment, seed):
    before, known = moment
    sets = [list(each_tile(layer)) for layer in known.flood_layers]
    assert cut(before.flood.pile, known.flood_layers) == sets
    assert cut(played_on(known, seed).flood.pile, known.flood_layers) == sets


@given(moment=st.sampled_from(MOMENTS))
def test_what_is_known_is_read_as_it_was_written(moment):
    _, known = moment
    assert known_from_text(known_to_text(known)) == known


def test_other_seeds_give_other_orders():
    piles = {played_on(RISEN, hashlib.sha256(bytes([number])).digest()) for number in range(50)}
    assert len({state.treasure.pile for state in piles}) == 50
    assert len({state.flood.pile for state in piles}) == 50


def test_piles_are_shuffled_as_the_notation_says():
    """By the standard library, from the text of docs/notation.md: lists in canonical order, the lowest set first."""
    import hmac

    def order(deck, number, cards):
        keys = [hmac.digest(ZEROS, f"{deck}:{number}:{index}".encode(), "sha256") for index in range(len(cards))]
        return tuple(card for _, card in sorted(zip(keys, cards, strict=True)))

    above, below = RISEN.flood_layers
    flood, treasure = RISEN.state.flood, RISEN.state.treasure
    after = played_on(RISEN, ZEROS)
    lowest = order("flood", flood.shuffles, each_tile(below))
    assert after.flood.pile == order("flood", flood.shuffles + 1, each_tile(above)) + lowest
    assert after.treasure.pile == order("treasure", treasure.shuffles, sorted(after.treasure.pile))


def played_out(known: Known, number: int) -> records.Record:
    """A game played on from there by its first legal actions, to its end."""
    seed = hashlib.sha256(b"%d" % number).digest()
    state, actions = played_on(known, seed), []
    while state.outcome is None:
        actions.append(min(rules.legal_actions(state), key=lambda action: notation.action_to_text(action)[2:]))
        state = rules.apply(state, actions[-1], seed).state
    return records.Record(
        layout="coral",
        difficulty="legendary",
        roles=tuple(seat.role for seat in state.seats),
        roles_dealt="given",
        seed=seed,
        result=state.outcome,
        actions=tuple(actions),
        played_on_from=known,
    )


@pytest.mark.parametrize("number", range(0, len(MOMENTS), len(MOMENTS) // 8))
def test_the_record_of_a_game_played_on_is_read_as_it_was_written(number):
    known = MOMENTS[number][1]
    record = played_out(known, number)
    text = records.record_to_text(record)
    assert f'[RolesDealt "given"]\n[PlayedOnFrom "{known_to_text(known)}"]\n' in text
    replay = records.replay_from_text(text)
    assert replay.record == record
    assert replay.states[0] == played_on(known, record.seed)


GOOD = records.record_to_text(played_out(RISEN, 1))
FIELDS = known_to_text(RISEN)
TOP, LOWEST = FIELDS.split(" ")[8].split("/")


@pytest.mark.parametrize(
    ("why", "old", "new", "line", "problem"),
    [
        ("roles not given", '"given"', '"random"', 4, "roles are given where there is PlayedOnFrom"),
        ("nowhere to play on from", '[PlayedOnFrom "', '[Formerly "', 4, "roles are given where"),
        ("another island", '"coral"', '"classic"', 1, "an island of another layout"),
        ("a set out of order", f"{TOP}/", f"{TOP[::-1]}/", 5, "LAYERS: sets of tiles in canonical order"),
        ("an empty set", f"{TOP}/", f"{TOP}//", 5, "LAYERS: sets of tiles"),
        ("a tile too many", f"{TOP}/", f"{TOP}/A/", 5, "LAYERS: not the tiles of the flood draw pile"),
        ("no sets", f" {TOP}/{LOWEST}", "", 5, "position: 8 fields"),
    ],
)
def test_readers_reject(why, old, new, line, problem):
    assert old in GOOD
    with pytest.raises(MalformedNotation, match=problem) as caught:
        records.record_from_text(GOOD.replace(old, new))
    assert caught.value.field == f"line {line}"


def test_roles_are_those_of_the_position():
    roles = ",".join(seat.role.value for seat in RISEN.state.seats)
    other = ",".join(seat.role.value for seat in reversed(RISEN.state.seats))
    with pytest.raises(MalformedNotation, match="the position does not have these roles"):
        records.record_from_text(GOOD.replace(f'[Roles "{roles}"]', f'[Roles "{other}"]'))


@pytest.mark.parametrize("field", ["TREASURE", "FLOOD"])
def test_draw_piles_lie_face_down(field):
    whole = next(state for state, known in MOMENTS if known == RISEN)
    at = 5 if field == "TREASURE" else 6
    fields = FIELDS.split(" ")
    fields[at] = notation.state_to_text(whole).split(" ")[at]
    with pytest.raises(MalformedNotation, match="not face down") as caught:
        known_from_text(" ".join(fields))
    assert caught.value.field == field


def test_nobody_plays_on_from_the_end():
    record = random_record(ZEROS, 0, "coral", "legendary", 2)
    end = observe(records.replay_from_text(records.record_to_text(record)).states[-1])
    with pytest.raises(MalformedNotation, match="the game is over"):
        known_from_text(f"{notation.state_to_text(end)} ABC")


def test_a_game_played_on_that_nobody_finished_has_a_record_too():
    record = replace(played_out(RISEN, 2), actions=(), result=None, termination="conceded")
    assert records.record_from_text(records.record_to_text(record)) == record
