"""The site's process of the browser's bench: `python -m tests.bench.table.server PORT`.

It differs from production in a single point: without TLS a browser would not keep the cookie of a session.
"""

import os
import sys

import uvicorn

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
    from django.conf import settings

    settings.SESSION_COOKIE_NAME = "sessionid"
    settings.SESSION_COOKIE_SECURE = False
    from deploy.asgi import application

    uvicorn.run(application, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", ws_max_size=16384)
