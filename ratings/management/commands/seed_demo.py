"""`manage.py seed_demo`: people, finished games and an open table for a developer's machine."""

from datetime import timedelta
from itertools import cycle, islice
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import User
from games.services import demo, lobby
from ratings.services import rate_finished_games

PASSWORD = "high-and-dry"
NAMES = ["ada", "grace", "linus", "mei"]
PAIRS = [("ada", "grace"), ("grace", "linus"), ("mei", "ada"), ("linus", "mei"), ("ada", "linus")]
LAYOUTS = ["classic", "skull", "coral", "volcano", "gulls"]
LOST, WON = 4, 3
# Robots win one game in twenty or so; more tries than this would keep people waiting.
TRIES = 60


class Command(BaseCommand):
    """Does nothing where there are users already."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("The demo's passwords are known to everybody: only with DEBUG=1.")
        if not User.objects.exists():
            self._seed()
        if User.objects.filter(username__in=NAMES[:2]).count() == 2:
            for name in NAMES[:2]:
                self.stdout.write(f"demo login: {name} / {PASSWORD}")

    def _seed(self) -> None:
        users = {name: User.objects.create_user(name, f"{name}@example.org", PASSWORD) for name in NAMES}
        tables = [([users[name] for name in pair], layout) for pair, layout in zip(PAIRS, LAYOUTS, strict=True)]
        began_at = timezone.now() - timedelta(days=LOST + WON)
        for number, (players, layout) in enumerate(islice(cycle(tables), LOST)):
            at = began_at + timedelta(days=number)
            demo.play_demo_game(users=players, layout=layout, difficulty="normal", began_at=at)
        self._win(tables)
        rate_finished_games()
        lobby.open_game(host=users["linus"], layout="atoll", difficulty="novice", seat_count=4, rated=True)

    def _win(self, tables: list[tuple[list[User], str]]) -> None:
        won = 0
        for players, _ in islice(cycle(tables), TRIES):
            if won == WON:
                return
            at = timezone.now() - timedelta(days=WON - won) + timedelta(hours=2)
            try:
                demo.win_demo_game(users=players, layout="classic", difficulty="novice", began_at=at)
            except demo.NotWon:
                continue
            won += 1
