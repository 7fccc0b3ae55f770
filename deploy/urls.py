"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from accounts.api.view import NothingHere
from accounts.desk import hidden_from_others
from deploy.health import healthz

admin.autodiscover()
admin.site.login = hidden_from_others(secure_admin_login(admin.site.login))  # type: ignore[method-assign]  # as documented
admin.site.site_header = "Tidewatch"

urlpatterns = [
    path("", include("games.urls")),
    path("", include("ratings.urls")),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    path("", include("accounts.api.page_urls")),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("ratings.api.urls")),
    # Whatever follows; `path:` would leave an address with a line break to the page for strays.
    re_path("^api/", NothingHere.as_view()),
    path("healthz", healthz),
]
