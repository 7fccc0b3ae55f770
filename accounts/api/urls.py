"""Addresses of the API about oneself, and of its description."""

from django.urls import path
from django.views.decorators.cache import cache_control
from drf_spectacular.views import SpectacularJSONAPIView

from accounts.api.me import Me

urlpatterns = [
    path("openapi.json", cache_control(public=True, max_age=300)(SpectacularJSONAPIView.as_view()), name="api_schema"),
    path("me", Me.as_view(), name="api_me"),
]
