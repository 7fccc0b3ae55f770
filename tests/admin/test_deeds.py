"""What admins do: with a reason, on a page of its own, and with one audit entry each."""

import pytest
from celery import current_app
from django.core import mail
from django.urls import reverse

from accounts.errors import ChangeRefused
from accounts.models import AuditEntry, OutgoingMail, User
from accounts.services import people
from games import boards, live
from games.errors import GameNotWaiting
from games.models import Game
from games.services import chat, moderation
from ratings import services
from ratings.models import Annulment, Standing
from tests.ratings.played import derived, person, played

REASON = {"reason": "two accounts of one person"}


def page(row, deed, *more):
    ids = "&".join(f"id={each.pk}" for each in (row, *more))
    return f"{reverse(f'admin:{row._meta.app_label}_{row._meta.model_name}_deed', args=[deed])}?{ids}"


def do(client, row, deed, **said):
    """Carry the deed out by its page, and return the row as it is then."""
    response = client.post(page(row, deed), {**REASON, **said}, follow=True)
    assert response.status_code == 200
    assert "Refused" not in response.text
    entry = AuditEntry.objects.get(action=DEED_OF.get(deed, deed))
    assert (entry.reason, entry.by.username) == ("two accounts of one person", "boss")
    assert AuditEntry.objects.count() == 1
    row.refresh_from_db()
    return row


DEED_OF = {"unmark_bot": "mark_bot"}


@pytest.fixture
def rated(db):
    game = played(person("ada"), person("grace"))
    services.rate_finished_games()
    return game


def test_a_table_is_closed(desk, waiting_game):
    assert do(desk, waiting_game, "close_table").outcome == "closed"


def test_a_stuck_game_is_ended(desk, game):
    assert do(desk, game, "end_game").outcome == "ended"


def test_a_game_is_flagged(desk, game):
    assert do(desk, game, "flag_game").flagged


def test_a_flag_is_taken_away(desk, boss, game):
    Game.objects.filter(pk=game.pk).update(flagged=True)
    assert not do(desk, game, "unflag_game").flagged


def test_a_rating_is_annulled_and_its_points_are_gone(desk, rated):
    do(desk, rated, "annul_game")
    assert derived() == []


def test_an_annulment_is_lifted_and_the_points_are_back(desk, boss, rated):
    before = derived()
    Annulment.objects.create(game=rated, by=boss, reason="suspicion", at=rated.finished_at)
    for name in ("ada", "grace"):
        services.rebuild_standings(user_id=User.objects.get(username=name).pk)
    assert derived() == []
    do(desk, rated, "lift_annulment")
    assert derived() == before


def test_standings_of_a_user_are_rebuilt(desk, rated):
    before = derived()
    Standing.objects.update(rating_milli=1)
    ada = User.objects.get(username="ada")
    do(desk, ada, "rebuild_standings")
    assert derived(ada) == [row for row in before if row["user_id"] == ada.pk]


def test_everybodys_standings_are_rebuilt_by_a_worker(rated):
    before = derived()
    Standing.objects.update(rating_milli=1)
    last = services.rebuild_next_standings(after=0)
    assert derived() == before
    assert last == User.objects.latest("pk").pk
    assert services.rebuild_next_standings(after=last) is None


def test_a_rebuild_of_all_is_ordered_with_a_reason(desk, boss, django_capture_on_commit_callbacks, monkeypatch):
    sent = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **how: sent.append(name))
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(reverse("admin:ratings_standing_deed", args=["rebuild_all_standings"]), REASON)
    assert sent == ["ratings.rebuild_all_standings"]
    assert AuditEntry.objects.get().action == "rebuild_all_standings"


def test_a_line_is_hidden_from_the_table(desk, game, alice):
    line = chat.say(game_id=game.pk, user=alice, text="something rude")
    assert do(desk, line, "hide_line").hidden_by.username == "boss"
    assert boards.chat_lines(game, hears_spectators=True) == []


def test_a_hidden_line_is_shown_again(desk, boss, game, alice):
    line = chat.say(game_id=game.pk, user=alice, text="something rude")
    line.hidden_by = boss
    line.save()
    assert do(desk, line, "show_line").hidden_by is None
    assert [said["text"] for said in boards.chat_lines(game, hears_spectators=True)] == ["something rude"]


def test_a_user_is_suspended_until_a_time(desk, alice):
    assert not do(desk, alice, "suspend_user", until="2031-01-02T03:04").is_active
    assert alice.suspensions.get().until.isoformat() == "2031-01-02T03:04:00+00:00"


def test_a_suspension_is_lifted(desk, bob, alice):
    people.suspend_user(by=bob, user=alice, reason="insults")
    response = desk.post(page(alice, "lift_suspension"), REASON, follow=True)
    assert "Done: Lift the suspension: alice" in response.text
    assert AuditEntry.objects.filter(action="lift_suspension").count() == 1


def test_a_user_is_renamed(desk, alice):
    assert do(desk, alice, "rename_user", name="alicia").username == "alicia"
    assert AuditEntry.objects.get().details == {"from": "alice", "to": "alicia"}


def test_a_refusal_is_shown_and_leaves_no_entry(desk, alice, bob):
    response = desk.post(page(alice, "rename_user"), {**REASON, "name": "bob"}, follow=True)
    assert "Refused: Rename: alice: name_refused" in response.text
    assert not AuditEntry.objects.exists()


def test_a_bot_account_is_marked_and_unmarked(desk, alice, bob):
    assert do(desk, alice, "mark_bot").is_bot
    desk.post(page(alice, "unmark_bot"), REASON)
    alice.refresh_from_db()
    assert not alice.is_bot
    assert AuditEntry.objects.filter(action="mark_bot").count() == 2


def test_an_account_becomes_staff_and_is_dismissed(desk, alice):
    assert do(desk, alice, "appoint_staff").is_staff
    desk.post(page(alice, "dismiss_staff"), REASON)
    alice.refresh_from_db()
    assert not alice.is_staff


def test_a_staff_account_is_created_without_a_password(desk):
    address = reverse("admin:accounts_user_deed", args=["create_staff"])
    desk.post(address, {**REASON, "name": "newbie", "email": "Newbie@Example.org"})
    user = User.objects.get(username="newbie")
    assert (user.is_staff, user.is_superuser, user.email) == (True, False, "newbie@example.org")
    assert not user.has_usable_password()
    assert AuditEntry.objects.get().action == "create_staff"


@pytest.mark.parametrize(
    ("name", "email"), [("bob", "new@example.org"), ("x", "new@example.org"), ("closed-x", "n@e.org")]
)
def test_a_staff_account_needs_a_free_and_proper_name(desk, bob, name, email):
    address = reverse("admin:accounts_user_deed", args=["create_staff"])
    response = desk.post(address, {**REASON, "name": name, "email": email}, follow=True)
    assert "name_refused" in response.text
    assert not AuditEntry.objects.exists()


def test_a_mail_that_was_given_up_is_sent_again(desk):
    row = OutgoingMail.objects.create(to="ada@example.org", subject="Your turn", body="…", tries=10, next_try_at=None)
    assert do(desk, row, "resend_mail").next_try_at is not None


def test_a_confirmation_is_sent_again(desk, alice):
    alice.emailaddress_set.create(email=alice.email, primary=True)
    do(desk, alice, "resend_confirmation")
    assert OutgoingMail.objects.count() + len(mail.outbox) == 1


@pytest.mark.parametrize("reason", ["", "   "])
def test_without_a_reason_nothing_happens(desk, game, reason):
    response = desk.post(page(game, "end_game"), {"reason": reason})
    assert "Say why." in response.text
    game.refresh_from_db()
    assert game.status == "active"
    assert not AuditEntry.objects.exists()


def test_looking_at_the_page_changes_nothing_and_says_what_will_happen(desk, game):
    response = desk.get(page(game, "end_game"))
    assert "the seed is opened" in response.text
    assert game.public_id in response.text
    game.refresh_from_db()
    assert game.status == "active"


def test_a_deed_needs_the_token_of_its_page(client, boss, game):
    client.handler.enforce_csrf_checks = True
    client.force_login(boss)
    assert client.post(page(game, "end_game"), REASON).status_code == 403


def test_rows_that_do_not_fit_are_left_out(desk, game, rated):
    response = desk.get(page(game, "end_game", rated))
    assert [row.pk for row in response.context["rows"]] == [game.pk]
    assert [row.pk for row in response.context["left_out"]] == [rated.pk]
    desk.post(page(game, "end_game", rated), REASON)
    assert AuditEntry.objects.count() == 1


def test_a_list_sends_the_ticked_rows_to_the_page(desk, game):
    address = reverse("admin:games_game_changelist")
    response = desk.post(address, {"action": "flag_game", "_selected_action": [game.pk], "select_across": "1"})
    assert response.url == page(game, "flag_game")


def test_a_game_offers_only_what_fits(desk, game):
    text = desk.get(reverse("admin:games_game_change", args=[game.pk])).text
    assert "/deeds/end_game/" in text
    assert "/deeds/close_table/" not in text


@pytest.mark.parametrize("deed", ["appoint_staff", "dismiss_staff", "create_staff"])
def test_only_superusers_make_and_unmake_staff(client, helper, alice, deed):
    client.force_login(helper)
    assert client.get(page(alice, deed)).status_code == 404
    assert client.post(page(alice, deed), REASON).status_code == 404


@pytest.mark.parametrize("deed", ["suspend_user", "rename_user"])
def test_staff_do_not_touch_staff(client, helper, boss, deed):
    client.force_login(helper)
    assert client.get(page(boss, deed)).context["rows"] == []


def test_a_game_is_not_flagged_twice(boss, game):
    moderation.flag_game(game_id=game.pk, by=boss, reason="odd")
    with pytest.raises(ChangeRefused):
        moderation.flag_game(game_id=game.pk, by=boss, reason="odd")
    assert AuditEntry.objects.count() == 1


def test_a_started_game_is_not_closed_as_a_table(boss, game):
    with pytest.raises(GameNotWaiting):
        moderation.close_table(game_id=game.pk, by=boss, reason="stale")
    assert not AuditEntry.objects.exists()


def test_the_table_is_told_of_a_hidden_line(desk, game, alice, django_capture_on_commit_callbacks, monkeypatch):
    line = chat.say(game_id=game.pk, user=alice, text="something rude")
    told = []
    monkeypatch.setattr(live, "tell_table", lambda game_id, frame: told.append((game_id, frame)))
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(page(line, "hide_line"), REASON)
    assert told == [(game.pk, {"type": "unsaid", "id": line.pk})]
