"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from accounts.api.view import NothingHere
from deploy.health import healthz

admin.autodiscover()
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # the documented way
admin.site.site_header = "Tidewatch"

urlpatterns = [
    path("", include("games.urls")),
    path("", include("ratings.urls")),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("accounts.api.page_urls")),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("ratings.api.urls")),
    path("api/<path:rest>", NothingHere.as_view()),
    path("healthz", healthz),
]
