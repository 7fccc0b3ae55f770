"""A game step by step: what its pages tell, when, to whom, and that its record stands up to the engine."""

import json
import subprocess
import sys

import pytest
from django.utils import timezone

from accounts.models import User
from engine import notation, observation
from games import boards, log, replays
from games.models import ArchivedLog, Game, Seat, Visibility
from games.services import demo, lobby
from tests.games.playing import act, play_at_random
from tests.servers import ROOT

SECRET_SEED = "00" * 32


@pytest.fixture
def finished(game, alice, bob):
    return play_at_random(game, [alice, bob])


@pytest.fixture
def taken_back(game, alice):
    """A running game with a move, a move taken back, and another."""
    act(game, alice, "0:move K")
    act(game, alice, "0:move G")
    act(game, alice, "0:undo")
    act(game, alice, "0:move R")
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def crew(alice, bob, carol, mallory):
    return [alice, bob, carol, mallory]


def steps(client, game, **headers):
    return client.get(f"/games/{game.public_id}/replay.json", headers=headers)


def positions(told):
    return [entry["position"] for entry in told["entries"]]


def test_every_entry_comes_with_its_position(client, finished):
    told = steps(client, finished).json()
    assert [entry["version"] for entry in told["entries"]] == list(range(finished.version + 1))
    assert positions(told) == [entry.position for entry in log.entries(finished)]
    assert told["steps"] == list(range(finished.version + 1))
    assert told["status"] == "finished"
    assert told["outcome"] == finished.outcome


def test_what_was_taken_back_is_told_and_is_no_step(client, taken_back):
    told = steps(client, taken_back).json()
    assert told["steps"] == [0, 1, 4]
    assert [entry["action"] for entry in told["entries"]] == ["start", "0:move K", "0:move G", "0:undo", "0:move R"]
    assert positions(told)[3] == positions(told)[1]


def test_past_positions_of_a_running_game_are_public_ones(client, taken_back):
    response = steps(client, taken_back)
    for shown, entry in zip(positions(response.json()), log.entries(taken_back), strict=True):
        assert shown == notation.state_to_text(observation.observe(notation.state_from_text(entry.position)))
        treasure, flood = entry.position.split()[5:7]
        assert treasure.partition("/")[0] not in response.text
        assert flood.partition("/")[0] not in response.text
    assert SECRET_SEED not in response.text


def test_the_page_of_a_running_game_tells_no_secret_and_is_one_tap_from_now(client, taken_back):
    text = client.get(f"/games/{taken_back.public_id}/replay/").text
    assert SECRET_SEED not in text
    assert taken_back.position.split()[5].partition("/")[0] not in text
    assert f'<a class="btn gold" href="/games/{taken_back.public_id}/">Back to the table</a>' in text


def test_steps_of_a_game_that_is_over_are_kept_for_good_and_name_nobody(client, finished):
    response = steps(client, finished)
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "alice" not in response.text
    assert "bob" not in response.text


def test_steps_of_a_running_game_are_asked_for_again(client, taken_back, alice):
    response = steps(client, taken_back)
    assert response["Cache-Control"] == "no-cache"
    again = steps(client, taken_back, if_none_match=response["ETag"])
    assert again.status_code == 304
    assert again.content == b""
    act(taken_back, alice, "0:draw")
    assert steps(client, taken_back, if_none_match=response["ETag"]).status_code == 200


def test_who_sat_down_is_named_on_the_page_as_they_are_called_now(client, taken_back, alice, bob, carol):
    act(taken_back, bob, "1:leave")
    act(taken_back, carol, "1:sit")
    game = play_at_random(taken_back, [alice, carol])
    User.objects.filter(pk=carol.pk).update(username="caroline")
    assert "carol" not in steps(client, game).text
    facts = client.get(f"/games/{game.public_id}/replay/").context["facts"]
    assert facts["sat"] == {6: "caroline"}
    assert [seat["user"] for seat in facts["seats"]] == ["alice", "bob"]


def test_a_log_that_was_packed_away_is_stepped_through_as_before(client, finished):
    before = steps(client, finished).json()
    packed = log.pack(log.entries(finished))
    ArchivedLog.objects.create(game=finished, entries=packed, entry_count=len(before["entries"]))
    finished.actions.all().delete()
    assert steps(client, finished).json() == before


def test_steps_take_few_queries(client, finished, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        steps(client, finished)


def test_a_long_game_has_few_bytes(finished):
    told = replays.replay_json(finished)
    an_entry = len(json.dumps(told)) / len(told["entries"])
    assert 400 * an_entry < 300_000


@pytest.mark.parametrize("address", ["replay/", "replay.json"])
@pytest.mark.parametrize("public_id", ["AAAAAAAA", "short", "AAAA%00AA"])
def test_a_game_that_does_not_exist(client, db, public_id, address):
    assert client.get(f"/games/{public_id}/{address}").status_code == 404


def test_a_table_that_waits_has_no_steps(client, waiting_game):
    response = client.get(f"/games/{waiting_game.public_id}/replay/")
    assert response["Location"] == f"/games/{waiting_game.public_id}/"
    assert steps(client, waiting_game).status_code == 404


def test_whoever_has_the_link_may_step_through_a_game_that_no_search_finds(client, finished):
    Game.objects.update(visibility=Visibility.LINK)
    assert "noindex" in client.get(f"/games/{finished.public_id}/replay/").text
    assert steps(client, finished).status_code == 200


def test_the_end_leads_to_the_steps(client, finished):
    address = f"/games/{finished.public_id}/replay/"
    assert f'href="{address}"' in client.get(f"/games/{finished.public_id}/result/").text
    assert f'data-replay-url="{address}"' in client.get(f"/games/{finished.public_id}/").text


def verified(client, game, tmp_path):
    """What the command line says of the record as it is downloaded."""
    file = tmp_path / "game.fir"
    file.write_bytes(client.get(f"/games/{game.public_id}/record.fir").content)
    command = [sys.executable, "-m", "engine", "verify", str(file)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False), file.read_text()


@pytest.mark.parametrize(
    ("layout", "seats"), [("classic", 2), ("bridge", 3), ("atoll", 4), ("volcano", 2), ("coral", 3), ("arch", 4)]
)
def test_records_verify(client, tmp_path, crew, layout, seats):
    game = demo.play_demo_game(users=crew[:seats], layout=layout, difficulty="elite", began_at=timezone.now())
    done, text = verified(client, game, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert game.commitment in done.stdout
    assert f'[Result "{game.outcome}"]' in text


def test_the_record_of_a_game_with_moves_taken_back_verifies(client, tmp_path, taken_back, alice, bob):
    game = play_at_random(taken_back, [alice, bob])
    done, text = verified(client, game, tmp_path)
    assert done.returncode == 0
    assert "undo" not in text
    assert text.split("\n\n")[1].startswith("0:move K 0:move R ")


def test_the_record_of_a_conceded_game_verifies(client, tmp_path, taken_back, alice, bob):
    act(taken_back, alice, "0:concede")
    act(taken_back, bob, "1:concede")
    game = Game.objects.get(pk=taken_back.pk)
    done, text = verified(client, game, tmp_path)
    assert done.returncode == 0
    assert '[Result "*"]' in text
    assert '[Termination "conceded"]' in text
    told = steps(client, game).json()
    assert (told["outcome"], told["steps"], told["version"]) == ("conceded", [0, 1, 4], 6)


def test_the_record_of_a_game_with_chosen_roles_verifies(client, tmp_path, alice, bob):
    game = lobby.open_game(
        host=alice, layout="skull", difficulty="novice", seat_count=2, rated=False, roles_dealt="chosen"
    )
    lobby.take_seat(game_id=game.pk, user=bob, number=1)
    for user, number, role in ((alice, 0, "P"), (bob, 1, "X")):
        lobby.choose_role(game_id=game.pk, user=user, number=number, role=role)
    lobby.start_game(game_id=game.pk, user=alice)
    done, text = verified(client, play_at_random(game, [alice, bob]), tmp_path)
    assert done.returncode == 0
    assert '[Roles "P,X"]' in text


def test_names_in_records_are_those_of_the_seats(finished):
    assert Seat.objects.filter(game=finished).count() == 2
    assert '[Players "alice, bob"]' in boards.record_text(Game.objects.get(pk=finished.pk))
