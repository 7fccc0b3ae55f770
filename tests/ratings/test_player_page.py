"""A player's page: standing, graph, wins by row, games."""

import pytest

from games.models import Game, Status, Visibility
from ratings import services
from tests.ratings.played import played, season


def test_anybody_may_look_a_player_up_in_any_case(client, ada):
    assert client.get("/players/ada/").status_code == 200
    assert client.get("/players/ADA/?ladder=all").headers["Location"] == "/players/ada/?ladder=all"
    assert client.get("/players/Ada/games/").headers["Location"] == "/players/ada/games/"
    assert client.get("/players/nobody/").status_code == 404


def test_who_has_not_played_has_an_empty_page(client, ada):
    page = client.get("/players/ada/").text
    assert "No rated game: All time." in page
    assert "No games yet" in page


def test_the_page_shows_what_is_known(client, ada, grace):
    played(ada, grace, finished_at=season(1), difficulty="novice")
    played(ada, grace, finished_at=season(2), outcome="water")
    services.rate_finished_games()
    page = client.get("/players/ada/")
    assert page.context["standing"].rating == 1334
    assert page.context["rank"] is None
    # By Newton’s method on 2 - E(P, 1350) - E(P, 1550) - 2·E(P, 1500), worked out elsewhere.
    assert page.context["performance"].rating == pytest.approx(1476.019, abs=0.001)
    assert page.context["performance"].deviation == pytest.approx(177.632, abs=0.001)
    rows = {(row.difficulty, row.seats): (row.wins, row.games) for row in page.context["rows"]}
    assert len(rows) == 12
    assert rows["novice", 2] == (1, 1)
    assert rows["normal", 2] == (0, 1)
    assert "most often the Messenger" in page.text
    assert "For a place: 2 of 20 rated games, 1 of 3 partners." in page.text


def test_a_season_has_its_own_standing(client, ada, grace):
    played(ada, grace, finished_at=season(-1))
    played(ada, grace, finished_at=season(1))
    services.rate_finished_games()
    assert client.get("/players/ada/?ladder=all").context["standing"].wins == 2
    assert client.get("/players/ada/?ladder=2026Q3").context["standing"].wins == 1
    assert client.get("/players/ada/?ladder=2026Q2").context["standing"] is None
    assert client.get("/players/ada/?ladder=none").status_code == 404


def test_without_a_win_there_is_no_line(client, ada, grace):
    played(ada, grace, outcome="water")
    services.rate_finished_games()
    assert "No rated win yet" in client.get("/players/ada/").text


def test_games_are_listed_newest_first_with_what_they_brought(client, ada, grace, linus):
    lost = played(ada, grace, linus, outcome="landing", finished_at=season(1))
    won = played(ada, grace, finished_at=season(2))
    services.rate_finished_games()
    rows = client.get("/players/ada/").context["games"].rows
    assert [(row.game, row.outcome, row.partners) for row in rows] == [
        (won, "won", ["grace"]),
        (lost, "lost", ["grace", "linus"]),
    ]
    assert [row.point and row.point.gain for row in rows] == [48, None]


def test_games_that_one_may_not_find_are_not_listed(client, ada, grace):
    hidden = [
        played(ada, grace, rated=False, visibility=Visibility.LINK),
        played(ada, grace),
        played(ada, grace),
    ]
    Game.objects.filter(pk=hidden[1].pk).update(status=Status.ACTIVE, outcome="", finished_at=None)
    Game.objects.filter(pk=hidden[2].pk).update(status=Status.ABANDONED, outcome="closed", started_at=None)
    shown = played(ada, grace, visibility=Visibility.LINK)
    assert [row.game for row in client.get("/players/ada/").context["games"].rows] == [shown]


def test_earlier_games_follow_page_by_page(client, ada, grace):
    games = [played(ada, grace, finished_at=season(number // 3)) for number in range(60)]
    address, seen = "/players/ada/games/", []
    while address:
        page = client.get(address).context["games"]
        seen += [row.game for row in page.rows]
        address = page.before and f"/players/ada/games/?before={page.before}"
    assert seen == sorted(games, key=lambda game: (game.finished_at, game.pk), reverse=True)
    assert f"?before={seen[24].public_id}" in client.get("/players/ada/").text


def test_a_page_begins_only_at_a_game_of_the_list(client, ada, grace, linus):
    other = played(grace, linus)
    assert client.get("/players/ada/games/", {"before": other.public_id}).status_code == 404
    assert client.get("/players/ada/games/", {"before": "nonsense"}).status_code == 404


@pytest.mark.parametrize("count", [2, 24])
def test_the_page_takes_as_many_queries_however_many_games_there_are(
    client, ada, grace, count, django_assert_num_queries
):
    for number in range(count):
        played(ada, grace, finished_at=season(number))
    services.rate_finished_games()
    with django_assert_num_queries(8):
        client.get("/players/ada/")
