"""Addresses of accounts beside those of allauth."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
