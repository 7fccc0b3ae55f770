"""A finished game gone through together: who leads, who hears of it, and how the lead falls free."""

import time
from uuid import UUID, uuid4

import pytest

from games.database import in_own_thread
from games.errors import GameNotOver, NotYourSeat, SomebodyLeads
from games.services import review
from tests.games.playing import act
from tests.games.sockets import Client
from tests.games.test_live_tables import frames_until_quiet, seated

pytestmark = pytest.mark.django_db(transaction=True)

NOBODY = {"type": "lead", "id": None, "user": None, "version": None}
PAGE, OTHER_PAGE = str(uuid4()), str(uuid4())


@pytest.fixture(autouse=True)
def nobody_looks(monkeypatch):
    monkeypatch.setattr("games.watch.INTERVAL_SECONDS", 3600)


@pytest.fixture
def over(game, alice, bob):
    """The game of alice and bob, given up after a move."""
    for user, action in ((alice, "0:move K"), (alice, "0:concede"), (bob, "1:concede")):
        act(game, user, action)
    game.refresh_from_db()
    assert game.is_over
    return game


def lead(game, user, page=PAGE, version=1):
    review.lead(game_id=game.pk, user=user, lead_id=UUID(page), version=version)


def led(game):
    """Who leads where, as somebody who comes now is told."""
    frame = review.lead_frame(game.pk)
    return frame["user"], frame["version"]


async def test_where_somebody_leads_is_told_to_everybody_and_to_who_comes_later(over, alice, bob, carol):
    async with seated(over, alice, bob, carol) as (leader, player, spectator):
        await leader.send(type="lead", id=PAGE, version=2)
        told = {"type": "lead", "id": PAGE, "user": "alice", "version": 2}
        assert [await client.receive_type("lead") for client in (leader, player, spectator)] == [told] * 3
        async with await Client.at(over) as stranger:
            assert await stranger.receive_type("lead") == told
        async with await Client.at(over, None, f"?since={over.version}") as back_again:
            assert await back_again.receive_type("lead") == told


async def test_at_first_nobody_leads(over, alice):
    async with await Client.at(over, alice) as client:
        assert await client.receive_type("lead") == NOBODY


async def test_a_running_game_tells_of_no_lead_and_has_none(game, alice):
    async with await Client.at(game, alice) as client:
        assert [(await client.receive())["type"] for _ in range(2)] == ["game", "synced"]
        await client.send(type="lead", id=PAGE, version=0)
        refused = await client.receive()
        assert (refused["type"], refused["id"], refused["code"]) == ("refused", PAGE, "game_not_over")


async def test_only_who_plays_a_seat_leads(over, carol):
    for user, code in ((carol, "not_your_seat"), (None, "sign_in_first")):
        async with await Client.at(over, user) as client:
            await client.receive_type("synced")
            await client.send(type="lead", id=PAGE, version=1)
            assert (await client.receive())["code"] == code
    assert await in_own_thread(led, over) == (None, None)


async def test_nobody_leads_beside_who_leads(over, alice, bob):
    async with seated(over, alice, bob) as (leader, player):
        await leader.send(type="lead", id=PAGE, version=2)
        await player.receive_type("lead")
        await player.send(type="lead", id=OTHER_PAGE, version=0)
        frames = await frames_until_quiet(player)
        assert sorted(frame["type"] for frame in frames) == ["lead", "refused"]
        assert {frame.get("code") for frame in frames} == {None, "somebody_leads"}
        assert {frame.get("user") for frame in frames} == {None, "alice"}  # who asked hears who leads
    assert await in_own_thread(led, over) == (None, None)


async def test_a_lead_that_is_handed_over_is_free(over, alice, bob):
    async with seated(over, alice, bob) as (leader, player):
        await leader.send(type="lead", id=PAGE, version=2)
        await leader.send(type="lead", id=PAGE, version=None)
        assert [await player.receive_type("lead") for _ in range(2)][1] == NOBODY
        await player.send(type="lead", id=OTHER_PAGE, version=1)
        assert [(await leader.receive_type("lead"))["user"] for _ in range(3)] == ["alice", None, "bob"]


async def test_the_lead_of_who_goes_is_free_at_once(over, alice, bob):
    async with await Client.at(over, bob) as player:
        await player.receive_type("synced")
        async with await Client.at(over, alice) as leader:
            await leader.receive_type("synced")
            await leader.send(type="lead", id=PAGE, version=2)
            assert (await player.receive_type("lead"))["user"] == "alice"
        assert await player.receive_type("lead") == NOBODY


async def test_who_hands_over_what_somebody_else_leads_changes_nothing(over, alice, bob):
    async with seated(over, alice, bob) as (leader, player):
        await leader.send(type="lead", id=PAGE, version=2)
        await player.receive_type("lead")
        await player.send(type="lead", id=PAGE, version=None)
        await in_own_thread(review.hand_over, game_id=over.pk, user=bob, lead_id=UUID(PAGE))
        assert await in_own_thread(led, over) == ("alice", 2)


def test_a_page_that_comes_back_leads_on_and_another_window_of_the_user_does_not(over, alice):
    lead(over, alice)
    lead(over, alice, version=2)
    with pytest.raises(SomebodyLeads):
        lead(over, alice, OTHER_PAGE)
    assert led(over) == ("alice", 2)


def test_the_id_of_a_lead_is_no_key_to_it(over, alice, bob):
    lead(over, alice)
    with pytest.raises(SomebodyLeads):
        lead(over, bob, PAGE, version=2)
    assert led(over) == ("alice", 1)


def test_a_lead_of_which_nobody_hears_any_more_runs_out(over, alice, bob, monkeypatch):
    monkeypatch.setattr(review, "LEASE_SECONDS", 1)
    lead(over, alice)
    time.sleep(1.2)
    lead(over, bob, OTHER_PAGE, version=2)
    assert led(over) == ("bob", 2)


def test_who_has_left_the_game_does_not_lead(game, alice, bob):
    act(game, bob, "1:concede")
    act(game, alice, "0:leave")  # and all who still play have given the game up
    with pytest.raises(NotYourSeat):
        lead(game, alice)
    lead(game, bob)
    assert led(game) == ("bob", 1)


def test_a_game_that_runs_is_not_gone_through(game, alice):
    with pytest.raises(GameNotOver):
        lead(game, alice)


def test_while_redis_is_away_nobody_leads_and_nothing_breaks(over, alice, monkeypatch, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    review._redis.cache_clear()
    try:
        lead(over, alice)
        assert led(over) == (None, None)
    finally:
        review._redis.cache_clear()
