"""Whatever the network does, a download ends with the whole file or with a message and the old file."""

from __future__ import annotations

import io
import tempfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from etrdash.erros import EntradaIlegivel
from etrdash.sources.baixa import baixar
from etrdash.sources.baixa_fontes import Fonte
from etrdash.sources.baixa_transferencia import Limites
from tests.sources.servidor import Passo, Pedido, TempoFalso, serving

AGORA = datetime(2026, 11, 30, tzinfo=UTC)
FONTE = Fonte.model_validate(
    {
        "nome": "teste",
        "titulo": "T",
        "orgao": "O",
        "url": "https://exemplo.invalid",
        "arquivo": "a.zip",
        "licenca": "livre",
        "conteudo": "zip",
        "colunas": ["numero"],
        "maximo_mb": 1,
        "tempo_min": 1,
    }
)


def make_zip(versao: int) -> bytes:
    saida = io.BytesIO()
    with zipfile.ZipFile(saida, "w", zipfile.ZIP_STORED) as zipado:
        texto = "numero;versao\n" + f"{versao};{versao}\n" * 9000
        zipado.writestr(zipfile.ZipInfo("a.csv", (2026, 1, 1, 0, 0, 0)), texto)
    return saida.getvalue()


VERSOES = [make_zip(1), make_zip(2)]
ANTIGO = b"o arquivo bom de ontem"

falha = st.one_of(
    st.tuples(st.just("cut"), st.integers(0, 1), st.integers(0, len(VERSOES[0]))),
    st.tuples(st.just("status"), st.sampled_from([404, 429, 500, 503]), st.just(0)),
    st.tuples(st.just("lie"), st.integers(0, 1), st.integers(-500, 500)),
    st.tuples(st.just("html"), st.just(0), st.just(0)),
    st.tuples(st.just("wrong range"), st.integers(0, 1), st.integers(0, len(VERSOES[0]))),
    st.tuples(st.just("good"), st.integers(0, 1), st.just(0)),
)


def make_passo(tipo: str, a: int, b: int) -> Passo:
    """Return one answer of the server; a range is honoured if it speaks of the version that is served."""

    def step(pedido: Pedido) -> None:
        corpo, etag = VERSOES[a % 2], f'"v{a % 2}"'
        inicio = int(pedido.headers.get("Range", "bytes=0-").removeprefix("bytes=").rstrip("-"))
        if pedido.headers.get("If-Range") != etag:
            inicio = 0
        cabecalhos: dict[str, str | int] = {"ETag": etag}
        if inicio:
            cabecalhos["Content_Range"] = f"bytes {inicio}-{len(corpo) - 1}/{len(corpo)}"
        resto = corpo[inicio:]
        if tipo == "status":
            pedido.answer(a)
        elif tipo == "html":
            pedido.answer(200, b"<!doctype html><html></html>")
        elif tipo == "lie":
            pedido.answer(206 if inicio else 200, resto, **cabecalhos, Content_Length=max(0, len(resto) + b))
        elif tipo == "wrong range":
            pedido.answer(206, corpo[b:], ETag=etag, Content_Range=f"bytes {b}-{len(corpo) - 1}/{len(corpo)}")
        elif tipo == "cut" and b < len(resto):
            pedido.send_response(206 if inicio else 200)
            for nome, valor in {**cabecalhos, "Content_Length": len(resto)}.items():
                pedido.send_header(nome.replace("_", "-"), str(valor))
            pedido.end_headers()
            pedido.wfile.write(resto[:b])
            pedido.cut()
        else:
            pedido.answer(206 if inicio else 200, resto, **cabecalhos)

    return step


def run(falhas: list[tuple[str, int, int]]) -> None:
    tempo = TempoFalso()
    limites = Limites(bytes=1_000_000, segundos=3600, silencio_s=2, tentativas=2)
    with serving() as servidor, tempfile.TemporaryDirectory() as pasta:
        alvo = Path(pasta) / "a.zip"
        alvo.write_bytes(ANTIGO)
        servidor.roteiro = [make_passo(*passo) for passo in falhas]
        try:
            baixar(FONTE, Path(pasta), servidor.url, agora=AGORA, limites=limites, relogio=tempo.relogio)
        except EntradaIlegivel as recusa:
            assert alvo.read_bytes() == ANTIGO
            assert recusa.problemas[0].remedio
            event("message")
        else:
            assert alvo.read_bytes() in VERSOES
            event("file")
        assert len(servidor.pedidos) < 60


@given(st.lists(falha, min_size=1, max_size=8))
@settings(max_examples=150)
def test_any_sequence_of_failures(falhas):
    run(falhas)


@pytest.mark.longo
@given(st.lists(falha, min_size=1, max_size=12))
def test_any_sequence_of_failures_many_times(falhas):
    run(falhas)
