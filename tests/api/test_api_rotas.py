"""The JSON API: content, filters, pages, refusals and conditional requests."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from starlette.testclient import TestClient

from etrdash.api.municipios import FORMATS
from etrdash.api.openapi import build_openapi
from etrdash.api.prazos import FORMATS as PRAZOS
from etrdash.api.routes import build_routes
from etrdash.api.service import Service
from etrdash.vocabulario import Situacao
from tests.api.conftest import LABELS, Loja

ESTACOES = "/api/v1/municipios/3557105/estacoes"


def test_health_names_the_acervo(cliente: TestClient, loja: Loja) -> None:
    response = cliente.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"situacao": "ok", "acervo": loja.atual}
    assert response.headers["cache-control"] == "no-store"


def test_acervo_lists_files_and_the_other_acervos(cliente: TestClient, loja: Loja) -> None:
    body = cliente.get("/api/v1/acervo").json()
    assert body["acervo"] == loja.atual
    assert sorted(body["acervos"]) == sorted([loja.antigo, loja.atual])
    addresses = [item["url"] for item in body["publicados"]]
    assert f"/dados/{loja.atual}/estacoes.csv" in addresses
    assert all(cliente.get(address).status_code == 200 for address in addresses)


def test_municipalities(cliente: TestClient, loja: Loja) -> None:
    body = cliente.get("/api/v1/municipios").json()
    assert (body["acervo"], body["em"], body["ficticio"]) == (loja.atual, "2026-11-30", False)
    assert {row["codigo_ibge"]: row["avaliadas"] for row in body["municipios"]} == {
        "3138203": 3,
        "3557105": 8,
    }
    csv = cliente.get("/api/v1/municipios.csv")
    assert csv.content == (loja.pasta / loja.atual / "municipios.csv").read_bytes()


def test_one_municipality(cliente: TestClient) -> None:
    body = cliente.get("/api/v1/municipios/3557105").json()
    assert body["municipio"]["vermelho"] == 3
    assert {row["situacao"] for row in body["situacoes"]} <= set(Situacao)
    assert [row["autor"] for row in body["manifestacoes"]] == ["VIVO"]
    assert cliente.get(body["relatorio"]).status_code == 200
    assert all(cliente.get(address).status_code == 200 for address in body["estacoes"].values())


def test_one_station(cliente: TestClient) -> None:
    body = cliente.get("/api/v1/estacoes/1004").json()
    assert body["estacao"]["situacao"] == "PRAZO_VENCIDO"
    assert body["estacao"]["explicacao"]["situacao"] == "PRAZO_VENCIDO"
    assert len(body["emissoes"]) == 1
    assert [row["texto"] for row in body["manifestacoes"]] == ["Pedido em preparo."]
    assert cliente.get("/api/v1/estacoes/1001").json()["mesmo_sitio"] == ["1002"]


@pytest.mark.parametrize(
    ("query", "numeros"),
    [
        ("situacao=SEM_REGISTRO", ["1005"]),
        ("situacao=SEM_REGISTRO&situacao=REGULAR", ["1001", "1005"]),
        ("grupo=vermelho", ["1004", "1005", "1007"]),
        ("grupo=vermelho&prestadora=VIVO", ["1004", "1007"]),
        ("prestadora=TIM&prestadora=OI", ["1003", "1006", "1008"]),
        ("detentora=TORRES EXEMPLO S.A.", ["1001", "1002", "1003", "1007"]),
        ("tecnologia=GSM", ["1001", "1003", "1005", "1007", "1009"]),
        ("tipo=SEGURANCA", ["1009"]),
        ("bairro=Centro&grupo=vermelho", ["1004"]),
        ("avaliada=false", ["1009"]),
        ("q=acacias, 103", ["1004"]),
        ("q=13/2015", ["1007"]),
        ("q=nada disto", []),
    ],
)
def test_filters(cliente: TestClient, query: str, numeros: list[str]) -> None:
    body = cliente.get(f"{ESTACOES}.json", params=parse_qsl(query)).json()
    assert [row["numero_estacao"] for row in body["estacoes"]] == numeros
    assert body["total"] == len(numeros)


def test_pages_follow_one_another(cliente: TestClient) -> None:
    seen: list[str] = []
    address: str | None = f"{ESTACOES}.json?limit=4&avaliada=true"
    for _ in range(5):
        response = cliente.get(str(address))
        seen += [row["numero_estacao"] for row in response.json()["estacoes"]]
        address = response.links.get("next", {}).get("url")
        if address is None:
            break
    assert seen == [str(n) for n in range(1001, 1009)]
    assert set(response.links) == {"first", "last", "prev"}
    assert dict(parse_qsl(urlsplit(response.links["prev"]["url"]).query))["avaliada"] == "true"


def test_pages_stay_on_their_acervo(cliente: TestClient, loja: Loja) -> None:
    response = cliente.get(f"{ESTACOES}.json?limit=1")
    assert dict(parse_qsl(urlsplit(response.links["next"]["url"]).query))["acervo"] == loja.atual


def test_an_earlier_acervo_keeps_answering(cliente: TestClient, loja: Loja) -> None:
    assert cliente.get(f"/api/v1/municipios?acervo={loja.antigo}").json()["acervo"] == loja.antigo


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        (f"{ESTACOES}.json?cor=vermelho", 400, "Parâmetro desconhecido"),
        (f"{ESTACOES}.json?situacao=ILEGAL", 400, "Valor desconhecido"),
        (f"{ESTACOES}.json?grupo=roxo", 400, "Valor desconhecido"),
        (f"{ESTACOES}.json?avaliada=talvez", 400, "Valor desconhecido"),
        (f"{ESTACOES}.json?avaliada=true&avaliada=false", 400, "Valor desconhecido"),
        (f"{ESTACOES}.json?limit=0", 400, "número de 1 a 1000"),
        (f"{ESTACOES}.json?limit=1001", 400, "número de 1 a 1000"),
        (f"{ESTACOES}.json?limit=-1", 400, "número de 1 a 1000"),
        (f"{ESTACOES}.json?limit=1e9", 400, "número de 1 a 1000"),
        (f"{ESTACOES}.json?limit=%D9%A1", 400, "número de 1 a 1000"),
        (f"{ESTACOES}.json?offset=99999999999", 400, "número de 0 a"),
        (f"{ESTACOES}.json?limit=1&limit=2", 400, "número de 1 a 1000"),
        (f"{ESTACOES}.json?q=", 400, "vazios ou longos demais"),
        (f"{ESTACOES}.json?q={'a' * 101}", 400, "vazios ou longos demais"),
        (f"{ESTACOES}.json?q=a&q=b", 400, "vazios ou longos demais"),
        (f"{ESTACOES}.json?" + "&".join(["prestadora=a"] * 21), 400, "vazios ou longos demais"),
        (f"{ESTACOES}.csv?limit=1", 400, "Parâmetro desconhecido"),
        (f"{ESTACOES}.xml", 404, "Formato desconhecido"),
        ("/api/v1/municipios?q=x", 400, "Parâmetro desconhecido"),
        ("/api/v1/municipios/355710", 404, "7 dígitos"),
        ("/api/v1/municipios/9999999", 404, "não tem este município"),
        ("/api/v1/estacoes/777", 404, "não tem estação"),
        ("/api/v1/estacoes/%3Cscript%3E", 404, "Não há estação"),
        ("/api/v1/acervo?acervo=2026-11-30-00000000", 404, "Não há acervo"),
        ("/api/v1/acervo?acervo=../../etc", 404, "Não há acervo"),
        ("/api", 404, "Não há nada"),
        ("/api/", 404, "Não há nada"),
        ("/api/v2/acervo", 404, "Não há nada"),
        ("/api/v1/municipios/3557105/outra", 404, "Não há nada"),
        ("/dados/x/y/z", 404, "Não há nada"),
        ("/relatorio/9999999", 404, "não tem este município"),
        ("/relatorio/abc", 404, "7 dígitos"),
    ],
)
def test_refusals_are_json(cliente: TestClient, address: str, status: int, words: str) -> None:
    response = cliente.get(address)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/json"
    error = response.json()["erro"]
    assert error["status"] == status
    assert words in error["mensagem"]


def test_refusals_repeat_nothing_of_the_request(cliente: TestClient) -> None:
    for address in (
        f"{ESTACOES}.json?zzz=1",
        f"{ESTACOES}.json?situacao=zzz",
        "/api/v1/zzz",
        "/dados/zzz/zzz",
    ):
        assert "zzz" not in cliente.get(address).text


def test_entity_tags(cliente: TestClient) -> None:
    for address in ("/api/v1/municipios", f"{ESTACOES}.json", f"{ESTACOES}.csv", "/relatorio/3557105"):
        first = cliente.get(address, headers={"accept-encoding": "identity"})
        again = cliente.get(address, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        other = cliente.get(address, headers={"if-none-match": '"outra"'})
        assert other.status_code == 200


def test_entity_tag_depends_on_the_filter_and_the_acervo(cliente: TestClient, loja: Loja) -> None:
    addresses = [
        f"{ESTACOES}.csv",
        f"{ESTACOES}.csv?grupo=vermelho",
        f"{ESTACOES}.excel.csv",
        f"{ESTACOES}.csv?acervo={loja.antigo}",
    ]
    tags = {cliente.get(a, headers={"accept-encoding": "identity"}).headers["etag"] for a in addresses}
    assert len(tags) == len(addresses)


def test_compression_weakens_the_tag(cliente: TestClient) -> None:
    plain = cliente.get("/api/v1/municipios", headers={"accept-encoding": "identity"})
    packed = cliente.get("/api/v1/municipios", headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["etag"] == f"W/{plain.headers['etag']}"
    assert packed.json() == plain.json()
    assert "accept-encoding" in packed.headers["vary"].lower()


def test_openapi_is_valid_and_served(cliente: TestClient) -> None:
    served = cliente.get("/api/v1/openapi.json").json()
    assert served == build_openapi()
    OpenAPIV31SpecValidator(served).validate()


def test_openapi_describes_every_route_and_only_those(loja: Loja) -> None:
    templates = [getattr(route, "path", "") for route in build_routes(Service(loja.pasta, LABELS))]
    routes = {
        path.replace("{formato}", formato)
        for path in templates
        if path.startswith("/api/v1/")
        for formato in ((PRAZOS if "/prazos" in path else FORMATS) if "{formato}" in path else ("",))
    }
    assert routes == {f"/api/v1{path}" for path in build_openapi()["paths"]}


def test_answers_follow_the_contract(cliente: TestClient) -> None:
    schemas = build_openapi()["components"]["schemas"]
    row = cliente.get(f"{ESTACOES}.json?limit=1").json()["estacoes"][0]
    assert list(row) == list(schemas["estacoes"]["properties"])
    municipality = cliente.get("/api/v1/municipios").json()["municipios"][0]
    assert set(schemas["municipios"]["properties"]) <= set(municipality)
