"""The robots, and what they leave on a developer's machine."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from engine import deal, records, rules
from games import boards, robot
from games.models import Game
from games.services import demo
from ratings.management.commands import seed_demo
from ratings.models import Standing


@pytest.mark.parametrize("layout", ["classic", "bridge", "atoll"])
def test_robots_play_a_game_to_its_end(layout):
    seed = bytes([7]) * 32
    state = deal.new_game(seed, layout, "elite", 4)
    while state.outcome is None:
        state = rules.apply(state, robot.choose(state), seed).state


@pytest.mark.django_db
def test_a_demo_game_is_a_whole_one_of_the_past(alice, bob):
    began_at = timezone.now() - timedelta(days=3)
    game = demo.play_demo_game(users=[alice, bob], layout="skull", difficulty="normal", began_at=began_at)
    assert game.finished_at
    assert game.finished_at - began_at == game.version * demo.AN_ENTRY
    record = records.record_from_text(boards.record_text(Game.objects.get(pk=game.pk)))
    assert len(record.actions) == game.version


@pytest.mark.django_db
def test_a_game_that_was_to_be_won_leaves_nothing_when_lost(alice, bob, monkeypatch):
    monkeypatch.setattr(robot, "choose", lambda state: rules.legal_actions(state)[-1])  # only draws, so it is lost
    with pytest.raises(demo.NotWon):
        demo.win_demo_game(users=[alice, bob], layout="classic", difficulty="novice", began_at=timezone.now())
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_the_demo_is_seeded_once(settings, monkeypatch, capsys):
    settings.DEBUG = True
    monkeypatch.setattr(seed_demo, "LOST", 2)
    monkeypatch.setattr(seed_demo, "WON", 0)
    for _ in range(2):
        call_command("seed_demo")
    assert Game.objects.filter(status="finished").count() == 2
    assert Game.objects.filter(status="lobby").count() == 1
    assert Standing.objects.filter(ladder="all").count() == 3
    assert capsys.readouterr().out.count("demo login: ada") == 2


@pytest.mark.django_db
def test_nobody_seeds_a_production_site(settings):
    settings.DEBUG = False
    with pytest.raises(CommandError):
        call_command("seed_demo")
