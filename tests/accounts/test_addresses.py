"""The e-mail addresses of an account."""

import pytest
from allauth.account.models import EmailAddress

from tests.accounts.mailbox import link_of_last_mail, sent_mails


@pytest.fixture
def member(client, alice):
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    client.force_login(alice)
    return alice


def send(client, action, email):
    return client.post("/accounts/email/", {f"action_{action}": "", "email": email}, follow=True).content.decode()


def test_the_link_of_the_mail_confirms_an_address(client, member):
    send(client, "add", "second@example.org")
    assert sent_mails()[0].subject == "Confirm your address for Tidewatch"
    link = link_of_last_mail()
    assert "Does <b>second@example.org</b> belong to the account <b>alice</b>?" in client.get(link).content.decode()
    assert not EmailAddress.objects.get(email="second@example.org").verified
    client.post(link)
    assert EmailAddress.objects.get(email="second@example.org").verified


def test_a_link_that_we_never_sent(client, db):
    assert "This link is not valid any more." in client.get("/accounts/confirm-email/nonsense/").content.decode()


def test_the_page_says_which_is_which(client, member):
    send(client, "add", "second@example.org")
    page = client.get("/accounts/email/").content.decode()
    assert page.count("not confirmed") == 1
    assert "main" in page


def test_the_main_one_cannot_be_removed(client, member):
    send(client, "add", "second@example.org")
    assert "is your main address and cannot be removed" in send(client, "remove", "alice@example.org")
    assert EmailAddress.objects.filter(email="alice@example.org").exists()


def test_another_one_can(client, member):
    send(client, "add", "second@example.org")
    assert "second@example.org is removed." in send(client, "remove", "second@example.org")


def test_an_address_twice_is_refused(client, member):
    assert "Your account has this address already." in send(client, "add", "Alice@example.org")


def test_settings_show_name_and_address(client, member):
    page = client.get("/accounts/settings/").content.decode()
    assert "alice@example.org" in page
    assert "confirmed" in page


def test_settings_of_somebody_without_an_address(client, bob):
    client.force_login(bob)
    assert client.get("/accounts/settings/").status_code == 200


def test_settings_are_for_people_with_an_account(client):
    assert client.get("/accounts/settings/").url == "/accounts/login/?next=/accounts/settings/"
