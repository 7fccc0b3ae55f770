"""People of the browser tests: made in the database, signed in by a cookie; and tables they sit at.

Playwright runs an event loop in the tests' own thread, where services could announce nothing: so they are called aside.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import wraps

from django.conf import settings
from django.db import connection
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from games.services import lobby
from tests.games import playing
from tests.games.sockets import session_of


def aside(function):
    """The function, called in a thread of its own."""

    def called(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        finally:
            connection.close()

    @wraps(function)
    def wrapped(*args, **kwargs):
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(called, *args, **kwargs).result()

    return wrapped


@aside
def person(name):
    return User.objects.create_user(name, f"{name}@example.org")


def signed_in(new_page, user, **options):
    """A page in a browser of its own, in which `user` is signed in."""
    page = new_page(**options)
    cookie = {
        "name": settings.SESSION_COOKIE_NAME,
        "value": aside(session_of)(user),
        "domain": "127.0.0.1",
        "path": "/",
    }
    page.context.add_cookies([cookie])
    return page


@aside
def started_game(host, *others, **choices):
    """A game of these people, seated in this order and started; one alone has both seats."""
    seated = [host, *(others or [host])]
    game = playing.open_table(host, seat_count=len(seated), **choices)
    for number, user in enumerate(seated[1:], 1):
        lobby.take_seat(game_id=game.pk, user=user, number=number)
    lobby.start_game(game_id=game.pk, user=host)
    return Game.objects.get(pk=game.pk)


open_table = aside(playing.open_table)
act = aside(playing.act)


def at_table(page, game):
    """Bring the page to the table and wait until it is connected."""
    page.goto(f"/games/{game.public_id}/")
    expect(page.get_by_role("status").filter(has_text="Connected")).to_be_attached()
    expect(page.get_by_role("grid")).to_be_visible()


class Line:
    """The sockets of a page that has not been loaded yet: they can be cut, and stay so until they are mended."""

    def __init__(self, page):
        self._sockets = []
        self._cut = False
        page.route_web_socket("**/ws/**", self._opened)

    def _opened(self, socket):
        if self._cut:
            socket.close()
            return
        self._sockets.append(socket)
        socket.connect_to_server()

    def cut(self):
        self._cut = True
        while self._sockets:
            self._sockets.pop().close()

    def mend(self):
        self._cut = False
