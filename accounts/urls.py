"""Addresses of accounts beside those of allauth, which come after them."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("signup/", views.SignUpView.as_view(), name="account_signup"),
    path("settings/", views.settings, name="account_settings"),
]
