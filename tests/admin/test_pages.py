"""What the admin shows, to whom, and that nothing can be edited there."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from accounts.models import ApiToken, JobHistory, JobRun, OutgoingMail
from accounts.services import people
from games.services import chat, lobby
from ratings import services
from tests.ratings.played import person, played

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
NAMES = [model._meta.label_lower.replace(".", "_") for model in MODELS]


def address(name, page="changelist", *args):
    return reverse(f"admin:{name}_{page}", args=args)


def first_row(model):
    return admin.site._registry[model].get_queryset(HttpRequest()).first()


@pytest.fixture
def rows(boss, game, carol):
    """At least one row of everything."""
    lobby.open_game(host=carol, layout="atoll", difficulty="elite", seat_count=3, rated=True)
    EmailAddress.objects.create(user=carol, email=carol.email, primary=True)
    rated = played(person("ada"), person("grace"))
    services.rate_finished_games()
    services.refresh_standings()
    services.annul_game(game_id=rated.pk, by=boss, reason="suspicion")
    services.lift_annulment(game_id=rated.pk, by=boss, reason="unfounded")
    chat.say(game_id=game.pk, user=game.host, text="well met")
    people.suspend_user(by=boss, user=person("trudy"), reason="insults")
    ApiToken.objects.create(user=boss, name="laptop", prefix="tw_abcde", secret_sha256="ab" * 32)
    now = timezone.now()
    job = JobRun.objects.create(name="tick", started_at=now)
    JobHistory.objects.create(job=job, started_at=now, ended_at=now, done=1)
    OutgoingMail.objects.create(to="ada@example.org", subject="Your turn", body="a-secret-link")


@pytest.mark.parametrize("name", NAMES)
def test_every_list_opens(desk, rows, name):
    assert desk.get(address(name)).status_code == 200


@pytest.mark.parametrize("model", MODELS, ids=NAMES)
def test_rows_are_there_to_read_and_not_to_change(desk, rows, model):
    name = model._meta.label_lower.replace(".", "_")
    row = first_row(model)
    assert row is not None
    assert desk.get(address(name, "change", row.pk)).status_code == 200
    assert desk.post(address(name, "change", row.pk), {"is_superuser": "on"}).status_code == 403
    assert desk.get(address(name, "delete", row.pk)).status_code == 403
    assert desk.post(address(name, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert desk.get(address(name, "add")).status_code == 403
    assert desk.get(address(name, "history", row.pk), follow=True).status_code == 200


def test_the_page_of_a_game_draws_its_island(desk, game):
    text = desk.get(reverse("admin:games_game_change", args=[game.pk])).text
    assert 'aria-label="Island, 18 tiles dry; flooded: ' in text


def test_the_page_of_a_game_asks_a_fixed_number_of_queries(desk, game, alice, django_assert_max_num_queries):
    for number in range(30):
        chat.say(game_id=game.pk, user=alice, text=f"line {number}")
    with django_assert_max_num_queries(16):
        assert desk.get(address("games_game", "change", game.pk)).status_code == 200
