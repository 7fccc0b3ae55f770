"""The files of the production layout fit each other. There is no container engine here: what can be read is read."""

import re
from pathlib import Path

import pytest
import yaml

DEPLOY = Path(__file__).resolve().parent.parent.parent / "deploy"
SERVICES = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
NGINX = (DEPLOY / "nginx.conf").read_text()
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()


def test_every_part_of_the_layout_is_there():
    parts = {"nginx", "web-wsgi", "web-asgi", "worker", "beat", "migrate", "postgres", "redis", "cache"}
    assert set(SERVICES) == parts


@pytest.mark.parametrize("name", ["web-wsgi", "web-asgi", "worker", "beat"])
def test_nothing_starts_before_the_database_is_migrated(name):
    assert SERVICES[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}


def test_the_broker_never_evicts_and_the_cache_does():
    assert "noeviction" in SERVICES["redis"]["command"]
    assert SERVICES["redis"]["command"][1:3] == ["--appendonly", "yes"]
    assert "allkeys-lru" in SERVICES["cache"]["command"]


def test_sockets_are_answered_by_asgi_and_pages_by_wsgi():
    assert "deploy.asgi:application" in SERVICES["web-asgi"]["command"]
    assert "deploy.wsgi:application" in SERVICES["web-wsgi"]["command"]
    assert re.search(r"location /ws/ \{[^}]*proxy_pass http://asgi;", NGINX)
    assert re.search(r"location / \{[^}]*proxy_pass http://wsgi;", NGINX)


def test_nginx_sends_to_services_that_exist():
    names = re.findall(r"server ([\w-]+):8000;", NGINX)
    assert sorted(names) == ["web-asgi", "web-wsgi"]
    assert set(names) <= set(SERVICES)


def test_nginx_waits_longer_than_the_pings_of_the_server():
    interval = next(int(part.split("=")[1]) for part in SERVICES["web-asgi"]["command"] if "ws-ping-interval" in part)
    wait = re.search(r"location /ws/ \{[^}]*proxy_read_timeout (\d+)s;", NGINX)
    assert wait
    assert int(wait[1]) > 2 * interval


def test_workers_have_no_pool_of_connections():
    assert all(SERVICES[name]["environment"]["DATABASE_POOL_SIZE"] == "0" for name in ("worker", "beat", "migrate"))


def test_images_are_built_from_files_that_exist_and_run_as_nobody_special():
    copied = re.findall(r"^COPY (?!--from)(\S+)", DOCKERFILE, re.MULTILINE)
    assert all((DEPLOY.parent / path).exists() for path in copied)
    assert re.search(r"^USER tidewatch$", DOCKERFILE, re.MULTILINE)
    assert "--require-hashes" in DOCKERFILE
    assert {SERVICES[name]["build"]["target"] for name in ("nginx", "web-wsgi")} <= set(
        re.findall(r" AS (\w+)$", DOCKERFILE, re.MULTILINE)
    )
