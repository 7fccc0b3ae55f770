"""Clocks, skipping, leaving, sitting down, conceding: what the site adds to a turn."""

import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import F

from games import boards, errors
from games.models import Game, Pace, Seat
from games.services import clock, ending, lobby
from tests.games.playing import act, open_table, play_at_random, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(waiting_game, alice, monkeypatch):
    """A game without a pace, Explorer and Messenger, whose first turns harm nobody."""
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes([47] * 32))
    lobby.start_game(game_id=waiting_game.pk, user=alice)
    return Game.objects.get(pk=waiting_game.pk)


@pytest.fixture
def timed_game(alice, bob, monkeypatch):
    """The same, live and with 2 minutes a turn."""
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes([47] * 32))
    game = open_table(alice, pace="live2")
    lobby.take_seat(game_id=game.pk, user=bob, number=1)
    lobby.start_game(game_id=game.pk, user=alice)
    return Game.objects.get(pk=game.pk)


def let_pass(game, **time):
    """Let time go by for a game."""
    passed = timedelta(**time)
    Game.objects.filter(pk=game.pk).update(moved_at=F("moved_at") - passed, deadline_at=F("deadline_at") - passed)


def banks(game):
    """Seconds in the bank of each seat."""
    return [round(milli / 1000) for milli in game.seats.order_by("number").values_list("bank_milli", flat=True)]


def log_of(game):
    rows = game.actions.filter(version__gt=0).order_by("version").values_list("action", "user__username")
    return [f"{action} by {user or 'the clock'}" for action, user in rows]


def test_every_pace_has_a_bank_and_a_grace():
    assert [pace.bank for pace in Pace] == [
        None,
        timedelta(minutes=2),
        timedelta(minutes=5),
        timedelta(minutes=10),
        timedelta(days=1),
        timedelta(days=2),
        timedelta(days=3),
    ]
    assert (Pace.LIVE_5.grace, Pace.DAY_2.grace) == (timedelta(seconds=30), timedelta(hours=1))


def test_the_clock_of_the_active_seat_runs(timed_game, alice):
    assert timed_game.deadline_at - timed_game.started_at >= timedelta(seconds=119)
    let_pass(timed_game, seconds=50)
    act(timed_game, alice, "0:move L")
    assert banks(timed_game) == [70, 120]
    timed_game.refresh_from_db()
    assert round((timed_game.deadline_at - timed_game.moved_at).total_seconds()) == 70


def test_a_bank_is_full_again_when_the_turn_begins(timed_game, alice, bob):
    Seat.objects.filter(game=timed_game, number=1).update(bank_milli=5000)
    for action in ("0:draw", "0:draw", "0:flood", "0:flood"):
        assert banks(timed_game)[1] == 5
        act(timed_game, alice, action)
    assert banks(timed_game)[1] == 120


def test_a_table_without_a_pace_has_no_deadline(game, alice):
    act(game, alice, "0:move L")
    game.refresh_from_db()
    assert (game.deadline_at, boards.game_frame(game)["clock"]) == (None, None)


def test_frames_tell_the_clocks(timed_game):
    frame = boards.game_frame(timed_game)
    told = frame["clock"]
    assert (told["pace"], told["running"], told["grace_ms"]) == ("live2", [0], 30000)
    assert told["left_ms"] == {"0": 120000, "1": 120000}
    assert told["at"] == boards.time_text(timed_game.moved_at)


def test_nobody_is_skipped_while_there_is_time(timed_game, bob):
    let_pass(timed_game, seconds=119)
    refused(timed_game, errors.ClockStillRuns, bob, "1:skip")


def test_after_zero_any_other_seat_skips(timed_game, alice, bob):
    let_pass(timed_game, seconds=121)
    refused(timed_game, errors.ClockStillRuns, alice, "0:skip")
    act(timed_game, bob, "1:skip")
    assert log_of(timed_game)[:4] == [
        "1:skip by bob",
        "0:draw by the clock",
        "0:draw by the clock",
        "0:flood by the clock",
    ]
    entry = timed_game.actions.get(version=1)
    assert entry.events == [{"type": "skipped", "seat": 0}]


def test_who_is_late_may_still_play_until_the_grace_is_over(timed_game, alice):
    let_pass(timed_game, seconds=121)
    assert clock.sweep_deadlines() == 0
    act(timed_game, alice, "0:move L")
    assert log_of(timed_game) == ["0:move L by alice"]


def test_after_the_grace_the_clock_acts_by_itself_once(timed_game):
    let_pass(timed_game, seconds=151)
    assert clock.sweep_deadlines() == 1
    assert clock.sweep_deadlines() == 0
    assert log_of(timed_game)[0] == "0:draw by the clock"


def test_a_command_after_the_grace_finds_that_the_clock_was_first(timed_game, alice):
    let_pass(timed_game, seconds=151)
    with pytest.raises(errors.StaleVersion):
        act(timed_game, alice, "0:move L", version=0)
    assert log_of(timed_game)[0] == "0:draw by the clock"


def test_what_the_clock_did_is_not_taken_back(timed_game, alice):
    act(timed_game, alice, "0:move L")
    let_pass(timed_game, seconds=151)
    clock.sweep_deadlines()
    refused(timed_game, errors.NothingToUndo, alice, "0:undo")


def miss_a_turn(game):
    """Let the clock finish the active seat's turn, whatever it takes."""
    turn = Game.objects.get(pk=game.pk).turn
    while (now := Game.objects.get(pk=game.pk)).turn == turn and now.status == "active":
        let_pass(game, seconds=151)
        clock.sweep_deadlines()


def test_two_turns_missed_in_a_row_are_a_leave(alice, bob):
    for _ in range(20):  # the cards may end a game before; chance does not do so twenty times
        game = open_table(alice, pace="live2")
        lobby.take_seat(game_id=game.pk, user=bob, number=1)
        lobby.start_game(game_id=game.pk, user=alice)
        for _ in range(3):
            miss_a_turn(game)
        game.refresh_from_db()
        if game.status == "active":
            break
    seats = list(game.seats.order_by("number"))
    assert seats[0].left_at is not None
    assert "0:leave by the clock" in log_of(game)


def test_a_turn_of_ones_own_forgives_a_missed_one(game, alice):
    Seat.objects.filter(game=game, number=0).update(missed_turns=1)
    for action in ("0:draw", "0:draw", "0:flood", "0:flood"):
        act(game, alice, action)
    assert game.seats.get(number=0).missed_turns == 0


def test_who_leaves_is_played_on_by_the_clock_at_once(game, alice, bob):
    act(game, alice, "0:leave")
    assert game.actions.get(version=1).events == [{"type": "left", "seat": 0}]
    assert game.seats.get(number=0).left_at is not None
    assert clock.sweep_deadlines() == 1
    assert log_of(game)[1] == "0:draw by the clock"
    refused(game, errors.NotYourSeat, alice, "0:move L")


def test_a_leaver_is_not_waited_for_without_a_pace_either(game, alice):
    act(game, alice, "0:leave")
    assert Game.objects.get(pk=game.pk).deadline_at is not None


def test_somebody_else_sits_down_and_plays_on(game, alice, bob, carol, mallory):
    act(game, alice, "0:leave")
    act(game, carol, "0:sit")
    entry = game.actions.latest("version")
    assert entry.events == [{"type": "sat", "seat": 0}]
    assert boards.told_entry(entry)["events"] == [{"type": "sat", "seat": 0, "user": "carol"}]
    refused(game, errors.SeatTaken, mallory, "0:sit")
    for action in ("1:draw", "1:draw", "1:flood", "1:flood"):  # the clock has finished the turn of seat 0
        act(game, bob, action)
    act(game, carol, "0:draw")
    seat = game.seats.get(number=0)
    assert (seat.user, seat.substitute) == (alice, carol)
    assert seat.left_at is not None
    assert Game.objects.get(pk=game.pk).deadline_at is None


@pytest.mark.parametrize("number", [1, 3])
def test_nobody_sits_where_somebody_plays_or_nothing_is(game, carol, number):
    refused(game, errors.SeatTaken if number == 1 else errors.NotYourSeat, carol, f"{number}:sit")


def test_a_player_of_a_rated_game_takes_no_second_seat(alice, bob, monkeypatch):
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes([47] * 32))
    game = open_table(alice, rated=True)
    lobby.take_seat(game_id=game.pk, user=bob, number=1)
    lobby.start_game(game_id=game.pk, user=alice)
    number = game.seats.get(user=alice).number
    act(game, alice, f"{number}:leave")
    clock.sweep_deadlines()  # whoever's turn it was: nothing is left for the clock to do
    for user in (alice, bob):
        refused(game, errors.AlreadySeated, user, f"{number}:sit")


def test_a_substitute_may_leave_too(game, alice, carol):
    for user, word in ((alice, "leave"), (carol, "sit"), (carol, "leave")):
        act(game, user, f"0:{word}")
    assert game.seats.get(number=0).player_id is None


def test_a_game_in_which_nobody_is_left_is_abandoned(game, alice, bob):
    act(game, alice, "0:leave")
    act(game, bob, "1:leave")
    game.refresh_from_db()
    assert (game.status, game.outcome, game.deadline_at) == ("abandoned", "abandoned", None)
    assert game.actions.latest("version").events[-1] == {"type": "ended", "outcome": "abandoned"}
    assert '[Termination "abandoned"]' in boards.record_text(game)


def test_all_who_play_agree_to_concede(game, alice, bob):
    act(game, alice, "0:concede")
    game.refresh_from_db()
    assert game.status == "active"
    act(game, bob, "1:concede")
    game.refresh_from_db()
    assert (game.status, game.outcome) == ("finished", "conceded")
    assert '[Result "*"]' in boards.record_text(game)
    assert boards.game_frame(game)["seed"] == bytes([47] * 32).hex()


def test_the_wish_to_concede_ends_when_somebody_plays_on(game, alice, bob):
    act(game, bob, "1:concede")
    act(game, alice, "0:move L")
    assert not game.seats.get(number=1).concedes
    act(game, alice, "0:concede")
    assert Game.objects.get(pk=game.pk).status == "active"


def test_only_those_still_there_are_asked(game, alice, bob):
    act(game, bob, "1:concede")
    act(game, alice, "0:leave")
    assert Game.objects.get(pk=game.pk).outcome == "conceded"


def test_entries_about_seats_tell_who_sits_where(game, alice):
    act(game, alice, "0:leave")
    game.refresh_from_db()
    [(_, frame)] = boards.entries_after(game, 0)
    assert frame["seats"][0]["player"] is None
    assert frame["seats"][0]["left"] is True


def test_an_admin_ends_a_game_that_is_stuck(game, alice):
    ending.end_game(game_id=game.pk, by=alice, reason="nobody answers")
    game.refresh_from_db()
    assert (game.status, game.outcome) == ("abandoned", "ended")
    with pytest.raises(errors.GameNotActive):
        ending.end_game(game_id=game.pk, by=alice, reason="again")


def test_games_nobody_touches_for_a_week_are_abandoned(game, timed_game):
    for one in (game, timed_game):
        let_pass(one, days=8)
    assert ending.abandon_idle_games() == 1
    assert ending.abandon_idle_games() == 0
    assert Game.objects.get(pk=game.pk).status == "abandoned"
    assert Game.objects.get(pk=timed_game.pk).status == "active"


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_act_once(timed_game):
    let_pass(timed_game, seconds=151)
    barrier = threading.Barrier(4)

    def sweep():
        barrier.wait()
        clock.sweep_deadlines()
        connection.close()

    threads = [threading.Thread(target=sweep) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    versions = list(timed_game.actions.order_by("version").values_list("version", flat=True))
    assert versions == list(range(len(versions)))
    assert log_of(timed_game).count("0:draw by the clock") == 2


def test_a_game_whose_seats_are_all_left_but_one_ends_by_itself(waiting_game, alice, bob):
    lobby.start_game(game_id=waiting_game.pk, user=alice)
    act(waiting_game, alice, "0:leave")
    for _ in range(400):
        game = Game.objects.get(pk=waiting_game.pk)
        if game.status != "active" or game.active_seat == 1:
            break
        clock.sweep_deadlines()
    assert game.status == "finished" or game.active_seat == 1


def test_random_games_with_clocks_keep_their_log(timed_game, alice, bob):
    game = play_at_random(timed_game, [alice, bob], 5)
    assert game.deadline_at is None
    assert game.actions.count() == game.version + 1


def test_a_skip_sent_twice_is_one(timed_game, bob):
    let_pass(timed_game, seconds=121)
    command_id = uuid4()
    first = act(timed_game, bob, "1:skip", version=0, command_id=command_id)
    assert act(timed_game, bob, "1:skip", version=0, command_id=command_id) == first == 1
