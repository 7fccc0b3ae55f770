"""A log that was packed reads as before, everywhere."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services.jobs import PartlyFailed
from engine import records
from games import boards, log
from games.models import ArchivedLog, Game, PlayedAction
from games.services import archive, demo
from tests.games.playing import act, play_at_random

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
# A form has a new token at each look.
CHANGING = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')


def age(game, days):
    """As if the game had ended so many days ago."""
    ended_at = timezone.now() - days * DAY
    Game.objects.filter(pk=game.pk).update(started_at=ended_at - DAY, finished_at=ended_at)
    game.actions.filter(version=0).update(played_at=ended_at - DAY)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def short(game, alice, bob):
    """Played to its end just now, with a move taken back."""
    act(game, alice, "0:move K")
    act(game, alice, "0:undo")
    return play_at_random(game, [alice, bob])


@pytest.fixture
def old(alice, bob):
    """A game of many entries, 91 days old."""
    began_at = timezone.now() - 91 * DAY
    return demo.play_demo_game(users=[alice, bob], layout="classic", difficulty="novice", began_at=began_at)


def values(entries):
    fields = [field.attname for field in PlayedAction._meta.fields if field.attname != "id"]
    return [{name: getattr(entry, name) for name in fields} for entry in entries]


def test_all_rows_become_one(old):
    count = old.version + 1
    assert archive.archive_finished_games() == 1
    assert not PlayedAction.objects.exists()
    assert ArchivedLog.objects.get().entry_count == count


def test_packing_twice_is_packing_once(old):
    archive.archive_finished_games()
    before = ArchivedLog.objects.values().get()
    assert archive.archive_finished_games() == 0
    assert ArchivedLog.objects.values().get() == before


NOT_YET = [
    ("it ended 89 days ago", lambda game: age(game, 89)),
    ("it ended just now", lambda game: game),
    (
        "it began long ago and ended yesterday",
        lambda game: Game.objects.filter(pk=age(game, 200).pk).update(finished_at=timezone.now() - DAY),
    ),
]


@pytest.mark.parametrize(("why", "make"), NOT_YET, ids=[why for why, _ in NOT_YET])
def test_a_log_stays_in_rows_when(why, make, short):
    make(short)
    assert archive.archive_finished_games() == 0
    assert PlayedAction.objects.count() == short.version + 1


def test_a_running_game_is_never_packed(game):
    PlayedAction.objects.update(played_at=timezone.now() - 400 * DAY)
    assert archive.archive_finished_games() == 0
    assert game.actions.count() == 1


def test_entries_come_out_as_they_went_in(old):
    before = values(old.actions.order_by("version"))
    archive.archive_finished_games()
    assert values(log.entries(old)) == before


RANGES = [
    {},
    {"after": 3},
    {"before": 5},
    {"after": 0, "before": 40, "latest": 31},
    {"latest": 1},
    {"before": 0},
    {"after": 100_000},
    {"after": 4, "before": 6},
]


@pytest.mark.parametrize("asked", RANGES, ids=str)
def test_every_range_is_the_same_from_rows_and_from_the_archive(asked, old):
    before = values(log.entries(old, **asked))
    archive.archive_finished_games()
    assert values(log.entries(old, **asked)) == before


def test_ranges_are_what_they_say(old):
    versions = [entry.version for entry in log.entries(old, after=2, before=10, latest=3)]
    assert versions == [7, 8, 9]
    assert log.entry_at(old, 0).action == "start"
    with pytest.raises(PlayedAction.DoesNotExist):
        log.entry_at(old, old.version + 1)


def test_reading_takes_one_query_of_rows_and_two_of_an_archive(old, django_assert_num_queries):
    with django_assert_num_queries(1):
        log.entries(old)
    archive.archive_finished_games()
    with django_assert_num_queries(2):
        log.entries(old)


def shown(client, game):
    """Everything that is shown of a finished game."""
    pages = ["game", "result", "game_log", "record", "replay", "replay_json"]
    api = ["api_game", "api_log", "api_record"]
    addresses = [
        *(reverse(name, args=[game.public_id]) for name in pages + api),
        reverse("game_log", args=[game.public_id]) + "?before=20",
        reverse("api_position", args=[game.public_id, 7]),
        reverse("admin:games_game_change", args=[game.pk]),
    ]
    client.force_login(User.objects.get_or_create(username="boss", is_staff=True, is_superuser=True)[0])
    frame = boards.game_frame(boards.visible_game(game.public_id))
    answers = [client.get(address) for address in addresses]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    return [
        {name: value for name, value in frame.items() if name != "now"},
        boards.entries_after(game, 0),
        boards.line_of_play(game),
        *(CHANGING.sub(b"", answer.content) for answer in answers),
    ]


def test_every_page_shows_a_packed_game_as_before(old, client):
    before = shown(client, old)
    archive.archive_finished_games()
    after = shown(client, old)
    assert values(after.pop(2)) == values(before.pop(2))
    assert after == before


def test_an_undo_is_packed_too(short, client):
    game = age(short, 91)
    before = shown(client, game)
    assert archive.archive_finished_games() == 1
    assert shown(client, game)[3:] == before[3:]
    assert log.entry_at(game, 2).action == "0:undo"
    assert 1 not in [entry.version for entry in boards.line_of_play(game)]


def test_the_record_of_a_packed_game_verifies(old, client):
    archive.archive_finished_games()
    text = client.get(reverse("record", args=[old.public_id])).content.decode()
    replay = records.replay_from_text(text)
    assert replay.states[-1] == old.engine_state()


def test_a_log_that_cannot_be_packed_keeps_no_other_waiting(old, short, monkeypatch, caplog):
    sound, unpack = age(short, 91), log.unpack
    monkeypatch.setattr(log, "unpack", lambda game, packed: [] if game == old else unpack(game, packed))
    with pytest.raises(PartlyFailed) as caught:
        archive.archive_finished_games()
    caplog.clear()
    assert caught.value.done == 1
    assert ArchivedLog.objects.get().game == sound
    assert PlayedAction.objects.count() == old.version + 1


def test_a_packed_log_takes_a_fifth_of_its_text(old):
    text = sum(len(entry.position) + len(str(entry.events)) + 100 for entry in log.entries(old))
    assert len(log.pack(log.entries(old))) < text / 5
