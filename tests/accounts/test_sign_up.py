"""Making an account: what is asked, what is refused, and two people who want the same name."""

import threading

import pytest
from django.db import connection
from django.test import Client

from accounts.forms import SignUpForm
from accounts.models import User
from tests.accounts.mailbox import link_of_last_mail, sent_mails

GOOD = {"username": "Ada", "email": "ada@example.org", "password1": "four treasures"}


def sign_up(client, **changes):
    return client.post("/accounts/signup/", GOOD | changes)


def test_a_stranger_becomes_a_player(client, db):
    response = sign_up(client)
    assert (response.status_code, response.url) == (302, "/")
    page = client.get("/").content.decode()
    assert "Ada" in page
    assert "Sign out" in page


def test_the_name_is_kept_as_it_was_typed(client, db):
    sign_up(client)
    assert User.objects.get().username == "Ada"


def test_a_mail_asks_to_confirm_the_address(client, db):
    sign_up(client)
    assert sent_mails()[0].to == ["ada@example.org"]
    assert sent_mails()[0].subject == "Welcome to Tidewatch: confirm your address"
    assert "Hello Ada," in sent_mails()[0].body
    assert "/accounts/confirm-email/" in sent_mails()[0].body


BAD = [
    ("a taken name", "username", "ALICE", "Somebody has this name already."),
    ("a short name", "username", "ad", "at least 3 characters"),
    ("a long name", "username", "a" * 21, "at most 20 characters"),
    ("a name with a space", "username", "ada l", "only letters from A to Z"),
    ("a name of other letters", "username", "ада", "only letters from A to Z"),
    ("a name with a line end", "username", "ada\nx", "only letters from A to Z"),
    ("the name of a closed account", "username", "Closed-7f", "may not begin with"),
    ("the name of a guest", "username", "guest-1", "may not begin with"),
    ("no name", "username", "", "This field is required."),
    ("no address", "email", "", "This field is required."),
    ("an address that is none", "email", "ada@", "valid email address"),
    ("a short password", "password1", "tide", "too short"),
    ("a common password", "password1", "password1", "too common"),
    ("a password like the name", "username", "fourtreasures", "too similar"),
    ("a zero byte", "username", "ada\0", "Null characters are not allowed."),
]


@pytest.mark.parametrize(("field", "value", "sentence"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_refused_at_the_field(client, alice, field, value, sentence):
    response = sign_up(client, **{field: value})
    assert response.status_code == 200
    errors = response.context["form"].errors
    assert sentence in " ".join(" ".join(lines) for lines in errors.values())
    assert User.objects.count() == 1


def test_an_error_is_tied_to_its_field(client, alice):
    page = sign_up(client, username="ALICE").content.decode()
    assert 'aria-invalid="true"' in page
    assert 'aria-describedby="id_username_helptext id_username_error"' in page
    assert 'id="id_username_error"' in page


def test_an_address_in_use_is_refused(client, db):
    sign_up(client)
    response = sign_up(Client(), username="Someone")
    assert response.context["form"].errors["email"] == ["An account has this address already."]


def test_where_addresses_are_confirmed_only_the_owner_hears_that_one_is_in_use(client, settings, alice):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert sign_up(client, email="alice@example.org").url == "/accounts/confirm-email/"
    assert User.objects.count() == 1
    assert sent_mails()[-1].to == ["alice@example.org"]
    assert sent_mails()[-1].subject == "You have a Tidewatch account already"


def test_where_addresses_are_confirmed_nobody_is_let_in_before(client, settings, db):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    page = client.post("/accounts/signup/", GOOD, follow=True).content.decode()
    assert "Look into your mail" in page
    assert client.get("/accounts/settings/").status_code == 302
    client.post(link_of_last_mail())
    assert client.get("/accounts/settings/").status_code == 200


def test_somebody_signed_in_is_sent_on(client, alice):
    client.force_login(alice)
    assert client.get("/accounts/signup/").url == "/"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_a_name_at_once_one_gets_it(monkeypatch):
    both_are_checked = threading.Barrier(2)
    save = SignUpForm.save

    def save_together(form, request):
        both_are_checked.wait(10)
        return save(form, request)

    monkeypatch.setattr(SignUpForm, "save", save_together)
    responses = {}

    def try_name(name):
        responses[name] = sign_up(Client(), username=name, email=f"{name}@example.org")
        connection.close()

    threads = [threading.Thread(target=try_name, args=[name]) for name in ("Grace", "GRACE")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(response.status_code for response in responses.values()) == [200, 302]
    assert User.objects.count() == 1
    refused = next(response for response in responses.values() if response.status_code == 200)
    assert refused.context["form"].errors["username"] == ["Somebody has this name already."]
