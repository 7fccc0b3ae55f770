"""The site's web process for the browser tests: `python -m tests.browser.server PORT`.

It differs from the real one in a single point: its games are dealt from the seed of the scripted game.
"""

import os
import sys

import uvicorn

from tests.browser.scripted_game import SEED

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
    from deploy.asgi import application
    from games.services import lobby

    lobby.new_seed = lambda: SEED
    uvicorn.run(
        application,
        host="127.0.0.1",
        port=int(sys.argv[1]),
        log_level="warning",
        ws="deploy.websocket:WebSocket",
        ws_max_size=16384,
    )
