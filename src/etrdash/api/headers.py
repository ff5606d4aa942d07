"""Security headers on every answer, Streamlit's own pages included."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# What the real pages need, tried in a browser: emotion writes <style> elements, deck.gl starts workers
# from blobs, compiles WebAssembly and fetches its icons from a data: address, charts draw into data: and
# blob: images. Nothing comes from another host, except the map's background where one is set.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval' {script_hashes}",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:{mapa}",
        "font-src 'self' data:",
        "connect-src 'self' data:{mapa}",
        "worker-src 'self' blob:",
        "child-src 'self' blob:",
        "manifest-src 'self'",
        "media-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-src 'none'",
        "frame-ancestors 'none'",
    )
)


def build_policy(script_hashes: str, mapa: str = "") -> str:
    """Return the policy of the pages.

    Args:
        script_hashes: sources of the shell's inline scripts.
        mapa: scheme and host of the map's background, empty for none: the one other host that may be called.
    """
    return POLICY.format(script_hashes=script_hashes, mapa=f" {mapa}" if mapa else "")


# Answers that are data, never documents: nothing in them may run or load anything.
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

# Only "near me" asks for anything, when it is clicked; the browser asks its owner first.
PERMISSIONS = "geolocation=(self), " + ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "camera",
        "display-capture",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "usb",
    )
)

COMMON = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-frame-options": "DENY",
    "permissions-policy": PERMISSIONS,
    "cross-origin-opener-policy": "same-origin",
}

EXPOSED = "Content-Disposition, Content-Range, ETag, Link, X-Request-ID"
OPEN_DATA = ("/api/", "/dados/", "/mudancas.atom")


class SecurityHeaders:
    """ASGI middleware that sets the security headers of every HTTP answer.

    Open data (files, API, feed) may be read by pages of other origins; the rest may not.
    An answer that brings its own content policy (the printable report) keeps it.

    Args:
        app: the application inside.
        policy: content security policy of the pages.
    """

    def __init__(self, app: ASGIApp, policy: str) -> None:
        self.app = app
        self.policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and complete the headers of its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_open = scope["path"].startswith(OPEN_DATA)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in COMMON.items():
                    headers[name] = value
                is_document = headers.get("content-type", "").startswith("text/html")
                headers.setdefault("content-security-policy", self.policy if is_document else DATA_POLICY)
                headers["cross-origin-resource-policy"] = "cross-origin" if is_open else "same-origin"
                if is_open:
                    headers["access-control-allow-origin"] = "*"
                    headers["access-control-expose-headers"] = EXPOSED
            await send(message)

        await self.app(scope, receive, send_with_headers)
