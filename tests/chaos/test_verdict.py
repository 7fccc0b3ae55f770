"""The verdict on a chaos run sees what it is there to see: each fault here was planted by hand."""

from uuid import uuid4

import pytest

from engine import notation, records
from engine.observation import observe
from games.models import Game, PlayedAction
from games.services import lobby
from ratings.models import RatedResult, RatingPoint
from ratings.services import rate_finished_games
from tests.chaos import verdict
from tests.chaos.tables import RECORDS, WON_BY_TWO
from tests.games.playing import act, fast_forward, open_table


@pytest.fixture
def won_game(alice, bob, monkeypatch):
    """A rated game of two that a record brought to its last action and a command won; it is rated."""
    record = records.record_from_text((RECORDS / f"{WON_BY_TWO}.fir").read_text())
    monkeypatch.setattr(lobby, "new_seed", lambda: record.seed)
    game = open_table(alice, rated=True)
    lobby.take_seat(game_id=game.pk, user=bob, number=1)
    lobby.start_game(game_id=game.pk, user=alice)
    game.refresh_from_db()
    users = {seat.number: seat.user for seat in game.seats.select_related("user")}
    actions = [notation.action_to_text(action) for action in record.actions]
    fast_forward(game, users, actions[:-1])
    act(game, users[record.actions[-1].seat], actions[-1])
    rate_finished_games()
    return Game.objects.get(pk=game.pk)


def story_of(game, **changes):
    """What a client would tell that has seen it all and asked for the last entry."""
    entries = list(game.actions.order_by("version"))
    last = entries[-1]
    public = [
        [entry.version, notation.state_to_text(observe(notation.state_from_text(entry.position)))] for entry in entries
    ]
    command = {"version": last.version - 1, "action": last.action, "ok": last.version, "ms": 2.0, "code": None}
    told = {
        "game": game.public_id,
        "client": "t0-0",
        "version": game.version,
        "status": game.status,
        "outcome": game.outcome,
        "position": game.position,
        "log": verdict.Played(game, 0, entries).told(),
        "shown": [*public[:-1], [game.version, game.position]],
        "gaps": 0,
        "commands": {str(last.command_id): {**command, "settled": True}},
        "breaks": [],
    }
    return told | changes


def command_of(story, **changes):
    [(name, command)] = story["commands"].items()
    return {name: command | changes}


def judged(game, story):
    return verdict.judge([story], [], [{game.public_id: game.version - 1}])


def failures(game, story):
    return verdict.failures(judged(game, story))


def test_a_game_that_everybody_knows_as_it_is_stored_is_in_order(won_game):
    figures = judged(won_game, story_of(won_game))
    assert (figures["actions"], figures["won"], figures["clients"], figures["clients_equal"]) == (1, 1, 1, 1)
    assert verdict.failures(figures) == []


def test_an_acknowledged_action_that_is_not_in_the_log_is_lost(won_game):
    story = story_of(won_game)
    story["commands"][str(uuid4())] = command_of(story)[next(iter(story["commands"]))]
    assert failures(won_game, story) == ["1 lost"]


def test_an_action_acknowledged_as_another_version_is_lost(won_game):
    story = story_of(won_game)
    assert failures(won_game, story | {"commands": command_of(story, ok=3)}) == ["1 lost"]


def test_an_entry_that_nobody_asked_for_is_doubled(won_game):
    assert failures(won_game, story_of(won_game, commands={})) == ["1 doubled"]


def test_a_missing_entry_is_a_gap(won_game):
    story = story_of(won_game)
    won_game.actions.filter(version=7).delete()
    assert "1 gaps" in failures(won_game, story)


def test_a_position_that_the_rules_do_not_lead_to_is_seen(won_game):
    story = story_of(won_game)
    entry = won_game.actions.get(version=8)
    PlayedAction.objects.filter(pk=entry.pk).update(position=won_game.actions.get(version=7).position)
    assert "1 misplayed" in failures(won_game, story)


def test_a_refused_command_that_was_played_is_seen(won_game):
    story = story_of(won_game)
    story["commands"] = command_of(story, ok=None, code="stale_version")
    assert failures(won_game, story) == ["1 refused but played"]


def test_a_command_without_an_answer_is_seen(won_game):
    story = story_of(won_game)
    assert "1 unsettled" in failures(won_game, story | {"commands": command_of(story, ok=None, settled=False)})


@pytest.mark.parametrize(
    "difference",
    [{"version": 3}, {"status": "active"}, {"position": ""}, {"log": []}, {"gaps": 1}, {"shown": [[1, "phantom"]]}],
    ids=str,
)
def test_a_client_that_holds_or_was_shown_something_else_is_not_equal(won_game, difference):
    told = failures(won_game, story_of(won_game, **difference))
    assert told == ["1 of 1 clients hold something else than the database"]


def test_an_open_draw_pile_of_a_running_game_was_never_to_be_shown(game, alice):
    act(game, alice, "0:move K")
    running = Game.objects.get(pk=game.pk)
    story = story_of(running)
    assert judged(running, story)["clients_equal"] == 0  # its last position was shown in full
    public = notation.state_to_text(observe(running.engine_state()))
    seen = story | {"shown": [*story["shown"][:-1], [1, public]], "position": public}
    assert judged(running, seen)["clients_equal"] == 1


def test_a_won_game_without_a_point_for_each_seat_is_unrated(won_game, bob):
    RatingPoint.objects.filter(user=bob).delete()
    assert failures(won_game, story_of(won_game)) == ["1 unrated wins"]


def test_a_game_without_results_is_unrated(won_game):
    assert verdict.unrated_games() == 0
    RatedResult.objects.all().delete()
    assert verdict.unrated_games() == 1
    assert failures(won_game, story_of(won_game)) == ["1 unrated wins", "1 unrated"]
