"""What people send from the pages of the lobby."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.tiles import Role
from games.models import Difficulty, Layout, Pace, RolesDealt, Visibility

# Where the log's page may begin: any value of the column.
LAST_VERSION = 2**31 - 1
# Short enough to stand side by side.
PACES = [
    (Pace.NONE, _("None")),
    (Pace.LIVE_2, _("2 min")),
    (Pace.LIVE_5, _("5 min")),
    (Pace.LIVE_10, _("10 min")),
    (Pace.DAY_1, _("1 day")),
    (Pace.DAY_2, _("2 days")),
    (Pace.DAY_3, _("3 days")),
]


class OpenGameForm(forms.Form):
    """The settings of a new table, by the names of `open_game`'s arguments."""

    layout = forms.ChoiceField(
        label=_("Island"), choices=Layout.choices, initial=Layout.CLASSIC, widget=forms.RadioSelect
    )
    difficulty = forms.ChoiceField(
        label=_("Water"), choices=Difficulty.choices, initial=Difficulty.NORMAL, widget=forms.RadioSelect
    )
    seat_count = forms.TypedChoiceField(
        label=_("Seats"), choices=[(2, "2"), (3, "3"), (4, "4")], coerce=int, initial=4, widget=forms.RadioSelect
    )
    rated = forms.TypedChoiceField(
        label=_("Counts"),
        choices=[("yes", _("Rated")), ("no", _("Casual"))],
        coerce=lambda choice: choice == "yes",
        initial="yes",
        widget=forms.RadioSelect,
        help_text=_("Rated: roles are dealt, every seat is a different player, a win moves the ladder."),
    )
    pace = forms.ChoiceField(
        label=_("Time for a turn"),
        choices=PACES,
        initial=Pace.NONE,
        widget=forms.RadioSelect,
        help_text=_("Minutes: everyone stays at the table. Days: come back when you like; a mail says when it is due."),
    )
    roles_dealt = forms.ChoiceField(
        label=_("Roles"),
        choices=[(RolesDealt.RANDOM, _("Dealt")), (RolesDealt.CHOSEN, _("Chosen"))],
        initial=RolesDealt.RANDOM,
        widget=forms.RadioSelect,
        help_text=_("Chosen: in casual games only; you pick them at the table."),
    )
    visibility = forms.ChoiceField(
        label=_("Who may come"),
        choices=[(Visibility.PUBLIC, _("Everyone")), (Visibility.LINK, _("By link"))],
        initial=Visibility.PUBLIC,
        widget=forms.RadioSelect,
        help_text=_("By link: in no list; who has the link may sit down or watch."),
    )

    def clean(self) -> dict[str, Any]:
        settings: dict[str, Any] = super().clean() or {}
        if settings.get("rated") and settings.get("roles_dealt") == RolesDealt.CHOSEN:
            self.add_error("roles_dealt", _("In a rated game roles are dealt. Play a casual game to choose them."))
        return settings


class SeatForm(forms.Form):
    number = forms.IntegerField(min_value=0, max_value=3)


class RoleForm(SeatForm):
    role = forms.ChoiceField(choices=[(role.value, role.name) for role in Role], required=False)


class PlayOnForm(forms.Form):
    """A moment to play on from, by the names of `play_on`'s arguments."""

    version = forms.IntegerField(min_value=0, max_value=LAST_VERSION)
    alone = forms.TypedChoiceField(choices=[("yes", ""), ("no", "")], coerce=lambda choice: choice == "yes")


class NoForm(forms.Form):
    """Nothing but the wish itself."""


class LogPageForm(forms.Form):
    before = forms.IntegerField(min_value=1, max_value=LAST_VERSION, required=False)
