"""The waiting room: who may press what, with and without htmx, and what a refusal looks like."""

import pytest
from django.test import Client

from games.models import Game
from games.services import lobby
from tests.games.playing import open_table

HTMX = {"HX-Request": "true"}
pytestmark = pytest.mark.django_db


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def open_game(host, **choices):
    return open_table(host, **{"difficulty": "normal", "rated": True} | choices)


def send(user, game, what, htmx=False, **data):
    return signed_in(user).post(f"/games/{game.public_id}/{what}/", data, headers=HTMX if htmx else {})


def room(client, game):
    return client.get(f"/games/{game.public_id}/").content.decode()


def seated(game):
    return dict(game.seats.values_list("number", "user__username"))


def status(game):
    return Game.objects.get(pk=game.pk).status


def test_a_stranger_sees_the_seats_and_where_to_sign_in(client, alice):
    game = open_game(alice)
    text = room(client, game)
    assert "alice" in text
    assert f"/accounts/login/?next=/games/{game.public_id}/" in text
    assert "Sit here" not in text
    assert "Start the game" not in text


def test_sitting_down_and_getting_up_without_a_script(alice, bob):
    game = open_game(alice)
    response = send(bob, game, "take-seat", number=1)
    assert (response.status_code, response.url) == (302, f"/games/{game.public_id}/")
    assert seated(game) == {0: "alice", 1: "bob"}
    send(bob, game, "leave-seat", number=1)
    assert seated(game) == {0: "alice"}


def test_with_htmx_the_part_alone_comes_back(alice, bob):
    game = open_game(alice)
    response = send(bob, game, "take-seat", htmx=True, number=1)
    text = response.content.decode()
    assert response.status_code == 200
    assert "<html" not in text
    assert "2 of 2 seats taken." in text
    assert 'hx-swap-oob="innerHTML:#room-news"' in text


def test_in_a_rated_game_one_sits_once(alice):
    game = open_game(alice, seat_count=3)
    assert "Sit here" not in room(signed_in(alice), game)
    response = send(alice, game, "take-seat", htmx=True, number=1)
    assert response.status_code == 409
    assert "in a rated game every seat is a different player" in response.content.decode()


def test_in_a_casual_game_one_may_take_every_seat(alice):
    game = open_game(alice, rated=False)
    assert "Sit here" in room(signed_in(alice), game)
    send(alice, game, "take-seat", number=1)
    assert seated(game) == {0: "alice", 1: "alice"}


def test_who_comes_too_late_is_told_so(alice, bob, carol):
    game = open_game(alice)
    send(bob, game, "take-seat", number=1)
    response = send(carol, game, "take-seat", htmx=True, number=1)
    assert response.status_code == 409
    assert 'role="alert"' in response.content.decode()
    assert "Somebody was faster: the seat is taken." in response.content.decode()


def test_without_a_script_the_refusal_stands_above_the_page(alice, bob, carol):
    game = open_game(alice)
    send(bob, game, "take-seat", number=1)
    client = signed_in(carol)
    response = client.post(f"/games/{game.public_id}/take-seat/", {"number": 1}, follow=True)
    assert "Somebody was faster: the seat is taken." in response.content.decode()


BAD = [
    ("no number", "take-seat", {}),
    ("a number that is none", "take-seat", {"number": "one"}),
    ("a negative seat", "take-seat", {"number": -1}),
    ("a huge seat", "take-seat", {"number": 10**30}),
    ("no seat to leave", "leave-seat", {}),
    ("an unknown role", "choose-role", {"number": 0, "role": "Z"}),
]


@pytest.mark.parametrize(("what", "data"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_what_cannot_be_read_changes_nothing(alice, what, data):
    game = open_game(alice, rated=False, roles_dealt="chosen")
    response = send(alice, game, what, htmx=True, **data)
    assert response.status_code == 422
    assert "That could not be read." in response.content.decode()
    assert seated(game) == {0: "alice"}


def test_a_seat_that_the_table_does_not_have(alice, bob):
    response = send(bob, open_game(alice), "take-seat", htmx=True, number=3)
    assert response.status_code == 404
    assert "There is no such seat at this table." in response.content.decode()


def test_nobody_is_made_to_leave_by_another(alice, mallory):
    game = open_game(alice)
    assert send(mallory, game, "leave-seat", htmx=True, number=0).status_code == 403
    assert seated(game) == {0: "alice"}


def test_who_leaves_last_closes_the_table(alice):
    game = open_game(alice)
    response = signed_in(alice).post(f"/games/{game.public_id}/leave-seat/", {"number": 0}, follow=True)
    assert response.redirect_chain == [("/", 302)]
    assert "The table is closed." in response.content.decode()
    assert status(game) == "abandoned"


def test_the_host_starts_when_all_are_there(alice, bob):
    game = open_game(alice)
    assert 'aria-disabled="true"' in room(signed_in(alice), game)
    assert "1 seat is still free." in room(signed_in(alice), game)
    send(bob, game, "take-seat", number=1)
    assert 'aria-disabled="true"' not in room(signed_in(alice), game)
    response = send(alice, game, "start", htmx=True)
    assert response["HX-Redirect"] == f"/games/{game.public_id}/"
    assert status(game) == "active"


def test_a_start_too_early_is_refused(alice):
    game = open_game(alice)
    response = send(alice, game, "start", htmx=True)
    assert response.status_code == 409
    assert "Not yet: every seat must be taken" in response.content.decode()
    assert status(game) == "lobby"


@pytest.mark.parametrize("what", ["start", "close"])
def test_only_the_host_starts_and_closes(waiting_game, bob, mallory, what):
    for user in (bob, mallory):
        assert what.capitalize() + " the" not in room(signed_in(user), waiting_game)
        response = send(user, waiting_game, what, htmx=True)
        assert response.status_code == 403
        assert "Only the host starts the game or closes the table." in response.content.decode()
    assert status(waiting_game) == "lobby"


def test_the_host_closes_the_table(waiting_game, alice, client):
    response = send(alice, waiting_game, "close", htmx=True)
    assert response["HX-Redirect"] == "/"
    gone = client.get(f"/games/{waiting_game.public_id}/")
    assert gone.status_code == 410
    assert "This table was closed" in gone.content.decode()


def test_roles_are_chosen_where_they_are(alice, bob):
    game = open_game(alice, rated=False, roles_dealt="chosen")
    send(bob, game, "take-seat", number=1)
    assert "2 seats have no role yet." in room(signed_in(alice), game)
    send(alice, game, "choose-role", number=0, role="P")
    assert game.seats.get(number=0).role == "P"
    taken = send(bob, game, "choose-role", htmx=True, number=1, role="P")
    assert taken.status_code == 409
    assert "Somebody has chosen this role in the meantime." in taken.content.decode()
    send(bob, game, "choose-role", number=1, role="D")
    send(alice, game, "start")
    assert game.seats.get(number=1).role == "D"


def test_a_role_can_be_given_back(alice):
    game = open_game(alice, rated=False, roles_dealt="chosen")
    send(alice, game, "choose-role", number=0, role="P")
    send(alice, game, "choose-role", number=0, role="")
    assert game.seats.get(number=0).role == ""


def test_where_roles_are_dealt_nobody_chooses_one(waiting_game, alice):
    assert 'name="role"' not in room(signed_in(alice), waiting_game)
    response = send(alice, waiting_game, "choose-role", htmx=True, number=0, role="P")
    assert response.status_code == 409


def test_after_the_start_the_room_leads_to_the_table(game, alice, carol):
    part = signed_in(carol).get(f"/games/{game.public_id}/room/", headers=HTMX)
    assert part["HX-Redirect"] == f"/games/{game.public_id}/"
    assert send(carol, game, "take-seat", htmx=True, number=0)["HX-Redirect"] == f"/games/{game.public_id}/"
    response = signed_in(carol).post(f"/games/{game.public_id}/take-seat/", {"number": 0})
    assert response.url == f"/games/{game.public_id}/"


WRITES = ["take-seat", "leave-seat", "choose-role", "start", "close"]


@pytest.mark.parametrize("what", WRITES)
def test_a_stranger_is_asked_to_sign_in(waiting_game, client, what):
    response = client.post(f"/games/{waiting_game.public_id}/{what}/", {"number": 0, "role": "P"})
    assert response.url.startswith("/accounts/login/?next=")
    assert (status(waiting_game), len(seated(waiting_game))) == ("lobby", 2)


@pytest.mark.parametrize("what", WRITES)
def test_looking_at_the_address_of_a_change_changes_nothing(waiting_game, alice, what):
    response = signed_in(alice).get(f"/games/{waiting_game.public_id}/{what}/", {"number": 0})
    assert response.url == f"/games/{waiting_game.public_id}/"
    assert (status(waiting_game), len(seated(waiting_game))) == ("lobby", 2)


@pytest.mark.parametrize("what", WRITES)
def test_a_change_needs_the_token_of_the_form(waiting_game, alice, what):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    response = client.post(f"/games/{waiting_game.public_id}/{what}/", {"number": 0})
    assert response.status_code == 403
    assert (status(waiting_game), len(seated(waiting_game))) == ("lobby", 2)


def test_who_has_the_link_may_come_in(client, alice, bob):
    game = open_game(alice, visibility="link")
    assert 'content="noindex"' in room(client, game)
    send(bob, game, "take-seat", number=1)
    assert seated(game) == {0: "alice", 1: "bob"}


def test_the_link_to_share_is_the_whole_address(client, alice):
    game = open_game(alice)
    assert f'value="http://testserver/games/{game.public_id}/"' in room(client, game)


def test_the_room_costs_the_same_however_full_it_is(waiting_game, alice, bob, carol, django_assert_num_queries):
    full = open_game(alice, rated=False, seat_count=4)
    for number, user in enumerate((bob, carol, bob), 1):
        lobby.take_seat(game_id=full.pk, user=user, number=number)
    client = signed_in(alice)
    for game in (waiting_game, full):
        with django_assert_num_queries(4):  # session, user, game with host, seats with users
            client.get(f"/games/{game.public_id}/")
