"""Pictures of moments: of which games, in what form, for how long; and what pages tell others to show of them."""

import struct
from xml.etree import ElementTree

import pytest
from django.core.cache import cache

from games import raster
from games.models import Game, Visibility
from tests.games.playing import play_at_random


@pytest.fixture
def over(game, alice, bob):
    cache.clear()
    return play_at_random(game, [alice, bob], 1)


def picture(client, game, name):
    return client.get(f"/games/{game.public_id}/moments/{name}")


def test_a_moment_is_one_file_of_svg_that_is_kept_for_good(over, client):
    answer = picture(client, over, "5.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    drawn = ElementTree.fromstring(answer.content)
    assert (drawn[0].text or "").startswith("Forbidden Island: water at mark")
    hrefs = {use.get("href", "") for use in drawn.iter("{http://www.w3.org/2000/svg}use")}
    assert hrefs
    assert all(href.startswith("#") for href in hrefs)


def test_the_same_is_a_png_in_the_size_of_previews(over, client):
    answer = picture(client, over, "5.png")
    assert answer["Content-Type"] == "image/png"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.content.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)


def test_a_png_is_drawn_once(over, client, monkeypatch):
    drawn = []

    def png(svg):
        drawn.append(svg)
        return b"picture"

    monkeypatch.setattr(raster, "png", png)
    answers = [picture(client, over, "5.png").content for _ in range(3)]
    assert answers == [b"picture"] * 3
    assert len(drawn) == 1
    assert picture(client, over, "6.png").content == b"picture"
    assert len(drawn) == 2


@pytest.mark.parametrize("name", ["5.svg", "5.png"])
def test_a_running_game_has_no_pictures(game, client, name):
    assert picture(client, game, name).status_code == 404


@pytest.mark.parametrize("name", ["99999.svg", "99999999999999999999.png", "x.svg", "-1.svg"])
def test_what_never_was_has_no_picture(over, client, name):
    assert picture(client, over, name).status_code == 404


def test_a_table_that_was_closed_has_no_pictures(waiting_game, client):
    Game.objects.filter(pk=waiting_game.pk).update(
        status="abandoned", outcome="closed", finished_at=waiting_game.created_at
    )
    assert picture(client, waiting_game, "0.svg").status_code == 404


@pytest.mark.parametrize("path", ["", "replay/", "replay/?at=5", "replay/?at=99999", "replay/?at=x", "result/"])
def test_links_are_shown_with_a_picture(over, client, path):
    page = client.get(f"/games/{over.public_id}/{path}").text
    version = 5 if path.endswith("=5") else over.version
    shown = f'<meta property="og:image" content="http://testserver/games/{over.public_id}/moments/{version}.png">'
    assert (shown in page) == (path != "")
    assert ('<meta name="twitter:card" content="summary_large_image">' in page) == (path != "")


def test_a_link_to_a_moment_leads_there(over, client):
    assert 'data-at="5"' in client.get(f"/games/{over.public_id}/replay/?at=5").text
    assert "data-at" not in client.get(f"/games/{over.public_id}/replay/?at=-5").text
    assert f'data-at="{over.version}"' in client.get(f"/games/{over.public_id}/replay/?at=99999").text


def test_a_running_game_is_shown_without_a_picture(game, client):
    assert "og:image" not in client.get(f"/games/{game.public_id}/replay/").text


def test_who_has_the_id_of_a_game_by_link_sees_its_pictures(over, client):
    Game.objects.filter(pk=over.pk).update(visibility=Visibility.LINK)
    assert picture(client, over, "5.svg").status_code == 200
