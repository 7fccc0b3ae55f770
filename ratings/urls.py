"""Addresses of ladders, players and finished games."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
