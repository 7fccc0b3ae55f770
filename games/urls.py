"""Addresses of tables."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
socket_patterns: list[URLPattern] = []
