"""No list, filter or search of the admin reads a table from end to end, or asks more the more rows there are."""

import json

import pytest
from django.contrib import admin
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.admin import crowd
from tests.admin.test_pages import NAMES, address

# What a page may look at: a thousand rows are counted, and some more are skipped on the way.
MOST_ROWS = 15_000
# Session, user and savepoints, the count, the rows, what belongs to them.
MOST_QUERIES = 9
SEARCHES = {
    "account_emailaddress": ["user77@example.org", "user4999", "nobody"],
    "accounts_apitoken": ["t77", "user77", "nobody"],
    "accounts_auditentry": ["user77", "by ada", "nobody"],
    "accounts_jobhistory": ["ti", "nobody"],
    "accounts_suspension": ["user77", "nobody"],
    "accounts_user": ["user77", "USER1", "user77@ex", "4711", "nobody"],
    "games_chatline": ["g0000077", "user77", "user1", "nobody"],
    "games_game": ["g0000077", "user77", "user1", "4711", "nobody"],
    "games_waitinggame": ["g0000050", "user77", "nobody"],
    "ratings_annulment": ["g0000077", "ada", "nobody"],
    "ratings_ratedresult": ["g0000077", "user77", "user1", "nobody"],
    "ratings_ratingpoint": ["g0000077", "user77", "user1", "nobody"],
    "ratings_standing": ["user77", "user1", "4711", "nobody"],
}
PERIODS = {
    "accounts_auditentry": "at",
    "accounts_user": "date_joined",
    "games_game": "created_at",
    "ratings_ratedresult": "finished_at",
}
# Few rows by nature.
SMALL = {"accounts_jobrun", "accounts_outgoingmail", "ratings_season"}


@pytest.fixture(scope="module")
def rows(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        crowd.gather()
        yield
        transaction.set_rollback(True)


@pytest.fixture
def reader(rows, db, client):
    client.force_login(User.objects.create_superuser("boss", "boss@example.org"))
    return client


def addresses(client, name):
    """Every address that the list offers: itself, each answer of each filter, searches, days, and where it goes on."""
    first = client.get(address(name)).context["cl"]
    answers = [choice for spec in first.filter_specs for choice in spec.choices(first)]
    asked = {choice["query_string"] for choice in answers if "query_string" in choice}
    asked |= {f"?q={term}" for term in SEARCHES.get(name, [])}
    if field := PERIODS.get(name):
        asked |= {f"?{field}_since=2024-01-03&{field}_until=2024-01-04", f"?{field}_since=2031-01-01"}
    last = client.get(f"{address(name)}?p={first.paginator.num_pages}").context["cl"]
    return sorted(address(name) + query for query in {"", *asked, last.further() or ""})


def looked_at(plan):
    """How many rows the plan's nodes met, and the tables that they read from end to end."""
    met = (plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)) * plan["Actual Loops"]
    scanned = {plan["Relation Name"]} if plan["Node Type"] == "Seq Scan" else set()
    for inner in plan.get("Plans", []):
        more, others = looked_at(inner)
        met, scanned = max(met, more), scanned | others
    return met, scanned


def explained(sql):
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}")
        (plans,) = cursor.fetchone()
    return looked_at((json.loads(plans) if isinstance(plans, str) else plans)[0]["Plan"])


def offences(client, where, small):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(where).status_code == 200, where
    if len(queries) > MOST_QUERIES:
        yield f"{where}: {len(queries)} queries"
    for sql in (query["sql"] for query in queries if query["sql"].startswith("SELECT")):
        met, scanned = explained(sql)
        if met > MOST_ROWS or scanned - small:
            yield f"{where}: {met} rows, read from end to end: {scanned - small}: {sql[:3000]}"


@pytest.fixture
def small(rows):
    """Tables so small that reading them is the best plan."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples < 2000")
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.parametrize("name", sorted(set(NAMES) - SMALL))
def test_every_page_of_a_list_finds_its_rows_by_an_index(reader, small, name):
    asked = addresses(reader, name)
    assert [offence for where in asked for offence in offences(reader, where, small)] == []


def test_every_list_that_can_be_searched_is_searched_here():
    lists = {name: its for name, its in zip(NAMES, map(_desk, NAMES), strict=True) if its.search_help_text}
    assert set(lists) - SMALL == set(SEARCHES)


def _desk(name):
    return next(its for model, its in admin.site._registry.items() if model._meta.label_lower.replace(".", "_") == name)
