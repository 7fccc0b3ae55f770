"""Addresses of accounts beside those of allauth, which come after them."""

from allauth.account import views as allauth_views
from django.urls import path

from accounts import views

urlpatterns = [
    path("signup/", views.SignUpView.as_view(), name="account_signup"),
    path("login/", views.SignInView.as_view(), name="account_login"),
    path("settings/", views.settings, name="account_settings"),
    path("settings/turn-mails/", views.turn_mails, name="turn_mails"),
    path("turn-mails/<str:token>/", views.stop_turn_mails, name="stop_turn_mails"),
    path("close/", views.close_account, name="close_account"),
    # allauth's, but not for guests.
    path("email/", views.for_accounts(allauth_views.email), name="account_email"),
    path("password/change/", views.for_accounts(allauth_views.password_change), name="account_change_password"),
    path("password/set/", views.for_accounts(allauth_views.password_set), name="account_set_password"),
    path("reauthenticate/", views.for_accounts(allauth_views.reauthenticate), name="account_reauthenticate"),
]
