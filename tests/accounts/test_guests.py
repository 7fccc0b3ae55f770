"""People without an account: two clicks to a game, what they may not, and how they become somebody or are gone."""

import threading
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.errors import NotAGuest
from accounts.forms import SignUpForm
from accounts.models import User
from accounts.services import people
from games import errors
from games.models import ChatLine, Game, PlayedAction
from games.services import chat, guests, lobby
from tests.accounts.mailbox import link_of_last_mail, sent_mails
from tests.games.playing import act, open_table
from tests.jobs.threads import at_once

ACCOUNT = {"username": "Ada", "email": "ada@example.org", "password1": "four treasures"}


@pytest.fixture
def guest_game(db):
    return guests.play_alone(user=None)


@pytest.fixture
def guest(guest_game):
    return guest_game.host


@pytest.fixture
def as_guest(client, guest):
    client.force_login(guest)
    return client


@pytest.fixture
def harmless_seed(monkeypatch):
    """A game whose first turns harm nobody, whoever plays them."""
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes([47] * 32))


def let_pass(**time):
    passed = timedelta(**time)
    User.objects.update(date_joined=F("date_joined") - passed)
    Game.objects.update(moved_at=F("moved_at") - passed, created_at=F("created_at") - passed)


def test_the_front_page_offers_strangers_to_play_alone(client, db):
    page = client.get("/").content.decode()
    assert "Play alone, no account" in page
    assert 'action="/tables/alone/"' in page


def test_one_post_makes_a_guest_and_starts_a_game(client, db):
    response = client.post("/tables/alone/")
    game = Game.objects.get()
    assert response.url == f"/games/{game.public_id}/"
    assert (game.status, game.rated, game.seat_count, game.visibility) == ("active", False, 2, "link")
    assert {seat.user for seat in game.seats.all()} == {game.host}
    assert game.host.is_guest
    assert game.host.username.startswith("guest-")
    assert not game.host.has_usable_password()
    assert client.get(response.url).context["mine"] == [0, 1]


def test_the_guest_acts_with_the_next_click(guest_game, guest):
    assert act(guest_game, guest, f"{guest_game.active_seat}:draw") == 1


def test_a_guest_plays_again_as_the_same_guest(as_guest, guest):
    as_guest.post("/tables/alone/")
    assert [game.host for game in Game.objects.all()] == [guest, guest]


def test_asking_for_the_page_makes_nobody(client, db):
    assert client.get("/tables/alone/").url == "/"
    assert not User.objects.exists()


def test_the_button_needs_the_token_of_its_form(db):
    assert Client(enforce_csrf_checks=True).post("/tables/alone/").status_code == 403
    assert not User.objects.exists()


def test_an_address_makes_so_many_guests_and_is_told_so(db):
    responses = [Client().post("/tables/alone/") for _ in range(11)]
    assert [response.status_code for response in responses] == [302] * 10 + [429]
    assert "That was too often" in responses[-1].content.decode()
    assert User.objects.count() == 10


def test_too_many_waiting_tables_are_told_in_words(client, alice):
    for _ in range(lobby.TABLES_A_HOST):
        open_table(alice)
    client.force_login(alice)
    page = client.post("/tables/alone/", follow=True).content.decode()
    assert "You have as many waiting tables as anyone may have." in page


def test_a_guest_opens_no_rated_table(as_guest, guest):
    with pytest.raises(errors.NotForGuests):
        open_table(guest, rated=True)
    settings = {"layout": "classic", "difficulty": "novice", "seat_count": "2", "rated": "yes", "pace": "none"}
    choices = {"roles_dealt": "random", "visibility": "public"}
    response = as_guest.post("/tables/open/", settings | choices)
    assert response.status_code == 422
    assert "Guests play casual games alone" in response.content.decode()


def test_a_guest_sits_on_every_seat_of_an_own_table(guest, bob):
    table = open_table(guest, seat_count=3)
    assert [seat.user for seat in table.seats.all()] == [guest] * 3
    lobby.leave_seat(game_id=table.pk, user=guest, number=2)
    with pytest.raises(errors.NotForGuests):
        lobby.take_seat(game_id=table.pk, user=bob, number=2)
    lobby.take_seat(game_id=table.pk, user=guest, number=2)
    assert table.seats.count() == 3


def test_a_guest_takes_no_seat_beside_others(guest, alice, as_guest):
    table = open_table(alice)
    with pytest.raises(errors.NotForGuests):
        lobby.take_seat(game_id=table.pk, user=guest, number=1)
    room = as_guest.get(f"/games/{table.public_id}/").content.decode()
    assert "Make an account to sit" in room
    assert "Sit here" not in room
    page = as_guest.post(f"/games/{table.public_id}/take-seat/", {"number": 1}, follow=True)
    assert "Guests play casual games alone" in page.content.decode()
    assert table.seats.count() == 1


def test_a_guest_does_not_sit_in_where_somebody_left(guest, waiting_game, alice, harmless_seed):
    lobby.start_game(game_id=waiting_game.pk, user=alice)
    act(waiting_game, alice, "0:leave")
    with pytest.raises(errors.NotForGuests):
        act(waiting_game, guest, "0:sit")


def test_nobody_sits_in_at_the_table_of_a_guest(harmless_seed, bob):
    table = guests.play_alone(user=None)
    act(table, table.host, "0:leave")
    with pytest.raises(errors.NotForGuests):
        act(table, bob, "0:sit")


def test_a_guest_does_not_talk(guest, guest_game, game):
    for table in (guest_game, game):
        with pytest.raises(errors.NotForGuests):
            chat.say(game_id=table.pk, user=guest, text="hello")
    assert not ChatLine.objects.exists()


ACCOUNTS_ONLY = ["settings/", "email/", "close/", "password/change/", "password/set/", "settings/turn-mails/"]


@pytest.mark.parametrize("page", ACCOUNTS_ONLY)
def test_pages_of_accounts_send_guests_to_make_one(as_guest, page):
    assert as_guest.get(f"/accounts/{page}").url == "/accounts/signup/"
    assert as_guest.post(f"/accounts/{page}", {"action_add": "", "email": "ada@example.org"}).status_code == 302
    assert not EmailAddress.objects.exists()


def test_the_lobby_tells_a_guest_how_to_keep_the_games(as_guest):
    page = as_guest.get("/").content.decode()
    assert "Keep my games" in page
    assert 'id="open"' not in page


def test_a_table_has_no_place_to_write_for_a_guest(as_guest, guest_game):
    page = as_guest.get(f"/games/{guest_game.public_id}/").content.decode()
    assert '<form class="say" id="say-form" hidden>' in page
    assert "to talk, and to keep this game." in page


def test_signing_up_keeps_the_games(as_guest, guest, guest_game):
    assert "The games you have played stay yours." in as_guest.get("/accounts/signup/").content.decode()
    assert as_guest.post("/accounts/signup/", ACCOUNT).url == "/"
    user = User.objects.get()
    assert (user.pk, user.username, user.email, user.is_guest) == (guest.pk, "Ada", "ada@example.org", False)
    assert user.check_password("four treasures")
    assert as_guest.get("/accounts/settings/").status_code == 200
    assert {seat.user for seat in guest_game.seats.all()} == {user}
    assert act(guest_game, user, f"{guest_game.active_seat}:draw") == 1


def test_the_guests_other_sessions_end(as_guest, guest):
    other = Client()
    other.force_login(guest)
    as_guest.post("/accounts/signup/", ACCOUNT)
    assert not other.get("/").wsgi_request.user.is_authenticated


def test_where_addresses_are_confirmed_the_account_waits_for_that(as_guest, guest, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    as_guest.post("/accounts/signup/", ACCOUNT)
    assert not as_guest.get("/").wsgi_request.user.is_authenticated
    as_guest.post(link_of_last_mail())
    assert as_guest.get("/").wsgi_request.user == User.objects.get(username="Ada") == guest


def test_a_refused_form_leaves_the_guest_a_guest(as_guest, guest, alice):
    assert as_guest.post("/accounts/signup/", ACCOUNT | {"username": "ALICE"}).status_code == 200
    guest.refresh_from_db()
    assert guest.is_guest
    assert as_guest.get("/").wsgi_request.user == guest
    assert sent_mails() == []


def test_a_guest_who_has_an_account_signs_in(as_guest, alice):
    alice.set_password("four treasures")
    alice.save(update_fields=["password"])
    as_guest.post("/accounts/login/", {"login": "alice", "password": "four treasures"})
    assert as_guest.get("/").wsgi_request.user == alice


@pytest.mark.django_db(transaction=True)
def test_of_two_who_keep_a_guest_at_once_one_gets_the_games(guest_game, monkeypatch):
    guest = guest_game.host
    both_are_checked, save = threading.Barrier(2), SignUpForm.save

    def save_together(form, request):
        both_are_checked.wait(10)
        return save(form, request)

    monkeypatch.setattr(SignUpForm, "save", save_together)
    clients = [Client(), Client()]
    for client in clients:
        client.force_login(guest)
    names = iter(["Ada", "Grace"])

    def sign_up():
        name = next(names)
        form = ACCOUNT | {"username": name, "email": f"{name}@example.org"}
        return clients.pop().post("/accounts/signup/", form)

    responses = at_once(sign_up)
    assert sorted(response.status_code for response in responses) == [200, 302]
    assert User.objects.count() == 1
    refused = next(response for response in responses if response.status_code == 200)
    assert "This guest has become an account already" in refused.content.decode()


def test_an_account_is_not_made_from_an_account(alice):
    with pytest.raises(NotAGuest), transaction.atomic():
        people.keep_guest(guest=alice)


def test_a_guest_who_has_not_played_for_a_day_is_gone(as_guest, guest, guest_game):
    let_pass(hours=25)
    assert guests.close_expired_guests() == 1
    guest.refresh_from_db()
    assert guest.closed_at
    assert guest.username.startswith("closed-")
    assert guest_game.seats.count() == 2
    assert not as_guest.get("/").wsgi_request.user.is_authenticated
    assert guests.close_expired_guests() == 0


def test_whoever_plays_stays(guest, guest_game):
    let_pass(hours=25)
    act(guest_game, guest, f"{guest_game.active_seat}:draw")
    assert guests.close_expired_guests() == 0


def test_a_new_guest_and_an_account_stay(alice):
    people.start_guest()
    User.objects.filter(pk=alice.pk).update(date_joined=timezone.now() - timedelta(days=400))
    assert guests.close_expired_guests() == 0


@pytest.mark.django_db(transaction=True)
def test_who_becomes_an_account_in_the_last_moment_is_not_closed(guest_game):
    """The job waits for nobody: the guest's row is locked, so it comes again later and finds an account."""
    let_pass(hours=25)
    guest = guest_game.host
    with transaction.atomic():
        people.keep_guest(guest=guest)
        assert at_once(guests.close_expired_guests, times=1) == [0]
    assert guests.close_expired_guests() == 0
    guest.refresh_from_db()
    assert guest.closed_at is None


@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_close_a_guest_once(guest_game):
    let_pass(hours=25)
    assert sum(at_once(guests.close_expired_guests)) == 1


@pytest.mark.django_db(transaction=True)
def test_a_run_that_dies_in_the_middle_leaves_the_guest_to_the_next(guest_game, monkeypatch):
    let_pass(hours=25)

    def die(user):
        User.objects.filter(pk=user.pk).update(username="closed-half")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(people, "close_account", die)
        with pytest.raises(KeyboardInterrupt):
            guests.close_expired_guests()
    assert User.objects.get().username.startswith("guest-")
    assert guests.close_expired_guests() == 1


def test_names_of_guests_are_not_told_apart_by_length(db):
    names = {people.start_guest().username for _ in range(50)}
    assert len(names) == 50
    assert {len(name) for name in names} == {15}


def test_the_log_keeps_who_played(guest, guest_game):
    act(guest_game, guest, f"{guest_game.active_seat}:draw")
    people.close_account(user=guest)
    assert PlayedAction.objects.get(version=1).user == guest
