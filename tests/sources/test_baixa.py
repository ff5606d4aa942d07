"""Downloads against a local server that cuts, stalls, lies, redirects and serves the wrong thing."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import json
import socket
import threading
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from etrdash.erros import EntradaIlegivel
from etrdash.sources import baixa_parcial
from etrdash.sources.baixa import ArquivoBaixado, baixar
from etrdash.sources.baixa_fontes import Conteudo, Fonte
from etrdash.sources.baixa_parcial import hold
from etrdash.sources.baixa_transferencia import Limites, Progresso
from tests.sources.servidor import Passo, Pedido, Servidor, TempoFalso, serving

AGORA = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
CSV = "﻿Número Estação;Código IBGE\n" + "".join(f"{n};3138203\n" for n in range(20_000))


def make_zip(membros: dict[str, str]) -> bytes:
    saida = io.BytesIO()
    with zipfile.ZipFile(saida, "w", zipfile.ZIP_STORED) as zipado:
        for nome, texto in membros.items():
            zipado.writestr(zipfile.ZipInfo(nome, (2026, 11, 1, 0, 0, 0)), texto)
    return saida.getvalue()


ZIP = make_zip({"Estacoes.csv": CSV})


@pytest.fixture
def servidor() -> Iterator[Servidor]:
    with serving() as servidor:
        yield servidor


@pytest.fixture
def tempo() -> TempoFalso:
    return TempoFalso()


def fonte_zip(**campos: object) -> Fonte:
    return Fonte.model_validate(
        {
            "nome": "teste",
            "titulo": "Estações",
            "orgao": "ANATEL",
            "url": "https://exemplo.invalid/arquivo.zip",
            "arquivo": "arquivo.zip",
            "licenca": "livre",
            "conteudo": Conteudo.ZIP,
            "colunas": ["numero estacao", "CODIGO_IBGE"],
            "maximo_mb": 50,
            "tempo_min": 10,
            **campos,
        }
    )


def fonte_json(**campos: object) -> Fonte:
    return fonte_zip(arquivo="serie.json", conteudo="json", colunas=[], chaves=["data", "valor"], **campos)


LIMITES = Limites(bytes=50_000_000, segundos=600, silencio_s=0.5, tentativas=3)


@pytest.fixture
def baixa(servidor: Servidor, tempo: TempoFalso, tmp_path: Path) -> Callable[..., ArquivoBaixado]:
    def run(*roteiro: Passo, fonte: Fonte | None = None, caminho: str = "/a.zip", **opcoes: object):
        servidor.roteiro = list(roteiro)
        padrao = {"agora": AGORA, "limites": LIMITES, "relogio": tempo.relogio}
        return baixar(fonte or fonte_zip(), tmp_path, servidor.url + caminho, **{**padrao, **opcoes})

    return run


def whole(pedido: Pedido) -> None:
    pedido.answer(200, ZIP, ETag='"v1"')


def ranged(pedido: Pedido) -> None:
    """Serve the rest from where the client is, if it still speaks of v1."""
    inicio = int(pedido.headers["Range"].removeprefix("bytes=").rstrip("-"))
    assert pedido.headers["If-Range"] == '"v1"'
    pedido.answer(206, ZIP[inicio:], ETag='"v1"', Content_Range=f"bytes {inicio}-{len(ZIP) - 1}/{len(ZIP)}")


def cut_after(tamanho: int, status: int = 200, etag: str | None = '"v1"') -> Passo:
    def step(pedido: Pedido) -> None:
        pedido.send_response(status)
        pedido.send_header("Content-Length", str(len(ZIP)))
        if etag:
            pedido.send_header("ETag", etag)
        pedido.end_headers()
        pedido.wfile.write(ZIP[:tamanho])
        pedido.cut()

    return step


def status(codigo: int, **cabecalhos: str | int) -> Passo:
    return lambda pedido: pedido.answer(codigo, b"", **cabecalhos)


def body(corpo: bytes, **cabecalhos: str | int) -> Passo:
    return lambda pedido: pedido.answer(200, corpo, **cabecalhos)


def redirect(destino: str, codigo: int = 302) -> Passo:
    return lambda pedido: pedido.answer(codigo, b"", Location=destino)


def test_file_and_provenance(baixa, servidor, tmp_path):
    progressos: list[Progresso] = []
    arquivo = baixa(whole, progresso=progressos.append)
    assert arquivo.caminho == tmp_path / "arquivo.zip"
    assert arquivo.caminho.read_bytes() == ZIP
    assert json.loads(arquivo.sidecar.read_text()) == {
        "fonte": "teste",
        "titulo": "Estações",
        "orgao": "ANATEL",
        "licenca": "livre",
        "url": servidor.url + "/a.zip",
        "url_final": servidor.url + "/a.zip",
        "baixado_em": "2026-11-30T12:00:00+00:00",
        "conferido_em": "2026-11-30T12:00:00+00:00",
        "bytes": len(ZIP),
        "sha256": hashlib.sha256(ZIP).hexdigest(),
        "etag": '"v1"',
        "modificado_em": None,
    }
    assert progressos[-1] == Progresso(len(ZIP), len(ZIP))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["arquivo.zip", "arquivo.zip.proveniencia.json"]


def test_resume_after_a_cut(baixa, servidor):
    arquivo = baixa(cut_after(100_000), ranged)
    assert arquivo.caminho.read_bytes() == ZIP
    assert servidor.pedidos[1][1]["Range"] == "bytes=100000-"


def test_many_cuts_with_progress_do_not_exhaust_the_attempts(baixa, servidor):
    def drip(pedido: Pedido) -> None:
        inicio = int(pedido.headers.get("Range", "bytes=0-").removeprefix("bytes=").rstrip("-"))
        pedido.send_response(206 if inicio else 200)
        pedido.send_header("ETag", '"v1"')
        pedido.send_header("Content-Length", str(len(ZIP) - inicio))
        pedido.send_header("Content-Range", f"bytes {inicio}-{len(ZIP) - 1}/{len(ZIP)}")
        pedido.end_headers()
        pedido.wfile.write(ZIP[inicio : inicio + 25_000])
        if inicio + 25_000 < len(ZIP):
            pedido.cut()

    assert baixa(drip).caminho.read_bytes() == ZIP
    assert len(servidor.pedidos) == -(-len(ZIP) // 25_000) > LIMITES.tentativas + 1


def test_a_later_call_goes_on_where_the_first_stopped(baixa, servidor, tmp_path):
    with pytest.raises(EntradaIlegivel, match="continua de onde parou"):
        baixa(cut_after(100_000), status(503))
    assert (tmp_path / "arquivo.zip.parcial").stat().st_size == 100_000
    servidor.pedidos.clear()
    assert baixa(ranged).caminho.read_bytes() == ZIP
    assert servidor.pedidos[0][1]["Range"] == "bytes=100000-"


def test_a_complete_partial_file_is_not_fetched_again(baixa, servidor, tmp_path):
    with pytest.raises(EntradaIlegivel):
        baixa(cut_after(100_000), status(503))
    (tmp_path / "arquivo.zip.parcial").write_bytes(ZIP)
    assert baixa(status(416)).caminho.read_bytes() == ZIP


def test_a_file_that_changed_meanwhile_starts_again(baixa, servidor):
    def changed(pedido: Pedido) -> None:
        pedido.answer(200, ZIP, ETag='"v2"')

    arquivo = baixa(cut_after(100_000), changed)
    assert arquivo.caminho.read_bytes() == ZIP
    assert arquivo.proveniencia.etag == '"v2"'


@pytest.mark.parametrize(
    ("faixa", "etag"),
    [
        ("bytes 0-9/{n}", '"v1"'),
        ("bytes 100000-{f}/{n}", '"v2"'),
        ("bytes 100000-{f}/77", '"v1"'),
        ("", '"v1"'),
    ],
)
def test_a_range_that_does_not_fit_is_not_appended(baixa, faixa, etag):
    def lying(pedido: Pedido) -> None:
        texto = faixa.format(n=len(ZIP), f=len(ZIP) - 1)
        pedido.answer(206, ZIP[100_000:], ETag=etag, Content_Range=texto)

    assert baixa(cut_after(100_000), lying, whole).caminho.read_bytes() == ZIP


def test_without_a_strong_validator_it_starts_again(baixa, servidor):
    assert baixa(cut_after(100_000, etag='W/"v1"'), whole).caminho.read_bytes() == ZIP
    assert "Range" not in servidor.pedidos[1][1]


def test_a_server_that_always_cuts_ends_in_a_message(baixa, tempo, tmp_path):
    with pytest.raises(EntradaIlegivel, match=r"não terminou.*caiu no meio.*4 vezes seguidas"):
        baixa(cut_after(1000, etag=None))
    assert len(tempo.pausas) == 3
    assert tempo.pausas == sorted(tempo.pausas)
    assert not (tmp_path / "arquivo.zip").exists()


def test_a_stall_is_a_failure_like_a_cut(baixa):
    livre = threading.Event()

    def stall(pedido: Pedido) -> None:
        pedido.send_response(200)
        pedido.send_header("Content-Length", str(len(ZIP)))
        pedido.send_header("ETag", '"v1"')
        pedido.end_headers()
        pedido.wfile.write(ZIP[:65536])
        pedido.wfile.flush()
        livre.wait(5)

    try:
        assert baixa(stall, ranged).caminho.read_bytes() == ZIP
    finally:
        livre.set()


def test_a_length_longer_than_the_body_is_a_cut(baixa):
    with pytest.raises(EntradaIlegivel, match="caiu no meio"):
        baixa(body(ZIP, Content_Length=len(ZIP) + 10))


def test_a_length_shorter_than_the_body_breaks_the_zip(baixa, tmp_path):
    (tmp_path / "arquivo.zip").write_bytes(b"bom")
    with pytest.raises(EntradaIlegivel, match="zip está truncado"):
        baixa(body(ZIP, Content_Length=len(ZIP) - 10))
    assert (tmp_path / "arquivo.zip").read_bytes() == b"bom"
    assert not (tmp_path / "arquivo.zip.parcial").exists()


@pytest.mark.parametrize("codigo", [400, 401, 403, 404, 410, 206, 416])
def test_a_status_that_will_not_change_is_not_repeated(baixa, servidor, codigo):
    with pytest.raises(EntradaIlegivel, match=rf"não entregou o arquivo.*{codigo}.*--url"):
        baixa(status(codigo))
    assert len(servidor.pedidos) == 1


@pytest.mark.parametrize("codigo", [429, 503])
def test_retry_after_in_seconds_is_obeyed(baixa, tempo, codigo):
    baixa(status(codigo, Retry_After=17), whole)
    assert tempo.pausas == [17]


def test_retry_after_as_a_date_is_obeyed(baixa, tempo):
    daqui = datetime.now(UTC) + timedelta(seconds=40)
    baixa(status(503, Retry_After=f"{daqui:%a, %d %b %Y %H:%M:%S} GMT"), whole)
    assert 30 < tempo.pausas[0] <= 40


def test_too_long_a_retry_after_ends_in_a_message(baixa, tempo):
    with pytest.raises(EntradaIlegivel, match=r"espera longa demais.*429.*3600 s"):
        baixa(status(429, Retry_After=3600))
    assert tempo.pausas == []


def test_total_time_is_bounded(baixa, tempo):
    with pytest.raises(EntradaIlegivel, match=r"tempo limite.*até 1 min"):
        baixa(status(503, Retry_After=50), limites=Limites(50_000_000, 60, 0.5, 9))
    assert tempo.pausas == [50]


def test_announced_size_is_bounded(baixa, tmp_path):
    with pytest.raises(EntradaIlegivel, match=r"maior do que o limite.*até 0.1 MB"):
        baixa(whole, limites=Limites(100_000, 600, 0.5, 3))
    assert list(tmp_path.iterdir()) == []


def test_unannounced_size_is_bounded(baixa, tmp_path):
    def endless(pedido: Pedido) -> None:
        pedido.send_response(200)
        pedido.end_headers()
        for _ in range(100):
            pedido.wfile.write(b"x" * 65536)

    with pytest.raises(EntradaIlegivel, match="maior do que o limite"):
        baixa(endless, limites=Limites(1_000_000, 600, 0.5, 3))
    assert list(tmp_path.iterdir()) == []


def test_a_compressed_answer_is_bounded_by_what_it_holds(baixa):
    bomba = gzip.compress(b"\0" * 5_000_000)
    with pytest.raises(EntradaIlegivel, match="maior do que o limite"):
        baixa(body(bomba, Content_Encoding="gzip"), limites=Limites(1_000_000, 600, 0.5, 3))


def test_an_html_page_is_refused_and_the_good_file_kept(baixa, tmp_path):
    baixa(whole)
    with pytest.raises(EntradaIlegivel, match="página da internet"):
        baixa(body(b"<!DOCTYPE html><html><title>Manutencao</title></html>"))
    assert (tmp_path / "arquivo.zip").read_bytes() == ZIP


def test_nothing_new_is_not_fetched(baixa, servidor):
    baixa(body(ZIP, ETag='"v1"', Last_Modified="Sun, 29 Nov 2026 10:00:00 GMT"))
    arquivo = baixa(status(304), agora=AGORA + timedelta(days=1))
    assert arquivo.inalterado
    assert servidor.pedidos[-1][1]["If-None-Match"] == '"v1"'
    assert servidor.pedidos[-1][1]["If-Modified-Since"] == "Sun, 29 Nov 2026 10:00:00 GMT"
    assert arquivo.proveniencia.baixado_em.startswith("2026-11-30")
    assert arquivo.proveniencia.conferido_em.startswith("2026-12-01")


def test_an_altered_file_is_fetched_whatever_the_sidecar_says(baixa, servidor, tmp_path):
    baixa(whole)
    (tmp_path / "arquivo.zip").write_bytes(ZIP[:-1] + b"?")
    baixa(whole)
    assert "If-None-Match" not in servidor.pedidos[-1][1]
    assert (tmp_path / "arquivo.zip").read_bytes() == ZIP


def test_another_address_is_not_taken_for_the_same_file(baixa, servidor):
    baixa(whole)
    baixa(whole, caminho="/outro.zip")
    assert "If-None-Match" not in servidor.pedidos[-1][1]


def test_a_redirect_on_the_same_machine_is_followed(baixa, servidor):
    arquivo = baixa(redirect("/novo/a.zip", 301), whole)
    assert arquivo.proveniencia.url == servidor.url + "/a.zip"
    assert arquivo.proveniencia.url_final == servidor.url + "/novo/a.zip"


@pytest.mark.parametrize(
    ("destino", "mensagem"),
    [
        ("https://127.0.0.1/a.zip", "outro esquema"),
        ("ftp://127.0.0.1/a.zip", "não é https"),
        ("file:///etc/passwd", "não é https"),
        ("http://exemplo.invalid/a.zip", "só é aceito para esta máquina"),
        ("http://169.254.169.254/latest", "só é aceito para esta máquina"),
        ("http://localhost:1/a.zip", "rede privada"),
        ("http://[::1]:1/a.zip", "rede privada"),
        ("http://a:b@127.0.0.1/a.zip", "usuário ou senha"),
    ],
)
def test_a_bad_redirect_is_refused(baixa, servidor, destino, mensagem):
    with pytest.raises(EntradaIlegivel, match=mensagem):
        baixa(redirect(destino))
    assert len(servidor.pedidos) == 1


def test_redirects_in_a_circle_end(baixa, servidor):
    with pytest.raises(EntradaIlegivel, match="mais de 5 vezes"):
        baixa(redirect("/a.zip"))
    assert len(servidor.pedidos) == 6


def test_stored_credentials_are_not_sent(baixa, servidor, tmp_path, monkeypatch):
    netrc = tmp_path.parent / "netrc"
    netrc.write_text("machine 127.0.0.1 login alguem password segredo\n")
    monkeypatch.setenv("NETRC", str(netrc))
    baixa(whole)
    assert "Authorization" not in servidor.pedidos[0][1]


def windows(vazias: set[str]) -> Passo:
    def step(pedido: Pedido) -> None:
        inicio = pedido.path.partition("inicio=")[2][6:10]
        if inicio in vazias:
            pedido.answer(404, b'{"error":"Value(s) not found"}')
        else:
            pedido.answer(200, json.dumps([{"data": f"01/01/{inicio}", "valor": "0.16"}]).encode())

    return step


JANELAS = "/s?inicio={inicio}&fim={fim}"


def test_a_series_is_asked_in_windows_and_joined(baixa, servidor, tmp_path):
    fonte = fonte_json(janela_anos=10, desde="1980-02-01")
    arquivo = baixa(windows({"1990"}), fonte=fonte, caminho=JANELAS)
    assert [caminho for caminho, _ in servidor.pedidos] == [
        "/s?inicio=01/02/1980&fim=31/12/1989",
        "/s?inicio=01/01/1990&fim=31/12/1999",
        "/s?inicio=01/01/2000&fim=31/12/2009",
        "/s?inicio=01/01/2010&fim=31/12/2019",
        "/s?inicio=01/01/2020&fim=30/11/2026",
    ]
    itens = json.loads(arquivo.caminho.read_text())
    assert [item["data"][6:] for item in itens] == ["1980", "2000", "2010", "2020"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["serie.json", "serie.json.proveniencia.json"]


def test_a_series_without_any_window_is_a_failure(baixa):
    fonte = fonte_json(janela_anos=30, desde="1980-01-01")
    with pytest.raises(EntradaIlegivel, match=r"nenhum período.*404 em 2 chamadas"):
        baixa(windows({"1980", "2010"}), fonte=fonte, caminho=JANELAS)


@pytest.mark.parametrize("cabecalhos", [{}, {"Content_Encoding": "gzip"}])
def test_an_answer_compressed_unasked_is_kept_as_text(baixa, cabecalhos):
    texto = b'[{"data": "01/06/2026", "valor": "0.16"}]'
    arquivo = baixa(body(gzip.compress(texto), **cabecalhos), fonte=fonte_json())
    assert arquivo.caminho.read_bytes() == texto


def test_no_space_left_is_a_message(baixa, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(baixa_parcial.Parcial, "restart", full)
    with pytest.raises(EntradaIlegivel, match=r"não foi possível gravar.*No space left.*espaço em disco"):
        baixa(whole)


def test_two_downloads_of_one_file_at_once_are_refused(baixa, tmp_path):
    with hold(tmp_path / "arquivo.zip.parcial"), pytest.raises(EntradaIlegivel, match="outro processo"):
        baixa(whole)


def test_nobody_listening_is_a_message(tempo, tmp_path):
    with socket.socket() as livre:
        livre.bind(("127.0.0.1", 0))
        porta = livre.getsockname()[1]
    with pytest.raises(EntradaIlegivel, match="não foi possível conectar"):
        baixar(
            fonte_zip(),
            tmp_path,
            f"http://127.0.0.1:{porta}/",
            agora=AGORA,
            limites=LIMITES,
            relogio=tempo.relogio,
        )
