"""Taking moves back [D1-D3]."""

import pytest

from games import boards, errors
from tests.games.playing import act, refused

pytestmark = pytest.mark.django_db


def test_a_move_is_taken_back_with_its_action(game, alice):
    start = game.position
    act(game, alice, "0:move K")
    assert act(game, alice, "0:undo") == 2
    game.refresh_from_db()
    assert game.position == start
    entry = game.actions.get(version=2)
    assert (entry.action, entry.events) == ("0:undo", [{"type": "undone", "seat": 0, "version": 1}])


def test_moves_are_taken_back_one_after_the_other(game, alice):
    start = game.position
    for action in ("0:move K", "0:move R", "0:undo", "0:move G", "0:undo", "0:undo"):
        act(game, alice, action)
    game.refresh_from_db()
    assert game.position == start
    refused(game, errors.NothingToUndo, alice, "0:undo")


def test_nothing_else_is_taken_back(game, alice):
    act(game, alice, "0:move K")
    act(game, alice, "0:move R")
    act(game, alice, "0:shore R")
    refused(game, errors.NothingToUndo, alice, "0:undo")


def test_a_drawn_card_ends_it(game, alice):
    act(game, alice, "0:move K")
    act(game, alice, "0:draw")
    refused(game, errors.NothingToUndo, alice, "0:undo")


def test_nothing_is_taken_back_at_the_start(game, alice):
    refused(game, errors.NothingToUndo, alice, "0:undo")


def test_nobody_takes_back_another_ones_move(game, alice, bob):
    act(game, alice, "0:move K")
    refused(game, errors.NotYourSeat, bob, "0:undo")
    refused(game, errors.NothingToUndo, bob, "1:undo")


def test_an_undo_needs_the_latest_version(game, alice):
    act(game, alice, "0:move K")
    refused(game, errors.StaleVersion, alice, "0:undo", version=0)


def test_legal_offers_undo_where_it_is_possible(game, alice):
    assert "undo" not in boards.game_frame(game)["legal"]["0"]
    act(game, alice, "0:move K")
    game.refresh_from_db()
    assert boards.game_frame(game)["legal"]["0"]["undo"] is True
    act(game, alice, "0:draw")
    game.refresh_from_db()
    assert "undo" not in boards.game_frame(game)["legal"]["0"]
