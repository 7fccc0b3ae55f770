"""Who has a rank, in which order, and what the ladder shows of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from ratings import ladders, services
from ratings.models import Standing
from tests.ratings.played import person, played

NO_RANK = [
    ("19 games", {"games": 19}),
    ("two partners", {"partners": [7, 8]}),
    ("no game in the last 30 days", {"last_played_at": timezone.now() - timedelta(days=31)}),
]


def stands(user: User, **values: Any) -> Standing:
    now = timezone.now()
    complete: dict[str, Any] = {
        "ladder": ladders.ALL,
        "games": 20,
        "partners": [7, 8, 9],
        "reached_at": now,
        "last_played_at": now,
    }
    return Standing.objects.create(user=user, **complete | values)


def test_after_twenty_games_with_three_partners_one_has_a_rank(ada, grace, linus):
    mei, now = person("mei"), timezone.now()
    for number in range(20):
        partner = (grace, linus, mei)[number % 3]
        played(ada, partner, finished_at=now - timedelta(hours=20 - number))
    services.rate_finished_games()
    ranked = Standing.objects.ranked(ladders.ALL, now)
    assert [standing.user for standing in ranked] == [ada]
    assert {standing.user for standing in Standing.objects.provisional(ladders.ALL, now)} == {grace, linus, mei}


@pytest.mark.parametrize(("why", "values"), NO_RANK, ids=[why for why, _ in NO_RANK])
def test_who_is_provisional(why, values, ada):
    now, standing = timezone.now(), stands(ada, **values)
    assert Standing.objects.rank_of(standing, now) is None
    assert list(Standing.objects.provisional(ladders.ALL, now)) == [standing]


def test_in_a_past_season_the_thirty_days_do_not_apply(ada):
    now = timezone.now()
    long_ago = {"ladder": "2025Q1", "reached_at": now, "last_played_at": now - timedelta(days=600)}
    assert Standing.objects.rank_of(stands(ada, **long_ago), now) == 1


def test_of_equal_ratings_the_one_reached_first_stands_higher(ada, grace, linus):
    now = timezone.now()
    late = stands(ada, rating_milli=1_500_000, peak_milli=1_500_000, reached_at=now)
    early = stands(grace, rating_milli=1_500_000, peak_milli=1_500_000, reached_at=now - timedelta(days=1))
    best = stands(linus, rating_milli=1_500_001, peak_milli=1_500_001, reached_at=now)
    assert list(Standing.objects.ranked(ladders.ALL, now)) == [best, early, late]
    assert [Standing.objects.rank_of(standing, now) for standing in (best, early, late)] == [1, 2, 3]


def test_strangers_see_the_season_and_all_time(client, ada, grace):
    played(ada, grace, finished_at=timezone.now())
    services.rate_finished_games()
    for address in ("/ladder/", "/ladder/all/", f"/ladder/{ladders.season_of(timezone.now())}/"):
        page = client.get(address)
        assert page.status_code == 200
        assert {row.standing.user.username for row in page.context["provisional"]} == {"ada", "grace"}


@pytest.mark.parametrize("name", ["2999Q1", "2026Q5", "All", "autumn"])
def test_there_is_no_other_ladder(client, db, name):
    assert client.get(f"/ladder/{name}/").status_code == 404


@pytest.mark.parametrize("page", ["0", "-1", "x", "2", "99999999999999999999", "²"])
def test_there_is_no_other_page(client, db, page):
    assert client.get("/ladder/", {"page": page}).status_code == 404


def test_an_empty_ladder_says_so(client, db):
    assert "Nobody is here yet" in client.get("/ladder/").text


def test_the_own_row_is_marked(client, ada, grace):
    stands(ada)
    stands(grace)
    client.force_login(ada)
    page = client.get("/ladder/all/").text
    assert page.count('<tr class="me" aria-current="true">') == 1
    assert "You stand at place <b>1</b> with 1,300 points." in page


def test_who_has_not_played_is_told_nothing(client, ada, grace):
    stands(grace)
    client.force_login(ada)
    page = client.get("/ladder/all/")
    assert page.context["own"] is None
    assert "you" not in page.text.partition("<tbody>")[2].partition("</tbody>")[0]


def test_the_own_row_on_another_page_has_a_link(client, ada):
    crowd(105)
    stands(ada)
    client.force_login(ada)
    assert '<a href="?page=2">Show me there</a>' in client.get("/ladder/all/").text
    assert "Show me there" not in client.get("/ladder/all/", {"page": 2}).text


def test_the_own_provisional_standing_says_what_is_missing(client, ada):
    stands(ada, games=4, partners=[7])
    client.force_login(ada)
    assert "For a place: 4 of 20 rated games, 1 of 3 partners." in client.get("/ladder/all/").text


def test_pages_hold_a_hundred_and_the_provisional_follow_the_ranked(client, db):
    crowd(150)
    Standing.objects.filter(pk__in=Standing.objects.order_by("pk")[90:]).update(games=3)
    first, second = client.get("/ladder/all/"), client.get("/ladder/all/", {"page": 2})
    assert [row.rank for row in first.context["ranked"]] == list(range(1, 91))
    assert len(first.context["provisional"]) == 10
    assert (len(second.context["ranked"]), len(second.context["provisional"])) == (0, 50)
    assert 'rel="next"' in first.text
    assert 'rel="next"' not in second.text


def test_ranks_go_on_over_pages(client, db):
    crowd(150)
    assert [row.rank for row in client.get("/ladder/all/", {"page": 2}).context["ranked"]] == list(range(101, 151))


@pytest.mark.parametrize("count", [2, 60])
def test_the_ladder_takes_as_many_queries_however_long_it_is(client, ada, count, django_assert_num_queries):
    crowd(count)
    stands(ada)
    client.force_login(ada)
    with django_assert_num_queries(10):
        client.get("/ladder/all/")


def test_earlier_seasons_are_one_link_away(client, ada):
    stands(ada, ladder="2026Q1")
    assert '<a href="/ladder/2026Q1/">Winter 2026</a>' in client.get("/ladder/").text
    page = client.get("/ladder/2026Q1/")
    assert [row.rank for row in page.context["ranked"]] == [1]
    assert '<a class="tab" href="/ladder/2026Q1/" aria-current="page">Winter 2026</a>' in page.text


def crowd(count: int) -> None:
    now = timezone.now()
    users = User.objects.bulk_create(User(username=f"player{number:03}") for number in range(count))
    Standing.objects.bulk_create(
        Standing(
            user=user,
            ladder=ladders.ALL,
            games=20,
            partners=[7, 8, 9],
            rating_milli=2_000_000 - number,
            peak_milli=2_000_000,
            reached_at=now,
            last_played_at=now,
        )
        for number, user in enumerate(users)
    )
