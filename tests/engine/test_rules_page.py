"""docs/rules.md and the engine say the same where a machine can compare them."""

import re
from pathlib import Path

from engine.layouts import LAYOUTS
from engine.reasons import DATA_KEYS
from engine.tiles import DIFFICULTIES, FLOOD_CARDS_AT, SKULL
from tests.engine.test_refusals import REFUSED

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
RULES = set(re.findall(r"\[([A-Z]-?[A-Z]?\d*)\]", PAGE))


def test_every_code_of_a_reason_is_listed_with_its_data():
    listed = {
        code: tuple(re.findall(r"`(\w+)`", data))
        for code, data in re.findall(r"^\| `(\w+)` \| [^|]* \| ([^|]*) \|", PAGE, flags=re.MULTILINE)
    }
    assert listed == {code.value: keys for code, keys in DATA_KEYS.items()}


def test_every_code_is_listed_with_the_rules_that_it_stands_for():
    listed = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", PAGE, flags=re.MULTILINE))
    for _, _, _, rule, expected in REFUSED:
        assert rule in listed[expected["code"]].split(" ")
    assert set(" ".join(listed.values()).split(" ")) <= RULES


def test_every_rule_that_the_engine_cites_is_on_the_page():
    cited = {
        number
        for path in (ROOT / "engine").glob("*.py")
        for cites in re.findall(r"\[([A-Z][A-Z0-9, -]*)\]", path.read_text(encoding="utf-8"))
        for number in re.findall(r"[PUTACHFED]\d|R-[DEMNPX]", cites)
    }
    assert {"A1", "R-D", "H3"} <= cited <= RULES


def test_the_layouts_are_drawn_as_on_the_page():
    drawn = re.findall(r"[#.]{5,}", PAGE[PAGE.index("## Layouts") :])
    assert sorted(drawn) == sorted(row for layout in LAYOUTS.values() for row in layout.rows)
    assert all(layout.name in PAGE and f" {name}" in PAGE for name, layout in LAYOUTS.items())


def test_the_water_meter_is_that_of_the_page():
    floods = " ".join(str(count) for count in FLOOD_CARDS_AT[1:SKULL])
    assert f"flood cards a turn {floods.removesuffix(' 5')} and {SKULL} is the skull" in PAGE.replace(
        "5 5 and", "5 and"
    )
    assert " ".join(f"{name.title()} {mark}" for name, mark in DIFFICULTIES.items()) in re.sub(
        r",| starts at", "", PAGE
    )
