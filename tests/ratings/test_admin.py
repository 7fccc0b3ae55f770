"""An admin reads the ledger and changes nothing in it."""

import pytest

from accounts.models import User
from ratings import services
from ratings.models import RatedResult, Standing
from tests.ratings.played import person, played


@pytest.fixture
def admin(client, db):
    user = User.objects.create_superuser("admin", "admin@example.org")
    client.force_login(user)
    return user


@pytest.mark.parametrize("name", ["ratedresult", "annulment", "ratingpoint", "standing"])
def test_every_list_is_there_to_read(client, admin, name):
    game = played(person("ada"), person("grace"))
    services.rate_finished_games()
    services.annul_game(game_id=game.pk, by=admin, reason="suspicion")
    services.lift_annulment(game_id=game.pk, by=admin, reason="unfounded")
    page = client.get(f"/admin/ratings/{name}/", {"q": game.public_id if name == "annulment" else ""})
    assert page.status_code == 200
    assert "suspicion" in page.text or "ada" in page.text


def test_nothing_can_be_changed(client, admin):
    played(person("ada"), person("grace"))
    services.rate_finished_games()
    assert client.get("/admin/ratings/standing/add/").status_code == 403
    for row in (Standing.objects.earliest("pk"), RatedResult.objects.earliest("pk")):
        address = f"/admin/ratings/{row._meta.model_name}/{row.pk}/"
        assert client.get(f"{address}change/").status_code == 200
        assert client.post(f"{address}change/", {"won": "on"}).status_code == 403
        assert client.post(f"{address}delete/", {"post": "yes"}).status_code == 403
