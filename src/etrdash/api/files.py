"""``/dados/{acervo}/{arquivo}``: the published files, whole or in ranges, unchanging under one address."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from etrdash.api.answers import IMMUTABLE, matches_etag, refuse
from etrdash.api.service import Service

SUMS = "SHA256SUMS"
MEDIA_TYPES = {
    ".csv": "text/csv; charset=utf-8; header=present",
    ".geojson": "application/geo+json",
    ".json": "application/json",
    ".parquet": "application/vnd.apache.parquet",
    ".txt": "text/plain; charset=utf-8",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
SHOWN_IN_BROWSER = {".geojson", ".json", ".txt"}


def get_file(service: Service, request: Request) -> Response:
    """Answer one file of one acervo: only a name that the acervo's own list of sums has."""
    folder = service.folder(request.path_params["acervo"])
    name = request.path_params["arquivo"]
    sums = read_sums(folder) if folder else {}
    if folder is None or (name not in sums and name != SUMS):
        return refuse(404, "Não há este arquivo neste acervo.")
    suffix = Path(name).suffix
    disposition = "inline" if suffix in SHOWN_IN_BROWSER or name == SUMS else "attachment"
    headers = {
        "cache-control": IMMUTABLE,
        "etag": f'"{sums.get(name, folder.name)}"',
        "content-disposition": f'{disposition}; filename="{name}"',
    }
    if matches_etag(request, headers["etag"]):
        return Response(status_code=304, headers=headers)
    media_type = MEDIA_TYPES.get(
        suffix, "text/plain; charset=utf-8" if name == SUMS else "application/octet-stream"
    )
    return FileResponse(folder / name, media_type=media_type, headers=headers)


def redirect_current(service: Service, request: Request) -> Response:
    """Send ``/dados/atual/{arquivo}`` to the same file of the current acervo."""
    acervo = service.current_id()
    folder = service.folder(acervo) if acervo else None
    name = request.path_params["arquivo"]
    if folder is None or (name not in read_sums(folder) and name != SUMS):
        return refuse(404, "Não há este arquivo no acervo atual.")
    return RedirectResponse(f"/dados/{acervo}/{name}", status_code=307, headers={"cache-control": "no-cache"})


def read_sums(folder: Path) -> dict[str, str]:
    """Return file name → SHA-256 of an acervo's published files, as its ``SHA256SUMS`` lists them."""
    return _read_sums(folder.resolve())


@lru_cache(maxsize=64)
def _read_sums(folder: Path) -> dict[str, str]:
    lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    pairs = (line.split(maxsplit=1) for line in lines if line.strip())
    return {name.lstrip("*"): digest for digest, name in pairs if "/" not in name}
