"""Addresses of the pages about the API: its description, and one's tokens."""

from django.contrib.auth.decorators import login_not_required
from django.urls import path

from accounts.api.docs import ApiPages
from accounts.api.token_pages import api_tokens, revoke_token

urlpatterns = [
    path("api/", login_not_required(ApiPages.as_view()), name="api_docs"),
    path("accounts/tokens/", api_tokens, name="api_tokens"),
    path("accounts/tokens/<int:token_id>/revoke/", revoke_token, name="revoke_token"),
]
