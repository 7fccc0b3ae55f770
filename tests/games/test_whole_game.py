"""A game from deal to end: what it leaves behind, and that nothing secret left while it ran."""

import json

import pytest
from celery import current_app
from django.http import Http404
from kombu.exceptions import OperationalError

from engine import notation, records
from games import boards, errors
from games.database import in_own_thread
from games.models import Game, PlayedAction
from games.services import lobby
from tests.games.playing import act, actions_of, fast_forward, play_at_random, refused
from tests.games.sockets import Client

SEED = bytes.fromhex("d219d78f44991ab9417e3812ba24a888c5fca1c9f261f077460fe6e9ac16c01f")
WON = """
0:move Q 0:shore D 0:move C 0:draw 0:draw 0:flood 0:flood
1:shore F 1:move G 1:shore I 1:draw 1:draw 1:flood 1:flood
0:give 1 o 0:shore U 0:give 1 o 1:sandbag S 0:draw 0:draw 0:flood 0:flood
1:shore K 1:draw 1:draw 1:flood 1:flood 1:flood
0:move U 0:shore O 0:give 1 e 1:discard w 0:draw 0:draw 0:flood 0:flood 0:flood
1:move J 1:shore F 1:move G 1:draw 1:draw 1:discard e 1:flood 0:swim C 1:flood 1:flood
0:move Q 0:shore D 0:give 1 o 1:discard e 0:draw 0:draw 0:discard e 0:flood 0:flood 0:flood
1:capture o 1:move V 1:shore B 1:draw 1:draw 1:flood 1:flood 1:flood
0:give 1 e 0:give 1 f 0:shore D 0:draw 0:draw 0:flood 0:flood 0:flood
0:lift 1 J 1:shore J 1:move V 1:shore B 1:draw 1:draw 1:discard o 1:discard e 1:flood 1:flood 1:flood
0:move C 0:move I 0:move G 0:draw 0:draw 0:discard f 0:flood 0:flood 0:flood
1:shore T 1:move C 1:capture f 1:draw 1:draw 1:sandbag L 1:flood 1:flood 1:flood
0:move X 0:capture w 0:move G 0:draw 0:draw 0:flood 0:flood 0:flood
1:move T 1:shore T 1:shore V 1:draw 1:draw 1:flood 1:flood 1:flood
0:give 1 e 0:shore G 0:shore I 0:draw 0:draw 0:sandbag T 0:flood 0:flood 0:flood
1:shore V 1:move V 1:shore B 1:draw 1:draw 1:discard f 1:flood 1:flood 1:flood
0:shore I 0:move J 0:draw 0:draw 0:flood 0:flood 0:flood
1:shore L 1:move T 1:draw 1:draw 1:discard o 1:discard o 1:flood 1:flood 1:flood
0:shore G 0:draw 0:draw 0:discard o 0:discard f 0:flood 0:flood 0:flood
1:shore T 1:move G 1:shore J 1:draw 1:draw 1:lift 1 T 1:flood 1:flood 1:flood 1:flood
0:shore G 0:draw 0:draw 0:discard o 0:discard o 0:flood 0:flood 0:flood 0:flood
1:capture e 0:lift 1 J 0:escape
"""


@pytest.fixture
def fresh_game(waiting_game, alice, monkeypatch):
    """A game whose seed WON was played on."""
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)
    lobby.start_game(game_id=waiting_game.pk, user=alice)
    return Game.objects.get(pk=waiting_game.pk)


@pytest.fixture
def nearly_won_game(fresh_game, alice, bob):
    """The same just before its last action, `0:escape`."""
    return fast_forward(fresh_game, [alice, bob], actions_of(WON)[:-1])


def finished(game, alice):
    act(game, alice, "0:escape")
    return Game.objects.get(pk=game.pk)


@pytest.mark.django_db
def test_a_won_game_leaves_its_outcome_and_a_record_that_verifies(nearly_won_game, alice):
    game = finished(nearly_won_game, alice)
    assert (game.status, game.outcome, game.active_seat, game.turn) == ("finished", "won", None, 21)
    assert game.finished_at == game.actions.latest("version").played_at
    record = records.record_from_text(boards.record_text(game))
    assert (record.seed, record.players, record.game) == (SEED, ("alice", "bob"), game.public_id)
    assert [notation.action_to_text(action) for action in record.actions] == actions_of(WON)


@pytest.mark.django_db
def test_a_finished_game_takes_no_action(nearly_won_game, alice):
    game = finished(nearly_won_game, alice)
    refused(game, errors.GameNotActive, alice, "0:undo")


@pytest.mark.django_db
def test_what_was_taken_back_is_not_in_the_record(fresh_game, alice):
    for action in ("0:move Q", "0:shore D", "0:move C", "0:undo", "0:move C", "0:undo", "0:move C"):
        act(fresh_game, alice, action)
    assert [entry.action for entry in boards.line_of_play(fresh_game)] == ["start", "0:move Q", "0:shore D", "0:move C"]


@pytest.mark.django_db
def test_a_running_game_has_no_record(game):
    with pytest.raises(Http404):
        boards.record_text(game)


@pytest.mark.django_db
def test_the_end_nudges_the_rating(nearly_won_game, alice, monkeypatch, django_capture_on_commit_callbacks):
    nudged = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **options: nudged.append((name, options["kwargs"])))
    with django_capture_on_commit_callbacks(execute=True):
        finished(nearly_won_game, alice)
    assert nudged == [("ratings.rate_finished_games", {"game_id": nearly_won_game.pk})]


@pytest.mark.django_db
def test_a_broker_that_is_away_spoils_no_end(nearly_won_game, alice, monkeypatch, django_capture_on_commit_callbacks):
    def fail(name, **options):
        raise OperationalError("nobody there")

    monkeypatch.setattr(current_app, "send_task", fail)
    with django_capture_on_commit_callbacks(execute=True):
        assert finished(nearly_won_game, alice).status == "finished"


@pytest.mark.django_db
@pytest.mark.parametrize("number", range(3))
def test_positions_follow_from_the_log(waiting_game, alice, bob, number):
    lobby.start_game(game_id=waiting_game.pk, user=alice)
    game = play_at_random(waiting_game, [alice, bob], number)
    replay = records.replay_from_text(boards.record_text(game))
    line = boards.line_of_play(game)
    assert [entry.position for entry in line] == [notation.state_to_text(state) for state in replay.states]


def hidden_of(entries):
    """Every secret of these log entries: the draw piles of their positions, those of eight cards and more."""
    piles = {field.split("/")[0] for entry in entries for field in entry.position.split()[5:7]}
    return {pile for pile in piles if len(pile) > 7}


@pytest.mark.django_db(transaction=True)
async def test_nothing_secret_leaves_while_the_game_runs(fresh_game, alice, bob, client, settings):
    settings.SOCKET_MESSAGES_A_SECOND = 1000  # nobody plays a game in a few seconds but this test
    players = {0: await Client.at(fresh_game, alice), 1: await Client.at(fresh_game, bob)}
    spectator = await Client.at(fresh_game)
    everyone = [*players.values(), spectator]
    for one in everyone:
        await one.receive_type("synced")
    said = []
    actions = actions_of(WON)
    for version, action in enumerate(actions[:-1]):
        await players[int(action[0])].act(action, version)
        for one in everyone:
            await one.receive_type("entry")
        if version % 20 == 0:
            said.append((await in_own_thread(client.get, f"/games/{fresh_game.public_id}/")).content.decode())
            said.append((await in_own_thread(client.get, f"/games/{fresh_game.public_id}/log.json")).content.decode())
            await players[0].send(type="sync")
            await players[0].receive_type("synced")
    said += [text for one in everyone for text in one.frames]
    entries = await in_own_thread(list, PlayedAction.objects.filter(game=fresh_game))
    secrets = hidden_of(entries) | {SEED.hex()}
    assert len(secrets) > 50
    leaks = [(secret, text[:200]) for text in said for secret in secrets if secret in text]
    assert leaks == []
    await players[0].act(actions[-1], len(actions) - 1)
    over = (await spectator.receive_type("entry"))["over"]
    assert over == {"status": "finished", "outcome": "won", "seed": SEED.hex()}
    for one in everyone:
        await one.__aexit__()


@pytest.mark.django_db
def test_what_is_known_of_the_flood_pile_is_what_is_in_it(waiting_game, alice, bob):
    lobby.start_game(game_id=waiting_game.pk, user=alice)
    game = play_at_random(waiting_game, [alice, bob], 1)
    entries = list(game.actions.order_by("version"))
    for version, entry in enumerate(entries):
        pile = entry.position.split()[6].split("/")[0].replace("-", "")
        layers = boards.flood_layers(event for entry in entries[: version + 1] for event in entry.events)
        assert "".join(sorted(pile)) == "".join(sorted("".join(layers)))
        for layer in layers:
            assert sorted(pile[: len(layer)]) == list(layer)
            pile = pile[len(layer) :]


@pytest.mark.django_db
def test_the_log_is_read_in_pieces_backwards(nearly_won_game):
    game = nearly_won_game
    versions: list[int] = []
    before = game.version + 1
    while True:
        piece = boards.log_entries(game, before)
        versions = [entry["version"] for entry in piece["log"]] + versions
        if not piece["more"]:
            break
        before = piece["log"][0]["version"]
    assert versions == list(range(1, game.version + 1))
    assert json.dumps(piece)
