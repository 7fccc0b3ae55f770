"""The table of contents of the rules: what is legal, why something is not, and what an action does."""

from typing import NamedTuple, assert_never

from engine import actions, endings, flood, movement, shoring, specials, treasures
from engine.actions import (
    Action,
    Capture,
    Discard,
    Draw,
    Escape,
    Flood,
    Give,
    Lift,
    Move,
    Navigate,
    Sandbag,
    ShoreUp,
    SpendingAction,
    Swim,
)
from engine.errors import IllegalAction
from engine.events import Ended, Event
from engine.reasons import Reason
from engine.refusals import refusal
from engine.state import State
from engine.tiles import is_in
from engine.turns import ACTION, DISCARD, FLOOD_CARD, NOTHING, SWIM, TREASURE_CARD, awaited, over_limit, swimmers


class Step(NamedTuple):
    """The state after an action, and the events it caused, oldest first."""

    state: State
    events: tuple[Event, ...]


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every legal action of every seat, each once; the same for a state and for what `observe` shows of it."""
    waiting_for = awaited(state)
    if waiting_for is NOTHING:
        return ()
    found = _special_cards(state)
    if waiting_for is ACTION:
        found += _spending_an_action(state, state.turn)
        found += actions.for_seat(Draw, state.turn)
    elif waiting_for is TREASURE_CARD:
        found += actions.for_seat(Draw, state.turn)
    elif waiting_for is FLOOD_CARD:
        found += actions.for_seat(Flood, state.turn)
    elif waiting_for is DISCARD:
        for number in over_limit(state):
            found += actions.with_each(Discard, number, treasures.discardable(state, number))
    else:
        for number in swimmers(state):
            found += actions.at_each(Swim, number, movement.swims(state, number))
    return tuple(found)


def _special_cards(state: State) -> list[Action]:
    found: list[Action] = []
    for number in specials.holders(state):
        if specials.can_lift(state, number):
            for tile, pawns in specials.standing(state).items():
                found += actions.lifts(number, pawns, specials.landing_places(state, tile))
            if specials.can_escape(state, number):
                found += actions.for_seat(Escape, number)
        if tiles := specials.baggable(state, number):
            found += actions.at_each(Sandbag, number, tiles)
    return found


def _spending_an_action(state: State, number: int) -> list[Action]:
    found = actions.at_each(Move, number, movement.moves(state, number))
    if tiles := shoring.shorable(state, number):
        found += actions.shorings(number, tiles, shoring.most_at_once(state, number))
    if cards := treasures.treasure_kinds(state.seats[number].hand):
        for to in treasures.receivers(state, number):
            found += actions.gifts(number, to, cards)
        found += actions.with_each(Capture, number, treasures.capturable(state, number))
    for pawn in movement.navigable(state, number):
        found += actions.navigations(number, pawn, movement.navigations(state, pawn))
    return found


def is_legal(state: State, action: Action) -> bool:
    """Whether the action is one of `legal_actions(state)`, found without making the list."""
    waiting_for = awaited(state)
    if waiting_for is NOTHING or not 0 <= action.seat < len(state.seats):
        return False
    match action:
        case Draw():
            waits = waiting_for is TREASURE_CARD or waiting_for is ACTION
            return waits and action.seat == state.turn
        case Flood():
            return waiting_for is FLOOD_CARD and action.seat == state.turn
        case Move() | ShoreUp() | Give() | Capture() | Navigate():
            return waiting_for is ACTION and action.seat == state.turn and _may_spend_action(state, action)
        case Discard(seat, card):
            return card in treasures.discardable(state, seat)
        case Swim(seat, tile):
            return waiting_for is SWIM and seat in swimmers(state) and is_in(tile, movement.swims(state, seat))
        case Lift() | Sandbag() | Escape():
            return _may_play(state, action)
        case _:
            assert_never(action)


def _may_play(state: State, action: Lift | Sandbag | Escape) -> bool:
    match action:
        case Lift(number, pawns, tile):
            return specials.can_lift(state, number) and specials.may_fly(state, pawns, tile)
        case Sandbag(number, tile):
            return is_in(tile, specials.baggable(state, number))
        case Escape(number):
            return specials.can_escape(state, number)
        case _:
            assert_never(action)


def _may_spend_action(state: State, action: SpendingAction) -> bool:
    number = action.seat
    match action:
        case Move():
            return is_in(action.tile, movement.moves(state, number))
        case ShoreUp():
            return shoring.may_shore(state, number, action.tiles)
        case Give():
            return treasures.may_give(state, number, action.to, action.card)
        case Capture():
            return action.treasure in treasures.capturable(state, number)
        case Navigate():
            return movement.may_navigate(state, number, action.pawn, action.tile)
        case _:
            assert_never(action)


def why_not(state: State, action: Action) -> Reason | None:
    """The rule that forbids the action, as data; None for a legal one."""
    return None if is_legal(state, action) else refusal(state, action)


def apply(state: State, action: Action, seed: bytes) -> Step:
    """The state after the action and the events it caused; shuffles follow from the seed's 32 bytes.

    Raises IllegalAction, which carries the reason, when the action is not in `legal_actions(state)`, and HiddenCard
    when it turns a card that this form of the position hides. The state that was passed is never changed.
    """
    if not is_legal(state, action):
        raise IllegalAction(refusal(state, action))
    after, events = _effect(state, action, seed)
    if ended := endings.outcome(after, action):
        return Step(endings.finish(after, ended), (*events, Ended(ended)))
    match action:
        case Draw():
            after, followed = treasures.make_anew(after, seed)
        case Flood():
            after, followed = flood.go_on(after, seed)
        case _:
            return Step(after, events)
    return Step(after, events + followed)


def _effect(state: State, action: Action, seed: bytes) -> tuple[State, tuple[Event, ...]]:  # noqa: C901 - one flat list of verbs
    match action:
        case Draw():
            return treasures.turn_card(state, action, seed)
        case Flood():
            return flood.turn_card(state)
        case Move():
            return movement.move(state, action)
        case ShoreUp():
            return shoring.shore_up(state, action)
        case Lift():
            return specials.lift(state, action)
        case Sandbag():
            return specials.sandbag(state, action)
        case Discard():
            return treasures.discard(state, action)
        case Give():
            return treasures.give(state, action)
        case Capture():
            return treasures.capture(state, action)
        case Navigate():
            return movement.navigate(state, action)
        case Swim():
            return movement.swim(state, action)
        case Escape():
            return specials.escape(state, action)
        case _:
            assert_never(action)
