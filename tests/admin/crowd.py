"""Tens of thousands of rows of everything, made by the database itself."""

from datetime import UTC, datetime

from allauth.account.models import EmailAddress
from django.db import connection

from accounts.models import ApiToken, AuditEntry, JobHistory, JobRun, Suspension
from games.models import ChatLine, Game, Layout, Seat
from ratings.models import Annulment, RatedResult, RatingPoint, Standing
from tests.ratings.played import WON, person

USERS = 50_000
GAMES = 60_000
BEGAN = datetime(2024, 1, 1, tzinfo=UTC)
LAYOUTS = [layout.value for layout in Layout]


def multiply(row, times, **columns):
    """Insert `times` copies of a row; `columns` are SQL for what differs, `n` in it counts from 1. Returns the row."""
    names = {field.column: field.name for field in row._meta.concrete_fields if not field.primary_key}
    into = ", ".join(f'"{column}"' for column in names)
    values = ", ".join(columns.get(names[column], f'"{column}"') for column in names)
    table = row._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" ({into}) SELECT {values} FROM "{table}", generate_series(1, {times}) AS n'
            f" WHERE id = {row.pk}"
        )
    return row


def one_of(values):
    """SQL for one of the values, by the row's number."""
    listed = ", ".join(f"'{value}'" for value in values)
    return f"(ARRAY[{listed}])[1 + n % {len(values)}]"


def at(every="1 minute"):
    return f"'{BEGAN.isoformat()}'::timestamptz + n * interval '{every}'"


def gather():
    """Fill every table that the admin lists."""
    with connection.cursor() as cursor:
        # Half a million foreign keys that are right by the way they are made.
        cursor.execute("SET LOCAL statement_timeout = 0; SET LOCAL session_replication_role = replica")
    user = multiply(
        person("ada"),
        USERS,
        username="'user' || n",
        email="'user' || n || '@example.org'",
        date_joined=at(),
        is_active="n % 500 <> 0",
        is_bot="n % 700 = 0",
        is_guest="n % 100 = 0",
        is_staff="n % 20000 = 0",
    )
    someone = f"{user.pk} + 1 + n % {USERS - 1}"
    multiply(
        EmailAddress.objects.create(user=user, email=user.email, primary=True),
        USERS,
        user=f"{user.pk} + n",
        email="'user' || n || '@example.org'",
    )
    multiply(
        ApiToken.objects.create(user=user, name="laptop", prefix="t0", secret_sha256="0"),
        USERS,
        user=someone,
        prefix="'t' || n",
        secret_sha256="md5(n::text)",
        revoked_at=f"CASE WHEN n % 9 = 0 THEN {at()} END",
    )
    multiply(
        Suspension.objects.create(user=user, by=user, reason="insults"),
        USERS,
        user=someone,
        lifted_at=f"CASE WHEN n % 400 <> 0 THEN {at()} END",
    )
    entry = AuditEntry.objects.create(by=user, action="flag_game", subject="games.Game", subject_id=1, shown_as="x")
    multiply(
        entry,
        USERS,
        by=f"{user.pk} + n % 40",
        shown_as="'user' || n",
        subject_id="n",
        at=at(),
        action="CASE WHEN n % 900 = 0 THEN 'end_game' ELSE 'flag_game' END",
    )
    job = JobRun.objects.create(name="tick")
    multiply(JobHistory.objects.create(job=job, started_at=BEGAN, ended_at=BEGAN, done=1), 20_000)
    _play(user, someone)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE; SET LOCAL session_replication_role = origin")


def _play(user, someone):
    game = Game.objects.create(
        public_id="game0000",
        layout="classic",
        difficulty="normal",
        seat_count=2,
        rated=True,
        host=user,
        status="finished",
        outcome="won",
        seed=bytes(32),
        commitment="0",
        position=WON,
        created_at=BEGAN,
        started_at=BEGAN,
        finished_at=BEGAN,
    )
    over = "n % 50 <> 0"
    multiply(
        game,
        GAMES,
        public_id="'g' || lpad(n::text, 7, '0')",
        layout=one_of(LAYOUTS),
        difficulty=one_of(["novice", "normal", "normal", "elite", "legendary"]),
        seat_count="2 + n % 3",
        rated="n % 4 <> 0",
        pace="CASE WHEN n % 600 = 0 THEN 'day3' WHEN n % 3 = 0 THEN 'live5' ELSE 'none' END",
        visibility="CASE WHEN n % 8 = 0 THEN 'link' ELSE 'public' END",
        host=someone,
        status=f"CASE WHEN {over} THEN 'finished' WHEN n % 100 = 0 THEN 'active' ELSE 'lobby' END",
        outcome=f"CASE WHEN NOT ({over}) THEN '' ELSE {one_of(['water', 'water', 'landing', 'treasure-e', 'won'])} END",
        created_at=at(),
        started_at=f"CASE WHEN n % 100 <> 50 THEN {at()} END",
        finished_at=f"CASE WHEN {over} THEN {at()} + interval '30 minutes' END",
        flagged="n % 3000 = 0",
    )
    some_game = f"{game.pk} + 1 + n % {GAMES - 1}"
    for number in (0, 1):
        seat = Seat.objects.create(game=game, number=number, user=user, rated=False)
        multiply(seat, GAMES, game=f"{game.pk} + n", user=f"{user.pk} + 1 + (n * {7 + number}) % {USERS - 1}")
    multiply(
        ChatLine.objects.create(game=game, user=user, seated=True, text="hello"),
        USERS,
        game=some_game,
        user=someone,
        hidden_by=f"CASE WHEN n % 800 = 0 THEN {user.pk} END",
    )
    result = RatedResult.objects.create(
        user=user, game=game, difficulty="normal", seats=2, opponent_rating=1550, won=True, finished_at=BEGAN
    )
    multiply(
        result,
        USERS,
        user=f"{user.pk} + n",
        game=some_game,
        won="n % 5 = 0",
        seats="2 + n % 3",
        finished_at=at(),
        difficulty=one_of(["novice", "normal", "elite", "legendary"]),
    )
    point = RatingPoint.objects.create(
        user=user, game=game, ladder="all", win=1, k=60, before_milli=0, delta_milli=1, after_milli=1
    )
    multiply(
        point,
        USERS,
        user=f"{user.pk} + n",
        game=some_game,
        ladder="CASE WHEN n < 300 THEN '2024Q1' WHEN n % 2 = 0 THEN '2024Q2' ELSE 'all' END",
    )
    standing = Standing.objects.create(user=user, ladder="all", games=1, reached_at=BEGAN, last_played_at=BEGAN)
    multiply(
        standing,
        USERS,
        user=f"{user.pk} + n",
        rating_milli="1300000 - n",
        peak_milli="1300000",
        ladder="CASE WHEN n < 300 THEN '2024Q1' WHEN n % 2 = 0 THEN '2024Q2' ELSE 'all' END",
    )
    multiply(
        Annulment.objects.create(game=game, reason="x", by=user, at=BEGAN), USERS, game=some_game, lifted="n % 7 = 0"
    )
