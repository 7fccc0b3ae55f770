"""Signing in and out."""

import pytest

PASSWORD = "four treasures"
MISMATCH = "Name and password do not match."


@pytest.fixture
def member(alice):
    alice.set_password(PASSWORD)
    alice.save(update_fields=["password"])
    return alice


def sign_in(client, login="alice", password=PASSWORD, query=""):
    return client.post(f"/accounts/login/{query}", {"login": login, "password": password})


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.org", "Alice@Example.org", " alice "])
def test_by_name_or_address_without_regard_to_case(client, member, login):
    assert sign_in(client, login).url == "/"
    assert client.get("/accounts/settings/").status_code == 200


WRONG = [
    ("another password", "alice", "for treasures", MISMATCH),
    ("another name", "alicia", PASSWORD, MISMATCH),
    ("another address", "alicia@example.org", PASSWORD, "Address and password do not match."),
]


@pytest.mark.parametrize(("login", "password", "sentence"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_refused(client, member, login, password, sentence):
    response = sign_in(client, login, password)
    assert sentence in response.content.decode()
    assert not response.wsgi_request.user.is_authenticated


def test_a_refusal_is_announced(client, member):
    assert '<div role="alert">' in sign_in(client, password="wrong").content.decode()


def test_the_page_asked_for_comes_after(client, member):
    assert client.get("/accounts/settings/").url == "/accounts/login/?next=/accounts/settings/"
    assert sign_in(client, query="?next=/accounts/settings/").url == "/accounts/settings/"


@pytest.mark.parametrize(
    "address", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", "/\\elsewhere.example"]
)
def test_never_to_another_site(client, member, address):
    assert sign_in(client, query=f"?next={address}").url == "/"


def test_somebody_signed_in_is_sent_on(client, member):
    client.force_login(member)
    assert client.get("/accounts/login/").url == "/"


def test_a_closed_account_is_told_so(client, member):
    member.is_active = False
    member.save(update_fields=["is_active"])
    response = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD}, follow=True)
    assert "This account is closed." in response.content.decode()


def test_asking_to_sign_out_asks_back(client, member):
    client.force_login(member)
    assert "Sign out" in client.get("/accounts/logout/").content.decode()
    assert client.get("/accounts/settings/").status_code == 200


def test_signing_out(client, member):
    client.force_login(member)
    assert client.post("/accounts/logout/").url == "/"
    assert client.get("/accounts/settings/").status_code == 302


def test_too_many_attempts_are_told_so(client, member):
    pages = [sign_in(client, password="wrong").content.decode() for _ in range(7)]
    assert "Too many failed attempts. Wait a few minutes." in pages[-1]
    assert MISMATCH not in sign_in(client).content.decode()


def test_too_many_pages_of_forms_get_a_page_of_ours(client, db):
    responses = [client.post("/accounts/signup/", {}) for _ in range(21)]
    assert responses[-1].status_code == 429
    assert "That was too often" in responses[-1].content.decode()


def test_a_browser_can_fill_the_form(client, db):
    page = client.get("/accounts/login/").content.decode()
    assert 'autocomplete="username"' in page
    assert 'autocomplete="current-password"' in page
