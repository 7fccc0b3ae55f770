"""Where static files are served from in production."""

from collections.abc import Iterator
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise is not typed
    """Static files under names that bear a hash of their content, so that browsers keep them for ever.

    The imports inside JavaScript modules are rewritten too.
    """

    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        # Extensions of htmx that we do not use: their comments "import" a file that is not there.
        ours = {name: found for name, found in paths.items() if not name.startswith("django_htmx/ext/")}
        yield from super().post_process(ours, *args, **options)
