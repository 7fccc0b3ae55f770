"""Changing a password, and getting a new one by mail."""

import pytest
from django.test import Client

from tests.accounts.mailbox import link_of_last_mail, sent_mails

OLD, NEW = "four treasures", "one way off the island"


@pytest.fixture
def member(alice):
    alice.set_password(OLD)
    alice.save(update_fields=["password"])
    return alice


def can_sign_in(password):
    return Client().post("/accounts/login/", {"login": "alice", "password": password}).status_code == 302


def change(client, old=OLD, new=NEW, again=NEW):
    return client.post(
        "/accounts/password/change/", {"oldpassword": old, "password1": new, "password2": again}, follow=True
    )


def ask_for_link(client, address="alice@example.org"):
    return client.post("/accounts/password/reset/", {"email": address}, follow=True)


def test_changing_it(client, member):
    client.force_login(member)
    assert "The password is changed." in change(client).content.decode()
    assert can_sign_in(NEW)
    assert not can_sign_in(OLD)


def test_changing_it_keeps_this_browser_and_ends_the_others(client, member):
    other = Client()
    client.force_login(member)
    other.force_login(member)
    change(client)
    assert client.get("/accounts/settings/").status_code == 200
    assert other.get("/accounts/settings/").status_code == 302


BAD = [
    ("a wrong old one", {"old": "three treasures"}, "This is not your password."),
    ("two different new ones", {"again": "another way off"}, "same password each time"),
    ("a weak new one", {"new": "12345678", "again": "12345678"}, "too common"),
]


@pytest.mark.parametrize(("changes", "sentence"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_refused_changes(client, member, changes, sentence):
    client.force_login(member)
    assert sentence in change(client, **changes).content.decode()
    assert can_sign_in(OLD)


def test_an_account_without_a_password_sets_one(client, alice):
    alice.set_unusable_password()
    alice.save(update_fields=["password"])
    client.force_login(alice)
    assert client.get("/accounts/password/change/").url == "/accounts/password/set/"


def test_a_forgotten_one(client, member):
    assert "a link is on its way" in ask_for_link(client).content.decode()
    assert sent_mails()[0].subject == "Choose a new password for Tidewatch"
    assert "Your name on the site is alice." in sent_mails()[0].body
    form = client.get(link_of_last_mail(), follow=True)
    assert "Choose a new password" in form.content.decode()
    done = client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW}, follow=True)
    assert "Sign in with the new one." in done.content.decode()
    assert can_sign_in(NEW)
    assert sent_mails()[-1].subject == "Your Tidewatch password was changed"


def test_the_link_works_once(client, member):
    ask_for_link(client)
    link = link_of_last_mail()
    form = client.get(link, follow=True)
    client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    assert "This link is not valid any more." in Client().get(link, follow=True).content.decode()


@pytest.mark.parametrize("path", ["1-abc-123", "zzzzzzzzzzzzz-set-password", "1-set-password"])
def test_a_link_that_we_never_sent(client, member, path):
    response = client.get(f"/accounts/password/reset/key/{path}/", follow=True)
    assert "This link is not valid any more." in response.content.decode()


def test_the_page_does_not_tell_whether_an_address_is_known(client, member):
    known = ask_for_link(client).content
    assert ask_for_link(client, "nobody@example.org").content == known
    assert sent_mails()[-1].subject == "No Tidewatch account with this address"
