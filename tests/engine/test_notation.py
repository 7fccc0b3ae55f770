"""Positions, actions and events as text and JSON (docs/notation.md, docs/protocol.md)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import events, notation, rules
from engine.deal import new_game
from engine.errors import HiddenCard, MalformedNotation
from engine.events import Event
from engine.layouts import LAYOUTS
from engine.observation import observe, observe_text
from engine.state import NOBODY, End, Outcome, Phase
from engine.tiles import HIDDEN
from tests.engine.every_action import every_action
from tests.engine.scenes import ZEROS, all_scenarios, position

FRESH = notation.state_to_text(new_game(ZEROS, "classic", "novice", 2))
FIELDS = dict(
    zip(
        ("ISLAND", "SEATS", "TURN", "WATER", "CAPTURED", "TREASURE", "FLOOD", "SHUFFLES"), FRESH.split(" "), strict=True
    )
)


def fresh_but(**fields: str) -> str:
    return " ".join((FIELDS | fields).values())


MALFORMED = [
    ("nothing at all", "position", ""),
    ("seven fields", "position", FRESH.rsplit(" ", 1)[0]),
    ("a line end", "SHUFFLES", FRESH + "\n"),
    ("a space before it", "position", " " + FRESH),
    ("a row without anything", "ISLAND", fresh_but(ISLAND=FIELDS["ISLAND"] + "/")),
    ("no sea as a digit", "ISLAND", fresh_but(ISLAND=FIELDS["ISLAND"].replace("2S", "0S"))),
    ("a lower-case sunk tile", "ISLAND", fresh_but(ISLAND=FIELDS["ISLAND"].replace("S", "-s"))),
    ("a tile that does not exist", "ISLAND", fresh_but(ISLAND=FIELDS["ISLAND"].replace("S", "Z"))),
    ("a digit of another script", "ISLAND", fresh_but(ISLAND=FIELDS["ISLAND"].replace("2S", "\u0662S"))),
    ("a tile too few", "ISLAND", fresh_but(ISLAND=FIELDS["ISLAND"].replace("S", "1"))),
    ("a pawn where no tile is", "SEATS", fresh_but(SEATS="MY:eo,EB:fo")),
    ("an empty hand as nothing", "SEATS", fresh_but(SEATS="MR:,EB:fo")),
    ("a hidden card in a hand", "SEATS", fresh_but(SEATS="MR:e?,EB:fo")),
    ("five seats", "SEATS", fresh_but(SEATS="MR:eo,EB:fo,XF:-,PJ:-,DM:-")),
    ("a phase that does not exist", "TURN", fresh_but(TURN="0:swim1")),
    ("flown while drawing", "TURN", fresh_but(TURN="0:draw1f", SEATS="PR:eo,EB:fo")),
    ("two treasure cards to draw", "TURN", fresh_but(TURN="0:draw2")),
    ("no flood card to draw", "TURN", fresh_but(TURN="0:flood0")),
    ("six flood cards to draw", "TURN", fresh_but(TURN="0:flood6")),
    ("over without how", "TURN", fresh_but(TURN="over:")),
    ("over in a way that does not exist", "TURN", fresh_but(TURN="over:treasure-h")),
    ("a drowned seat that does not exist", "TURN", fresh_but(TURN="over:drowned-2")),
    ("won, but it is not", "TURN", fresh_but(TURN="over:won")),
    ("lost, but it is not", "TURN", fresh_but(TURN="over:landing")),
    ("not over, but the water is", "TURN", fresh_but(WATER="10")),
    ("lost in another way", "TURN", fresh_but(WATER="10", TURN="over:landing")),
    ("a mark with a zero before it", "WATER", fresh_but(WATER="01")),
    ("mark 0", "WATER", fresh_but(WATER="0")),
    ("nothing captured as nothing", "CAPTURED", fresh_but(CAPTURED="")),
    ("a captured Helicopter Lift", "CAPTURED", fresh_but(CAPTURED="h")),
    ("one pile", "TREASURE", fresh_but(TREASURE=FIELDS["TREASURE"][:-2])),
    ("half hidden", "TREASURE", fresh_but(TREASURE="?" + FIELDS["TREASURE"][1:])),
    ("hidden cards too few", "TREASURE", fresh_but(TREASURE="?" * 23 + "/-")),
    ("hidden, and six Earth cards seen", "TREASURE", fresh_but(TREASURE="?" * 19 + "/eeeee")),
    ("an empty treasure draw pile", "TREASURE", fresh_but(TREASURE="-/" + FIELDS["TREASURE"][:-2])),
    ("hidden flood cards too many", "FLOOD", fresh_but(FLOOD="?" * 19 + "/PIARFJ")),
    ("an empty flood draw pile", "FLOOD", fresh_but(FLOOD="-/" + FIELDS["FLOOD"].replace("/", ""))),
    ("a lower-case flood card", "FLOOD", fresh_but(FLOOD=FIELDS["FLOOD"].lower())),
    ("one number", "SHUFFLES", fresh_but(SHUFFLES="1")),
    ("a number with a zero before it", "SHUFFLES", fresh_but(SHUFFLES="1.02")),
    ("an endless number", "SHUFFLES", fresh_but(SHUFFLES=f"1.{'9' * 5000}")),
]


@pytest.mark.parametrize(("why", "field", "text"), MALFORMED, ids=[why for why, _, _ in MALFORMED])
def test_a_reader_refuses_naming_the_field(why, field, text):
    with pytest.raises(MalformedNotation) as refusal:
        notation.state_from_text(text)
    assert refusal.value.field == field
    assert str(refusal.value).startswith(f"{field}: ")
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 120


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text):
    for read in (notation.state_from_text, notation.action_from_text, notation.outcome_from_text):
        with pytest.raises(MalformedNotation):
            read(text)


@given(st.data())
def test_a_spoiled_position_is_refused_or_read_to_the_letter(data):
    at = data.draw(st.integers(0, len(FRESH) - 1))
    letter = data.draw(st.sampled_from("AaZe?-/:,.0129f \n"))
    spoiled = FRESH[:at] + letter + FRESH[at + 1 :]
    try:
        state = notation.state_from_text(spoiled)
    except MalformedNotation:
        return
    assert notation.state_to_text(state) == spoiled


@pytest.mark.parametrize(
    "scenario",
    [scenario for _, scenario in all_scenarios() if scenario.get("error") != "position" and "position" in scenario],
    ids=lambda scenario: scenario["name"],
)
def test_a_position_is_written_as_it_was_read(scenario):
    state = notation.state_from_text(scenario["position"])
    assert notation.state_to_text(state) == scenario["position"]
    public = observe_text(scenario["position"])
    assert notation.state_from_text(public) == observe(state)
    assert notation.state_to_text(observe(state)) == public


def test_a_pile_may_be_hidden_alone_but_then_holds_nothing_else():
    state = notation.state_from_text(fresh_but(FLOOD="?" * 18 + "/PIARFJ"))
    assert set(state.flood.pile) == {HIDDEN}
    assert HIDDEN not in state.treasure.pile


def test_a_waters_rise_onto_a_hidden_flood_pile_is_an_error():
    text = fresh_but(FLOOD="?" * 18 + "/PIARFJ", TREASURE="reeswowhwwffrhhewoforesf/-")
    with pytest.raises(HiddenCard, match="FLOOD"):
        rules.apply(notation.state_from_text(text), notation.action_from_text("0:draw"), ZEROS)


AT_THE_SKULL = fresh_but(TURN="over:water", WATER="10", TREASURE="-/" + FIELDS["TREASURE"].removesuffix("/-"))


def test_an_empty_pile_is_the_same_in_public():
    assert observe_text(AT_THE_SKULL) == notation.state_to_text(observe(notation.state_from_text(AT_THE_SKULL)))
    assert " -/" in observe_text(AT_THE_SKULL)


def test_a_position_that_is_over_has_no_active_seat():
    state = notation.state_from_text(AT_THE_SKULL)
    assert (state.turn, state.phase, state.left, state.has_flown) == (NOBODY, Phase.OVER, 0, False)
    assert state.outcome == Outcome(End.WATER)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_fresh_game_is_written_and_read(layout, seats):
    state = new_game(bytes(range(32)), layout, "legendary", seats)
    assert notation.state_from_text(notation.state_to_text(state)) == state


def test_every_action_is_written_and_read():
    for action in every_action():
        assert notation.action_from_text(notation.action_to_text(action)) == action


MALFORMED_ACTIONS = [
    "", ":", "draw", "4:draw", "00:draw", "0:", "0:Draw", "0: draw", " 0:draw", "0:draw ", "0:draw\n", "0:move",
    "0:move k", "0:move KL", "0:move K L", "0:move  K", "0:shore", "0:shore A B C", "0:shore B A", "0:shore A A",
    "0:navigate A", "0:navigate 4 A", "0:give 1", "0:give 1 E", "0:give 1 x", "0:capture", "0:capture S", "0:discard ?",
    "0:lift A", "0:lift  A", "0:lift 10 A", "0:lift 00 A", "0:lift 04 A", "0:lift 0,1 A", "0:escape J", "0:undo",
    "0:skip", "\u0660:draw", "\ud800:draw",
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED_ACTIONS, ids=ascii)
def test_what_is_no_action_is_refused(text):
    with pytest.raises(MalformedNotation) as refusal:
        notation.action_from_text(text)
    assert refusal.value.field == "action"
    assert str(refusal.value).isascii()


@pytest.mark.parametrize("text", ["won", "water", "landing", "treasure-f", "drowned-3"])
def test_an_outcome_is_written_and_read(text):
    assert notation.outcome_to_text(notation.outcome_from_text(text)) == text


EVENTS: list[tuple[Event, dict[str, Any]]] = [
    (events.Moved(0, 11, 10, events.How.STEP), {"type": "moved", "seat": 0, "from": "L", "to": "K", "how": "step"}),
    (
        events.Moved(1, 0, 1, events.How.NAVIGATE, by=0),
        {"type": "moved", "seat": 1, "from": "A", "to": "B", "how": "navigate", "by": 0},
    ),
    (events.ShoredUp(0, 2), {"type": "shored", "seat": 0, "tile": "C"}),
    (events.Gave(0, 1, 3), {"type": "gave", "seat": 0, "to": 1, "card": "o"}),
    (events.Captured(0, 2), {"type": "captured", "seat": 0, "treasure": "f"}),
    (events.Drew(0, 6), {"type": "drew", "seat": 0, "card": "r"}),
    (events.Rose(3), {"type": "rose", "level": 3}),
    (events.Shuffled(events.DeckName.FLOOD), {"type": "shuffled", "deck": "flood"}),
    (events.Flooded(4), {"type": "flooded", "tile": "E"}),
    (events.Sank(4), {"type": "sank", "tile": "E"}),
    (events.Swam(2, 4, 5), {"type": "swam", "seat": 2, "from": "E", "to": "F"}),
    (events.Lifted(1, (0, 2), 4, 9), {"type": "lifted", "seat": 1, "seats": [0, 2], "from": "E", "to": "J"}),
    (events.Sandbagged(1, 9), {"type": "sandbagged", "seat": 1, "tile": "J"}),
    (events.Discarded(1, 5), {"type": "discarded", "seat": 1, "card": "s"}),
    (events.Escaped(3), {"type": "escaped", "seat": 3}),
    (events.TurnBegan(1), {"type": "turn", "seat": 1}),
    (events.Ended(Outcome(End.DROWNED, 1)), {"type": "ended", "outcome": "drowned-1"}),
]


@pytest.mark.parametrize(("event", "expected"), EVENTS, ids=[expected["type"] for _, expected in EVENTS])
def test_an_event_is_written_as_the_protocol_says(event, expected):
    assert notation.event_to_json(event) == expected


TOLD = [
    ("a step", position(), "0:move A", ["moved"]),
    ("the draw of a card", position(), "0:draw", ["drew"]),
    (
        "a Waters Rise!",
        position(treasure="reeeeewwwwwfffffooooohhhssrr/-", flood="BCDEFGHIJKLMNOPQRSTUVWX/A"),
        "0:draw",
        ["drew", "rose", "shuffled"],
    ),
    ("the last flood card of a turn", position(turn="0:flood1"), "0:flood", ["flooded", "turn"]),
    ("a flood card before", position(turn="0:flood2"), "0:flood", ["flooded"]),
    ("the end", position(water="9", treasure="reeeeewwwwwfffffooooohhhssrr/-"), "0:draw", ["drew", "rose", "ended"]),
    ("two tiles", position(island="2ab2/1CDEF1/GHIJKL/MNOPQR/1STUV1/2WX2"), "0:shore A B", ["shored", "shored"]),
]


@pytest.mark.parametrize(("why", "state", "text", "types"), TOLD, ids=[row[0] for row in TOLD])
def test_what_is_told_of(why, state, text, types):
    told = rules.apply(state, notation.action_from_text(text), ZEROS).events
    assert [notation.event_to_json(event)["type"] for event in told] == types


def test_legal_as_the_protocol_writes_it():
    state = position(
        island="2ab2/1CDEF1/GHIJKL/MNOPQR/1STUV1/2W-X2", seats="EB:eehs,PB:-", captured="ewfo", turn="0:act2"
    )
    land = "ABCDEFGHIJKLMNOPQRSTUVW"
    assert notation.legal_to_json(state) == {
        "0": {
            "move": "AE",
            "shore": "AB",
            "shore2": True,
            "give": {"1": "e"},
            "draw": True,
            "lift": {"from": {"B": "01"}, "to": land},
            "sandbag": "AB",
        }
    }


OWED = [
    (
        "nothing by a pawn that can only be lifted off",
        position(island="2-A-B2/1CD-EF1/GHIJKL/MNOPQR/1STUV1/2WX2", seats="EB:-,PJ:h", turn="0:flood1"),
        {"1": {"lift": {"from": {"B": "0", "J": "1"}, "to": "CDFGHIJKLMNOPQRSTUVWX"}}},
    ),
    ("a discard", position(seats="EB:-,PJ:eewwff"), {"1": {"discard": "ewf"}}),
    ("a swim", position(island="2A-B2/1CDEF1/GHIJKL/MNOPQR/1STUV1/2WX2", turn="0:flood1"), {"0": {"swim": "AE"}}),
]


@pytest.mark.parametrize(("why", "state", "expected"), OWED, ids=[row[0] for row in OWED])
def test_nothing_but_what_is_owed_is_told(why, state, expected):
    assert notation.legal_to_json(state) == expected


def test_the_flight_is_told_apart():
    legal = notation.legal_to_json(position(seats="PB:-,NJ:-"))
    assert legal["0"]["move"] == "AE"
    assert legal["0"]["fly"] == "CDFGHIJKLMNOPQRSTUVWX"


def test_a_lift_with_nowhere_to_go_is_not_told():
    sunk = "".join("-" + tile for tile in "ABCDEFGHI")
    rest = "".join("-" + tile for tile in "KLMNOPQRSTUVWX")
    state = notation.state_from_text(f"{sunk}J{rest} EJ:h,PJ:- 0:act3 5 ewfo hhsseeeeewwwwwfffffooooorrr/- J/- 9.2")
    assert notation.legal_to_json(state) == {"0": {"draw": True, "escape": True}}
    assert len(rules.legal_actions(state)) == 2
