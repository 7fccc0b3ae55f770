"""The description of the API as pages to browse: the drawing is Swagger UI's, from our own static files."""

from typing import Any

from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularSwaggerSplitView


# Swagger UI's style sheet holds its small pictures as data.
@method_decorator(csp_update({"img-src": ["data:"]}), name="dispatch")
class ApiPages(SpectacularSwaggerSplitView):
    """Every operation, with its examples, to be read and tried."""

    url_name = "api_schema"
    template_name = "accounts/api.html"
    authentication_classes: list[Any] = []
