"""Scripts of pages, asked for at once."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

# What is imported when it is needed, by `import()`, is not asked for before.
IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"\./([^"]+)";', re.MULTILINE)


@register.simple_tag
@cache
def module(name: str) -> SafeString:
    """The module of that static name as a page's script, with all that it imports.

    A browser learns of an import only when it has the file that names it; named here, all come in one round.
    """
    preloads = format_html_join("", '<link rel="modulepreload" href="{}">', ((static(one),) for one in imports(name)))
    return format_html('{}<script type="module" src="{}"></script>', preloads, static(name))


def imports(name: str) -> list[str]:
    """The static names of the modules that a module imports, and of those that these import, each once."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        for imported in _imported_by(waiting.pop()):
            if imported not in found:
                found[imported] = None
                waiting.append(imported)
    return list(found)


def _imported_by(name: str) -> Iterator[str]:
    path = finders.find(name)
    assert path is not None, f"no static file {name}"
    for file_name in IMPORT.findall(Path(path).read_text()):
        yield str(PurePosixPath(name).parent / file_name)
