"""Records that people bring along: shown step by step, or the line that is wrong; kept nowhere."""

import json
import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine import notation, playouts, records
from games import boards
from games.imports import MOST_BYTES
from games.models import Game, PlayedAction
from tests.games.playing import play_at_random

SEED = bytes([5]) * 32


def record_of(layout="classic", seats=2):
    return playouts.random_record(SEED, 0, layout, "normal", seats)


TEXT = records.record_to_text(record_of())
HEAD, ACTIONS = TEXT.split("\n\n")
TAGS = HEAD.count("\n") + 1


def show(client, text="", content=None):
    file = {} if content is None else {"record_file": SimpleUploadedFile("game.fir", content)}
    return client.post("/import/", {"record": text, **file})


def told(response):
    assert response.status_code == 200, response.text
    return response.context["steps"]


def test_the_page_is_for_everybody(client, db):
    response = client.get("/import/")
    assert response.status_code == 200
    assert "csrfmiddlewaretoken" in response.text


@pytest.mark.parametrize(("layout", "seats"), [("classic", 2), ("bridge", 3), ("atoll", 4), ("gulls", 4)])
def test_a_record_is_shown_step_by_step(client, db, layout, seats):
    text = records.record_to_text(record_of(layout, seats))
    replay = records.replay_from_text(text)
    steps = told(show(client, text))
    assert [entry["position"] for entry in steps["entries"]] == [notation.state_to_text(at) for at in replay.states]
    assert len(steps["steps"]) == len(replay.record.actions) + 1
    assert f'[Result "{steps["outcome"]}"]' in text


def test_a_record_tells_what_the_game_told(client, game, alice, bob):
    finished = play_at_random(game, [alice, bob])
    response = show(client, boards.record_text(Game.objects.get(pk=finished.pk)))
    entries = PlayedAction.objects.filter(game=finished).order_by("version")
    assert [entry["events"] for entry in told(response)["entries"]] == [entry.events for entry in entries]
    assert [entry["action"] for entry in told(response)["entries"]] == [entry.action for entry in entries]
    assert [seat["user"] for seat in response.context["facts"]["seats"]] == ["alice", "bob"]


def test_nothing_is_kept(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        show(client, TEXT)


FILES = {
    "plain": TEXT.encode(),
    "with a byte order mark": b"\xef\xbb\xbf" + TEXT.encode(),
    "in UTF-16": TEXT.encode("utf-16"),
    "with lines of Windows": TEXT.replace("\n", "\r\n").encode(),
    "after empty lines": b"\n\n" + TEXT.encode(),
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_a_file_is_read_as_it_comes(client, db, content):
    assert told(show(client, content=content))["outcome"] == record_of().result.word()


def test_a_record_without_names_calls_the_seats_by_their_roles(client, db):
    facts = show(client, TEXT).context["facts"]
    assert [seat["user"] for seat in facts["seats"]] == [None, None]
    assert [seat["role"] for seat in facts["seats"]] == [role.value for role in record_of().roles]


def test_names_that_are_no_names_do_no_harm(client, db):
    names = f'[Players "</script><b>x</b>, {"y" * 5000}, more, than, seats"]\n'
    response = show(client, names + TEXT)
    assert "</script><b>" not in response.text
    assert [seat["user"] for seat in response.context["facts"]["seats"]] == ["</script><b>x</b>"[:20], "y" * 20]


def test_a_game_that_was_given_up(client, db):
    head = HEAD.replace(f'[Result "{record_of().result.word()}"]', '[Result "*"]\n[Termination "conceded"]')
    steps = told(show(client, f"{head}\n\n0:draw\n"))
    assert (steps["outcome"], steps["steps"]) == ("conceded", [0, 1])


WRONG = {
    "no tag": ("hello", 1, "is no tag"),
    "a tag is missing": (
        HEAD.replace("[Layout", "[Island") + "\n\n" + ACTIONS,
        TAGS + 1,
        "the tags end without Layout",
    ),
    "an unknown verb": (HEAD + "\n\n0:jump K\n", TAGS + 2, "jump"),
    "an illegal action": (
        HEAD + "\n\n0:flood\n",
        TAGS + 2,
        'is not legal. Two treasure cards come before the flood cards. [<a href="/rules/#r-T3">T3</a>]',
    ),
    "another result": (TEXT.replace('[Result "', '[Result "won"]\n[Was "'), None, "do not bear out the Result"),
    "markup": ("<b>x</b>", 1, "is no tag"),
}


@pytest.mark.parametrize(("text", "line", "problem"), WRONG.values(), ids=WRONG)
def test_the_wrong_line_is_named_and_shown(client, db, text, line, problem):
    response = show(client, text)
    assert response.status_code == 422
    marked = [near for near in response.context["form"].wrong_lines if near.is_wrong]
    assert len(marked) == 1
    assert line in (None, marked[0].number)
    assert f"Line {marked[0].number}: " in response.text
    assert problem in response.text
    assert "<b>x" not in response.text


def test_lines_are_counted_from_the_first_that_says_something(client, db):
    assert "Line 2: " in show(client, "\r\n\r\n" + HEAD.split("\n")[0] + "\r\nhello").text


REFUSED = {
    "nothing": (("", None), "Choose a file or paste a record."),
    "an empty file": (("", b""), "Choose a file or paste a record."),
    "too long a text": ((TEXT + " " * MOST_BYTES, None), "far longer than any game"),
    "too long a file": (("", b"x" * (MOST_BYTES + 1)), "far longer than any game"),
    "a picture": (("", b"\x89PNG\r\n\x1a\n\xff\xd8"), "no text in UTF-8"),
    "half of UTF-16": (("", b"\xff\xfea"), "no text in UTF-8"),
    "a null character": (("a\0b", None), "Null characters are not allowed."),
}


@pytest.mark.parametrize(("sent", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_record_is_refused_in_words(client, db, sent, words):
    response = show(client, *sent)
    assert response.status_code == 422
    assert words in response.text


def test_a_null_character_in_a_file_is_a_wrong_line(client, db):
    assert show(client, content=b"a\0b").status_code == 422


def test_who_is_sent_here_by_another_site_is_turned_away(db):
    response = Client(enforce_csrf_checks=True).post("/import/", {"record": TEXT})
    assert response.status_code == 403


@pytest.mark.parametrize("number", range(60))
def test_whatever_is_brought_along_is_shown_or_refused(client, db, number):
    chance = random.Random(number)
    text = list(TEXT)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(text))
        text[at : at + chance.randrange(3)] = chance.choice(
            ['"', "[", "\n", ":", "0", "²", "é", "\u2028", "X", "move ", ""]
        )
    response = show(client, "".join(text))
    assert response.status_code in (200, 422)
    if response.status_code == 200:
        json.dumps(response.context["steps"])
