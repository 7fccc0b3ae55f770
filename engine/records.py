"""Whole games as text files, read with every action checked (`docs/notation.md`, A record)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from engine import deal, rules
from engine.actions import Action
from engine.errors import IllegalAction, MalformedNotation
from engine.known import Known, known_from_text, known_to_text, played_on
from engine.layouts import LAYOUTS, Island
from engine.notation import action_from_text, action_to_text
from engine.reading import read_outcome, shown
from engine.state import Outcome, State
from engine.tiles import DIFFICULTIES, Role

UNFINISHED: Final = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game from its deal to its end; `result` is None for one that ended otherwise, and `termination` says how.

    A game played on from a moment of another one has `played_on_from` instead of a deal, and its roles are given.
    """

    layout: str
    difficulty: str
    roles: tuple[Role, ...]
    roles_dealt: Literal["random", "chosen", "given"]
    seed: bytes
    result: Outcome | None
    actions: tuple[Action, ...] = ()
    site: str | None = None
    game: str | None = None
    date: str | None = None
    players: tuple[str, ...] = ()
    termination: str | None = None
    played_on_from: Known | None = None


class Replay(NamedTuple):
    """A record and its positions: the deal, then the one after each action."""

    record: Record
    states: tuple[State, ...]


def start_of(record: Record) -> State:
    """The position that the record's seed deals, or lays anew from where the game was played on."""
    if record.played_on_from is not None:
        return played_on(record.played_on_from, record.seed)
    letters = "".join(role.value for role in record.roles)
    chosen = letters if record.roles_dealt == "chosen" else None
    return deal.new_game(record.seed, record.layout, record.difficulty, len(record.roles), chosen)


def record_to_text(record: Record) -> str:
    """The text of the record; a new line begins after each step that changes the active seat.

    Raises IllegalAction if an action of it is not legal.
    """
    tags = "".join(f"[{name} {_quoted(value)}]\n" for name, value in _tags(record) if value is not None)
    return tags + "\n" + "".join(f"{' '.join(line)}\n" for line in _lines(record))


def _tags(record: Record) -> Iterator[tuple[str, str | None]]:
    yield "Site", record.site
    yield "Game", record.game
    yield "Date", record.date
    yield "Layout", record.layout
    yield "Difficulty", record.difficulty
    yield "Roles", ",".join(role.value for role in record.roles)
    yield "RolesDealt", record.roles_dealt
    yield "PlayedOnFrom", known_to_text(record.played_on_from) if record.played_on_from else None
    yield "Players", ", ".join(record.players) or None
    yield "Seed", record.seed.hex()
    yield "Result", record.result.word() if record.result else UNFINISHED
    yield "Termination", record.termination


def _quoted(value: str) -> str:
    assert "\n" not in value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _lines(record: Record) -> Iterator[list[str]]:
    state = start_of(record)
    line: list[str] = []
    for action in record.actions:
        line.append(action_to_text(action))
        before, state = state, rules.apply(state, action, record.seed).state
        if state.turn != before.turn:
            yield line
            line = []
    if line:
        yield line


def record_from_text(text: str) -> Record:
    """The record, every action of it legal and its result borne out. Raises MalformedNotation, which names the line."""
    return replay_from_text(text).record


def replay_from_text(text: str) -> Replay:
    """The record with all its positions; raises as `record_from_text`."""
    lines = text.split("\n")
    end = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    tags = _read_tags(lines[:end])
    header = _header(tags)
    state = start_of(header)
    if tuple(seat.role for seat in state.seats) != header.roles:
        given = "the position does not have" if header.played_on_from else "the seed does not deal"
        raise _bad_line(tags["Roles"].line, f"{given} these roles")
    states, played = [state], []
    for number, words in _worded_actions(lines[end:], end + 1):
        try:
            played.append(action_from_text(words))
            states.append(rules.apply(states[-1], played[-1], header.seed).state)
        except MalformedNotation as error:
            raise _bad_line(number, error.problem) from error
        except IllegalAction as error:
            raise _bad_line(number, f"{shown(words)} is not legal: {error}") from error
    if states[-1].outcome != header.result:
        raise _bad_line(tags["Result"].line, "the actions do not bear out the Result")
    return Replay(replace(header, actions=tuple(played)), tuple(states))


def _bad_line(number: int, problem: str) -> MalformedNotation:
    return MalformedNotation(f"line {number}", problem)


class _Tag(NamedTuple):
    line: int
    value: str


_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) +"((?:[^"\\]|\\["\\])*)"\]')
_REQUIRED: Final = {
    "Layout": re.compile("|".join(LAYOUTS)),
    "Difficulty": re.compile("|".join(DIFFICULTIES)),
    "Roles": re.compile(r"[DEMNPX](,[DEMNPX]){1,3}"),
    "RolesDealt": re.compile(r"random|chosen|given"),
    "Seed": re.compile(r"[0-9a-fA-F]{64}"),
    "Result": re.compile(r"\*|won|water|landing|treasure-[ewfo]|drowned-[0-3]"),
}
_OPTIONAL: Final = ("Site", "Game", "Date", "Players", "Termination", "PlayedOnFrom")


def _read_tags(lines: list[str]) -> dict[str, _Tag]:
    tags: dict[str, _Tag] = {}
    for number, line in enumerate(lines, 1):
        match = _TAG.fullmatch(line.strip())
        if not match:
            raise _bad_line(number, f"{shown(line)} is no tag; an empty line ends the tags")
        name, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
        if name in tags and (name in _REQUIRED or name in _OPTIONAL):
            raise _bad_line(number, f"the tag {name} a second time")
        if name in _REQUIRED and not _REQUIRED[name].fullmatch(value):
            raise _bad_line(number, f"the value of {name} is malformed")
        tags[name] = _Tag(number, value)
    for name in _REQUIRED:
        if name not in tags:
            raise _bad_line(len(lines) + 1, f"the tags end without {name}")
    return tags


def _header(tags: dict[str, _Tag]) -> Record:
    roles = tuple(Role(letter) for letter in tags["Roles"].value.split(","))
    if len(set(roles)) != len(roles):
        raise _bad_line(tags["Roles"].line, "a role twice")
    known = _played_on_from(tags)
    optional = {name: tags[name].value for name in _OPTIONAL if name in tags}
    return Record(
        layout=tags["Layout"].value,
        difficulty=tags["Difficulty"].value,
        roles=roles,
        roles_dealt="given" if known else "chosen" if tags["RolesDealt"].value == "chosen" else "random",
        seed=bytes.fromhex(tags["Seed"].value),
        result=read_outcome(tags["Result"].value),
        site=optional.get("Site"),
        game=optional.get("Game"),
        date=optional.get("Date"),
        players=tuple(name.strip() for name in optional["Players"].split(",")) if optional.get("Players") else (),
        termination=optional.get("Termination"),
        played_on_from=known,
    )


def _played_on_from(tags: dict[str, _Tag]) -> Known | None:
    """Where the game was played on; then its roles are given, and its island is one of the layout."""
    if (tags["RolesDealt"].value == "given") != ("PlayedOnFrom" in tags):
        raise _bad_line(tags["RolesDealt"].line, "roles are given where there is PlayedOnFrom, and nowhere else")
    if "PlayedOnFrom" not in tags:
        return None
    line, text = tags["PlayedOnFrom"]
    try:
        known = known_from_text(text)
    except MalformedNotation as error:
        raise _bad_line(line, str(error)) from error
    if not _is_laid_on(tags["Layout"].value, known.state.island):
        raise _bad_line(tags["Layout"].line, "the position has an island of another layout")
    return known


def _is_laid_on(layout: str, island: Island) -> bool:
    return LAYOUTS[layout].rows == tuple("".join("." if tile is None else "#" for tile in row) for row in island.rows)


def _worded_actions(lines: list[str], first: int) -> Iterator[tuple[int, str]]:
    """Each action's words with one space between them, and the number of the line on which it begins."""
    begun: list[str] = []
    began_on = first
    for number, line in enumerate(lines, first):
        for word in line.split():
            if ":" in word and begun:
                yield began_on, " ".join(begun)
                begun = []
            if not begun:
                began_on = number
            begun.append(word)
    if begun:
        yield began_on, " ".join(begun)
