"""Games that are played on from a moment of another one: who may, what they begin with, and what is told of it."""

import subprocess
import sys
from collections import Counter

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from engine import notation
from games import boards, log
from games.errors import NotForGuests, NothingToPlayOn, RolesAreDealt, TooManyTables
from games.models import Game, RolesDealt, Visibility
from games.services import lobby, playing_on
from tests.games.playing import act, open_table, play_at_random
from tests.servers import ROOT


@pytest.fixture
def over(game, alice, bob):
    """A game for two that chance has played to its end."""
    return play_at_random(game, [alice, bob], 1)


def risen(game):
    """A version of the game at which flood cards are known to lie above others."""
    return next(
        entry.version for entry in log.entries(game) if len(boards.known_at(game, entry.version).flood_layers) > 1
    )


def play_on(game, user, version=5, *, alone=True):
    return playing_on.play_on(game_id=game.pk, user=user, version=version, alone=alone)


def test_alone_the_game_starts_at_once_with_everything_as_it_lay(over, carol):
    new = play_on(over, carol)
    before, after = notation.state_from_text(log.entry_at(over, 5).position), new.engine_state()
    assert (new.status, new.rated, new.visibility, new.host) == ("active", False, Visibility.LINK, carol)
    assert (new.origin, new.origin_version, new.active_seat) == (over, 5, before.turn)
    assert {seat.user for seat in new.seats.all()} == {carol}
    assert [seat.role for seat in new.seats.order_by("number")] == [seat.role.value for seat in before.seats]
    assert after._replace(treasure=before.treasure, flood=before.flood) == before
    for deck in ("treasure", "flood"):
        then, now = getattr(before, deck), getattr(after, deck)
        assert (Counter(now.pile), now.discard) == (Counter(then.pile), then.discard)
        assert now.pile != then.pile


def test_every_such_game_has_a_seed_of_its_own(over, carol, monkeypatch):
    monkeypatch.undo()  # the seeds that tests know
    games = [play_on(over, carol) for _ in range(3)]
    assert len({bytes(game.seed) for game in [*games, over]}) == 4
    assert len({game.position for game in games}) == 3


def test_what_was_known_to_lie_on_top_is_told_to_the_table(over, carol):
    version = risen(over)
    new = play_on(over, carol, version)
    layers = boards.flood_layers(log.events(over, before=version + 1))
    assert boards.game_frame(new)["flood_layers"] == layers
    pile = new.position.split()[6].partition("/")[0]
    assert sorted(pile[: len(layers[0])]) == list(layers[0])


def test_friends_wait_for_each_other_with_the_roles_of_that_moment(over, alice, carol, client):
    new = play_on(over, carol, alone=False)
    assert (new.status, new.seats.get().user) == ("lobby", carol)
    page = client.get(f"/games/{new.public_id}/").text
    assert "roles as they were" in page
    assert f'href="/games/{over.public_id}/replay/#5"' in page
    assert "Messenger" in page
    assert "Engineer" in page
    with pytest.raises(RolesAreDealt):
        lobby.choose_role(game_id=new.pk, user=carol, number=0, role="D")
    lobby.take_seat(game_id=new.pk, user=alice, number=1)
    lobby.start_game(game_id=new.pk, user=carol)
    new.refresh_from_db()
    assert [(seat.user, seat.role) for seat in new.seats.order_by("number")] == [(carol, "M"), (alice, "E")]


def test_the_id_of_a_game_by_link_is_not_told_to_those_who_come(over, carol, client):
    Game.objects.filter(pk=over.pk).update(visibility=Visibility.LINK)
    new = play_on(over, carol, alone=False)
    page = client.get(f"/games/{new.public_id}/").text
    assert "roles as they were" in page
    assert over.public_id not in page


def test_its_record_is_verified_and_its_replay_begins_there(over, carol, client, tmp_path):
    version = risen(over)
    new = play_at_random(play_on(over, carol, version), [carol, carol], 2)
    text = client.get(f"/games/{new.public_id}/record.fir").text
    assert '[RolesDealt "given"]\n[PlayedOnFrom "' in text
    file = tmp_path / "on.fir"
    file.write_text(text)
    verified = subprocess.run(
        [sys.executable, "-m", "engine", "verify", str(file)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert verified.stdout.split("\n")[0] == new.position
    assert new.commitment in verified.stdout
    told = client.get(f"/games/{new.public_id}/replay.json").json()
    assert told["entries"][0]["events"] == []
    assert told["flood_layers"] == boards.flood_layers(log.events(over, before=version + 1))
    assert client.get(f"/games/{new.public_id}/replay/").status_code == 200
    assert client.post("/import/", {"record": text}).status_code == 200


def test_what_is_played_on_can_be_played_on_again(over, carol):
    once = play_at_random(play_on(over, carol, risen(over)), [carol, carol], 3)
    again = play_on(once, carol, risen(once))
    assert again.origin == once
    assert len(again.beginning().flood_layers) > 1


def test_a_packed_log_is_played_on_too(over, carol, settings):
    from datetime import timedelta

    from django.utils import timezone

    from games.services import archive

    version = risen(over)
    layers = boards.known_at(over, version).flood_layers
    old = timezone.now() - timedelta(days=100)
    over.actions.update(played_at=old)
    Game.objects.filter(pk=over.pk).update(finished_at=old)
    assert archive.archive_finished_games() == 1
    assert play_on(over, carol, version).beginning().flood_layers == layers


def test_the_end_is_not_played_on_and_neither_is_what_never_was(over, carol):
    for version in (over.version, over.version + 1):
        with pytest.raises(NothingToPlayOn):
            play_on(over, carol, version)
    assert Game.objects.count() == 1


def test_a_game_that_was_given_up_is_played_on_from_its_last_position(game, alice, bob, carol):
    act(game, alice, "0:move K")
    act(game, alice, "0:concede")
    act(game, bob, "1:concede")
    game.refresh_from_db()
    assert play_on(game, carol, game.version).engine_state().seats == game.engine_state().seats


def test_a_running_game_is_not_played_on(game, carol):
    with pytest.raises(NothingToPlayOn):
        play_on(game, carol, 0)


def test_nobody_plays_on_with_friends_without_an_account(over):
    with pytest.raises(NotForGuests):
        play_on(over, None, alone=False)
    guest = play_on(over, None).host
    assert guest.is_guest
    with pytest.raises(NotForGuests):
        play_on(over, guest, alone=False)


def test_who_has_too_many_tables_plays_on_at_none(over, carol):
    for _ in range(lobby.TABLES_A_HOST):
        open_table(carol)
    with pytest.raises(TooManyTables):
        play_on(over, carol, alone=False)


def test_no_game_is_given_its_roles_without_an_origin(alice):
    with pytest.raises(IntegrityError), transaction.atomic():
        open_table(alice, roles_dealt=RolesDealt.GIVEN)


def test_a_stranger_plays_on_with_one_click(over, client):
    answer = client.post(f"/games/{over.public_id}/play-on/", {"version": 5, "alone": "yes"})
    new = Game.objects.exclude(pk=over.pk).get()
    assert answer.url == f"/games/{new.public_id}/"
    assert new.host.is_guest
    assert client.get(answer.url).context["mine"] == [0, 1]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"version": 5, "alone": "no"}, "Guests play casual games alone"),
        ({"version": 10_000, "alone": "yes"}, "Only a game that is over can be played on"),
        ({"version": "x", "alone": "yes"}, "That could not be read"),
        ({}, "That could not be read"),
    ],
)
def test_what_cannot_be_is_said_on_the_page_one_came_from(over, client, asked, says):
    answer = client.post(f"/games/{over.public_id}/play-on/", asked, follow=True)
    assert answer.redirect_chain == [(f"/games/{over.public_id}/replay/", 302)]
    assert says in answer.text
    assert Game.objects.count() == 1
    assert not User.objects.filter(is_guest=True).exists()


def test_looking_at_the_address_opens_nothing(over, client):
    assert client.get(f"/games/{over.public_id}/play-on/").url == f"/games/{over.public_id}/replay/"
    assert Game.objects.count() == 1


def test_the_api_opens_no_table_with_given_roles_but_tells_of_them(over, carol, client):
    new = play_on(over, carol)
    assert client.get(f"/api/v1/games/{new.public_id}").json()["roles_dealt"] == "given"
