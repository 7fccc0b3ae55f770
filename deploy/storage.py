"""Where static files are served from in production."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Static files under names that bear a hash of their content, so that browsers keep them for ever.

    The imports inside JavaScript modules are rewritten too.
    """

    support_js_module_import_aggregation = True
