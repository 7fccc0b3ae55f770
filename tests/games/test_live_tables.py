"""Live tables: what is judged in memory, what is told, and to whom; each guard by a test that fails without it.

Nobody looks by the clock here, so that what one guard has lost is not found by another.
"""

import asyncio
import json
import time
from contextlib import AsyncExitStack, asynccontextmanager, closing
from datetime import timedelta
from uuid import uuid4

import psycopg
import pytest
from redis import Redis

from accounts.live import DEAF, doorbell
from games import boards, live, sockets, watch
from games.database import in_own_thread
from games.models import Status
from games.services import lobby, play
from games.sockets import TableSocket
from games.tables import tables
from tests.accounts.test_doorbell import silent_server
from tests.games.playing import act, open_table
from tests.games.sockets import Client, session_of
from tests.games.test_clock import let_pass
from tests.games.test_door import (
    by_hand,
    games,
    line_of_the_batches,
    locks_logs,
    locks_row,
    log_of,
    no_line_is_left,
    rows_of,
    terminate,
)

__all__ = ["games"]

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 2


@pytest.fixture(autouse=True)
def nobody_looks(monkeypatch):
    monkeypatch.setattr(watch, "INTERVAL_SECONDS", 3600)


@pytest.fixture
def careful(monkeypatch):
    """The actions that went the careful way."""
    actions = []
    play_action = play.play_action

    def counted(**command):
        actions.append(command["action"])
        return play_action(**command)

    monkeypatch.setattr(play, "play_action", counted)
    return actions


@asynccontextmanager
async def seated(game, *users):
    """A client of each of the users, who have the game."""
    async with AsyncExitStack() as all_of_them:
        clients = [await all_of_them.enter_async_context(await Client.at(game, user)) for user in users]
        for client in clients:
            await client.receive_type("synced")
        yield clients


async def answered(client, action, version, command_id=None):
    """The version of `ok`, or the code of the refusal."""
    command_id = await client.act(action, version, command_id)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (frame := await client.receive()).get("id") != command_id:
            pass
    return frame["version"] if frame["type"] == "ok" else frame["code"]


async def at_once(*answers):
    return list(await asyncio.gather(*answers))


async def frames_until_quiet(client, seconds=0.1):
    """What comes until nothing has come for a while, but for presence."""
    frames = []
    while not await client.socket.receive_nothing(seconds):
        frames.append(json.loads((await client.socket.receive_output())["text"]))
    return [frame for frame in frames if frame["type"] != "presence"]


async def behind_its_back(game, user, action, version):
    """Play an action, as another process would, of which nobody is told."""
    quiet = pytest.MonkeyPatch()
    quiet.setattr(live, "send", lambda group, message: None)
    await in_own_thread(act, game, user, action, version)
    quiet.undo()


def judge(table, user, action, version=0):
    return play.judge_at_once(table, user=user, command_id=uuid4(), expected_version=version, action=action)


DOUBTFUL = [
    ("illegal", "alice", "0:move J", 0),
    ("unreadable", "alice", "0:fly K", 0),
    ("another one's seat", "bob", "0:move K", 0),
    ("a seat that is not there", "alice", "3:draw", 0),
    ("a stranger", "mallory", "0:move K", 0),
    ("made for an older version", "alice", "0:move K", -1),
    ("made for a newer version", "alice", "0:move K", 1),
    ("an undo", "alice", "0:undo", 0),
    ("about a seat", "alice", "0:leave", 0),
]


@pytest.mark.parametrize("case", DOUBTFUL, ids=[why for why, *_ in DOUBTFUL])
def test_the_quick_way_says_nothing_where_there_is_doubt(game, alice, bob, mallory, case):
    _, who, action, version = case
    user = {"alice": alice, "bob": bob, "mallory": mallory}[who]
    assert judge(play.read_table(game_id=game.pk), user, action, version) is None


def test_the_quick_way_says_nothing_when_the_clock_is_due_or_the_game_over(game, alice):
    table = play.read_table(game_id=game.pk)
    assert table is not None
    assert judge(table, alice, "0:move K") is not None
    table.game.pace, table.game.deadline_at = "live2", table.now - timedelta(minutes=1)
    assert judge(table, alice, "0:move K") is None
    table.game.deadline_at = None
    table.game.status = Status.FINISHED
    assert judge(table, alice, "0:move K") is None


def test_the_quick_way_takes_no_game_that_does_not_run(waiting_game):
    assert play.read_table(game_id=waiting_game.pk) is None


async def test_moves_go_the_quick_way(game, alice, careful):
    async with seated(game, alice) as [client]:
        assert [await answered(client, f"0:move {tile}", n) for n, tile in enumerate("KG")] == [1, 2]
    assert careful == []


async def test_of_two_commands_at_once_one_is_played_and_one_is_stale(game, alice, careful):
    async with seated(game, alice, alice) as [one, other]:
        answers = await at_once(answered(one, "0:move K", 0), answered(other, "0:move X", 0))
        assert sorted(map(str, answers)) == ["1", "stale_version"]
    assert len(careful) == 1  # the loser's, so nobody has written at the same time
    assert len(await in_own_thread(log_of, game)) == 2


async def test_two_commands_of_one_table_never_wait_for_the_same_commit(games, alice, careful, caplog):
    async with seated(games[0], alice) as [busy], seated(games[1], alice, alice) as [one, other]:
        async with locks_logs():
            first = asyncio.create_task(answered(busy, "0:move K", 0))
            await line_of_the_batches("active")
            both = asyncio.create_task(at_once(answered(one, "0:move K", 0), answered(other, "0:move X", 0)))
            await asyncio.wait([first, both], timeout=0.2)
        assert (await first, sorted(map(str, await both))) == (1, ["1", "stale_version"])
    assert len(careful) == 1
    assert "commit failed" not in caplog.text


async def test_a_command_sent_by_two_sockets_at_once_is_played_once(game, alice):
    command_id = uuid4()
    async with seated(game, alice, alice) as clients:
        assert await at_once(*(answered(client, "0:move K", 0, command_id) for client in clients)) == [1, 1]
    assert len(await in_own_thread(log_of, game)) == 2


async def test_a_move_for_what_is_held_is_stale_when_another_process_was_faster(game, alice):
    async with seated(game, alice) as [client]:
        assert await answered(client, "0:move K", 0) == 1
        await behind_its_back(game, alice, "0:move G", 1)
        assert await answered(client, "0:move X", 1) == "stale_version"
        assert (await client.receive_type("entry"))["version"] == 2
        assert await answered(client, "0:draw", 2) == 3
    assert await in_own_thread(log_of, game) == [(0, "start"), (1, "0:move K"), (2, "0:move G"), (3, "0:draw")]


async def test_nothing_is_refused_by_what_is_held(game, alice):
    async with seated(game, alice) as [client]:
        assert await answered(client, "0:move K", 0) == 1
        await behind_its_back(game, alice, "0:move G", 1)
        assert await answered(client, "0:move J", 1) == "stale_version"


async def test_what_was_not_written_is_not_held(game, alice):
    async with seated(game, alice) as [client]:
        assert await answered(client, "0:move K", 0) == 1
        await behind_its_back(game, alice, "0:undo", 1)
        assert await answered(client, "0:move G", 1) == "stale_version"
        # The pawn is back at R; had it stepped to G, this would be legal.
        assert await answered(client, "0:move T", 2) == "illegal_action"
        assert await answered(client, "0:move X", 2) == 3


async def test_what_is_held_is_let_go_when_a_newer_entry_is_heard(game, alice, careful):
    async with seated(game, alice) as [client]:
        assert await answered(client, "0:move K", 0) == 1
        await in_own_thread(act, game, alice, "0:move G", 1)
        while (await client.receive_type("entry"))["version"] != 2:
            pass
        careful.clear()
        assert await answered(client, "0:draw", 2) == 3
    assert careful == []


async def test_nobody_hears_of_a_move_before_it_is_on_disk(game, alice, bob):
    async with seated(game, alice, bob) as [player, partner]:
        async with locks_logs():
            command_id = await player.act("0:move K", 0)
            await line_of_the_batches("active")
            assert [await frames_until_quiet(client) for client in (player, partner)] == [[], []]
        assert (await partner.receive_type("entry"))["version"] == 1
        assert {"type": "ok", "id": command_id, "version": 1} in [await player.receive(), await player.receive()]


async def test_who_waits_for_a_lock_is_played_when_it_goes_and_holds_up_no_other(games, alice):
    locked, free = games
    async with seated(locked, alice) as [waiting], seated(free, alice) as [client]:
        async with locks_row(locked):
            command_id = await waiting.act("0:move K", 0)
            assert await answered(client, "0:move K", 0) == 1
            assert await frames_until_quiet(waiting) == []
        assert (await waiting.receive_type("ok")) == {"type": "ok", "id": command_id, "version": 1}
    assert [await in_own_thread(log_of, game) for game in games] == [[(0, "start"), (1, "0:move K")]] * 2


async def test_a_line_to_the_database_that_broke_loses_nothing(games, alice, careful, caplog):
    async with seated(games[0], alice) as [one], seated(games[1], alice) as [other]:
        assert await answered(one, "0:move K", 0) == 1
        await terminate(await line_of_the_batches())
        assert await at_once(answered(one, "0:move G", 1), answered(other, "0:move K", 0)) == [2, 1]
        careful.clear()
        assert await at_once(answered(one, "0:draw", 2), answered(other, "0:move G", 1)) == [3, 2]
    assert careful == []
    assert [len(await in_own_thread(log_of, game)) for game in games] == [4, 3]
    caplog.clear()


async def test_a_line_that_breaks_in_the_middle_of_a_commit_loses_nothing(games, alice, caplog):
    async with seated(games[0], alice) as [one], seated(games[1], alice) as [other]:
        async with locks_logs():
            answers = asyncio.create_task(at_once(answered(one, "0:move K", 0), answered(other, "0:move K", 0)))
            await terminate(await line_of_the_batches("active"))
        assert await answers == [1, 1]
    assert [await in_own_thread(log_of, game) for game in games] == [[(0, "start"), (1, "0:move K")]] * 2
    caplog.clear()


async def test_a_commit_whose_answer_was_lost_is_answered_and_told_once(game, alice, bob, monkeypatch, caplog):
    async def lost(cursor):
        raise psycopg.OperationalError("the line broke after the commit")

    async with seated(game, alice, bob) as [player, partner]:
        with monkeypatch.context() as broken:
            broken.setattr(psycopg.AsyncCursor, "fetchall", lost)
            assert await answered(player, "0:move K", 0) == 1
        await watch.watch().look()
        assert [frame["type"] for frame in await frames_until_quiet(partner)] == ["entry"]
    assert await in_own_thread(log_of, game) == [(0, "start"), (1, "0:move K")]
    caplog.clear()


async def test_an_entry_that_cannot_be_written_spoils_no_other(games, alice, caplog):
    poisoned, other = games
    await in_own_thread(by_hand, poisoned, version=1)
    async with seated(poisoned, alice) as [one], seated(other, alice) as [two]:
        await one.act("0:move K", 0)
        assert await answered(two, "0:move K", 0) == 1
        assert await one.close_code() == sockets.FAULT
    assert await in_own_thread(log_of, other) == [(0, "start"), (1, "0:move K")]
    caplog.clear()


async def test_a_commit_that_could_not_be_told_is_not_doubled_by_sending_again(game, alice, monkeypatch):
    command_id = uuid4()
    async with seated(game, alice) as [client]:
        assert await answered(client, "0:move K", 0, command_id) == 1
        assert await answered(client, "0:move K", 0, command_id) == 1
        assert await answered(client, "0:move K", 1, command_id) == 1
    assert len(await in_own_thread(log_of, game)) == 2


async def test_an_entry_between_entering_and_reading_is_not_missed(game, alice, monkeypatch):
    read = TableSocket._read_game

    def read_and_be_late(socket, since):
        answer = read(socket, since)
        if since is None:
            act(game, alice, "0:move K")
        return answer

    client = Client(f"/ws/games/{game.public_id}/")
    monkeypatch.setattr(TableSocket, "_read_game", read_and_be_late)
    async with client:
        assert await client.connect()
        assert (await client.receive())["version"] == 0
        assert (await client.receive_type("entry"))["version"] == 1


async def test_whoever_sees_the_socket_open_hears_already(game, alice):
    client = Client(f"/ws/games/{game.public_id}/")
    async with client:
        assert await client.connect()
        doorbell().ring(live.table_group(game.pk), live.table_message({"type": "ping", "seat": 0, "tile": "K"}))
        assert await client.receive_type("ping") == {"type": "ping", "seat": 0, "tile": "K"}


async def test_after_a_gap_the_log_is_read(game, alice):
    async with seated(game, alice, None) as [player, spectator]:
        await behind_its_back(game, alice, "0:move K", 0)
        assert await answered(player, "0:move G", 1) == 2
        assert [(await spectator.receive_type("entry"))["version"] for _ in range(2)] == [1, 2]


async def test_what_is_told_twice_is_passed_on_once_and_no_reason_to_read_the_log(game, alice, monkeypatch):
    async with seated(game, alice) as [client]:
        assert await answered(client, "0:move K", 0) == 1
        frame = {"type": "entry", "version": 1}
        await frames_until_quiet(client)
        reads: list[int] = []
        monkeypatch.setattr(boards, "entries_after", lambda game, version: reads.append(version))
        await in_own_thread(live.tell_entry, game.pk, 1, live.frame_text(frame))
        await in_own_thread(live.tell_table, game.pk, {"type": "after"})
        assert (await frames_until_quiet(client), reads) == ([{"type": "after"}], [])


async def test_after_the_doorbell_was_deaf_all_catch_up(game, alice, bob):
    async with seated(game, alice, bob, None) as clients:
        await behind_its_back(game, alice, "0:move K", 0)
        doorbell().ring(live.table_group(game.pk), DEAF)
        assert [(await client.receive_type("entry"))["version"] for client in clients] == [1, 1, 1]


async def test_the_tail_is_checked_for_every_table(games, alice):
    async with seated(games[0], None) as [one], seated(games[1], None) as [other]:
        for game in games:
            await behind_its_back(game, alice, "0:move K", 0)
        await watch.watch().look()
        assert [(await client.receive_type("entry"))["version"] for client in (one, other)] == [1, 1]


async def test_the_last_to_leave_takes_table_and_line_along(game, alice):
    async with seated(game, alice, None) as [client, _]:
        assert await answered(client, "0:move K", 0) == 1
        assert [table.game_id for table in tables()] == [game.pk]
        await line_of_the_batches()
    assert list(tables()) == []
    await no_line_is_left()


@asynccontextmanager
async def dead_line(game, user=None):
    """A client whose line takes nothing until the event is set."""
    taken = asyncio.Event()
    session = await in_own_thread(session_of, user) if user else None
    client = Client(f"/ws/games/{game.public_id}/", session)
    application = client.socket.application

    async def with_dead_line(scope, receive, send):
        async def send_late(message):
            if message["type"] == "websocket.send":
                await taken.wait()
            await send(message)

        await application(scope, receive, send_late)

    client.socket.application = with_dead_line
    async with client:
        assert await client.connect()
        yield client, taken
        taken.set()


async def test_a_line_that_takes_nothing_is_closed_and_keeps_nobody_waiting(game, alice):
    pings = [{"type": "ping", "number": number} for number in range(sockets.WAITING_FRAMES + 1)]
    async with dead_line(game) as (spectator, taken), seated(game, alice) as [player]:
        for ping in pings:
            doorbell().ring(live.table_group(game.pk), live.table_message(ping))
            assert await player.receive_type("ping") == ping
        assert await answered(player, "0:move K", 0) == 1
        taken.set()
        assert await spectator.close_code() == sockets.TOO_SLOW
        assert len(spectator.frames) < 5


@pytest.mark.parametrize("who", ["spectator", "leaver"])
async def test_a_dead_line_of_somebody_else_slows_nobody(game, alice, bob, careful, who):
    async with dead_line(game, bob if who == "leaver" else None), seated(game, alice) as [player]:
        if who == "leaver":
            await behind_its_back(game, bob, "1:leave", 0)
        begun = 1 if who == "leaver" else 0
        careful.clear()
        async with asyncio.timeout(PATIENCE_SECONDS):
            moves = [await answered(player, f"0:move {tile}", begun + n) for n, tile in enumerate("KG")]
    assert moves == [begun + 1, begun + 2]
    assert careful == []


@pytest.fixture
def late_game(alice, bob, monkeypatch):
    """A game with two minutes a turn in which alice has done nothing for three, and no worker has looked."""
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes([47] * 32))
    game = open_table(alice, pace="live2")
    lobby.take_seat(game_id=game.pk, user=bob, number=1)
    lobby.start_game(game_id=game.pk, user=alice)
    let_pass(game, minutes=3)
    return game


async def test_the_clock_acts_for_whoever_comes(late_game):
    async with await Client.at(late_game) as client:
        frame = await client.receive()
        assert (frame["version"], frame["log"][-1]["by_clock"], frame["clock"]["running"]) == (4, True, [1])


async def test_the_clock_acts_where_somebody_is_without_a_worker(late_game):
    await in_own_thread(let_pass, late_game, minutes=-3)
    async with seated(late_game, None) as [client]:
        await in_own_thread(let_pass, late_game, minutes=3)
        await watch.watch().look()
        assert [(await client.receive_type("entry"))["by_clock"] for _ in range(4)] == [True] * 4


async def test_a_command_finds_that_the_clock_was_first(late_game, alice):
    await in_own_thread(let_pass, late_game, minutes=-3)
    async with seated(late_game, alice) as [client]:
        await in_own_thread(let_pass, late_game, minutes=3)
        for table in tables():
            table._held = None  # which knows nothing of the time that this test let pass
        assert await answered(client, "0:draw", 0) == "stale_version"
    assert [action for _, action in await in_own_thread(log_of, late_game)][1:] == ["0:draw"] * 2 + ["0:flood"] * 2


async def test_a_line_that_flickers_costs_neither_turn_nor_time(late_game, alice, bob):
    await in_own_thread(let_pass, late_game, minutes=-2)
    before = await in_own_thread(rows_of, late_game)
    async with seated(late_game, bob):
        for _ in range(10):
            async with seated(late_game, alice):
                pass
            await watch.watch().look()
    assert await in_own_thread(rows_of, late_game) == before


async def test_play_goes_on_while_redis_is_away(game, alice, bob, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    await plays_on(game, alice, bob)


async def test_play_goes_on_while_redis_hangs(game, alice, bob, settings):
    with silent_server() as settings.REDIS_URL:
        await plays_on(game, alice, bob)


async def test_play_goes_on_where_nobody_understands_who_is_there(game, alice, bob, settings):
    with closing(Redis.from_url(settings.REDIS_URL)) as redis:
        redis.zadd("tidewatch:presence", {"another": time.time() + 60})
        redis.set("tidewatch:presence:another", b"\xc1", ex=60)
        await plays_on(game, alice, bob)
        redis.delete("tidewatch:presence", "tidewatch:presence:another")


async def plays_on(game, alice, bob):
    """All that matters works, in time, for people who come while Redis is of no use."""
    async with asyncio.timeout(4):  # a page waits for eight seconds
        open_tables = await asyncio.gather(*(Client.at(game, user) for user in (alice, bob)))
    async with open_tables[0] as player, open_tables[1] as partner:
        assert [await answered(player, f"0:move {tile}", n) for n, tile in enumerate("KG")] == [1, 2]
        assert [(await partner.receive_type("entry"))["version"] for _ in range(2)] == [1, 2]
        await behind_its_back(game, alice, "0:draw", 2)
        async with asyncio.timeout(1.2):
            await watch.watch().look()
            assert (await partner.receive_type("entry"))["version"] == 3
