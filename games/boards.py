"""What a table is told: games and entries as the frames of docs/protocol.md. Reads only.

All that leaves here has been through `observe`: a running game's seed and the order of its draw piles stay behind.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.http import Http404
from django.utils import timezone

from engine import notation, records, undo
from engine.known import Known, known_from_text
from engine.observation import observe_text
from engine.state import State
from engine.tiles import TILE_LETTERS, Role, tile_letters
from engine.turns import over_limit, swimmers
from games import log
from games.log import NewEntry
from games.models import SITE_WORDS, ChatLine, Game, Pace, PlayedAction, RolesDealt, Seat, Status

LOG_ENTRIES = 30  # as many as a `game` frame brings; the rest is asked for
CHAT_LINES = 50

# After these entries the table hears who sits where now.
SEAT_WORDS = frozenset({"leave", "sit", "concede"})

Json = dict[str, Any]


def visible_game(public_id: str) -> Game:
    """The game of that id, with its seats. Raises Http404 where there is none.

    Whoever knows the id may watch: tables by link are kept out of lists, and an id cannot be guessed.
    """
    game = Game.objects.with_seats().filter(public_id=public_id).first()
    if game is None:
        raise Http404(f"game {public_id}")
    return game


def game_frame(game: Game) -> Json:
    """The whole game as a client needs it; `you` and `chat` are the socket's to add.

    Two queries, the seats being there. Entries written after `game` was read are left out: they come as `entry`.
    """
    started = game.version > 0 or bool(game.position)
    state = game.engine_state() if started else None
    entries = log.entries(game, before=game.version + 1, latest=LOG_ENTRIES)
    seats = list(game.seats.all())
    return {
        "type": "game",
        "version": game.version,
        "status": game.status,
        "layout": game.layout,
        "difficulty": game.difficulty,
        "rated": game.rated,
        "roles_dealt": game.roles_dealt,
        "pace": game.pace,
        "visibility": game.visibility,
        "host": game.host.username,
        "position": shown_position(game, game.position) if state else None,
        "legal": _legal_after(entries[-1], state) if state and game.status == Status.ACTIVE else {},
        "seats": seats_json(game, seats),
        "clock": clock_json(game, seats, state) if state else None,
        "now": time_text(timezone.now()),
        "commitment": game.commitment or None,
        "seed": game.open_seed(),
        "outcome": game.outcome or None,
        "flood_layers": flood_layers(log.events(game, before=game.version + 1), game.beginning()) if state else [],
        "log": [told_entry(entry) for entry in entries if entry.version > 0],
    }


def entry_frame(game: Game, entry: PlayedAction | NewEntry, state: State, seats: list[Seat]) -> Json:
    """One entry for everybody at the table; `state` is the one after it. `game` may be at a later version."""
    is_latest = entry.version == game.version
    frame = {
        "type": "entry",
        **told_entry(entry),
        "position": shown_position(game, entry.position),
        "legal": _legal_after(entry, state),
        "clock": clock_json(game, seats, state) if is_latest else None,
    }
    if entry.action.partition(":")[2] in SEAT_WORDS:
        frame["seats"] = seats_json(game, seats)
    if game.is_over and is_latest:
        frame["legal"] = {}
        frame["over"] = {"status": game.status, "outcome": game.outcome, "seed": game.open_seed()}
    return frame


def entries_after(game: Game, version: int) -> list[tuple[int, Json]]:
    """The versions and frames of the entries after `version`, up to the one that `game` is at, oldest first.

    One query, the seats being there; none where nothing is missing.
    """
    if version >= game.version:
        return []
    seats = list(game.seats.all())
    return [
        (entry.version, entry_frame(game, entry, notation.state_from_text(entry.position), seats))
        for entry in log.entries(game, after=version, before=game.version + 1)
    ]


def log_entry(entry: PlayedAction | NewEntry) -> Json:
    """An entry as it stays for ever: without the position, and without anybody's name."""
    return {
        "version": entry.version,
        "seat": entry.seat,
        "action": entry.action,
        "events": entry.events,
        "at": time_text(entry.played_at),
        "by_clock": entry.user_id is None,
    }


def told_entry(entry: PlayedAction | NewEntry) -> Json:
    """An entry as the log shows it now: who sat down is named as the user is called today."""
    told = log_entry(entry)
    if entry.action.endswith(":sit") and entry.user is not None:
        told["events"] = [{**event, "user": entry.user.username} for event in entry.events]
    return told


def log_entries(game: Game, before: int) -> Json:
    """The entries just before version `before`, oldest first, and whether there are earlier ones."""
    entries = log.entries(game, after=0, before=before, latest=LOG_ENTRIES + 1)
    return {"log": [told_entry(entry) for entry in entries[-LOG_ENTRIES:]], "more": len(entries) > LOG_ENTRIES}


def chat_frame(line: ChatLine) -> Json:
    """A line of chat; its user must have been fetched."""
    return {
        "type": "chat",
        "id": line.pk,
        "user": line.user.username,
        "seated": line.seated,
        "text": line.text,
        "at": time_text(line.said_at),
    }


def chat_lines(game: Game, hears_spectators: bool) -> list[Json]:
    """The latest lines of chat, oldest first."""
    lines = game.chat.filter(hidden_by=None).select_related("user").order_by("-id")
    if not hears_spectators:
        lines = lines.filter(seated=True)
    return [chat_frame(line) for line in lines[:CHAT_LINES]][::-1]


def seats_json(game: Game, seats: list[Seat]) -> list[Json]:
    """Every seat of the table, taken or not; users and substitutes of `seats` must have been fetched."""
    taken = {seat.number: seat for seat in seats}
    return [_seat_json(number, taken.get(number)) for number in range(game.seat_count)]


def _seat_json(number: int, seat: Seat | None) -> Json:
    if seat is None:
        return {"number": number, "user": None, "player": None, "role": None, "left": False}
    player = seat.substitute if seat.left_at else seat.user
    return {
        "number": number,
        "user": seat.user.username,
        "player": player.username if player else None,
        "role": seat.role or None,
        "left": seat.left_at is not None,
        "missed": seat.missed_turns,
        "concedes": seat.concedes,
    }


def owing(state: State) -> list[int]:
    """The seats whose clocks run: those that must discard or swim, else the active one; none once it is over."""
    return [] if state.outcome else over_limit(state) or swimmers(state) or [state.turn]


def clock_json(game: Game, seats: list[Seat], state: State) -> Json | None:
    """The clocks as they stood at the latest entry; None without a pace, and once the game is over."""
    pace = Pace(game.pace)
    if pace.bank is None or game.is_over or game.moved_at is None:
        return None
    return {
        "pace": pace.value,
        "at": time_text(game.moved_at),
        "running": owing(state),
        "left_ms": {str(seat.number): seat.bank_milli for seat in seats},
        "grace_ms": pace.grace // timedelta(milliseconds=1),
    }


def time_text(moment: datetime) -> str:
    """A moment in UTC as the protocol writes it, to the millisecond."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def shown_position(game: Game, position: str) -> str:
    """A position of `game` that may leave the server: without the draw piles' order until the game is over."""
    return position if game.is_over else observe_text(position)


def known_at(game: Game, version: int) -> Known:
    """What everybody knew at a version of the log. Raises PlayedAction.DoesNotExist; MalformedNotation at the end."""
    position = observe_text(log.entry_at(game, version).position)
    layers = flood_layers(log.events(game, before=version + 1), game.beginning())
    return known_from_text(f"{position} {'/'.join(layers)}")


def flood_layers(events: Iterable[Json], beginning: Known | None = None) -> list[str]:
    """What everybody can know of the flood draw pile: the sets of tiles in it, from top to bottom.

    After a Waters Rise! the discarded cards lie on top in an order that nobody knows. Only the log's events are
    read, so nothing can be told here that was not seen at the table.
    """
    layers = [set(TILE_LETTERS)]
    discarded: set[str] = set()
    if beginning is not None:
        layers = [set(tile_letters(layer)) for layer in reversed(beginning.flood_layers)]
        discarded = {TILE_LETTERS[tile] for tile in beginning.state.flood.discard}
    for event in events:
        match event["type"]:
            case "flooded" | "sank" as kind:
                layers[-1].discard(event["tile"])
                layers = [layer for layer in layers if layer] or [set()]
                discarded |= {event["tile"]} if kind == "flooded" else set()
            case "shuffled" if event["deck"] == "flood":
                layers = [layer for layer in (*layers, discarded) if layer]
                discarded = set()
    return ["".join(sorted(layer)) for layer in reversed(layers) if layer]


def record_text(game: Game) -> str:
    """The record of a game that is over. Raises Http404 for others: a running game has no record."""
    if not game.is_over or game.started_at is None:
        raise Http404(f"no record of game {game.public_id}")
    return records.record_to_text(_record(game))


def _record(game: Game) -> records.Record:
    assert game.seed is not None
    assert game.started_at is not None
    seats = game.seats.select_related("user").order_by("number")
    result = game.engine_state().outcome
    beginning = game.beginning()
    return records.Record(
        layout=game.layout,
        difficulty=game.difficulty,
        roles=tuple(Role(seat.role) for seat in seats),
        roles_dealt="given" if beginning else "chosen" if game.roles_dealt == RolesDealt.CHOSEN else "random",
        played_on_from=beginning,
        seed=bytes(game.seed),
        result=result,
        actions=tuple(notation.action_from_text(entry.action) for entry in line_of_play(game)[1:]),
        site="Tidewatch",
        game=game.public_id,
        date=game.started_at.date().isoformat(),
        players=tuple(seat.user.username for seat in seats),
        termination=None if result else game.outcome,
    )


def line_of_play(game: Game) -> list[PlayedAction]:
    """The entries that stand, oldest first: the start, then every action that was not taken back."""
    entries = [entry for entry in log.entries(game) if _word(entry) not in SITE_WORDS]
    words = [undo.Entry(entry.seat or 0, _word(entry), by_clock=entry.user_id is None) for entry in entries]
    return [entries[index] for index in undo.line_of_play(words)]


def _word(entry: PlayedAction) -> str:
    return entry.action.partition(":")[2]


def legal_json(game: Game) -> Json:
    """What each seat can do now; nothing unless the game runs. One query."""
    if game.status != Status.ACTIVE:
        return {}
    return _legal_after(log.entry_at(game, game.version), game.engine_state())


def _legal_after(entry: PlayedAction | NewEntry, state: State) -> Json:
    legal: Json = notation.legal_to_json(state)
    if entry.undo_version is not None:
        legal.setdefault(str(state.turn), {})["undo"] = True
    return legal
