"""What a running game keeps secret is secret from admins too, and so are passwords and tokens."""

import re

import pytest
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import ApiToken, AuditEntry, User
from accounts.services import audit
from games.services import chat
from tests.admin.test_pages import MODELS, NAMES, address, first_row
from tests.games.playing import act

LINK = re.compile(r'href="(/admin/[^"#]*)"')


@pytest.fixture
def running(game, alice, bob):
    """A game in progress, with something in all that belongs to it."""
    act(game, alice, "0:draw")
    act(game, alice, "0:draw")
    chat.say(game_id=game.pk, user=alice, text="well met")
    game.refresh_from_db()
    return game


def secrets_of(game):
    """Everything that would give a draw pile or the seed away."""
    *_, treasure, flood, _ = game.position.split(" ")
    return [bytes(game.seed).hex(), game.position, treasure.partition("/")[0], flood.partition("/")[0]]


def walk(client, first):
    """The texts of all pages of the admin that links lead to, by address; lists are not leafed through."""
    seen: dict[str, str] = {}
    waiting = list(first)
    while waiting:
        here = waiting.pop()
        if here in seen or "logout" in here or "jsi18n" in here or len(seen) > 600:
            continue
        response = client.get(here, follow=True)
        seen[here] = response.text
        if response.status_code == 200 and here.count("&") == 0:
            waiting += [link.replace("&amp;", "&") for link in LINK.findall(response.text)]
    return seen


def test_no_page_of_the_admin_tells_what_a_running_game_hides(desk, running):
    pk = running.pk
    raw = [address("games_game", page, pk) for page in ("change", "delete", "history")]
    odd = [f"/admin/games/game/{pk}/", f"/admin/games/game/{running.public_id}/change/", f"/admin/r/1/{pk}/"]
    deeds = [f"{address('games_game', 'deed', name)}?id={pk}" for name in ("end_game", "flag_game", "annul_game")]
    pages = walk(desk, [*raw, *odd, *deeds, "/admin/", *map(address, NAMES)])
    assert any(running.public_id in text for text in pages.values())
    told = [(where, secret) for where, text in pages.items() for secret in secrets_of(running) if secret in text]
    assert told == []


def test_the_seed_is_shown_once_the_game_is_over(desk, running):
    desk.post(f"{address('games_game', 'deed', 'end_game')}?id={running.pk}", {"reason": "stuck"})
    assert bytes(running.seed).hex() in desk.get(address("games_game", "change", running.pk)).text


@pytest.mark.parametrize(
    ("name", "lookup"),
    [
        ("games_game", "seed"),
        ("games_game", "seed__startswith"),
        ("games_game", "position__contains"),
        ("games_game", "actions__position__contains"),
        ("games_chatline", "game__position__contains"),
        ("games_waitinggame", "position__gt"),
        ("ratings_ratedresult", "game__seed"),
        ("ratings_ratedresult", "user__password__startswith"),
        ("accounts_user", "password__startswith"),
        ("accounts_user", "api_tokens__secret_sha256__startswith"),
        ("accounts_apitoken", "secret_sha256__startswith"),
        ("accounts_outgoingmail", "body__contains"),
        ("account_emailaddress", "user__password__gt"),
    ],
)
def test_nothing_secret_can_be_guessed_by_a_filter(desk, running, name, lookup):
    assert desk.get(address(name), {lookup: "a"}).status_code in (302, 400)
    assert "e=1" in desk.get(address(name), {lookup: "a"}).headers.get("Location", "e=1")


def test_an_order_that_was_not_offered_is_not_followed(desk, running, carol):
    shown = [desk.get(address("accounts_user"), {"o": order}).context["cl"].result_list for order in ("", "2", "-2")]
    assert len({tuple(user.pk for user in users) for users in shown}) == 1


def test_no_page_shows_a_password_or_the_hash_of_a_token(desk, alice):
    alice.set_password("high-and-dry")
    alice.save()
    token = ApiToken.objects.create(user=alice, name="laptop", prefix="tw_abcde", secret_sha256="ab" * 32)
    pages = walk(desk, [address("accounts_user", "change", alice.pk), address("accounts_apitoken", "change", token.pk)])
    hashes = [*User.objects.values_list("password", flat=True), token.secret_sha256]
    assert [where for where, text in pages.items() for secret in hashes if secret in text] == []


def test_an_audit_entry_cannot_be_touched(desk, boss, alice):
    entry = audit.record(by=boss, action="rename_user", subject=alice, reason="rude")
    assert desk.post(address("accounts_auditentry", "delete", entry.pk), {"post": "yes"}).status_code == 403
    assert AuditEntry.objects.filter(pk=entry.pk).exists()


@pytest.mark.parametrize("path", ["/admin/", "/admin/games/game/", "/admin/accounts/user/1/change/", "/admin/nothing/"])
def test_a_stranger_is_asked_to_sign_in_by_the_sites_own_page(client, db, path):
    address, _ = client.get(path, follow=True).redirect_chain[-1]
    assert address.startswith(reverse("account_login"))


@pytest.mark.parametrize("path", ["/admin/", "/admin/games/game/", "/admin/accounts/user/1/change/", "/admin/nothing/"])
def test_a_player_finds_nothing(client, alice, path):
    client.force_login(alice)
    response = client.get(path, follow=True)
    assert response.status_code == 404
    assert "staff" not in response.text.lower()


@pytest.mark.parametrize("model", MODELS, ids=NAMES)
def test_staff_look_at_everything_and_edit_nothing(client, helper, running, model):
    client.force_login(helper)
    name = model._meta.label_lower.replace(".", "_")
    assert client.get(address(name)).status_code == 200
    assert client.get(address(name, "add")).status_code == 403
    if row := first_row(model):
        assert client.post(address(name, "change", row.pk), {"is_superuser": "on"}).status_code == 403


def test_staff_do_not_make_themselves_superusers(client, helper):
    client.force_login(helper)
    client.post(address("accounts_user", "change", helper.pk), {"is_superuser": "on", "is_staff": "on"})
    client.post(f"{address('accounts_user', 'deed', 'appoint_staff')}?id={helper.pk}", {"reason": "me"})
    helper.refresh_from_db()
    assert not helper.is_superuser


def test_every_model_is_on_a_desk_that_edits_nothing():
    unsafe = [model for model, its in admin.site._registry.items() if its.has_delete_permission(HttpRequest())]
    assert unsafe == []
