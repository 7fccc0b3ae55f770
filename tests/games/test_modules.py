"""Pages ask for all modules of their script at once."""

import re
from pathlib import Path

import pytest

from games.templatetags.modules import imports, module

FOLDER = Path(__file__).resolve().parents[2] / "games" / "static" / "games" / "js"
STATIC_IMPORT = re.compile(r'^(?:import .*|\} )from "\./([\w-]+\.js)";$', re.MULTILINE)


@pytest.mark.parametrize("name", ["table.js", "replay.js", "lesson.js", "rules.js", "lobby.js"])
def test_all_that_a_script_needs_is_named_and_nothing_else(name):
    named = {Path(one).name for one in imports(f"games/js/{name}")}
    for one in [name, *named]:
        assert set(STATIC_IMPORT.findall((FOLDER / one).read_text())) <= named
    needed = {found for one in [name, *named] for found in STATIC_IMPORT.findall((FOLDER / one).read_text())}
    assert needed == named


def test_a_page_preloads_what_its_script_imports():
    html = module("games/js/story.js")
    assert html.endswith('<script type="module" src="/static/games/js/story.js"></script>')
    assert html.count('<link rel="modulepreload" href="/static/games/js/') == len(imports("games/js/story.js")) > 0
