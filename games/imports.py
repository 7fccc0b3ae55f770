"""Records that people bring along, to be looked at: read, shown, and kept nowhere."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from engine import records
from engine.errors import IllegalAction, MalformedNotation
from engine.sentences import sentence

# Ten times the longest game.
MOST_BYTES = 64 * 1024
# So many lines before and after a wrong one are shown with it.
LINES_AROUND = 2


class Line(NamedTuple):
    """A line of the record near the one that is wrong."""

    number: int
    text: str
    is_wrong: bool


class ImportForm(forms.Form):
    """A record as a file or as text. Once valid, `cleaned_data["replay"]` has its positions."""

    record_file = forms.FileField(label=_("A file"), required=False, allow_empty_file=True)
    record = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
    )
    wrong_lines: list[Line] = []

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            text = _text(cleaned.get("record_file"), cleaned.get("record", ""))
            cleaned["replay"] = _replay(text)
        except WrongLine as wrong:
            self.wrong_lines = _around(text, wrong.number)
            self.add_error(None, wrong)
        return cleaned


class WrongLine(forms.ValidationError):
    """The record cannot be read; `number` is that of its wrong line."""

    def __init__(self, number: int, problem: str) -> None:
        super().__init__(_("Line %(number)s: %(problem)s"), params={"number": number, "problem": problem})
        self.number = number


def _text(file: UploadedFile[bytes] | None, pasted: str) -> str:
    """The record's text, its lines ended by line feeds. Raises ValidationError for what is none."""
    if (file is not None and (file.size or 0) > MOST_BYTES) or len(pasted) > MOST_BYTES:
        raise forms.ValidationError(_("That is far longer than any game: a record has at most 64 kilobytes."))
    text = _decoded(file.read()) if file else pasted
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").lstrip("\n")
    if not text.strip():
        raise forms.ValidationError(_("Choose a file or paste a record."))
    return text


def _decoded(content: bytes) -> str:
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise forms.ValidationError(_("This file is no text in UTF-8, so it is no record.")) from error


def _replay(text: str) -> records.Replay:
    try:
        return records.replay_from_text(text)
    except MalformedNotation as error:
        raise WrongLine(int(error.field.removeprefix("line ")), _problem(error)) from error


def _problem(error: MalformedNotation) -> str:
    """What is wrong, and for an illegal action the rule that forbids it."""
    illegal = error.__cause__
    if not isinstance(illegal, IllegalAction):
        return f"{error.problem}."
    return f"{error.problem.removesuffix(f': {illegal}')}. {sentence(illegal.reason)} [{illegal.reason.rule}]"


def _around(text: str, wrong: int) -> list[Line]:
    lines = [*text.split("\n"), ""]
    first = max(wrong - LINES_AROUND, 1)
    return [
        Line(number, line[:200], number == wrong)
        for number, line in enumerate(lines[first - 1 : wrong + LINES_AROUND], first)
    ]
