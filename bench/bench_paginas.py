"""Measure the pages: server CPU and websocket bytes of a rerun, and the time to the first point of a map.

    python -m bench.bench_paginas [--store STORE]    # writes bench/paginas.md

The store holds an acervo of `bench.nacional`. The largest and the median city under a law are measured.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import statistics
from importlib.metadata import version
from typing import Any

from bench.nacional import add_store, find_store
from bench.paginas_navegador import Visita, open_chromium, visit
from bench.paginas_servidor import RAIZ, Servidor, start_base, start_etrdash
from bench.paginas_sessao import Sessao
from etrdash.published.abertos import open_current
from etrdash.published.acervo import Acervo
from etrdash.published.filtro import Filtro

RELATORIO = RAIZ / "bench" / "paginas.md"
VOLTAS, VISITAS = 15, 5
FILTROS = ("", "grupo=vermelho", "grupo=verde", "pagina=2", "tipo=ETR")


def list_views(acervo: Acervo) -> list[tuple[str, str, str]]:
    """Return the views to measure: name, page, query."""
    municipios = sorted(acervo.list_municipios().to_pylist(), key=lambda m: m["avaliadas"] or 0)
    com_lei = [m for m in municipios if m["lei"]]
    maior, comum = municipios[-1], (com_lei or municipios)[len(com_lei or municipios) // 2]
    estacao = acervo.list_estacoes(
        Filtro(codigo_ibge=comum["codigo_ibge"], avaliada=True), "gravidade", 1
    ).to_pylist()[0]
    return [
        ("início", "", ""),
        (f"mapa do país ({len(municipios)} municípios)", "mapa", ""),
        (f"mapa, maior cidade ({maior['avaliadas']} estações)", "mapa", f"ibge={maior['codigo_ibge']}"),
        (f"cidade, a maior ({maior['avaliadas']} estações)", "cidade", f"ibge={maior['codigo_ibge']}"),
        (f"cidade comum ({comum['avaliadas']} estações)", "cidade", f"ibge={comum['codigo_ibge']}"),
        ("estação", "estacao", f"numero={estacao['numero_estacao']}"),
        ("prazos", "prazos", f"ibge={comum['codigo_ibge']}"),
        ("leis", "leis", ""),
        ("dados", "dados", ""),
        ("conferência", "conferencia", f"ibge={comum['codigo_ibge']}"),
    ]


async def measure_reruns(servidor: Servidor, pagina: str, query: str) -> dict[str, float]:
    """Return ms of CPU and kB of a first view, and the medians of reruns with changing filters."""
    async with Sessao(servidor.url) as sessao:
        antes = servidor.cpu_s()
        primeira = await sessao.open(pagina, query)
        primeira_ms = 1000 * (servidor.cpu_s() - antes)
        cpu, kb = [], []
        for i in range(VOLTAS):
            antes = servidor.cpu_s()
            volta = await sessao.open(pagina, "&".join(filter(None, (query, FILTROS[i % len(FILTROS)]))))
            cpu.append(1000 * (servidor.cpu_s() - antes))
            kb.append(volta.bytes / 1000)
    return {
        "primeira_ms": primeira_ms,
        "primeira_kb": primeira.bytes / 1000,
        "volta_ms": statistics.median(cpu),
        "volta_kb": statistics.median(kb),
    }


def measure_maps(
    painel: Servidor, vazio: Servidor, vistas: list[tuple[str, str, int]]
) -> list[tuple[str, Visita, float]]:
    """Return name, medians and ratio to the empty map page; visits alternate, so that noise falls on all."""
    medidas: dict[str, list[Visita]] = {}
    with open_chromium() as browser:
        visit(browser, vazio.url, 1)  # the browser's own first start counts for nobody
        for _ in range(VISITAS):
            medidas.setdefault("página com um mapa vazio", []).append(visit(browser, vazio.url, 1))
            for nome, endereco, objetos in vistas:
                medidas.setdefault(nome, []).append(visit(browser, painel.url + endereco, objetos))
    base = statistics.median(v.segundos for v in medidas["página com um mapa vazio"])
    return [
        (nome, _take_median(visitas), statistics.median(v.segundos for v in visitas) / base)
        for nome, visitas in medidas.items()
    ]


def _take_median(visitas: list[Visita]) -> Visita:
    return sorted(visitas, key=lambda v: v.segundos)[len(visitas) // 2]


def write_report(linhas: list[str]) -> None:
    """Write bench/paginas.md."""
    versoes = ", ".join(f"{nome} {version(nome)}" for nome in ("streamlit", "pydeck", "duckdb", "playwright"))
    cabeca = [
        "# Páginas",
        "",
        "Escrito por `python -m bench.bench_paginas [--store STORE]`. Dados fictícios de tamanho nacional.",
        f"Máquina: {platform.machine()}, Linux; Python {platform.python_version()}; {versoes}.",
        "Tempos absolutos dependem da máquina: compare razões.",
        "",
    ]
    RELATORIO.write_text("\n".join([*cabeca, *linhas]) + "\n", encoding="utf-8")


def main() -> None:
    """Measure and write."""
    analisador = argparse.ArgumentParser(description=__doc__)
    add_store(analisador)
    store = find_store(analisador.parse_args())
    acervo = open_current(store)
    vistas = list_views(acervo)
    linhas = [
        "## Uma volta do roteiro",
        "",
        f"Medianas de {VOLTAS} voltas com filtros que mudam. Metas: 50 ms de CPU do servidor e 60 kB.",
        "",
        "| vista | 1ª vista, CPU ms | 1ª vista, kB | volta, CPU ms | volta, kB |",
        "|---|---|---|---|---|",
    ]
    with start_etrdash(store) as painel, start_base("base_mapa_vazio.py", store) as vazio:
        linhas.insert(0, f"Processo novo: {painel.pronto_s:.1f} s até responder a `/healthz`.\n")
        for nome, pagina, query in vistas:
            m: dict[str, Any] = asyncio.run(measure_reruns(painel, pagina, query))
            linhas.append(
                f"| {nome} | {m['primeira_ms']:.0f} | {m['primeira_kb']:.0f} | {m['volta_ms']:.0f} |"
                f" {m['volta_kb']:.0f} |"
            )
        cidade = vistas[2]
        total = acervo.find_caixa(Filtro(codigo_ibge=cidade[2].split("=")[1], avaliada=True))["estacoes"]
        ufs = {m["uf"] for m in acervo.list_municipios().to_pylist() if m["latitude"] is not None}
        mapas = measure_maps(
            painel,
            vazio,
            [(vistas[1][0], "/mapa", len(ufs)), (cidade[0], f"/mapa?{cidade[2]}", total)],
        )
    linhas += [
        "",
        "## Até o primeiro ponto do mapa",
        "",
        f"Chromium sem tela, sem cache, mediana de {VISITAS} visitas alternadas, até que todos os pontos da"
        " camada estejam na tela. Metas: 1,3 × (maior cidade) e 1,6 × (país) uma página com um mapa vazio.",
        "",
        "| vista | s | razão | HTTP kB | websocket kB |",
        "|---|---|---|---|---|",
        *(
            f"| {nome} | {v.segundos:.2f} | {razao:.2f} | {v.http_kb:.0f} | {v.ws_kb:.0f} |"
            for nome, v, razao in mapas
        ),
    ]
    write_report(linhas)
    print("\n".join(linhas))


if __name__ == "__main__":
    main()
