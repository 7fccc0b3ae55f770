"""Boards on which one can try things: what the engine answers about a position that a page brings along."""

from random import Random

import pytest

from engine import deal, notation, rules
from engine.observation import observe_text

SEED = bytes(32)
FRESH = (
    "2Sj2/1UQVN1/DBfHpW/XrLOaE/1KGMC1/2Ti2 MR:eo,EB:fo 0:act3 1 - "
    "ereswowhwwffrhhewoforesf/- QCTHNEVWUGMBDKLOXS/PIARFJ 1.2"
)


def ask(client, **question):
    return client.get("/practice.json", question)


def test_a_position_alone_is_answered_with_what_is_legal(client):
    told = ask(client, position=FRESH).json()
    assert told["type"] == "game"
    assert told["position"] == FRESH
    assert told["legal"]["0"]["move"] == "BKLX"
    assert told["status"] == "active"


def test_an_action_is_answered_with_what_happens_and_where_it_leads(client):
    told = ask(client, position=FRESH, action="0:move L").json()
    assert told["events"] == [{"type": "moved", "seat": 0, "from": "R", "to": "L", "how": "step"}]
    assert told["position"].split(" ")[1:3] == ["ML:eo,EB:fo", "0:act2"]
    assert told["action"] == "0:move L"
    assert told["legal"]["0"]["draw"] is True


def test_an_illegal_action_is_refused_by_its_rule(client):
    response = ask(client, position=FRESH, action="0:move W")
    assert response.status_code == 422
    assert response.json() == {
        "type": "refused",
        "code": "illegal_action",
        "reason": {"rule": "A1", "code": "not_adjacent", "tile": "W", "at": "R"},
    }


def test_why_not_is_answered_without_doing_anything(client):
    told = ask(client, position=FRESH, why="0:shore W").json()
    assert (told["type"], told["rule"]) == ("because", "A2")
    assert ask(client, position=FRESH, why="0:move L").json() == {"type": "because", "rule": None, "reason": None}


@pytest.mark.parametrize("number", range(4))
def test_a_whole_game_can_be_carried_along(client, number):
    state, chance = deal.new_game(SEED, "classic", "legendary", 2), Random(number)
    position = notation.state_to_text(state)
    while state.outcome is None:
        action = chance.choice(rules.legal_actions(state))
        state = rules.apply(state, action, SEED).state
        told = ask(client, position=position, action=notation.action_to_text(action)).json()
        position = told["position"]
        assert position == notation.state_to_text(state)
    assert told["over"] == {"status": "finished", "outcome": state.outcome.word()}
    assert told["legal"] == {}


def test_a_position_of_a_running_game_cannot_draw(client):
    response = ask(client, position=observe_text(FRESH), action="0:draw")
    assert response.status_code == 400
    assert response.json()["code"] == "malformed_position"


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({}, "malformed_message"),
        ({"position": FRESH * 3}, "malformed_message"),
        ({"position": FRESH, "action": "0:move L", "why": "0:move L"}, "malformed_message"),
        ({"position": FRESH, "action": "0:dance"}, "malformed_action"),
        ({"position": FRESH, "why": "move L"}, "malformed_action"),
        ({"position": "somewhere"}, "malformed_position"),
        ({"position": FRESH.replace("MR:eo", "MR:eeo")}, "malformed_position"),
        ({"position": FRESH.replace("MR:eo", "M\0:eo")}, "malformed_message"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_code(client, question, code):
    response = ask(client, **question)
    assert response.status_code == 400
    assert response.json()["code"] == code


def test_the_problem_of_a_position_is_named(client):
    response = ask(client, position=FRESH.replace("MR:eo,", "EB:eo,"))
    assert "SEATS" in response.json()["problem"].upper()


def test_answers_may_be_kept_and_need_no_database(client):
    assert ask(client, position=FRESH)["Cache-Control"] == "public, max-age=3600"
    assert client.post("/practice.json", {"position": FRESH}).status_code == 405
