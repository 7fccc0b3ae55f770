"""Is this process able to serve?"""

from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
@login_not_required
def healthz(request: HttpRequest) -> JsonResponse:
    """Touch PostgreSQL and Redis. One that is away turns this into a 500, which is the answer."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    cache.get("healthz")
    return JsonResponse({"status": "ok"})
