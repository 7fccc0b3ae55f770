"""What the admin shows, to whom, and that nothing can be edited there."""

import pytest
from django.contrib import admin
from django.urls import reverse

LISTS = [f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist" for model in admin.site._registry]


@pytest.mark.parametrize("name", LISTS)
def test_every_list_opens(desk, game, name):
    assert desk.get(reverse(name)).status_code == 200
