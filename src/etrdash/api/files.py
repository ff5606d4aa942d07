"""``/dados/{acervo}/{arquivo}``: the published files, whole or in ranges, unchanging under one address."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from etrdash.api.answers import IMMUTABLE, Refusal, matches_etag
from etrdash.api.service import Service
from etrdash.published.somas import SOMAS, read_somas

MEDIA_TYPES = {
    ".csv": "text/csv; charset=utf-8; header=present",
    ".geojson": "application/geo+json",
    ".json": "application/json",
    ".parquet": "application/vnd.apache.parquet",
    ".txt": "text/plain; charset=utf-8",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "": "text/plain; charset=utf-8",
}
SHOWN_IN_BROWSER = {".geojson", ".json", ".txt", ""}


def get_file(service: Service, request: Request) -> Response:
    """Answer one file of one acervo, by a name that the acervo's own list of sums has."""
    folder = service.find_folder(request.path_params["acervo"])
    return send_file(request, folder, request.path_params["arquivo"], cache=IMMUTABLE)


def redirect_current(service: Service, request: Request) -> Response:
    """Send ``/dados/atual/{arquivo}`` to the same file of the current acervo."""
    folder = service.find_current_folder()
    name = request.path_params["arquivo"]
    _find_sum(folder, name)
    return RedirectResponse(
        f"/dados/{folder.name}/{name}", status_code=307, headers={"cache-control": "no-cache"}
    )


def redirect_page(_service: Service, _request: Request) -> Response:
    """Send ``/dados/`` to the page of that name."""
    return RedirectResponse("/dados", status_code=308, headers={"cache-control": "no-cache"})


def send_file(request: Request, folder: Path, name: str, *, cache: str) -> Response:
    """Return a published file of an acervo, with its checksum as entity tag.

    Raises:
        Refusal: 404 when the acervo publishes no such file.
    """
    suffix = Path(name).suffix
    disposition = "inline" if suffix in SHOWN_IN_BROWSER else "attachment"
    headers = {
        "cache-control": cache,
        "etag": f'"{_find_sum(folder, name)}"',
        "content-disposition": f'{disposition}; filename="{name}"',
    }
    if matches_etag(request, headers["etag"]):
        return Response(status_code=304, headers=headers)
    media_type = MEDIA_TYPES.get(suffix, "application/octet-stream")
    return FileResponse(folder / name, media_type=media_type, headers=headers)


def _find_sum(folder: Path, name: str) -> str:
    sums = _read_sums(folder.resolve())
    if name == SOMAS:
        return folder.name
    if name not in sums:
        raise Refusal(404, "Não há este arquivo neste acervo.")
    return sums[name]


@lru_cache(maxsize=64)
def _read_sums(folder: Path) -> dict[str, str]:
    return {name: digest for name, digest in read_somas(folder).items() if "/" not in name}
