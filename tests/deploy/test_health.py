import pytest


@pytest.mark.django_db
def test_health_touches_postgresql_and_redis(client):
    assert client.get("/healthz").json() == {"status": "ok"}
