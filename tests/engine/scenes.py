"""Scenarios and positions that several test modules read."""

import json
from pathlib import Path
from typing import Any

from engine import notation, records
from engine.deal import new_game
from engine.state import State

SCENARIOS = Path(__file__).parent / "scenarios"
ZEROS = bytes(32)


def scenarios_of(file: str) -> list[dict[str, Any]]:
    """The scenarios of one file, each with the file's folder in `folder`."""
    path = SCENARIOS / file
    return [scenario | {"folder": path.parent} for scenario in json.loads(path.read_text(encoding="utf-8"))]


def all_scenarios() -> list[tuple[str, dict[str, Any]]]:
    """Every scenario with its name, which begins with that of its file."""
    files = sorted(SCENARIOS.rglob("*.json"))
    return [
        (f"{path.stem}: {scenario['name']}", scenario)
        for path in files
        for scenario in scenarios_of(str(path.relative_to(SCENARIOS)))
    ]


def start_of(scenario: dict[str, Any]) -> State:
    """The position from which the scenario starts."""
    if "position" in scenario:
        return notation.state_from_text(scenario["position"])
    if "record" in scenario:
        return records.replay_from_text(record_text(scenario)).states[-1]
    new = scenario["new"]
    return new_game(bytes.fromhex(new["seed"]), new["layout"], new["difficulty"], new["seats"], new.get("roles"))


def record_text(scenario: dict[str, Any]) -> str:
    """The text of the scenario's record, which may be the name of a file beside it."""
    record: str = scenario["record"]
    return (scenario["folder"] / record).read_text(encoding="utf-8") if record.endswith(".fir") else record


def recorded_games() -> list[Path]:
    """The files of whole games."""
    return sorted((SCENARIOS / "records").glob("*.fir"))


def position(**fields: str) -> State:
    """A quiet position for two on the classic island, Engineer and Pilot, but for the fields given.

    Cards that the given hands and piles leave over lie in the treasure draw pile, in canonical order.
    """
    text = _QUIET | fields
    if "treasure" not in fields:
        held = [card for seat in text["seats"].split(",") for card in seat[3:]] + list(fields.get("discard", ""))
        pile = list("eeeeewwwwwfffffooooohhhssrrr")
        for card in held:
            if card != "-":
                pile.remove(card)
        text["treasure"] = f"{''.join(pile)}/{fields.get('discard', '-')}"
    if "flood" not in fields:
        sunk = {text["island"][at + 1] for at, cell in enumerate(text["island"]) if cell == "-"}
        text["flood"] = f"{''.join(tile for tile in 'ABCDEFGHIJKLMNOPQRSTUVWX' if tile not in sunk)}/-"
    order = ("island", "seats", "turn", "water", "captured", "treasure", "flood", "shuffles")
    return notation.state_from_text(" ".join(text[field] for field in order))


_QUIET = {
    "island": "2AB2/1CDEF1/GHIJKL/MNOPQR/1STUV1/2WX2",
    "seats": "EB:-,PJ:-",
    "turn": "0:act3",
    "water": "1",
    "captured": "-",
    "shuffles": "1.2",
}
