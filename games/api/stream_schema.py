"""The stream for the schema: it is no view of the framework, because that knows no async ones."""

from typing import Any

from accounts.api.problems import MEDIA_TYPE
from accounts.api.schema import PROBLEMS
from games.api.lists import NDJSON

PATH = "/api/v1/games/{game}/stream"
EXAMPLE = """{"type":"game","version":17,"you":[0],"position":"…","legal":{"0":{"move":"LM"}}}
{"type":"entry","version":18,"seat":0,"action":"0:move L","events":[],"position":"…","legal":{}}
{"type":"heartbeat","version":18,"at":"2026-11-29T20:15:09.000Z"}
"""


def add_stream(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Put the stream beside the operations that the framework found."""
    result["paths"][PATH] = {
        "get": {
            "operationId": "follow_game",
            "summary": "Follow a game",
            "description": (
                "A line of JSON for everything that happens, as at the live table: the game, then its entries, until "
                "it is over. A heartbeat comes every 5 seconds; `revoked` is the last line when the token is no "
                "longer in force."
            ),
            "tags": ["play"],
            "security": [{"token": []}],
            "parameters": [
                {
                    "in": "path",
                    "name": "game",
                    "required": True,
                    "schema": {"type": "string", "pattern": "^[0-9A-Za-z]{8}$"},
                }
            ],
            "responses": {
                "200": {"description": "", "content": {NDJSON: {"schema": {"type": "string"}, "example": EXAMPLE}}},
                **{str(status): _refusal(status) for status in (400, 401, 403, 404, 429)},
            },
        }
    }
    return result


def _refusal(status: int) -> dict[str, Any]:
    description, example = PROBLEMS[status]
    shape = {"$ref": "#/components/schemas/ProblemShape"}
    return {"description": description, "content": {MEDIA_TYPE: {"schema": shape, "example": example}}}
