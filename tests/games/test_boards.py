"""What the table is told while somebody plays on: each frame is of one moment."""

from games import boards
from games.models import Game
from tests.games.playing import act


def test_a_game_read_before_an_entry_was_written_does_not_tell_of_the_entry(game, alice):
    act(game, alice, "0:move K")
    read_then = boards.visible_game(game.public_id)
    act(game, alice, "0:move G")
    frame = boards.game_frame(read_then)
    assert (frame["version"], [entry["version"] for entry in frame["log"]]) == (1, [1])


def test_an_end_that_was_not_read_is_not_told_as_an_entry_of_a_running_game(game, alice):
    act(game, alice, "0:move K")
    read_then = Game.objects.get(pk=game.pk)
    act(game, alice, "0:move G")
    assert [version for version, _ in boards.entries_after(read_then, 0)] == [1]
