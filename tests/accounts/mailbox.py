"""Reading the mails that a test has caused, as their worker sends them."""

import re

from django.core import mail
from django.core.mail import EmailMessage

from accounts.services import mails


def sent_mails() -> list[EmailMessage]:
    """All mails of the test, oldest first; those that wait are sent now."""
    mails.send_mails()
    return mail.outbox


def link_of_last_mail() -> str:
    """The path of the first link in the latest mail that leads further than the front page."""
    links = re.findall(r"http://testserver(/\S+)", str(sent_mails()[-1].body))
    return str(links[0])
