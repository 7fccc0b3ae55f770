"""The live protocol of docs/protocol.md, spoken with the real application over real Redis and PostgreSQL."""

from uuid import uuid4

import pytest

from accounts import live as accounts_live
from games import live, sockets
from games.database import in_own_thread
from games.services import play
from games.watch import watch
from tests.games.sockets import Client
from tests.games.test_live_tables import behind_its_back

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_looks(monkeypatch):
    """The next look of the watch is one that a test asks for."""
    monkeypatch.setattr("games.watch.INTERVAL_SECONDS", 3600)


async def test_a_table_tells_the_game_to_whoever_comes(game, alice):
    async with await Client.at(game, alice) as player, await Client.at(game) as stranger:
        frame = await player.receive()
        assert (frame["type"], frame["version"], frame["status"], frame["you"]) == ("game", 0, "active", [0])
        assert frame["commitment"] == game.commitment
        assert frame["seed"] is None
        assert [seat["user"] for seat in frame["seats"]] == ["alice", "bob"]
        assert frame["flood_layers"] == ["BCDEGHKLMNOQSTUVWX"]
        assert await player.receive() == {"type": "synced", "version": 0}
        assert (await stranger.receive())["you"] == []


async def test_an_action_is_answered_and_told_to_everyone(game, alice, bob):
    async with await Client.at(game, alice) as one, await Client.at(game, bob) as two, await Client.at(game) as three:
        for client in (one, two, three):
            await client.receive_type("synced")
        command_id = await one.act("0:move K", 0)
        frames = [await one.receive(), await one.receive()]
        assert {"type": "ok", "id": command_id, "version": 1} in frames
        told = [await client.receive_type("entry") for client in (two, three)]
        assert told[0] == told[1] == next(frame for frame in frames if frame["type"] == "entry")
        assert told[0]["action"] == "0:move K"
        assert told[0]["legal"]["0"]["undo"] is True
        assert "?" in told[0]["position"]


REFUSED = [
    ("alice", "0:move J", "illegal_action"),
    ("bob", "0:move K", "not_your_seat"),
    ("carol", "0:move K", "not_your_seat"),
    (None, "0:move K", "sign_in_first"),
    ("alice", "0:swim", "malformed_action"),
    ("alice", "0:undo", "nothing_to_undo"),
]


async def test_a_refusal_reaches_the_one_who_asked(game, alice, bob, carol):
    users = {"alice": alice, "bob": bob, "carol": carol, None: None}
    for who, action, code in REFUSED:
        async with await Client.at(game, users[who]) as client:
            await client.receive_type("synced")
            command_id = await client.act(action, 0)
            frame = await client.receive()
            assert (frame["type"], frame["id"], frame["code"], frame["version"]) == ("refused", command_id, code, 0)
            assert (frame["reason"] is not None) == (code == "illegal_action")


async def test_the_same_command_twice_is_played_once(game, alice):
    async with await Client.at(game, alice) as client:
        await client.receive_type("synced")
        command_id = await client.act("0:move K", 0)
        await client.receive_type("ok")
        await client.act("0:move K", 0, command_id)
        assert (await client.receive_type("ok"))["version"] == 1
    assert await in_own_thread(game.actions.count) == 2


async def test_a_stale_command_brings_what_is_missing(game, alice):
    async with await Client.at(game, alice) as client:
        await client.receive_type("synced")
        await behind_its_back(game, alice, "0:move K", 0)
        await client.act("0:move L", 0)
        assert (await client.receive_type("refused"))["code"] == "stale_version"
        assert (await client.receive_type("entry"))["version"] == 1


async def test_a_gap_is_filled_from_the_log(game, alice):
    async with await Client.at(game, alice) as client:
        await client.receive_type("synced")
        await behind_its_back(game, alice, "0:move K", 0)
        await client.act("0:move G", 1)
        assert [(await client.receive_type("entry"))["version"] for _ in range(2)] == [1, 2]


async def test_a_lost_last_entry_is_found(game, alice):
    async with await Client.at(game) as client:
        await client.receive_type("synced")
        await behind_its_back(game, alice, "0:move K", 0)
        await watch().look()
        assert (await client.receive_type("entry"))["version"] == 1


async def test_an_entry_told_twice_is_passed_on_once(game, alice):
    async with await Client.at(game, alice) as client:
        await client.receive_type("synced")
        await client.act("0:move K", 0)
        entry = await client.receive_type("entry")
        text = live.frame_text(entry)
        await in_own_thread(live.tell_entry, game.pk, 1, text)
        await client.act("0:undo", 1)
        assert (await client.receive_type("entry"))["version"] == 2


async def test_who_comes_back_gets_what_was_missed(game, alice):
    await behind_its_back(game, alice, "0:move K", 0)
    await behind_its_back(game, alice, "0:move G", 1)
    async with await Client.at(game, alice, "?since=1") as client:
        assert (await client.receive())["version"] == 2
        assert await client.receive() == {"type": "synced", "version": 2}


async def test_a_since_that_makes_no_sense_brings_the_game(game):
    for query in ("?since=7", "?since=-1", "?since=x", "?since=%F0", "?since=99999999999"):
        async with await Client.at(game, None, query) as client:
            assert (await client.receive())["type"] == "game", query


async def test_sync_brings_entries_or_the_game(game, alice):
    async with await Client.at(game, alice) as client:
        await client.receive_type("synced")
        await behind_its_back(game, alice, "0:move K", 0)
        await client.send(type="sync", since=0)
        assert (await client.receive())["type"] == "entry"
        assert (await client.receive())["type"] == "synced"
        await client.send(type="sync")
        assert (await client.receive())["version"] == 1


async def test_why_not_is_answered(game, carol):
    async with await Client.at(game, carol) as client:
        await client.receive_type("synced")
        command_id = str(uuid4())
        await client.send(type="why", id=command_id, action="0:move J")
        reason = {"code": "not_adjacent", "tile": "J", "at": "R"}
        assert await client.receive() == {"type": "because", "id": command_id, "rule": "A1", "reason": reason}
        await client.send(type="why", id=command_id, action="0:move K")
        assert (await client.receive())["rule"] is None


BAD_FRAMES = [
    "",
    "{",
    "[]",
    "null",
    '"act"',
    "{}",
    '{"type":"dispatch"}',
    '{"type":"table.frame","frame":"x"}',
    '{"type":"__class__"}',
    '{"type":"act"}',
    '{"type":"act","id":"x","version":0,"action":"0:draw"}',
    '{"type":"act","id":"12345678-1234-1234-1234-123456789012","version":-1,"action":"0:draw"}',
    '{"type":"act","id":"12345678-1234-1234-1234-123456789012","version":1e400,"action":"0:draw"}',
    '{"type":"act","id":"12345678-1234-1234-1234-123456789012","version":NaN,"action":"0:draw"}',
    '{"type":"act","id":"12345678-1234-1234-1234-123456789012","version":0,"action":7}',
    '{"type":"act","id":"12345678-1234-1234-1234-123456789012","version":0,"action":"' + "x" * 25 + '"}',
    '{"type":"ping","seat":4,"tile":"A"}',
    '{"type":"ping","seat":0,"tile":"AB"}',
    '{"type":"ping","seat":0,"tile":"A\\n"}',
    '{"type":"ping","seat":0,"tile":"A","phrase":"anything else"}',
    '{"type":"hold","seat":0,"on":1}',
    '{"type":"chat","id":"12345678-1234-1234-1234-123456789012","text":"\\ud800"}',
    "[" * 10000,
]


async def test_what_is_no_message_is_refused_and_ends_the_socket(game, alice):
    for text in BAD_FRAMES:
        async with await Client.at(game, alice) as client:
            await client.receive_type("synced")
            await client.send_text(text)
            assert (await client.receive()).get("code") == "malformed_message", text
            assert await client.close_code() == sockets.MALFORMED
    assert await in_own_thread(game.actions.count) == 1


async def test_bytes_are_no_message(game, alice):
    async with await Client.at(game, alice) as client:
        await client.receive_type("synced")
        await client.send_bytes(b"\x00\xff")
        assert (await client.receive())["code"] == "malformed_message"


async def test_a_flood_of_messages_is_slowed_and_then_cut(game, alice, settings):
    settings.SOCKET_MESSAGES_A_SECOND = 0.001
    async with await Client.at(game, alice) as client:
        await client.receive_type("synced")
        for _ in range(sockets.REFUSALS + 2):
            await client.send(type="sync", since=0)
        assert (await client.receive_type("refused"))["code"] == "too_fast"
        assert await client.close_code() == sockets.FLOODING


STRANGE_ORIGINS = [
    None,
    "null",
    "https://evil.example",
    "http://localhost:9999",
    "https://localhost:8000",
    "http://localhost.evil:8000",
]


async def test_pages_of_other_sites_open_no_socket(game):
    for origin in STRANGE_ORIGINS:
        assert not await Client(f"/ws/games/{game.public_id}/", origin=origin).connect(), origin


async def test_what_does_not_exist_says_so(db):
    for path in ("/ws/games/nothere1/", "/ws/elsewhere/", "/ws/games/"):
        client = Client(path)
        assert await client.connect()
        assert await client.close_code() == sockets.NO_SUCH_GAME, path


async def test_players_point_at_tiles_and_ask_to_hold(game, alice, bob, carol):
    async with await Client.at(game, bob) as player, await Client.at(game, carol) as spectator:
        for client in (player, spectator):
            await client.receive_type("synced")
        await player.send(type="ping", seat=1, tile="K")
        pointed = {"type": "ping", "seat": 1, "tile": "K", "user": "bob", "phrase": None}
        assert await spectator.receive() == pointed
        await player.send(type="ping", seat=1, tile="K", phrase="shore")
        assert await spectator.receive() == pointed | {"phrase": "shore"}
        await player.send(type="hold", seat=1, on=True)
        assert await spectator.receive() == {"type": "hold", "seat": 1, "on": True, "user": "bob"}
        await spectator.send(type="ping", seat=1, tile="K")
        assert (await spectator.receive_type("refused"))["code"] == "not_your_seat"


async def test_players_talk_and_do_not_hear_the_spectators(game, alice, bob, carol):
    async with await Client.at(game, alice) as player, await Client.at(game, carol) as spectator:
        for client in (player, spectator):
            await client.receive_type("synced")
        await spectator.send(type="chat", id=str(uuid4()), text="go left")
        assert (await spectator.receive_type("chat"))["seated"] is False
        await player.send(type="chat", id=str(uuid4()), text="  hello   there ")
        for client in (player, spectator):
            assert (await client.receive_type("chat"))["text"] == "hello there"
        assert not [text for text in player.frames if "go left" in text]
    async with await Client.at(game, alice) as player:
        assert [line["text"] for line in (await player.receive())["chat"]] == ["hello there"]


async def test_a_line_that_cannot_be_said(game, alice):
    async with await Client.at(game, alice) as client:
        await client.receive_type("synced")
        for text in ("", "   ", "x" * 301, "a\u202eb"):
            await client.send(type="chat", id=str(uuid4()), text=text)
            assert (await client.receive_type("refused"))["code"] == "bad_line"


async def test_presence_names_players_and_counts_spectators(game, alice, bob, carol):
    async with await Client.at(game, alice) as player:
        await player.receive_type("synced")
        async with await Client.at(game, carol) as spectator:
            await spectator.receive_type("synced")
            await spectator.send(type="sync", since=0)
            await spectator.receive_type("synced")
            assert spectator.presence[-1] == {"type": "presence", "present": ["alice"], "spectators": 1}
        await watch().look()
        await player.send(type="sync", since=0)
        await player.receive_type("synced")
        assert player.presence[-1] == {"type": "presence", "present": ["alice"], "spectators": 0}


async def test_the_end_of_a_session_ends_its_sockets(game, alice):
    async with await Client.at(game, alice) as client:
        await client.receive_type("synced")
        await in_own_thread(accounts_live.end_sockets, accounts_live.user_group(alice.pk))
        assert await client.close_code() == sockets.SESSION_ENDED


async def test_a_bug_ends_the_socket_and_not_the_process(game, alice, monkeypatch, caplog):
    def fail(table, **command):
        raise ZeroDivisionError

    async with await Client.at(game, alice) as client:
        await client.receive_type("synced")
        monkeypatch.setattr(play, "judge_at_once", fail)
        await client.act("0:move K", 0)
        assert await client.close_code() == 1011
    assert "socket failed" in caplog.text
    caplog.clear()


async def test_the_lobby_hears_of_changes(alice):
    client = Client("/ws/lobby/")
    assert await client.connect()
    async with client:
        await in_own_thread(live.ring_lobby)
        assert await client.receive() == {"type": "lobby"}
