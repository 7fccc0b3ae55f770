"""Records: whole games read, checked and written (docs/notation.md, A record)."""

from dataclasses import replace

import pytest

from engine import notation, records
from engine.errors import IllegalAction, MalformedNotation
from engine.playouts import random_record
from engine.state import End, Outcome
from engine.tiles import Role
from tests.engine.scenes import ZEROS, recorded_games, scenarios_of

GOOD = """\
[Layout "classic"]
[Difficulty "novice"]
[Roles "M,E"]
[RolesDealt "random"]
[Seed "0000000000000000000000000000000000000000000000000000000000000000"]
[Result "landing"]

0:move B 0:draw 0:draw 0:flood 0:flood
"""


@pytest.mark.parametrize("path", recorded_games(), ids=lambda path: path.stem)
def test_a_recorded_game_replays_and_is_written_as_it_was_read(path):
    text = path.read_text(encoding="utf-8")
    assert records.record_to_text(records.record_from_text(text)) == text


def test_a_replay_has_the_position_after_each_action():
    replay = records.replay_from_text(GOOD)
    assert len(replay.states) == 1 + len(replay.record.actions) == 6
    assert replay.states[0] == records.start_of(replay.record)
    assert replay.record.result == Outcome(End.LANDING)
    assert replay.record.roles == (Role.MESSENGER, Role.ENGINEER)


@pytest.mark.parametrize("number", range(12))
def test_a_random_game_is_read_as_it_was_written(number):
    record = random_record(ZEROS, number, "arch", "normal", 2 + number % 3)
    assert records.record_from_text(records.record_to_text(record)) == record


def test_all_tags_come_back():
    record = replace(
        records.record_from_text(GOOD),
        site='The "Deep"\\Sea',
        game="aB3dE6gH",
        date="2026-11-29",
        players=("ada", "grace"),
        actions=(),
        result=None,
        termination="conceded",
    )
    text = records.record_to_text(record)
    assert '[Site "The \\"Deep\\"\\\\Sea"]\n' in text
    assert text.endswith('[Result "*"]\n[Termination "conceded"]\n\n')
    assert records.record_from_text(text) == record


def test_hex_is_read_in_either_case():
    upper = GOOD.replace("0000000000", "00000000AB").replace('"landing"', '"*"').replace('"random"', '"chosen"')
    text = upper[: upper.index("\n\n") + 2]
    assert records.record_from_text(text).seed.hex().count("ab") == 6


@pytest.mark.parametrize(
    ("why", "text"),
    [
        ("actions broken over lines", GOOD.replace("0:move B", "0:move\n\n  B")),
        ("line ends of another system", GOOD.replace("\n", "\r\n")),
        ("no line end at the end", GOOD.rstrip("\n")),
        ("tags in another order", "\n".join([*reversed(GOOD.split("\n")[:6]), *GOOD.split("\n")[6:]])),
        ("tags that nobody knows, twice", GOOD.replace("\n\n", '\n[Mood "x"]\n[Mood "y"]\n\n')),
    ],
)
def test_readers_take(why, text):
    assert records.record_from_text(text) == records.record_from_text(GOOD)


@pytest.mark.parametrize(
    ("why", "line", "text"),
    [
        ("an empty file", 1, ""),
        ("no empty line after the tags", 7, GOOD.replace("\n\n", "\n")),
        ("something else among the tags", 2, GOOD.replace('[Difficulty "novice"]', "Difficulty novice")),
        ("an unknown escape", 1, GOOD.replace("classic", "class\\ic")),
        ("a layout that does not exist", 1, GOOD.replace("classic", "square")),
        ("a difficulty that does not exist", 2, GOOD.replace("novice", "easy")),
        ("a role that does not exist", 3, GOOD.replace("M,E", "M,Z")),
        ("a role twice", 3, GOOD.replace("M,E", "M,M")),
        ("one role", 3, GOOD.replace("M,E", "M")),
        ("five roles", 3, GOOD.replace("M,E", "M,E,X,P,D")),
        ("roles that the seed does not deal", 3, GOOD.replace("M,E", "M,D")),
        ("roles in another order", 3, GOOD.replace("M,E", "E,M")),
        ("roles dealt in another way", 4, GOOD.replace('"random"', '"drawn"')),
        ("a short seed", 5, GOOD.replace("00000000", "0000000")),
        ("a result that does not exist", 6, GOOD.replace('"landing"', '"lost"')),
        ("another result", 6, GOOD.replace('"landing"', '"water"')),
        ("no result for a finished game", 6, GOOD.replace('"landing"', '"*"')),
        ("a result for an unfinished game", 6, GOOD.replace(" 0:flood 0:flood", "")),
        ("the result twice", 7, GOOD.replace("\n\n", '\n[Result "landing"]\n\n')),
        ("the game's name twice", 8, GOOD.replace("\n\n", '\n[Game "a"]\n[Game "b"]\n\n')),
        ("no seed", 6, "\n".join(line for line in GOOD.split("\n") if "Seed" not in line)),
        ("an action without a seat", 8, GOOD.replace("0:move B", "move B")),
        ("words before the first action", 8, GOOD.replace("0:move B", "B 0:move B")),
        ("an action of nobody", 10, GOOD.replace("0:draw 0:draw", "\n0:draw\n4:draw")),
        ("an illegal action", 9, GOOD.replace("0:draw 0:draw", "0:draw\n0:flood")),
        ("an action after the end", 9, GOOD + "1:draw\n"),
        ("an action begun on one line and ended on the next", 8, GOOD.replace("0:move B", "0:move\nZ")),
    ],
)
def test_readers_reject_naming_the_line(why, line, text):
    with pytest.raises(MalformedNotation) as refusal:
        records.record_from_text(text)
    assert refusal.value.field == f"line {line}"
    assert "\n" not in str(refusal.value)


def test_a_bad_seed_is_not_repeated_in_the_message():
    with pytest.raises(MalformedNotation) as refusal:
        records.record_from_text(GOOD.replace("00000000", "1234567"))
    assert "1234567" not in str(refusal.value)


def test_a_record_of_illegal_actions_is_not_written():
    record = records.record_from_text(GOOD)
    with pytest.raises(IllegalAction):
        records.record_to_text(replace(record, actions=record.actions[1:] + record.actions[:1]))


def test_the_positions_of_a_record_are_those_that_its_scenario_states():
    for scenario in scenarios_of("records/records.json"):
        text = (scenario["folder"] / scenario["record"]).read_text(encoding="utf-8")
        assert notation.state_to_text(records.replay_from_text(text).states[-1]) == scenario["after"]
