"""The service behind deploy/nginx: sessions stay, a replica dies, acervos change, copies never lie."""

from __future__ import annotations

import asyncio
import hashlib
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import requests
from requests.adapters import HTTPAdapter

from bench.paginas_servidor import find_port
from bench.soak_laboratorio import RAIZ, Laboratorio, Replica
from bench.soak_sessao import SessaoGravada, ask_cookie
from etrdash.published.somas import read_somas
from etrdash.published.store import Store
from tests.acervo_minimo import build_minimo
from tests.sessoes import run_sessoes

COOKIE = re.compile(r"etrdash_replica=[0-9a-f]{32}; Path=/; HttpOnly; SameSite=Lax")


class Visitante(HTTPAdapter):
    """Speaks from one address of the loopback, so that limits count it alone."""

    def __init__(self, endereco: str) -> None:
        self.endereco = endereco
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs, source_address=(self.endereco, 0))


def visit(endereco: str) -> requests.Session:
    sessao = requests.Session()
    sessao.mount("http://", Visitante(endereco))
    return sessao


def wait_for(pronto: Callable[[], bool], prazo_s: float = 20) -> bool:
    """Whether something becomes true in time."""
    fim = time.monotonic() + prazo_s
    while not pronto():
        if time.monotonic() > fim:
            return False
        time.sleep(0.02)
    return True


def find_line(lab: Laboratorio, identidade: str) -> dict[str, Any]:
    """Return nginx's line of one request, which may come a moment after the answer."""
    achadas: list[dict[str, Any]] = []

    def look() -> bool:
        achadas.extend(linha for linha in lab.read_log() if linha["id"] == identidade)
        return bool(achadas)

    assert wait_for(look), f"{identidade} is not in the log"
    return achadas[0]


def find_home(lab: Laboratorio, cookie: str) -> Replica:
    """Return the replica on which a visitor's pages are answered."""
    identidade = hashlib.sha256(f"{cookie}{time.monotonic_ns()}".encode()).hexdigest()[:32]
    requests.get(lab.url, headers={"cookie": cookie, "x-request-id": identidade}, timeout=30)
    return lab.find_replica(find_line(lab, identidade)["replica"])


def find_visitors(lab: Laboratorio, replica: Replica, quantos: int) -> list[str]:
    """Return cookies of new visitors whose home is a replica."""
    novos = (ask_cookie(lab.url) for _ in range(60))
    daqui = list(islice((cookie for cookie in novos if find_home(lab, cookie) is replica), quantos))
    assert len(daqui) == quantos
    return daqui


def count_sessions(lab: Laboratorio) -> Counter[int]:
    """Return how many closed sessions each replica has had."""
    return Counter(
        lab.find_replica(linha["replica"]).porta for linha in lab.read_log() if linha["parte"] == "sessao"
    )


async def read_page(lab: Laboratorio, cookie: str, pagina: str = "", query: str = "") -> set[str]:
    async with SessaoGravada(lab.url, cookies=cookie) as sessao:
        volta, acervos = await sessao.read(pagina, query)
    assert volta.excecoes == 0
    return acervos


def test_a_new_visitor_gets_a_cookie_and_both_replicas_get_visitors(laboratorio: Laboratorio) -> None:
    primeira = requests.get(laboratorio.url, timeout=30)
    assert COOKIE.fullmatch(primeira.headers["set-cookie"])
    cookie = primeira.headers["set-cookie"].partition(";")[0]
    assert "set-cookie" not in requests.get(laboratorio.url, headers={"cookie": cookie}, timeout=30).headers
    forjado = requests.get(laboratorio.url, headers={"cookie": "etrdash_replica=x"}, timeout=30)
    assert COOKIE.fullmatch(forjado.headers["set-cookie"])
    for replica in laboratorio.replicas:
        find_visitors(laboratorio, replica, 2)


def test_data_sets_no_cookie(laboratorio: Laboratorio) -> None:
    for endereco in ("/api/v1/acervo", "/dados/atual/estacoes.csv", "/mudancas.atom", "/healthz"):
        assert "set-cookie" not in requests.get(laboratorio.url + endereco, timeout=30).headers


def test_sessions_stay_on_their_replica(laboratorio: Laboratorio) -> None:
    for replica in laboratorio.replicas:
        (cookie,) = find_visitors(laboratorio, replica, 1)
        antes = count_sessions(laboratorio)
        for pagina in ("", "mapa", "prazos"):
            run_sessoes(read_page(laboratorio, cookie, pagina))
        total = antes.total() + 3
        assert wait_for(lambda total=total: count_sessions(laboratorio).total() == total)
        assert count_sessions(laboratorio) - antes == {replica.porta: 3}


def test_the_request_id_passes_through(laboratorio: Laboratorio) -> None:
    url = f"{laboratorio.url}/api/v1/municipios"
    dada = "pedido-de-teste-0001"
    resposta = requests.get(url, headers={"x-request-id": dada}, timeout=30)
    assert resposta.headers["x-request-id"] == dada
    linha = find_line(laboratorio, dada)
    assert (linha["parte"], linha["status"]) == ("api", 200)
    replica = laboratorio.find_replica(linha["replica"])
    assert wait_for(lambda: dada in replica.log.read_text())
    torta = requests.get(url, headers={"x-request-id": "<script>"}, timeout=30)
    assert re.fullmatch(r"[0-9a-f]{32}", torta.headers["x-request-id"])


def test_the_log_names_no_visitor_and_nothing_looked_for(laboratorio: Laboratorio) -> None:
    procurada = "31415926"
    requests.get(f"{laboratorio.url}/estacao?numero={procurada}", timeout=30)
    requests.get(f"{laboratorio.url}/api/v1/estacoes/{procurada}?x=1", timeout=30)
    texto = (laboratorio.pasta / "etrdash.log").read_text()
    assert procurada not in texto
    chaves = {chave for linha in laboratorio.read_log() for chave in linha}
    assert chaves == {"em", "id", "metodo", "parte", "status", "bytes", "s", "replica", "copia"}
    enderecos = {linha["replica"] for linha in laboratorio.read_log()}
    assert all(endereco == "" or endereco.startswith("127.0.0.1:") for endereco in enderecos)


def test_a_file_comes_from_the_copy_whole_in_parts_and_unchanged(laboratorio: Laboratorio) -> None:
    acervo = Store(laboratorio.store).list_ids()[0]
    url = f"{laboratorio.url}/dados/{acervo}/atos.csv"
    conteudo = (laboratorio.store / acervo / "atos.csv").read_bytes()
    pedidos = [{"x-request-id": f"copia-de-teste-{n}"} for n in range(2)]
    respostas = [requests.get(url, headers=pedido, timeout=30) for pedido in pedidos]
    assert [resposta.content for resposta in respostas] == [conteudo, conteudo]
    copias = [find_line(laboratorio, pedido["x-request-id"])["copia"] for pedido in pedidos]
    assert copias == ["MISS", "HIT"]
    assert respostas[1].headers["x-request-id"] == "copia-de-teste-1"
    assert respostas[1].headers["cache-control"] == "public, max-age=31536000, immutable"
    inteira = requests.get(url, headers={"accept-encoding": "identity"}, timeout=30)
    assert inteira.headers["etag"] == f'"{hashlib.sha256(conteudo).hexdigest()}"'
    pedaco = requests.get(url, headers={"range": "bytes=7-20", "accept-encoding": "gzip"}, timeout=30)
    assert (pedaco.status_code, pedaco.content) == (206, conteudo[7:21])
    for etag in (inteira.headers["etag"], respostas[0].headers["etag"]):
        assert requests.get(url, headers={"if-none-match": etag}, timeout=30).status_code == 304


def test_only_answers_about_a_named_acervo_are_copied(laboratorio: Laboratorio) -> None:
    acervo = Store(laboratorio.store).list_ids()[0]
    copias = []
    for numero, query in enumerate(("", "", f"?acervo={acervo}", f"?acervo={acervo}")):
        pedido = {"x-request-id": f"api-de-teste-{numero}"}
        resposta = requests.get(f"{laboratorio.url}/api/v1/municipios{query}", headers=pedido, timeout=30)
        assert resposta.headers["cache-control"] == "public, max-age=0, must-revalidate"
        copias.append(find_line(laboratorio, pedido["x-request-id"])["copia"])
    assert copias == ["BYPASS", "BYPASS", "MISS", "HIT"]


def test_a_withdrawal_reaches_the_copy(laboratorio: Laboratorio) -> None:
    store = Store(laboratorio.store)
    retirado = store.list_ids()[1]
    if retirado == store.find_current():
        retirado = store.list_ids()[0]
    enderecos = [f"/dados/{retirado}/sitios.csv", f"/api/v1/municipios?acervo={retirado}"]
    for endereco in enderecos:
        assert requests.get(laboratorio.url + endereco, timeout=30).status_code == 200
    store.withdraw(retirado, date(2026, 12, 1), "dados_pessoais")
    inicio = time.monotonic()
    for endereco in enderecos:
        assert wait_for(
            lambda url=laboratorio.url + endereco: requests.get(url, timeout=30).status_code == 410
        )
        resposta = requests.get(laboratorio.url + endereco, timeout=30)
        assert resposta.json()["erro"]["substituto"] == store.find_current()
    assert time.monotonic() - inicio < 10


def test_measures_are_for_this_machine(laboratorio: Laboratorio) -> None:
    daqui = requests.get(f"{laboratorio.url}/metrics", headers={"x-request-id": "medida-daqui"}, timeout=30)
    assert find_line(laboratorio, "medida-daqui")["replica"]
    assert "x-content-type-options" in daqui.headers
    fora = visit("127.0.0.9").get(f"{laboratorio.url}/metrics", timeout=30)
    assert fora.status_code == 404
    assert fora.json()["erro"]["status"] == 404


def test_too_many_requests_are_told_to_wait_and_others_are_not(laboratorio: Laboratorio) -> None:
    apressado, outro = visit("127.0.0.7"), visit("127.0.0.8")
    url = f"{laboratorio.url}/dados/atual/atos.csv"
    respostas = [apressado.get(url, timeout=30, allow_redirects=False) for _ in range(250)]
    vezes = Counter(resposta.status_code for resposta in respostas)
    assert set(vezes) == {307, 429}
    assert vezes[307] > 100
    recusada = next(resposta for resposta in respostas if resposta.status_code == 429)
    assert recusada.headers["retry-after"] == "2"
    assert "Espere" in recusada.json()["erro"]["mensagem"]
    assert outro.get(url, timeout=30).status_code == 200


def test_another_host_name_is_not_answered(laboratorio: Laboratorio) -> None:
    with pytest.raises(requests.ConnectionError):
        requests.get(laboratorio.url, headers={"host": "outro.exemplo.invalid"}, timeout=30)


def test_nothing_is_written_and_nothing_big_is_taken(laboratorio: Laboratorio) -> None:
    assert requests.post(f"{laboratorio.url}/api/v1/acervo", data=b"x", timeout=30).status_code == 405
    assert requests.post(laboratorio.url, data=b"x" * 5000, timeout=30).status_code == 413
    assert requests.get(f"{laboratorio.url}/_stcore/metrics", timeout=30).status_code == 404
    assert requests.get(f"{laboratorio.url}/dados/..%2f..%2fatual", timeout=30).status_code == 400


class Trafego(threading.Thread):
    """One client that reads files and the API over and over, and counts what was not right."""

    def __init__(self, lab: Laboratorio, numero: int) -> None:
        super().__init__(daemon=True)
        self.lab, self.sessao, self.fim = lab, visit(f"127.0.1.{numero + 1}"), threading.Event()
        self.feitos, self.falhas = 0, list[str]()

    def run(self) -> None:
        acervo = Store(self.lab.store).list_ids()[0]
        somas = read_somas(self.lab.store / acervo)
        enderecos = [
            f"/dados/{acervo}/estacoes.csv",
            "/api/v1/municipios",
            f"/dados/{acervo}/estacoes.parquet",
            "/dados/atual/estacoes.csv",
            "/api/v1/municipios/3557105/estacoes.geojson",
            "/api/v1/estacoes/1001",
        ]
        while not self.fim.wait(0.04):
            endereco = enderecos[self.feitos % len(enderecos)]
            # Each time another address, so that the replicas and not the copy are asked.
            endereco += f"?pedido={self.feitos}" if endereco.startswith("/dados/") else ""
            self.feitos += 1
            try:
                resposta = self.sessao.get(self.lab.url + endereco, timeout=30)
            except requests.RequestException as erro:
                self.falhas.append(f"{endereco}: {type(erro).__name__}")
                continue
            if resposta.status_code != 200:
                self.falhas.append(f"{endereco}: {resposta.status_code}")
            elif f"/dados/{acervo}/" in resposta.url:
                nome = Path(resposta.url.partition("?")[0]).name
                if hashlib.sha256(resposta.content).hexdigest() != somas[nome]:
                    self.falhas.append(f"{endereco}: outros bytes")


def test_a_new_acervo_is_on_both_replicas_within_seconds_and_whole_in_every_page(
    laboratorio: Laboratorio,
) -> None:
    lab = laboratorio
    antes = Store(lab.store).find_current()
    cookies = [find_visitors(lab, replica, 1)[0] for replica in lab.replicas]

    async def run_all() -> tuple[str, float]:
        sessoes = [SessaoGravada(lab.url, cookies=cookie) for cookie in cookies]
        for sessao in sessoes:
            await sessao.__aenter__()
            assert (await sessao.read(""))[1] == {antes}
        novo = build_minimo(lab.store, versao="novo").id
        inicio = time.monotonic()
        enderecos = [*(replica.url for replica in lab.replicas), lab.url]
        while {requests.get(f"{url}/api/v1/acervo", timeout=30).json()["acervo"] for url in enderecos} != {
            novo
        }:
            assert time.monotonic() - inicio < 10
            time.sleep(0.05)
        demora = time.monotonic() - inicio
        for sessao, cookie in zip(sessoes, cookies, strict=True):
            for pagina in ("mapa", "prazos"):
                assert (await sessao.read(pagina))[1] == {antes}, "an open session keeps its own"
                assert await read_page(lab, cookie, pagina) == {novo}
            await sessao.__aexit__(None, None, None)
        return novo, demora

    novo, demora = run_sessoes(run_all())
    assert novo != antes
    assert demora < 5
    recorte = requests.get(f"{lab.url}/api/v1/municipios/3557105/estacoes.csv", timeout=30).text
    assert {linha.split(",")[0] for linha in recorte.splitlines()[1:]} == {novo}


def test_a_killed_replica_loses_no_request_and_its_sessions_go_on(laboratorio: Laboratorio) -> None:
    lab = laboratorio
    morta, viva = lab.replicas
    cookies = find_visitors(lab, morta, 2) + find_visitors(lab, viva, 1)

    async def follow(cookie: str, parou: asyncio.Event, caiu: list[str]) -> None:
        """Read as a browser does: a connection that falls is opened again, with the same cookie."""
        for _ in range(2):
            try:
                async with SessaoGravada(lab.url, cookies=cookie) as sessao:
                    volta, acervos = await sessao.read("prazos")
                    assert (volta.excecoes, len(acervos)) == (0, 1)
                    parou.set()
                    assert sessao._gravador is not None
                    await asyncio.wait_for(sessao._gravador.ws.wait_closed(), 2)
                    caiu.append(cookie)
            except TimeoutError:
                return
        raise AssertionError("a sessão caiu duas vezes")

    async def run_all() -> list[str]:
        caiu: list[str] = []
        prontas = [asyncio.Event() for _ in cookies]
        tarefas = [
            asyncio.create_task(follow(cookie, pronta, caiu))
            for cookie, pronta in zip(cookies, prontas, strict=True)
        ]
        esperas = asyncio.gather(*(pronta.wait() for pronta in prontas))
        await asyncio.wait([esperas, *tarefas], return_when=asyncio.FIRST_COMPLETED)
        assert esperas.done()
        morta.stop(signal.SIGKILL)
        await asyncio.gather(*tarefas)
        return caiu

    trafego = [Trafego(lab, numero) for numero in range(3)]
    for cliente in trafego:
        cliente.start()
    try:
        caiu = run_sessoes(run_all())
        wait_for(lambda: sum(cliente.feitos for cliente in trafego) > 50, prazo_s=60)  # on a slow machine too
    finally:
        for cliente in trafego:
            cliente.fim.set()
        for cliente in trafego:
            cliente.join(30)
        morta.start()
        morta.wait()
    assert [falha for cliente in trafego for falha in cliente.falhas] == []
    assert sum(cliente.feitos for cliente in trafego) > 50
    assert sorted(caiu) == sorted(cookies[:2])


def test_a_replica_is_warmed_by_its_first_page(laboratorio: Laboratorio) -> None:
    for porta, mostrou in ((laboratorio.replicas[0].porta, True), (find_port(), False)):
        comando = [sys.executable, "deploy/primeira_pagina.py", str(porta)]
        processo = subprocess.run(comando, cwd=RAIZ, capture_output=True, timeout=90, check=False)
        assert (processo.returncode == 0) is mostrou


@pytest.mark.longo
def test_a_replica_that_returns_gets_its_visitors_back(laboratorio: Laboratorio) -> None:
    lab = laboratorio
    volta, outra = lab.replicas
    (cookie,) = find_visitors(lab, volta, 1)
    volta.stop(signal.SIGKILL)
    assert find_home(lab, cookie) is outra
    volta.start()
    volta.wait()
    assert wait_for(lambda: find_home(lab, cookie) is volta)
