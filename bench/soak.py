"""Keep the service busy for a long time: sessions, files and API, while acervos come and go.

    python -m bench.soak --minutos 120 --relatorio bench/soak.md

nginx and two replicas, as in ``deploy/``. Fails (1) with any wrong answer; and, in a run long enough for a
plateau, when the second half ends with more memory or more open files than it began with.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import requests

from bench.soak_laboratorio import Laboratorio
from bench.soak_sessao import SessaoGravada, ask_cookie
from etrdash.published.store import Store
from tests.acervo_minimo import EM, build_minimo

PAGINAS = (
    ("", ""),
    ("mapa", ""),
    ("prazos", ""),
    ("cidade", "ibge=3557105"),
    ("estacao", "numero=1004"),
    ("comparar", ""),
    ("conferencia", ""),
    ("leis", ""),
    ("dados", ""),
    ("metodologia", ""),
)
ENDERECOS = (
    "/healthz",
    "/api/v1/acervo",
    "/api/v1/municipios",
    "/api/v1/municipios/3557105/estacoes.geojson",
    "/api/v1/municipios/3557105/estacoes.parquet",
    "/api/v1/estacoes/1004",
    "/relatorio/3557105",
    "/dados/atual/estacoes.csv",
    "/dados/atual/estacoes.xlsx",
    "/mudancas.atom",
)
GUARDADOS = 4
MINUTOS_ATE_O_PATAMAR = 15  # before that, a replica is still filling its caches
FOLGA_MB, FOLGA_ARQUIVOS = 12.0, 8


@dataclass(frozen=True, slots=True)
class Amostra:
    """One replica at one moment: seconds since the start, resident memory in MB, open files, threads."""

    s: float
    replica: int
    mb: float
    arquivos: int
    linhas: int


@dataclass(slots=True)
class Conta:
    """What happened."""

    vezes: Counter[str] = field(default_factory=Counter)
    erros: Counter[str] = field(default_factory=Counter)
    voltas_s: list[float] = field(default_factory=list)
    pedidos_s: list[float] = field(default_factory=list)
    amostras: list[Amostra] = field(default_factory=list)


async def read_pages(
    lab: Laboratorio, conta: Conta, fim: float, acaso: random.Random, pausa_s: float
) -> None:
    """Be one reader after another: a few pages each, some seconds between them."""
    while time.monotonic() < fim:
        try:
            cookie = await asyncio.to_thread(ask_cookie, lab.url)
            async with SessaoGravada(lab.url, cookies=cookie) as sessao:
                conta.vezes["sessoes"] += 1
                for pagina, query in acaso.sample(PAGINAS, acaso.randint(2, 6)):
                    volta = await asyncio.wait_for(sessao.open(pagina, query), 60)
                    conta.vezes["paginas"] += 1
                    conta.voltas_s.append(volta.segundos)
                    if volta.excecoes:
                        conta.erros[f"exceção na página {pagina or 'inicial'}"] += 1
                    await asyncio.sleep(acaso.uniform(0.5, 1.5) * pausa_s)
        except Exception as erro:  # whatever a reader can meet is what is being counted
            conta.erros[f"sessão: {type(erro).__name__}"] += 1
            await asyncio.sleep(1)


async def ask_data(lab: Laboratorio, conta: Conta, fim: float, acaso: random.Random, pausa_s: float) -> None:
    """Ask files and API, one after the other."""
    with requests.Session() as cliente:
        while time.monotonic() < fim:
            endereco = acaso.choice(ENDERECOS)
            inicio = time.monotonic()
            try:
                resposta = await asyncio.to_thread(cliente.get, lab.url + endereco, timeout=60)
                conta.vezes["pedidos"] += 1
                conta.pedidos_s.append(time.monotonic() - inicio)
                if resposta.status_code != 200:
                    conta.erros[f"{endereco}: {resposta.status_code}"] += 1
            except requests.RequestException as erro:
                conta.erros[f"{endereco}: {type(erro).__name__}"] += 1
            await asyncio.sleep(acaso.uniform(0.5, 1.5) * pausa_s)


async def change_acervos(lab: Laboratorio, conta: Conta, fim: float, cada_s: float) -> None:
    """Publish a new acervo now and then, keep the last few, and once in five go back to the one before."""
    store = Store(lab.store)
    numero = 0
    while time.monotonic() + cada_s < fim:
        await asyncio.sleep(cada_s)
        numero += 1
        await asyncio.to_thread(_publish, store, numero)
        conta.vezes["acervos"] += 1


def _publish(store: Store, numero: int) -> None:
    antes = store.find_current()
    build_minimo(store.pasta, versao=f"soak-{numero}").close()
    if numero % 5 == 0 and antes is not None:
        store.point(antes)
    store.retain(GUARDADOS, EM + timedelta(days=1))


async def take_samples(lab: Laboratorio, conta: Conta, inicio: float, fim: float, cada_s: float) -> None:
    """Look at the replicas now and then."""
    while time.monotonic() < fim:
        for numero, replica in enumerate(lab.replicas):
            proc = Path(f"/proc/{replica.pid}")
            paginas = int((proc / "statm").read_text().split()[1])
            conta.amostras.append(
                Amostra(
                    time.monotonic() - inicio,
                    numero,
                    paginas * os.sysconf("SC_PAGE_SIZE") / 1e6,
                    len([*(proc / "fd").iterdir()]),
                    len([*(proc / "task").iterdir()]),
                )
            )
        await asyncio.sleep(cada_s)


async def run(lab: Laboratorio, minutos: float, sessoes: int, cada_s: float, pausa_s: float) -> Conta:
    """Run everything for some minutes."""
    conta, inicio = Conta(), time.monotonic()
    fim = inicio + minutos * 60
    acasos = [random.Random(numero) for numero in range(2 * sessoes)]
    await asyncio.gather(
        *(read_pages(lab, conta, fim, acaso, pausa_s) for acaso in acasos[:sessoes]),
        *(ask_data(lab, conta, fim, acaso, pausa_s / 3) for acaso in acasos[sessoes:]),
        change_acervos(lab, conta, fim, cada_s),
        take_samples(lab, conta, inicio, fim, min(10, minutos)),
    )
    return conta


def summarize(conta: Conta, replicas: int) -> list[dict[str, float]]:
    """Return each replica's tenths of the run: medians of memory, files and threads."""
    total = max(amostra.s for amostra in conta.amostras)
    linhas = []
    for replica in range(replicas):
        for decimo in range(10):
            ali = [
                a for a in conta.amostras if a.replica == replica and min(int(10 * a.s / total), 9) == decimo
            ]
            if ali:
                linhas.append(
                    {
                        "replica": replica,
                        "decimo": decimo + 1,
                        "mb": round(statistics.median(a.mb for a in ali), 1),
                        "arquivos": statistics.median(a.arquivos for a in ali),
                        "linhas": statistics.median(a.linhas for a in ali),
                    }
                )
    return linhas


def measure_growth(linhas: list[dict[str, float]]) -> list[tuple[int, str, float]]:
    """Return (replica, measure, growth): the mean of the last three tenths less that of the three before."""
    crescimentos = []
    for replica in sorted({int(linha["replica"]) for linha in linhas}):
        for medida in ("mb", "arquivos", "linhas"):
            daqui = [linha[medida] for linha in linhas if linha["replica"] == replica]
            if len(daqui) == 10:
                cresceu = statistics.mean(daqui[7:]) - statistics.mean(daqui[4:7])
                crescimentos.append((replica, medida, round(cresceu, 1)))
    return crescimentos


def find_growth(linhas: list[dict[str, float]]) -> list[str]:
    """Return what grew in the second half of the run beyond what is noise."""
    folgas = {"mb": FOLGA_MB, "arquivos": FOLGA_ARQUIVOS, "linhas": FOLGA_ARQUIVOS}
    return [
        f"réplica {replica}: {medida} cresceu {cresceu}"
        for replica, medida, cresceu in measure_growth(linhas)
        if cresceu > folgas[medida]
    ]


def write_report(
    conta: Conta, linhas: list[dict[str, float]], minutos: float, sessoes: int, dia: date
) -> str:
    """Return the report, with the duration that was really run."""
    voltas, pedidos = sorted(conta.voltas_s), sorted(conta.pedidos_s)

    def ms(tempos: list[float], parte: float) -> str:
        return f"{1000 * tempos[min(int(parte * len(tempos)), len(tempos) - 1)]:.0f}" if tempos else "-"

    vezes, nomes = conta.vezes, {"mb": "MB", "arquivos": "arquivos", "linhas": "threads"}
    colunas = sorted({int(linha["replica"]) for linha in linhas})
    tabela = [
        "| décimo | " + " | ".join(f"{r}: MB | {r}: arquivos | {r}: threads" for r in colunas) + " |",
        "|---:|" + "---:|" * (3 * len(colunas)),
    ]
    for decimo in range(1, 11):
        celulas = [
            f"{linha['mb']:.1f} | {linha['arquivos']:.0f} | {linha['linhas']:.0f}"
            for linha in linhas
            if linha["decimo"] == decimo
        ]
        tabela.append(f"| {decimo} | " + " | ".join(celulas) + " |")
    erros = [f"- {texto}: {quantos}" for texto, quantos in sorted(conta.erros.items())] or ["Nenhum erro."]
    return "\n".join(
        [
            "# Funcionamento prolongado",
            "",
            f"Medido em {dia:%d/%m/%Y} por `python -m bench.soak`: **{minutos:.0f} minutos** (medidos, não",
            f"extrapolados), {os.cpu_count()} núcleos divididos com outros programas, Python",
            f"{platform.python_version()}; nginx com os arquivos de `deploy/nginx` e duas réplicas.",
            f"{sessoes} leitores ao mesmo tempo, cada um com sua conexão de sessão, {sessoes} clientes de",
            f"arquivos e API, um acervo novo de tempos em tempos ({GUARDADOS} guardados; um em cada cinco",
            "desfeito).",
            "",
            f"- {vezes['sessoes']} sessões, {vezes['paginas']} páginas: mediana {ms(voltas, 0.5)} ms,"
            f" 95 % em até {ms(voltas, 0.95)} ms",
            f"- {vezes['pedidos']} pedidos de arquivos e API: mediana {ms(pedidos, 0.5)} ms,"
            f" 95 % em até {ms(pedidos, 0.95)} ms",
            f"- {vezes['acervos']} acervos publicados durante a medição",
            "",
            "## Erros",
            "",
            *erros,
            "",
            "## Memória e arquivos abertos",
            "",
            "Medianas de cada décimo da duração, por réplica (0 e 1): memória, arquivos abertos, threads.",
            "",
            *tabela,
            "",
            "Médias dos décimos 8 a 10 menos as dos décimos 5 a 7: "
            + "; ".join(
                f"réplica {replica}, {nomes[medida]} {cresceu:+.1f}"
                for replica, medida, cresceu in measure_growth(linhas)
            )
            + ". Os arquivos abertos oscilam com as conexões em curso.",
            "",
        ]
    )


def main() -> int:
    """Run, write, and say whether it held."""
    opcoes = argparse.ArgumentParser(description=__doc__)
    opcoes.add_argument("--minutos", type=float, default=120)
    opcoes.add_argument("--sessoes", type=int, default=4)
    opcoes.add_argument("--acervo-a-cada", type=float, default=60, metavar="SEGUNDOS")
    opcoes.add_argument(
        "--pausa", type=float, default=3, metavar="SEGUNDOS", help="entre páginas de um leitor"
    )
    opcoes.add_argument("--relatorio", type=Path)
    pedido = opcoes.parse_args()
    with tempfile.TemporaryDirectory(prefix="etrdash-soak-") as nome:
        pasta = Path(nome)
        build_minimo(pasta / "store", versao="soak-0").close()
        with Laboratorio(pasta, pasta / "store") as lab:
            conta = asyncio.run(run(lab, pedido.minutos, pedido.sessoes, pedido.acervo_a_cada, pedido.pausa))
            linhas = summarize(conta, len(lab.replicas))
    crescimentos = find_growth(linhas) if pedido.minutos >= MINUTOS_ATE_O_PATAMAR else []
    if pedido.relatorio is not None:
        hoje = datetime.now(UTC).date()
        pedido.relatorio.write_text(write_report(conta, linhas, pedido.minutos, pedido.sessoes, hoje))
    print(
        json.dumps(
            {
                "minutos": pedido.minutos,
                **conta.vezes,
                "erros": conta.erros,
                "crescimentos": crescimentos,
                "decimos": linhas,
            },
            ensure_ascii=False,
        )
    )
    return 1 if conta.erros or crescimentos else 0


if __name__ == "__main__":
    sys.exit(main())
