"""Static files as production serves them."""

import re

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command


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
    table = staticfiles_storage.stored_name("games/js/table.js")
    assert re.fullmatch(r"games/js/table\.[0-9a-f]{12}\.js", table)
    imported = re.findall(r'from "\./([^"]+)"', (collected / table).read_text())
    assert imported
    for name in imported:
        assert re.search(r"\.[0-9a-f]{12}\.js$", name)
        assert (collected / "games" / "js" / name).exists()
    assert (collected / f"{table}.gz").exists()
