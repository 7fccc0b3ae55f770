"""python -m engine: notation in and out, one line for bad input, never a traceback."""

import hashlib
import io
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from engine import __main__ as command_line
from engine import notation
from engine.deal import new_game
from engine.records import record_from_text
from tests.engine.scenes import SCENARIOS, ZEROS, recorded_games, scenarios_of

ROOT = Path(__file__).resolve().parents[2]
NO_SEED = "0" * 64
FRESH = notation.state_to_text(new_game(ZEROS, "classic", "novice", 2))
PUBLIC = FRESH.replace("ereswowhwwffrhhewoforesf/-", "?" * 24 + "/-").replace("QCTHNEVWUGMBDKLOXS/", "?" * 18 + "/")
WON = str(SCENARIOS / "records" / "won-classic-2.fir")
NEW = ["new", "--seed", NO_SEED, "--layout", "classic", "--difficulty", "novice", "--seats", "2"]


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs a command in this process; yields (exit status, lines printed, lines of complaint)."""

    def run_it(*argv: str, stdin: bytes = b"") -> tuple[int, list[str], list[str]]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = command_line.main(argv)
        printed = capsys.readouterr()
        return status, printed.out.splitlines(), printed.err.splitlines()

    return run_it


def test_new_prints_the_position_of_a_deal(run):
    assert run(*NEW) == (0, [FRESH], [])
    status, [chosen], _ = run(*NEW, "--roles", "X,P")
    assert status == 0
    assert " XF:eo,PJ:fo " in chosen


def test_legal_lists_the_actions_sorted(run):
    status, lines, _ = run("legal", FRESH)
    assert status == 0
    assert lines == sorted(lines)
    assert lines[0] == "0:draw"
    assert {line.partition(":")[0] for line in lines} == {"0"}


def test_legal_lists_nothing_once_the_game_is_over(run):
    over = scenarios_of("records/records.json")[0]["after"]
    assert run("legal", over) == (0, [], [])


@pytest.mark.parametrize("scenario", scenarios_of("waters_rise.json"), ids=lambda scenario: scenario["name"])
def test_apply_prints_the_position_after_the_actions(run, scenario):
    seed = ["--seed", scenario["seed"].upper()] if "seed" in scenario else []
    texts = scenario["do"][: scenario.get("error")]
    assert run("apply", scenario["position"], *seed, *texts) == (0, [scenario["after"]], [])
    assert run("apply", scenario["position"], *texts, *seed) == (0, [scenario["after"]], [])


def test_an_option_may_be_written_with_an_equals_sign(run):
    assert run("apply", FRESH, f"--seed={NO_SEED}", "0:draw") == run("apply", FRESH, "0:draw")


def test_a_position_may_begin_with_a_sunk_tile(run):
    position = next(row for row in scenarios_of("records/records.json") if row["after"].startswith("-"))["after"]
    assert run("public", position)[0] == 0


def test_why_says_the_rule_and_a_sentence_or_legal(run):
    assert run("why", FRESH, "0:draw") == (0, ["legal"], [])
    assert run("why", FRESH, "1:draw") == (0, ["T4 It is the turn of seat 0."], [])
    assert run("why", PUBLIC, "0:move Q") == (0, ["A1 Phantom Rock is not next to Silver Gate."], [])


def test_replay_prints_the_last_position(run):
    expected = scenarios_of("records/records.json")[0]["after"]
    assert run("replay", WON) == (0, [expected], [])
    assert run("replay", "-", stdin=Path(WON).read_bytes()) == (0, [expected], [])


@pytest.mark.parametrize("path", recorded_games(), ids=lambda path: path.stem)
def test_replay_prints_the_position_after_every_action(run, path):
    status, lines, _ = run("replay", "--positions", str(path))
    assert status == 0
    assert len(lines) == len(record_from_text(path.read_text(encoding="utf-8")).actions)


def test_verify_prints_the_commitment(run):
    status, lines, _ = run("verify", WON)
    assert status == 0
    seed = record_from_text(Path(WON).read_text(encoding="utf-8")).seed
    assert lines[0] == scenarios_of("records/records.json")[0]["after"]
    assert lines[-1] == hashlib.sha256(seed).hexdigest()


def test_public_hides_both_draw_piles(run):
    assert run("public", FRESH) == (0, [PUBLIC], [])
    assert run("public", PUBLIC) == (0, [PUBLIC], [])


def test_random_prints_records_that_can_be_read(run):
    status, lines, _ = run("random", "--seed", NO_SEED, "--games", "3", "--layout", "bone", "--seats", "4")
    assert status == 0
    text = "\n".join(lines)
    records = [f"[Layout{part}" for part in text.split("[Layout")[1:]]
    games = [record_from_text(record) for record in records]
    assert len({game.seed for game in games}) == 3
    assert all(len(game.roles) == 4 and game.layout == "bone" and game.result for game in games)
    assert records[0].endswith("\n\n")
    assert not records[0].endswith("\n\n\n")
    assert run("random", "--seed", NO_SEED, "--games", "3", "--layout", "bone", "--seats", "4")[1] == lines


def test_help_prints_the_usage(run):
    for word in ("--help", "-h", "help"):
        status, lines, complaints = run(word)
        assert (status, complaints) == (0, [])
        assert len(lines) == len(command_line.COMMANDS)


BAD = [
    ("no command", "command", []),
    ("an unknown command", "command", ["play"]),
    ("a command of two lines", "command", ["le\ngal"]),
    ("no seed", "--seed", ["new", "--layout", "classic"]),
    ("a short seed", "--seed", ["new", "--seed", "12", *NEW[3:]]),
    ("an option without its value", "--seed", ["apply", FRESH, "0:draw", "--seed"]),
    ("an option twice", "--seats", [*NEW, "--seats", "2"]),
    ("an unknown option", "--fast", [*NEW, "--fast"]),
    ("an option of another command", "--seats", ["legal", FRESH, "--seats=2"]),
    ("an unknown layout", "--layout", [*NEW[:3], "--layout", "square", *NEW[5:]]),
    ("an unknown difficulty", "--difficulty", [*NEW[:5], "--difficulty", "easy", *NEW[7:]]),
    ("five seats", "--seats", [*NEW[:7], "--seats", "5"]),
    ("seats in letters", "--seats", [*NEW[:7], "--seats", "two"]),
    ("one role for two", "--roles", [*NEW, "--roles", "P"]),
    ("a role twice", "--roles", [*NEW, "--roles", "P,P"]),
    ("no games", "--games", ["random", "--seed", NO_SEED, "--games", "0"]),
    ("no position", "POSITION", ["legal"]),
    ("no action to ask about", "ACTION", ["why", FRESH]),
    ("an argument too many", "0:draw", ["legal", FRESH, "0:draw"]),
    ("a malformed field", "TURN", ["legal", FRESH.replace("act3", "act9")]),
    ("fields over two lines", "position", ["legal", FRESH.replace(" ", "\n")]),
    ("not UTF-8", "position", ["public", "\udcff\udcfe"]),
    ("a malformed action", "action 2", ["apply", FRESH, "0:draw", "0:draw 2"]),
    ("an illegal action", "action 1", ["apply", FRESH, "0:move Q"]),
    ("a hidden card", "TREASURE", ["apply", PUBLIC, "0:draw"]),
    ("an action that is none", "action", ["why", FRESH, "0:\njump"]),
    ("a file that is not there", "FILE", ["replay", "/no/such/file"]),
    ("a folder", "FILE", ["verify", "/"]),
    ("a file name that cannot be", "FILE", ["verify", "a\0b"]),
]


@pytest.mark.parametrize(("why", "named", "argv"), BAD, ids=[why for why, _, _ in BAD])
def test_bad_input_gets_one_line_that_names_the_field(run, why, named, argv):
    status, printed, complaints = run(*argv)
    assert (status, printed, len(complaints)) == (2, [], 1)
    assert named in complaints[0]


@pytest.mark.parametrize(
    ("why", "line", "data"),
    [
        ("nothing", 1, b""),
        ("not UTF-8", 2, b'[Layout "classic"]\n\xff'),
        ("an illegal action", 12, Path(WON).read_bytes().replace(b"\n\n", b"\n\n9:draw ")),
    ],
)
def test_a_bad_record_is_refused_naming_the_line(run, why, line, data):
    for command in ("replay", "verify"):
        status, printed, complaints = run(command, "-", stdin=data)
        assert (status, printed, len(complaints)) == (2, [], 1)
        assert complaints[0].startswith(f"line {line}: ")


def test_a_record_may_begin_with_a_byte_order_mark(run):
    assert run("replay", "-", stdin=b"\xef\xbb\xbf" + Path(WON).read_bytes())[0] == 0


def test_a_file_without_end_is_not_read_to_its_end(run, monkeypatch):
    monkeypatch.setattr(command_line, "_MOST_BYTES", 100)
    status, printed, [complaint] = run("replay", WON)
    assert (status, printed) == (2, [])
    assert complaint.endswith("is too long for a record")


def test_no_seed_is_shown_in_a_complaint(run):
    secret = "5eed" * 15
    for argv in (["new", "--seed", secret, *NEW[3:]], ["apply", FRESH, "--seed", secret, "0:draw"]):
        status, _, complaints = run(*argv)
        assert status == 2
        assert "5eed" not in complaints[0]


def test_without_standard_input_a_record_is_empty(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", None)
    assert command_line.main(["replay", "-"]) == 2
    assert capsys.readouterr().err.startswith("line 1: ")


def test_without_standard_output_nothing_is_printed(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    assert command_line.main(NEW) == 0


def test_an_interruption_ends_quietly(monkeypatch):
    def interrupted(argv):
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "_lines", interrupted)
    assert command_line.main(NEW) == 130


class Full(io.StringIO):
    """An output that fails as a full disk or a closed pipe does, over a real file number."""

    def __init__(self, error: type[OSError], number: int):
        super().__init__()
        self.error = error
        self.number = number

    def write(self, text):
        raise self.error

    def fileno(self):
        return self.number


@pytest.mark.parametrize(("error", "status", "complaints"), [(BrokenPipeError, 0, 0), (OSError, 2, 1)])
def test_an_output_that_fails_is_no_traceback(monkeypatch, tmp_path, error, status, complaints):
    complaint = io.StringIO()
    with (tmp_path / "output").open("w") as file:
        monkeypatch.setattr(sys, "stdout", Full(error, file.fileno()))
        monkeypatch.setattr(sys, "stderr", complaint)
        assert command_line.main(NEW) == status
        os.write(file.fileno(), b"what is still buffered goes nowhere")
    assert complaint.getvalue().count("\n") == complaints
    assert (tmp_path / "output").read_bytes() == b""


def test_it_runs_as_a_program():
    program = [sys.executable, "-m", "engine"]
    done = subprocess.run([*program, *NEW], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{FRESH}\n", "")
    refused = subprocess.run([*program, "legal", b"\xff"], cwd=ROOT, capture_output=True, check=False)
    assert (refused.returncode, refused.stdout, refused.stderr.count(b"\n")) == (2, b"", 1)


def test_the_module_hands_its_arguments_on(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "engine.__main__")
    monkeypatch.setattr(sys, "argv", ["engine", *NEW])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("engine", run_name="__main__")
    assert (ended.value.code, capsys.readouterr().out) == (0, f"{FRESH}\n")


def test_a_reader_that_goes_away_is_no_error():
    pipe = f"{sys.executable} -m engine random --seed {NO_SEED} --games 300 | head -n 1"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {pipe}"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, '[Layout "classic"]\n', "")
