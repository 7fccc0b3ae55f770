"""What a chaos run has come to: what every client was told, held against the database and the rules.

Reads only. Nothing here asks the server's own code what it thinks of its log, but for the rules themselves.
"""

from __future__ import annotations

import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F

from engine import deal, known, notation, rules
from engine.errors import RuleError
from engine.observation import observe
from engine.state import State
from games import outcomes
from games.models import SITE_WORDS, Game, PlayedAction, Status
from ratings import ladders
from ratings.models import RatedResult, RatingPoint
from tests.chaos.faults import Fault

# What a client says to its player where it cannot know: neither yes nor no.
UNSURE = "unanswered"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Played:
    """A game as the database has it, handed to the clients at a version."""

    game: Game
    handed_over_at: int
    entries: list[PlayedAction]

    def by_clients(self) -> list[PlayedAction]:
        """The entries since then."""
        return [entry for entry in self.entries if entry.version > self.handed_over_at]

    def told(self) -> list[Json]:
        """The log as a client has it."""
        return [
            {"version": entry.version, "seat": entry.seat, "action": entry.action, "events": entry.events}
            for entry in self.entries
            if entry.version
        ]

    def shown(self) -> dict[int, set[str]]:
        """The positions that a client may have been shown, by version: the draw piles are open once it is over."""
        positions = {}
        for entry in self.entries:
            hidden = notation.state_to_text(observe(notation.state_from_text(entry.position)))
            positions[entry.version] = {hidden, entry.position} if self.game.is_over else {hidden}
        return positions


def judge(stories: list[Json], faults: Sequence[Fault], tables: Sequence[Mapping[str, int]]) -> Json:
    """All figures of a run.

    `tables` are the games that were played at each: the public id, and the version at which the clients found it.
    """
    played = {game_id: _played(game_id, version) for table in tables for game_id, version in table.items()}
    commands = _commands(stories)
    entries = [entry for game in played.values() for entry in game.by_clients()]
    by_id = {str(entry.command_id): entry for entry in entries}
    acknowledged = {name: command for name, command in commands.items() if _is_acknowledged(command)}
    refused = [name for name, command in commands.items() if command["code"] not in (None, UNSURE)]
    latencies = sorted(command["ms"] for command in acknowledged.values() if command["ms"] is not None)
    won = [game.game for game in played.values() if game.game.outcome == outcomes.WON]
    return {
        "actions": len(acknowledged),
        "entries": len(entries),
        "games": len(played),
        "won": len(won),
        "lost": sum(_is_lost(command, by_id.get(name)) for name, command in acknowledged.items()),
        "doubled": _doubled(entries, commands.keys()),
        "gaps": sum(_gaps(game) for game in played.values()),
        "misplayed": sum(not _replays(game) for game in played.values()),
        "refused_but_played": sum(name in by_id for name in refused),
        "unsure_but_played": sum(name in by_id for name, command in commands.items() if command["code"] == UNSURE),
        "unsettled": sum(not command["settled"] for command in commands.values()),
        **_clients(stories, played),
        "unrated_wins": sum(not _is_rated_once(game, won=True) for game in won),
        "unrated": sum(not _is_rated_once(game.game, won=False) for game in played.values() if game.game.is_over),
        "p50_ms": _percentile(latencies, 50),
        "p99_ms": _percentile(latencies, 99),
        "slowest_ms": _percentile(latencies, 100),
        "back_after_sigterm_ms": _back_after(stories, code=1012),
        "refusals": dict(Counter(commands[name]["code"] for name in refused)),
        "breaks": dict(Counter(str(line["code"]) for story in stories for line in story["breaks"])),
        "faults": _faults(faults, [_moments(played[game_id] for game_id in table) for table in tables]),
    }


def failures(figures: Json) -> list[str]:
    """What must not be so, in words; nothing where the run was in order."""
    none = ("lost", "doubled", "gaps", "misplayed", "refused_but_played", "unsettled", "unrated_wins", "unrated")
    found = [f"{figures[name]} {name.replace('_', ' ')}" for name in none if figures[name]]
    if different := figures["clients"] - figures["clients_equal"]:
        found.append(f"{different} of {figures['clients']} clients hold something else than the database")
    if not figures["won"]:
        found.append("no game was won, so none could be rated")
    return found


def _played(game_id: str, handed_over_at: int) -> Played:
    game = Game.objects.get(public_id=game_id)
    return Played(game, handed_over_at, list(game.actions.order_by("version")))


def _commands(stories: Iterable[Json]) -> dict[str, Json]:
    """All that clients asked for, by the command's id, each with the game it was for."""
    return {
        name: {**command, "game": story["game"]} for story in stories for name, command in story["commands"].items()
    }


def _is_acknowledged(command: Json) -> bool:
    """Whether the server said `ok`, or the client told its player that it was done."""
    return command["ok"] is not None or (command["settled"] and command["code"] is None)


def _is_lost(command: Json, entry: PlayedAction | None) -> bool:
    if entry is None or entry.game.public_id != command["game"]:
        return True
    return command["ok"] not in (None, entry.version) or command["action"] != entry.action


def _doubled(entries: Iterable[PlayedAction], asked: Iterable[str]) -> int:
    """Entries beyond one for a command, and those of users that nobody asked for."""
    played = Counter(str(entry.command_id) for entry in entries if entry.user_id is not None)
    known = set(asked)
    return sum(count - (name in known) for name, count in played.items())


def _gaps(played: Played) -> int:
    versions = {entry.version for entry in played.entries}
    return len(set(range(played.game.version + 1)) ^ versions)


def _replays(played: Played) -> bool:
    """Whether the seed and the log's actions lead to every stored position, by the stored events."""
    game = played.game
    assert game.seed is not None
    states = [_first_position(game, bytes(game.seed))]
    for entry in played.entries:
        if entry.version:
            try:
                state, events = _after(states, entry, bytes(game.seed))
            except (RuleError, IndexError):
                return False
            states.append(state)
            if events != entry.events:
                return False
        if notation.state_to_text(states[-1]) != entry.position:
            return False
    is_over = states[-1].outcome is not None
    return game.position == played.entries[-1].position and is_over == (game.status == Status.FINISHED)


def _first_position(game: Game, seed: bytes) -> State:
    if game.played_on_from:
        return known.played_on(known.known_from_text(game.played_on_from), seed)
    return deal.new_game(seed, game.layout, game.difficulty, game.seat_count)


def _after(states: list[Any], entry: PlayedAction, seed: bytes) -> tuple[Any, list[Any]]:
    word = entry.action.partition(":")[2]
    if word == "undo":
        return states[entry.events[0]["version"] - 1], entry.events
    if word in SITE_WORDS:
        return states[-1], entry.events
    state, events = rules.apply(states[-1], notation.action_from_text(entry.action), seed)
    return state, [notation.event_to_json(event) for event in events]


def _clients(stories: Iterable[Json], played: dict[str, Played]) -> Json:
    """How many clients there were, and how many hold, of every game they were at, what the database has."""
    logs = {game_id: game.told() for game_id, game in played.items()}
    shown = {game_id: game.shown() for game_id, game in played.items()}
    clients, different = set(), {}
    for story in stories:
        game_id, client = story["game"], story["client"]
        clients.add(client)
        if difference := _difference(story, played[game_id].game, logs[game_id], shown[game_id]):
            different[client] = f"{game_id}: {difference}"
    return {"clients": len(clients), "clients_equal": len(clients - different.keys()), "different": different}


def _difference(story: Json, game: Game, log: list[Json], shown: dict[int, set[str]]) -> str | None:
    """In what a client's game is another one than the database's, or ever was; None where it is the same."""
    held = (story["version"], story["status"], story["outcome"] or "")
    if held != (game.version, game.status, game.outcome):
        return f"holds {held}, stored is {(game.version, game.status, game.outcome)}"
    if story["gaps"]:
        return f"{story['gaps']} entries shown without the one before"
    for version, position in [*story["shown"], (story["version"], story["position"])]:
        if position not in shown.get(version, ()):
            return f"was shown {position!r} as version {version}"
    # The log may begin later: whoever missed more than a snapshot brings has the rest on demand.
    own = story["log"]
    if own == log[len(log) - len(own) :] and (own or not log):
        return None
    return f"another log: {[entry['version'] for entry in own]}"


def _is_rated_once(game: Game, *, won: bool) -> bool:
    """Whether each seat has one result, and, where the game was won, one point on the ladder of all times."""
    results = RatedResult.objects.filter(game=game, **({"won": True} if won else {})).values_list("user")
    points = RatingPoint.objects.filter(game=game, ladder=ladders.ALL).values_list("user")
    users = sorted(game.seats.values_list("user"))
    return sorted(results) == users and (not won or sorted(points) == users)


def unrated_games() -> int:
    """Rated games that are over and of which not every seat has a result yet."""
    over = Game.objects.filter(rated=True, status=Status.FINISHED)
    return over.annotate(results=Count("rated_results")).filter(results__lt=F("seat_count")).count()


def _back_after(stories: Iterable[Json], code: int) -> Json:
    """How long clients whose line closed with that code took until they were at the table again, nothing missing."""
    back = [line["back_ms"] for story in stories for line in story["breaks"] if line["code"] == code]
    known = sorted(ms for ms in back if ms is not None)
    return {"clients": len(known), "median": _percentile(known, 50), "max": _percentile(known, 100)}


def _percentile(ordered: Sequence[float], percent: int) -> float | None:
    """The smallest value that so many of a hundred are not above."""
    return round(ordered[max(0, -(-len(ordered) * percent // 100) - 1)], 1) if ordered else None


def _moments(games: Iterable[Played]) -> list[float]:
    """When the clients' entries of these games were written, in seconds since the epoch, in order."""
    return sorted(entry.played_at.timestamp() for game in games for entry in game.by_clients())


def _faults(faults: Iterable[Fault], tables: Sequence[Sequence[float]]) -> Json:
    """By kind of fault how often it came, and how long after it tables stood still until the next entry."""
    waits: defaultdict[str, list[float]] = defaultdict(list)
    for fault in faults:
        going_on = [moments for moments in tables if moments and moments[-1] > fault.began_at]
        waits[fault.kind] += [_wait(moments, fault.began_at) for moments in going_on]
    times = Counter(fault.kind for fault in faults)
    return {
        kind: {
            "times": times[kind],
            "median_wait_ms": _percentile(found, 50),
            "longest_wait_ms": _percentile(found, 100),
        }
        for kind, found in sorted((kind, sorted(found)) for kind, found in waits.items())
    }


def _wait(moments: Sequence[float], began_at: float) -> float:
    """Milliseconds from then to the next of the moments; there is one."""
    return 1000 * (moments[bisect.bisect(moments, began_at)] - began_at)
