import pytest

from games import outcomes

ENDS = [
    ("won", "You made it off the island.", "won"),
    ("water", "The island is lost: the water has reached the skull.", "lost"),
    ("landing", "The island is lost: Fools’ Landing has sunk, and no helicopter can land.", "lost"),
    ("treasure-w", "The island is lost: both tiles of the Statue of the Wind have sunk.", "lost"),
    ("drowned-1", "The island is lost: grace could swim nowhere.", "lost"),
    ("conceded", "The crew gave the island up.", "conceded"),
    ("abandoned", "Nobody was left at the table.", "abandoned"),
    ("ended", "This game ended before it was decided.", "ended undecided"),
]


@pytest.mark.parametrize(("outcome", "sentence", "word"), ENDS, ids=[outcome for outcome, _, _ in ENDS])
def test_every_end_has_a_sentence_and_a_word(outcome, sentence, word):
    assert outcomes.sentence(outcome, ["ada", "grace"]) == sentence
    assert outcomes.word(outcome) == word
