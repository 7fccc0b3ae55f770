"""Reading the mails that a test has sent."""

import re

from django.core import mail


def link_of_last_mail() -> str:
    """The path of the first link in the latest mail that leads further than the front page."""
    links = re.findall(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    return str(links[0])
