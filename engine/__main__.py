"""The rules from the command line, notation in and notation out: `python -m engine COMMAND …`."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from engine import deal, notation, records, rules
from engine.errors import HiddenCard, IllegalAction, MalformedNotation
from engine.layouts import LAYOUTS
from engine.observation import observe
from engine.playouts import random_record
from engine.reading import shown
from engine.records import Replay
from engine.sentences import sentence
from engine.shuffles import SEED_BY_HAND, commitment
from engine.tiles import DIFFICULTIES

USAGE: Final = """\
python -m engine new --seed HEX --layout NAME --difficulty NAME --seats N [--roles P,D]
python -m engine legal POSITION
python -m engine apply POSITION [--seed HEX] ACTION…
python -m engine why POSITION ACTION
python -m engine replay FILE [--positions]
python -m engine verify FILE
python -m engine public POSITION
python -m engine random --seed HEX [--games N] [--layout NAME] [--seats N] [--difficulty NAME]"""
_MOST_BYTES: Final = 1 << 24


class BadInput(Exception):
    """What was asked cannot be done; the message is one line that names what is wrong."""


class Arguments(NamedTuple):
    """What follows the command: the words that are no options, and the options with their values."""

    words: tuple[str, ...]
    options: dict[str, str]
    flags: frozenset[str]


class Command(NamedTuple):
    """A command: what it prints, the first line only after all input was found good; and what may follow it."""

    lines: Callable[[Arguments], Iterator[str]]
    words: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    takes_more: bool = False


def main(argv: Sequence[str]) -> int:
    """Run one command; returns the exit status, 2 with one line on standard error where the input is bad."""
    try:
        for line in _lines(argv):
            print(line)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (BadInput, MalformedNotation) as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        _forget_output()
    except OSError:
        _forget_output()
        print("standard output: cannot be written", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _forget_output() -> None:
    # What is still buffered must not fail a second time when Python ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _lines(argv: Sequence[str]) -> Iterator[str]:
    if not argv:
        raise BadInput(f"command: missing; one of {', '.join(COMMANDS)}")
    name, *rest = argv
    if name in ("help", "--help", "-h"):
        return iter([USAGE])
    if name not in COMMANDS:
        raise BadInput(f"command: {shown(name)} is none of {', '.join(COMMANDS)}")
    command = COMMANDS[name]
    return command.lines(_arguments(command, rest))


def _arguments(command: Command, given: Sequence[str]) -> Arguments:
    # Not argparse: a position may begin with a dash (a sunk tile), and its errors are more than one line.
    words: list[str] = []
    options: dict[str, str] = {}
    flags: set[str] = set()
    waiting = iter(given)
    for word in waiting:
        name, equals, value = word.partition("=")
        if not word.startswith("--"):
            words.append(word)
        elif word in command.flags:
            flags.add(word)
        elif name not in command.options:
            raise BadInput(f"{shown(name)}: no such option here")
        elif name in options:
            raise BadInput(f"{name}: given twice")
        else:
            options[name] = value if equals else next(waiting, "")
    _check_words(command, words)
    return Arguments(tuple(words), options, frozenset(flags))


def _check_words(command: Command, words: list[str]) -> None:
    if len(words) < len(command.words):
        raise BadInput(f"{command.words[len(words)]}: missing")
    if len(words) > len(command.words) and not command.takes_more:
        raise BadInput(f"{shown(words[len(command.words)])}: one argument too many")


def _option(arguments: Arguments, name: str, pattern: str, hint: str, default: str | None = None) -> str:
    value = arguments.options.get(name, default)
    if value is None:
        raise BadInput(f"{name}: missing")
    if not re.fullmatch(pattern, value):
        raise BadInput(f"{name}: {hint}")
    return value


def _seed(arguments: Arguments, default: str | None = None) -> bytes:
    return bytes.fromhex(_option(arguments, "--seed", "[0-9a-fA-F]{64}", "64 hex digits", default))


def _deal_options(
    arguments: Arguments, layout: str | None, difficulty: str | None, seats: str | None
) -> tuple[str, str, int]:
    return (
        _option(arguments, "--layout", "|".join(LAYOUTS), f"one of {', '.join(LAYOUTS)}", layout),
        _option(arguments, "--difficulty", "|".join(DIFFICULTIES), f"one of {', '.join(DIFFICULTIES)}", difficulty),
        int(_option(arguments, "--seats", "[2-4]", "2, 3 or 4", seats)),
    )


def _new(arguments: Arguments) -> Iterator[str]:
    seed = _seed(arguments)
    layout, difficulty, seats = _deal_options(arguments, None, None, None)
    roles = None
    if "--roles" in arguments.options:
        hint = f"{seats} different letters of D,E,M,N,P,X with commas between them"
        roles = _option(arguments, "--roles", f"[DEMNPX](,[DEMNPX]){{{seats - 1}}}", hint).replace(",", "")
        if len(set(roles)) != seats:
            raise BadInput(f"--roles: {hint}")
    yield notation.state_to_text(deal.new_game(seed, layout, difficulty, seats, roles))


def _legal(arguments: Arguments) -> Iterator[str]:
    state = notation.state_from_text(arguments.words[0])
    yield from sorted(notation.action_to_text(action) for action in rules.legal_actions(state))


def _apply(arguments: Arguments) -> Iterator[str]:
    state = notation.state_from_text(arguments.words[0])
    seed = _seed(arguments, SEED_BY_HAND.hex())
    for number, text in enumerate(arguments.words[1:], 1):
        try:
            state = rules.apply(state, notation.action_from_text(text), seed).state
        except MalformedNotation as error:
            raise BadInput(f"action {number}: {error.problem}") from error
        except IllegalAction as error:
            raise BadInput(f"action {number}: {shown(text)}: {error.reason.rule} {sentence(error.reason)}") from error
        except HiddenCard as error:
            raise BadInput(f"action {number}: {error}") from error
    yield notation.state_to_text(state)


def _why(arguments: Arguments) -> Iterator[str]:
    position, text = arguments.words
    reason = rules.why_not(notation.state_from_text(position), notation.action_from_text(text))
    yield f"{reason.rule} {sentence(reason)}" if reason else "legal"


def _replay(arguments: Arguments) -> Iterator[str]:
    replay = _read(arguments.words[0])
    states = replay.states[1:] if "--positions" in arguments.flags else replay.states[-1:]
    for state in states:
        yield notation.state_to_text(state)


def _verify(arguments: Arguments) -> Iterator[str]:
    replay = _read(arguments.words[0])
    yield notation.state_to_text(replay.states[-1])
    yield "The set-up and every card follow from the seed."
    yield commitment(replay.record.seed)


def _read(name: str) -> Replay:
    return records.replay_from_text(_text_of(name))


def _text_of(name: str) -> str:
    try:
        data = _bytes_of(name)
    except (OSError, ValueError) as error:
        raise BadInput(f"FILE: {shown(name)} cannot be read") from error
    if len(data) > _MOST_BYTES:
        raise BadInput(f"FILE: {shown(name)} is too long for a record")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(f"line {line}: not UTF-8") from error


def _bytes_of(name: str) -> bytes:
    if name != "-":
        with Path(name).open("rb") as file:
            return file.read(_MOST_BYTES + 1)
    return b"" if sys.stdin is None else sys.stdin.buffer.read(_MOST_BYTES + 1)


def _public(arguments: Arguments) -> Iterator[str]:
    yield notation.state_to_text(observe(notation.state_from_text(arguments.words[0])))


def _random(arguments: Arguments) -> Iterator[str]:
    seed = _seed(arguments)
    games = int(_option(arguments, "--games", "[1-9][0-9]{0,6}", "a number from 1 to 9999999", "1"))
    layout, difficulty, seats = _deal_options(arguments, "classic", "normal", "2")
    for number in range(games):
        if number:
            yield ""
        yield records.record_to_text(random_record(seed, number, layout, difficulty, seats)).rstrip("\n")


COMMANDS: Final = {
    "new": Command(_new, options=("--seed", "--layout", "--difficulty", "--seats", "--roles")),
    "legal": Command(_legal, words=("POSITION",)),
    "apply": Command(_apply, words=("POSITION",), options=("--seed",), takes_more=True),
    "why": Command(_why, words=("POSITION", "ACTION")),
    "replay": Command(_replay, words=("FILE",), flags=("--positions",)),
    "verify": Command(_verify, words=("FILE",)),
    "public": Command(_public, words=("POSITION",)),
    "random": Command(_random, options=("--seed", "--games", "--layout", "--difficulty", "--seats")),
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
