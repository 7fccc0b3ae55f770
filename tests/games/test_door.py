"""The door: the one statement by itself, and the batches of a process, each guard by a test that fails without it."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import psycopg
import pytest
from django.db import IntegrityError, connection
from django.utils import timezone

from accounts.models import User
from games import door, opened
from games.database import in_own_thread
from games.errors import StaleVersion
from games.models import Game, PlayedAction, Seat, Status
from games.services import lobby, play
from tests.games.playing import act, open_table

pytestmark = pytest.mark.django_db

# What waits for nothing is done long before.
PATIENCE_SECONDS = 2


def judged(game, user, action, command_id=None):
    """The table in memory and what `action` makes of it, before it is an entry."""
    table = play.read_table(game_id=game.pk)
    assert table is not None
    version = table.game.version
    draft = play.judge_at_once(
        table, user=user, command_id=command_id or uuid4(), expected_version=version, action=action
    )
    assert draft is not None
    return table, draft


def entered(game, user, action):
    """The same as an entry, ready for a batch."""
    table, draft = judged(game, user, action)
    return table, opened.enter(table, draft)


def by_hand(game, **changes):
    """Put an entry into the log of which the game's row knows nothing."""
    row = game.actions.get(version=0)
    row.pk, row.command_id = None, uuid4()
    for name, value in changes.items():
        setattr(row, name, value)
    PlayedAction.objects.bulk_create([row])


def log_of(game):
    return list(game.actions.order_by("version").values_list("version", "action"))


def rows_of(game):
    """All that an entry may change."""
    seats = Seat.objects.filter(game=game).order_by("number")
    return Game.objects.values().get(pk=game.pk), list(seats.values()), log_of(game)


def does_not_fit(table, draft, **when):
    before = rows_of(table.game)
    with pytest.raises(StaleVersion):
        door.write(table, draft, **when)
    assert rows_of(table.game) == before


def test_an_entry_fits_the_version_it_was_made_for_only(game, alice):
    table, draft = judged(game, alice, "0:move K")
    act(game, alice, "0:move X")
    does_not_fit(table, draft)


def test_nothing_is_added_to_a_game_that_is_over(game, alice):
    table, draft = judged(game, alice, "0:move K")
    Game.objects.filter(pk=game.pk).update(status=Status.ABANDONED, outcome="ended", finished_at=timezone.now())
    does_not_fit(table, draft)


def test_an_entry_does_not_fit_from_the_moment_on_from_which_the_clock_acts(game, alice):
    table, draft = judged(game, alice, "0:move K")
    does_not_fit(table, draft, not_after=timezone.now() - timedelta(milliseconds=1))


def test_an_entry_before_that_moment_fits(game, alice):
    table, draft = judged(game, alice, "0:move K")
    door.write(table, draft, not_after=timezone.now() + timedelta(seconds=20))
    assert log_of(game) == [(0, "start"), (1, "0:move K")]


def test_a_closed_account_plays_nothing_more(game, alice):
    table, draft = judged(game, alice, "0:move K")
    User.objects.filter(pk=alice.pk).update(is_active=False)
    does_not_fit(table, draft)


def test_the_clock_needs_no_account(game, alice):
    table, draft = judged(game, alice, "0:move K")
    assert door.write(table, replace(draft, user=None)).version == 1


def test_a_command_in_the_log_is_not_written_again(game, alice):
    command_id = uuid4()
    act(game, alice, "0:move K", command_id=command_id)
    does_not_fit(*judged(game, alice, "0:move G", command_id))


def test_a_log_has_one_entry_a_version(game):
    by_hand(game, version=1)
    with pytest.raises(IntegrityError, match="one_entry_a_version"):
        by_hand(game, version=1)


def test_a_log_has_one_entry_a_command(game):
    with pytest.raises(IntegrityError, match="a_command_is_played_once"):
        by_hand(game, version=1, command_id=game.actions.get().command_id)


@asynccontextmanager
async def commits():
    """The batches of one process."""
    process = door.GroupCommit()
    try:
        yield process
    finally:
        await process.close()


@asynccontextmanager
async def another_connection(*statements):
    """A transaction of somebody else, who has done `statements` and takes time to commit."""
    parameters = connection.get_connection_params()
    parameters.pop("cursor_factory", None)
    async with await psycopg.AsyncConnection.connect(**parameters) as other:
        for statement, values in statements:
            await other.execute(statement, values)
        yield other


def locks_row(game):
    return another_connection(("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [game.pk]))


def locks_logs():
    return another_connection(("LOCK TABLE games_playedaction IN EXCLUSIVE MODE", []))


def lines_of_the_batches(doing="idle"):
    """The process ids, at the database, of the lines over which batches go."""
    # The words are put together there, so that this question is not found itself.
    find = """SELECT pid FROM pg_stat_activity
              WHERE datname = current_database() AND state = %s AND starts_with(ltrim(query, %s), 'WITH ' || 'entry')"""
    with connection.cursor() as cursor:
        cursor.execute(find, [doing, "\n"])
        return [pid for (pid,) in cursor.fetchall()]


async def line_of_the_batches(doing="idle"):
    """The only one, awaited until it is there."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (found := await in_own_thread(lines_of_the_batches, doing)):
            await asyncio.sleep(0.01)
    return found[0]


async def terminate(pid):
    async with another_connection(("SELECT pg_terminate_backend(%s, 2000)", [pid])):
        pass


async def written(process, games, user):
    """What a process says of one move in each of `games`, sent at once."""
    moves = [await in_own_thread(entered, game, user, "0:move K") for game in games]
    async with asyncio.timeout(PATIENCE_SECONDS):
        writing = [process.write(table, entry, not_after=None) for table, entry in moves]
        return await asyncio.gather(*writing, return_exceptions=True)


@pytest.fixture
def games(alice, bob, monkeypatch):
    """Two games in play, both of alice and bob."""
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes(32))
    both = []
    for _ in range(2):
        game = open_table(alice)
        lobby.take_seat(game_id=game.pk, user=bob, number=1)
        lobby.start_game(game_id=game.pk, user=alice)
        both.append(game)
    return both


@pytest.mark.django_db(transaction=True)
async def test_what_a_batch_answers_is_on_disk(game, alice):
    async with commits() as process:
        assert await written(process, [game], alice) == [True]
        assert await in_own_thread(log_of, game) == [(0, "start"), (1, "0:move K")]


@pytest.mark.django_db(transaction=True)
async def test_entries_of_a_batch_stand_for_themselves(games, alice):
    stale, _ = games
    moves = [await in_own_thread(entered, game, alice, "0:move K") for game in games]
    await in_own_thread(act, stale, alice, "0:move X")
    async with commits() as process:
        answers = await asyncio.gather(*(process.write(table, entry, not_after=None) for table, entry in moves))
    assert answers == [False, True]
    assert await in_own_thread(log_of, stale) == [(0, "start"), (1, "0:move X")]


@pytest.mark.django_db(transaction=True)
async def test_a_game_that_somebody_else_has_locked_holds_up_no_other(games, alice):
    async with commits() as process, locks_row(games[0]):
        assert await written(process, games, alice) == [False, True]


@pytest.mark.django_db(transaction=True)
async def test_of_two_processes_that_write_at_once_one_does(game, alice):
    table, entry = await in_own_thread(entered, game, alice, "0:move X")
    statement = (door._WRITE, [door._text([door._row(table, entry, None)])])
    async with commits() as process, another_connection(statement):
        assert await written(process, [game], alice) == [False]
    assert await in_own_thread(log_of, game) == [(0, "start"), (1, "0:move X")]


@pytest.mark.django_db(transaction=True)
async def test_a_batch_is_written_whole_or_not_at_all(games, alice, caplog):
    await in_own_thread(by_hand, games[0], version=1)
    before = [await in_own_thread(rows_of, game) for game in games]
    async with commits() as process:
        answers = await written(process, games, alice)
        assert [type(answer) for answer in answers] == [door.Unsure] * 2
        assert [await in_own_thread(rows_of, game) for game in games] == before
        assert await written(process, games[1:], alice) == [True]  # the line is opened again
    assert "commit failed entries=2" in caplog.text
    caplog.clear()


@pytest.mark.django_db(transaction=True)
async def test_a_line_that_breaks_while_a_batch_is_written_fails_the_batch(games, alice, caplog):
    async with commits() as process:
        async with locks_logs():
            writing = asyncio.create_task(written(process, games, alice))
            await terminate(await line_of_the_batches("active"))
            assert [type(answer) for answer in await writing] == [door.Unsure] * 2
        assert await written(process, games, alice) == [True, True]
    caplog.clear()


@pytest.mark.django_db(transaction=True)
async def test_a_line_that_broke_while_it_was_idle_is_opened_again(games, alice, caplog):
    async with commits() as process:
        assert await written(process, games[:1], alice) == [True]
        await terminate(await line_of_the_batches())
        assert isinstance((await written(process, games[1:], alice))[0], door.Unsure)
        assert await written(process, games[1:], alice) == [True]
    caplog.clear()


@pytest.mark.django_db(transaction=True)
async def test_a_database_that_takes_too_long_fails_the_batch(game, alice, monkeypatch, caplog):
    monkeypatch.setattr(door, "PATIENCE_SECONDS", 0.1)
    async with commits() as process:
        async with locks_logs():
            assert [type(answer) for answer in await written(process, [game], alice)] == [door.Unsure]
        monkeypatch.undo()
        assert await in_own_thread(log_of, game) == [(0, "start")]
        assert await written(process, [game], alice) == [True]
    caplog.clear()


@pytest.mark.django_db(transaction=True)
async def test_while_one_batch_is_written_the_next_one_gathers(games, alice):
    async with commits() as process:
        async with locks_logs():
            one = asyncio.create_task(written(process, games[:1], alice))
            await line_of_the_batches("active")
            other = asyncio.create_task(written(process, games[1:], alice))
            done, _ = await asyncio.wait([one, other], timeout=0.05)
            assert not done
        assert (await one, await other) == ([True], [True])


@pytest.mark.django_db(transaction=True)
async def test_a_command_that_was_given_up_spoils_no_other(games, alice):
    moves = [await in_own_thread(entered, game, alice, "0:move K") for game in games]
    async with commits() as process:
        given_up, other = [asyncio.create_task(process.write(table, entry, not_after=None)) for table, entry in moves]
        await asyncio.sleep(0)
        given_up.cancel()
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert await other
    assert [len(await in_own_thread(log_of, game)) for game in games] == [2, 2]


async def no_line_is_left():
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await in_own_thread(lines_of_the_batches):
            await asyncio.sleep(0.01)


@pytest.mark.django_db(transaction=True)
async def test_entries_that_wait_are_written_before_the_line_is_given_back(games, alice):
    process = door.GroupCommit()
    assert await written(process, games[:1], alice) == [True]
    table, entry = await in_own_thread(entered, games[1], alice, "0:move K")
    writing = asyncio.create_task(process.write(table, entry, not_after=None))
    await asyncio.sleep(0)
    await process.close()
    assert await writing
    assert await in_own_thread(log_of, games[1]) == [(0, "start"), (1, "0:move K")]
    await no_line_is_left()
