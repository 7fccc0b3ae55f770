"""Static files as production serves them."""

import re

import pytest
from django.core.management import call_command
from django.templatetags.static import static


@pytest.fixture
def collected(settings, tmp_path):
    """The folder of the collected files."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "deploy.storage.HashedStaticFilesStorage"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_names_bear_a_hash_and_modules_import_each_other_by_it(collected):
    table = static("games/js/table.js").removeprefix("/static/")
    assert re.fullmatch(r"games/js/table\.[0-9a-f]{12}\.js", table)
    table_at = collected / table
    imported = re.findall(r'^import [^;]+ from "\./([^"]+)";', table_at.read_text(), re.MULTILINE)
    assert imported
    assert all(re.search(r"\.[0-9a-f]{12}\.js$", name) for name in imported)
    assert all((table_at.parent / name).exists() for name in imported)
    assert (collected / f"{table}.gz").exists()
