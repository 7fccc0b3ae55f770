"""An annulled game counts for nothing; its own players are replayed and nobody else."""

import pytest

from ratings import services
from ratings.errors import AnnulmentRefused
from ratings.models import Annulment, RatedResult, RatingPoint, Standing
from tests.ratings.played import derived, person, played, season


@pytest.fixture
def admin(db):
    return person("admin")


def test_annulling_replays_the_players_as_if_the_game_had_not_been(ada, grace, admin):
    played(ada, grace, finished_at=season(1))
    services.rate_finished_games()
    without = derived()
    game = played(ada, grace, finished_at=season(0), difficulty="legendary")
    services.rate_finished_games()
    services.annul_game(game_id=game.pk, by=admin, reason="two accounts of one person")
    assert derived() == without
    assert RatedResult.objects.filter(game=game).count() == 2


def test_lifting_an_annulment_gives_everything_back(ada, grace, admin):
    game = played(ada, grace, finished_at=season(1))
    played(ada, grace, finished_at=season(2))
    services.rate_finished_games()
    before = derived()
    services.annul_game(game_id=game.pk, by=admin, reason="suspicion")
    services.lift_annulment(game_id=game.pk, by=admin, reason="unfounded")
    assert derived() == before
    services.annul_game(game_id=game.pk, by=admin, reason="proved")
    assert derived() != before
    assert list(Annulment.objects.order_by("pk").values_list("reason", "lifted")) == [
        ("suspicion", False),
        ("unfounded", True),
        ("proved", False),
    ]


def test_nobody_elses_rating_changes(ada, grace, linus, admin):
    game = played(ada, grace, finished_at=season(1))
    played(ada, linus, finished_at=season(2))
    services.rate_finished_games()
    before = derived(linus)
    services.annul_game(game_id=game.pk, by=admin, reason="suspicion")
    assert derived(linus) == before
    assert not Standing.objects.filter(user=grace).exists()
    assert RatingPoint.objects.get(user=ada, ladder="all").win == 1


def test_an_annulled_game_is_not_rated_again(ada, grace, admin):
    game = played(ada, grace)
    services.rate_finished_games()
    services.annul_game(game_id=game.pk, by=admin, reason="suspicion")
    assert services.rate_finished_games() == 0
    assert derived() == []


def test_a_game_annulled_counts_again_in_no_rebuild(ada, grace, admin):
    game = played(ada, grace)
    services.rate_finished_games()
    services.annul_game(game_id=game.pk, by=admin, reason="suspicion")
    services.rebuild_all_standings()
    assert derived() == []


def test_what_cannot_be_annulled_or_lifted(ada, grace, admin):
    game = played(ada, grace)
    with pytest.raises(AnnulmentRefused):
        services.annul_game(game_id=game.pk, by=admin, reason="not rated yet")
    with pytest.raises(AnnulmentRefused):
        services.lift_annulment(game_id=game.pk, by=admin, reason="not rated yet")
    services.rate_finished_games()
    with pytest.raises(AnnulmentRefused):
        services.lift_annulment(game_id=game.pk, by=admin, reason="not annulled")
    services.annul_game(game_id=game.pk, by=admin, reason="suspicion")
    with pytest.raises(AnnulmentRefused):
        services.annul_game(game_id=game.pk, by=admin, reason="annulled already")
    assert Annulment.objects.count() == 1
