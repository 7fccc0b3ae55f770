"""The doorbell over real Redis: who hears what, and what is heard again when Redis was away or the line was dead."""

import asyncio
import socket
import time
from contextlib import closing, contextmanager
from random import Random
from urllib.parse import urlsplit

import pytest

from accounts import live
from accounts.live import DEAF, Doorbell
from deploy.services.running import free_port
from tests.chaos.proxy import Proxy

PATIENCE_SECONDS = 5
AFTER = {"type": "after"}


class Ear:
    """Listens to one group of one doorbell."""

    def __init__(self, bell=None, group="table.1"):
        self.bell = bell or Doorbell()
        self._group = group
        self.heard = []
        self._news = asyncio.Event()

    async def __aenter__(self):
        await self.bell.join(self._group, self._hear)
        return self

    async def __aexit__(self, *error):
        self.bell.leave(self._group, self._hear)

    def _hear(self, message):
        self.heard.append(message)
        self._news.set()

    async def until(self, message):
        """All that was heard up to `message`."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while message not in self.heard:
                self._news.clear()
                await self._news.wait()
        return self.heard[: self.heard.index(message) + 1]


@pytest.fixture
def line(settings):
    """A line to Redis that can be cut and muted."""
    port = urlsplit(settings.REDIS_URL).port
    proxy = Proxy(free_port(), [port], Random(0))
    proxy.start()
    settings.REDIS_URL = settings.REDIS_URL.replace(f":{port}", f":{proxy.port}")
    yield proxy
    proxy.end()


@contextmanager
def silent_server():
    """The address of a Redis that takes connections and never says a word."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


@pytest.fixture
def fresh_sender():
    live._sender.cache_clear()
    yield
    live._sender.cache_clear()


async def test_what_one_rings_all_hear_once():
    async with Ear() as one, Ear() as other:
        one.bell.ring("table.1", {"type": "x"})
        await other.until({"type": "x"})
        other.bell.ring("table.1", AFTER)
        assert await one.until(AFTER) == await other.until(AFTER) == [{"type": "x"}, AFTER]


async def test_a_process_hears_its_own_rings_without_redis():
    async with Ear() as ear:
        ear.bell.ring("table.1", {"type": "x"})
        assert ear.heard == [{"type": "x"}]


async def test_what_is_rung_outside_of_the_loop_all_hear_once():
    async with Ear() as one, Ear() as other:
        await asyncio.to_thread(live.send, "table.1", {"type": "x"})
        await asyncio.to_thread(live.send, "table.1", AFTER)
        assert await one.until(AFTER) == await other.until(AFTER) == [{"type": "x"}, AFTER]


async def test_only_the_group_that_is_meant_hears():
    async with Ear() as one, Ear(group="table.2") as other:
        one.bell.ring("table.1", {"type": "x"})
        one.bell.ring("table.2", AFTER)
        assert await other.until(AFTER) == [AFTER]


async def test_many_rings_come_in_order():
    rings = [{"type": "x", "version": number} for number in range(500)]
    async with Ear() as one, Ear() as other:
        for ring in rings:
            one.bell.ring("table.1", ring)
        assert await other.until(rings[-1]) == rings


async def test_who_has_joined_hears_at_once():
    async with Ear() as other:
        for number in range(20):
            async with Ear() as ear:
                other.bell.ring("table.1", {"type": "x", "number": number})
                await ear.until({"type": "x", "number": number})


async def test_who_was_deaf_is_told_and_hears_again(line):
    async with Ear() as ear:
        line.cut(1.0)
        assert await ear.until(DEAF) == [DEAF]
        await asyncio.to_thread(live.send, "table.1", AFTER)
        await ear.until(AFTER)


async def test_a_ring_after_redis_was_away_is_sent_over_a_new_line(line):
    async with Ear() as one, Ear() as other:
        one.bell.ring("table.1", {"type": "x"})
        await other.until({"type": "x"})
        line.cut(1.0)
        await asyncio.gather(one.until(DEAF), other.until(DEAF))
        one.bell.ring("table.1", AFTER)
        await other.until(AFTER)


async def test_a_line_that_has_died_without_a_word_is_found(line, monkeypatch):
    monkeypatch.setattr(live, "QUIET_SECONDS", 0.1)
    async with Ear() as ear:
        line.mute(1.0)
        await ear.until(DEAF)


async def test_a_line_that_is_only_quiet_is_kept(line, monkeypatch):
    monkeypatch.setattr(live, "QUIET_SECONDS", 0.02)
    monkeypatch.setattr(live, "PAUSE_SECONDS", 0.01)
    async with Ear() as ear:
        await asyncio.sleep(0.3)
        assert ear.heard == []


async def test_what_nobody_understands_makes_nobody_deaf_for_good():
    async with Ear() as ear:
        await asyncio.to_thread(lambda: live._sender().publish(live.CHANNEL, b"\xc1"))
        await ear.until(DEAF)
        await asyncio.to_thread(live.send, "table.1", AFTER)
        await ear.until(AFTER)


async def test_who_comes_while_redis_is_away_waits_a_little_and_hears_later(settings, monkeypatch):
    monkeypatch.setattr(live, "PATIENCE_SECONDS", 0.1)
    away, settings.REDIS_URL = settings.REDIS_URL, "redis://127.0.0.1:1/0"
    async with Ear() as ear:
        ear.bell.ring("table.1", {"type": "x"})
        settings.REDIS_URL = away
        assert await ear.until(DEAF) == [{"type": "x"}, DEAF]


def test_a_redis_that_is_away_holds_up_nobody(settings, fresh_sender):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    began = time.monotonic()
    live.send("table.1", AFTER)
    assert time.monotonic() - began < 0.5


def test_a_redis_that_hangs_holds_up_nobody_for_long(settings, monkeypatch, fresh_sender):
    monkeypatch.setattr(live, "PATIENCE_SECONDS", 0.4)
    with silent_server() as settings.REDIS_URL:
        began = time.monotonic()
        live.send("table.1", AFTER)
        assert 0.4 <= time.monotonic() - began < 0.7


async def test_a_line_of_before_a_restart_is_noticed(line, fresh_sender):
    async with Ear() as ear:
        await asyncio.to_thread(live.send, "table.1", {"type": "x"})
        line.cut(1.0)
        await ear.until(DEAF)
        await asyncio.to_thread(live.send, "table.1", AFTER)
        await ear.until(AFTER)


async def test_the_last_one_to_leave_ends_the_lines():
    ours = asyncio.current_task()
    for turns in range(60):
        async with Ear() as ear:
            ear.bell.ring("table.1", AFTER)
            await asyncio.sleep(live.GATHERING_SECONDS)
            for _ in range(turns % 20):  # and so be in the middle of sending
                await asyncio.sleep(0)
    if ending := asyncio.all_tasks() - {ours}:
        _, still_there = await asyncio.wait(ending, timeout=PATIENCE_SECONDS)
        assert not still_there
