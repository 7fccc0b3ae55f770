"""What no linter checks: who writes, what modules are called, that codes are documented, that nothing stays undone."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

from accounts.errors import SiteError

ROOT = Path(__file__).resolve().parent.parent
APPS = ("accounts", "games", "ratings")
FOLDERS = (*APPS, "engine", "deploy", "templates", "tests")

WRITES = {"save", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create", "delete"}
MAY_WRITE = {"services.py", "services", "door.py", "models.py", "admin.py"}  # a file, or the folder it lies in
SAYS_NOTHING = {"utils", "util", "helpers", "common", "core", "misc", "mixins", "constants", "types"}
UNDONE = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b(?!.*#\d)")
IN_TABLE = re.compile(r"^\| `(?P<code>\w+)` \| (?P<status>\d{3}) \|", re.MULTILINE)


def sources(*suffixes: str) -> Iterator[Path]:
    for folder in FOLDERS:
        yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in suffixes)


def is_write(node: ast.AST) -> TypeGuard[ast.Call]:
    """A call of a method that writes; one of `super()` is the business of the package that the class comes from."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")))):
            return False
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in WRITES
    return False


def refusals() -> list[type[SiteError]]:
    """Every error of the site that is raised, not only a root of others."""
    modules = [importlib.import_module(f"{app}.errors") for app in APPS]
    errors = {value for module in modules for value in vars(module).values() if isinstance(value, type)}
    return [error for error in errors if issubclass(error, SiteError) and not error.__subclasses__()]


def test_only_services_write_to_the_database():
    offenders = [
        f"{path}:{node.lineno}"
        for app in APPS
        for path in (found.relative_to(ROOT) for found in (ROOT / app).rglob("*.py"))
        if not (MAY_WRITE | {"migrations"}) & set(path.parts)
        for node in ast.walk(ast.parse((ROOT / path).read_text()))
        if is_write(node)
    ]
    assert offenders == []


def test_every_error_code_is_documented_with_its_status():
    documented = IN_TABLE.findall((ROOT / "docs" / "protocol.md").read_text().split("## Error codes")[1])
    assert dict(documented) == {error.code: str(error.status) for error in refusals()}


def test_no_two_errors_share_a_code():
    codes = [error.code for error in refusals()]
    assert len(codes) == len(set(codes))


def test_modules_are_named_for_what_they_hold():
    assert [str(path.relative_to(ROOT)) for path in sources(".py", ".js") if path.stem in SAYS_NOTHING] == []


def test_what_is_left_undone_names_its_issue():
    offenders = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sources(".py", ".js", ".css", ".html")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if UNDONE.search(line)
    ]
    assert offenders == []
