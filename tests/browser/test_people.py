"""Strangers, guests and readers of mails in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from accounts.services import mails
from games.models import Seat
from tests.browser import table
from tests.browser.people import aside, person

pytestmark = pytest.mark.django_db(transaction=True)


@aside
def stop_link(user):
    return f"/accounts/turn-mails/{mails.turn_mail_token(user.pk)}/"


@aside
def names_at_tables():
    return list(Seat.objects.values_list("user__username", flat=True))


@aside
def wants_mails(user):
    return User.objects.get(pk=user.pk).turn_mails


def test_a_stranger_acts_with_the_second_click_and_keeps_the_game(new_page):
    page = new_page()
    page.goto("/")
    page.get_by_role("button", name="Play alone, no account").click()
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Draw")).first.click()
    expect(table.entry(page, 1)).to_be_attached()
    address = page.url
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Keep my games").click()
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("E-mail").fill("ada@example.org")
    page.get_by_label("Password").fill("four treasures")
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("link", name="Ada", exact=True)).to_be_visible()
    page.goto(address)
    expect(table.entry(page, 1)).to_be_attached()
    assert names_at_tables() == ["Ada", "Ada"]


def test_one_click_in_a_mail_stops_them(new_page):
    ada = person("ada")
    page = new_page()
    page.goto(stop_link(ada))
    expect(page.get_by_role("status")).to_have_text(re.compile("no more mails"))
    assert not wants_mails(ada)
    page.get_by_role("button", name="Send them after all").click()
    expect(page.get_by_role("status")).to_have_text(re.compile("again"))
    assert wants_mails(ada)
