"""The one door for actions: who may, what is new, what is still so, and what the rules say."""

import threading
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection

from games import errors, live
from games.models import PlayedAction
from games.services import lobby
from tests.games.playing import act, refused

pytestmark = pytest.mark.django_db


def test_an_action_becomes_an_entry_and_a_position(game, alice):
    assert act(game, alice, "0:move K") == 1
    entry = game.actions.get(version=1)
    assert entry.events == [{"type": "moved", "seat": 0, "from": "R", "to": "K", "how": "step"}]
    assert (entry.seat, entry.user, entry.action) == (0, alice, "0:move K")
    game.refresh_from_db()
    assert (game.version, game.position) == (1, entry.position)
    assert " MK:eo,EB:fo 0:act2 " in game.position


def test_the_rules_refuse_with_their_reason(game, alice):
    error = refused(game, errors.IllegalCommand, alice, "0:move J")
    assert error.reason == {"rule": "A1", "code": "not_adjacent", "tile": "J", "at": "R"}


@pytest.mark.parametrize(
    "text", ["", "0:", "0", "move K", "0:fly K", "9:move K", "0:move k", "0:move K\n", ":undo", "٣:undo"]
)
def test_what_is_no_action_is_refused(game, alice, text):
    refused(game, errors.MalformedAction, alice, text)


def test_nobody_plays_for_another_seat(game, bob, mallory):
    refused(game, errors.NotYourSeat, bob, "0:move K")
    refused(game, errors.NotYourSeat, mallory, "0:move K")
    refused(game, errors.NotYourSeat, mallory, "0:undo")


def test_a_user_who_was_locked_out_no_longer_plays(game, alice):
    alice.is_active = False
    alice.save(update_fields=["is_active"])
    refused(game, errors.NotYourSeat, alice, "0:move K")


def test_a_stale_command_is_refused(game, alice):
    act(game, alice, "0:move K")
    refused(game, errors.StaleVersion, alice, "0:draw", version=0)
    refused(game, errors.StaleVersion, alice, "0:draw", version=2)


def test_a_command_sent_twice_is_played_once_and_answered_twice(game, alice):
    command_id = uuid4()
    assert act(game, alice, "0:shore R", version=0, command_id=command_id) == 1
    assert act(game, alice, "0:shore R", version=0, command_id=command_id) == 1
    assert game.actions.count() == 2


def test_nobody_uses_another_ones_command_id(game, alice, bob):
    command_id = uuid4()
    act(game, alice, "0:move K", command_id=command_id)
    refused(game, errors.CommandReused, bob, "1:move K", command_id=command_id)


def test_a_table_that_has_not_started_takes_no_action(waiting_game, alice):
    with pytest.raises(errors.GameNotActive):
        act(waiting_game, alice, "0:move K")


def test_a_special_card_is_judged_on_the_position_as_it_is(waiting_game, alice, bob, monkeypatch):
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes([47] * 32))  # Explorer at F; Messenger with Sandbags
    lobby.start_game(game_id=waiting_game.pk, user=alice)
    act(waiting_game, alice, "0:move L")
    assert act(waiting_game, bob, "1:sandbag V", version=0) == 2
    assert refused(waiting_game, errors.NothingToUndo, alice, "0:undo").code == "nothing_to_undo"


@pytest.mark.django_db(transaction=True)
def test_of_two_commands_at_once_one_wins(game, alice, bob):
    barrier, answers = threading.Barrier(2), []

    def command(action):
        barrier.wait()
        try:
            answers.append(act(game, alice, action, version=0))
        except errors.StaleVersion:
            answers.append("stale")
        finally:
            connection.close()

    threads = [threading.Thread(target=command, args=(action,)) for action in ("0:move K", "0:move X")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, answers)) == ["1", "stale"]
    assert list(game.actions.values_list("version", flat=True).order_by("version")) == [0, 1]


def heard(monkeypatch):
    messages = []
    monkeypatch.setattr(live, "send", lambda group, message: messages.append(message))
    return messages


def test_the_table_hears_after_the_commit_only(game, alice, monkeypatch, django_capture_on_commit_callbacks):
    messages = heard(monkeypatch)
    with django_capture_on_commit_callbacks(execute=False) as callbacks:
        act(game, alice, "0:move K")
        assert messages == []
    for callback in callbacks:
        callback()
    assert [message["version"] for message in messages] == [1]


def test_a_doorbell_that_fails_spoils_no_action(game, alice, monkeypatch, django_capture_on_commit_callbacks, caplog):
    def fail(group, message):
        raise OSError

    monkeypatch.setattr(live, "send", fail)
    with django_capture_on_commit_callbacks(execute=True):
        assert act(game, alice, "0:move K") == 1
    caplog.clear()  # robust hooks log the error


def test_entries_are_unique_even_without_the_lock(game, alice):
    row = game.actions.get()
    row.pk = None
    with pytest.raises(IntegrityError, match="one_entry_a_version"):
        PlayedAction.objects.bulk_create([row])
