"""The page of a finished game, and nothing of one that runs."""

from random import Random
from uuid import uuid4

import pytest

from engine import notation, rules
from games.models import Game, Status, Visibility
from games.services import lobby, play
from ratings import services
from tests.ratings.played import person, played


@pytest.fixture
def started(ada, grace):
    """A rated game of ada and grace that has just begun."""
    game = lobby.open_game(host=ada, layout="classic", difficulty="normal", seat_count=2, rated=True)
    lobby.take_seat(game_id=game.pk, user=grace, number=1)
    lobby.start_game(game_id=game.pk, user=ada)
    game.refresh_from_db()
    return game


def play_on_to_the_end(game: Game) -> None:
    random = Random(1)
    users = {seat.number: seat.user for seat in game.seats.all()}
    while game.status == Status.ACTIVE:
        action = random.choice(rules.legal_actions(game.engine_state()))
        play.play_action(
            game_id=game.pk,
            user=users[action.seat],
            command_id=uuid4(),
            expected_version=game.version,
            action=notation.action_to_text(action),
        )
        game.refresh_from_db()


def test_a_running_game_sends_one_to_the_table(client, started):
    page = client.get(f"/games/{started.public_id}/result/")
    assert (page.status_code, page.headers["Location"]) == (302, f"/games/{started.public_id}/")
    assert bytes(started.seed).hex() not in page.text


def test_a_table_that_never_started_sends_one_to_the_table(client, ada, grace):
    game = played(ada, grace)
    Game.objects.filter(pk=game.pk).update(status=Status.ABANDONED, outcome="closed", started_at=None)
    assert client.get(f"/games/{game.public_id}/result/").status_code == 302


def test_there_is_no_page_for_a_game_that_is_none(client, db):
    assert client.get("/games/nonsense/result/").status_code == 404


def test_a_game_played_to_its_end_is_rated_and_has_a_page(client, started):
    play_on_to_the_end(started)
    assert services.rate_finished_games() == 1
    page = client.get(f"/games/{started.public_id}/result/")
    assert page.status_code == 200
    for shown in (
        'role="img" aria-label="Island, ',
        bytes(started.seed).hex(),
        started.commitment,
        f"/games/{started.public_id}/record.fir",
        f"/games/{started.public_id}/log.json",
        "The island is lost",
        "Only wins count",
    ):
        assert shown in page.text
    assert {player.seat.user.username: player.point for player in page.context["players"]} == {
        "ada": None,
        "grace": None,
    }


def test_a_won_game_shows_what_each_gained(client, ada, grace, linus):
    game = played(ada, grace, linus, left=[linus], difficulty="legendary")
    address = f"/games/{game.public_id}/result/"
    assert "The ratings follow in a moment." in client.get(address).text
    services.rate_finished_games()
    page = client.get(address)
    gains = {player.seat.user.username: player.point and player.point.gain for player in page.context["players"]}
    assert gains == {"ada": 60, "grace": 60, "linus": None}
    assert "You made it off the island." in page.text
    assert "now 1,360" in page.text


def test_a_game_whose_position_cannot_be_read_has_a_page_without_island(client, ada, grace, caplog):
    game = played(ada, grace)
    Game.objects.filter(pk=game.pk).update(position="no position at all")
    page = client.get(f"/games/{game.public_id}/result/")
    assert page.status_code == 200
    assert "This island cannot be drawn any more." in page.text
    assert f"the position of game {game.public_id} cannot be read" in caplog.text


def test_an_annulled_game_says_so(client, ada, grace):
    game = played(ada, grace)
    services.rate_finished_games()
    services.annul_game(game_id=game.pk, by=person("admin"), reason="suspicion")
    assert "This game was annulled" in client.get(f"/games/{game.public_id}/result/").text


def test_a_casual_game_by_link_is_kept_out_of_search_engines(client, ada, grace):
    hidden = played(ada, grace, rated=False, visibility=Visibility.LINK)
    shown = played(ada, grace)
    assert "noindex" in client.get(f"/games/{hidden.public_id}/result/").text
    assert "noindex" not in client.get(f"/games/{shown.public_id}/result/").text


def test_the_page_has_no_inline_script_or_style(client, ada, grace):
    page = client.get(f"/games/{played(ada, grace).public_id}/result/").text
    assert " style=" not in page
    assert "<style" not in page
    assert page.count("<script") == page.count("<script src=") + page.count('<script type="module" src=')


def test_the_page_takes_a_fixed_number_of_queries(client, ada, grace, linus, django_assert_num_queries):
    game = played(ada, grace, linus)
    services.rate_finished_games()
    with django_assert_num_queries(6):
        client.get(f"/games/{game.public_id}/result/")
