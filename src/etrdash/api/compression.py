"""Entity tags of compressed answers: same resource, other bytes, so only weakly equal (RFC 9110 § 8.8.3)."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class WeakTags:
    """ASGI middleware that weakens the entity tag of an answer that was compressed on the way out.

    A client that resumes a download with ``If-Range`` then starts again instead of joining compressed and
    plain bytes.

    Args:
        app: the application inside, which compresses.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and look at the headers of its answer."""

        async def send_with_tag(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                etag = headers.get("etag", "")
                if "content-encoding" in headers and etag.startswith('"'):
                    headers["etag"] = f"W/{etag}"
                    if "accept-ranges" in headers:
                        del headers["accept-ranges"]
            await send(message)

        await self.app(scope, receive, send_with_tag if scope["type"] == "http" else send)
