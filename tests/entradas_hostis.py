"""Inputs in which every text tries to run, to escape or to break: sources, file names, a city's words."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from etrdash.demo.anatel import COLUNAS_A, COLUNAS_B1
from etrdash.staging.municipal_mapa import COLUNAS as COLUNAS_DE_ATOS
from tests.entradas_minimas import ESTACAO, write_municipio

IBGE = "3138203"
LEI = "votuporanga_lei_5992_2017"
FORA = "fora.invalid"
"""A host that no page may ask for."""

_PRIMEIRA = 1000
_FAZ = "window.__hostil=1"
CARGAS = {
    "script": f"<script>{_FAZ}</script>",
    "imagem": f'"><img src=x onerror="{_FAZ}">',
    "svg": f"'><svg/onload={_FAZ}><iframe srcdoc='<script>parent.__hostil=1</script>'>",
    "entidades": f"&lt;img src=x onerror={_FAZ}&gt; &#60;script&#62;{_FAZ}&#60;/script&#62;",
    "fecha": f"</title></textarea></style></script>]]></summary>--><script>{_FAZ}</script>",
    "estilo": "</style><style>body{display:none}</style><base href='http://fora.invalid/'>",
    "endereco": f"javascript:{_FAZ}",
    "markdown": f"[x](javascript:{_FAZ}) ![x](http://{FORA}/x.png) **n** `c` :red[x] $x^2$ # t | a | b |",
    "molde": "{{7*7}} {% raw %} ${7*7} #{7*7} <%= 7*7 %> {0.__class__} %s%n",
    "sql": "'; DROP TABLE estacoes; SELECT '1' --",
    "formula": f'=HYPERLINK("http://{FORA}";"x")',
    "comando": "=cmd|' /C calc'!A0",
    "arroba": "@SUM(1+1)*cmd|' /C calc'!A0",
    "mais": "+1+1",
    "larga": "＝1+1",
    "cabecalho": "a%0d%0aSet-Cookie: x=1",
    "caminho": "../../../../etc/passwd",
    "direcao": "\u202eaicnadnep mes\u202c \u2066x",
    "invisivel": "a\u200bb\u00ad\ufeffc\u2060",
    "linhas": "a\u2028b\u2029c",
    "controle": "a\x07b\x1b[31mc\x7f\x85",
    "quebra": "a\r\n=1+1\r\nb",
    "acentos": "Z" + "\u0300\u0489" * 60,
    "enorme": "A" * 20_000,
}
_RUAS = (
    "AMAZONAS", "BOLIVIA", "CEARA", "DINAMARCA", "EQUADOR", "FINLANDIA", "GOIAS", "HONDURAS", "ISLANDIA",
    "JAPAO", "KUWAIT", "LUXEMBURGO", "MARANHAO", "NICARAGUA", "OURO PRETO", "PARAIBA", "QUEBEC", "RONDONIA",
    "SERGIPE", "TOCANTINS", "URUGUAI", "VENEZUELA", "WASHINGTON", "XINGU", "YUCATAN", "ZAMBIA",
)  # fmt: skip
_TEXTOS_DE_ATOS = {
    "codigo_ibge": IBGE,
    "instrumento": "LICENCA_INSTALACAO",
    "ato": "emissao",
    "data": "2022-05-01",
    "detentora_nome": "SBA TORRES BRASIL LTDA",
}


def write_hostis(pasta: Path, cargas: Mapping[str, str] = CARGAS) -> list[str]:
    """Write the files and return the arguments of ``build`` that name them.

    Each hostile text stands alone in each column of one row, the other cells being right, so that no refusal
    hides another column; and once in all the free texts of one station and one ato.
    """
    anatel = pasta / "esta<img src=x onerror=window.__hostil=1>.csv"
    outras = pasta / "=cmd outras.csv"
    atos = pasta / "'><svg onload=window.__hostil=1>.csv"
    _write(anatel, COLUNAS_A, ";", _list_layout_a([*cargas.values()]))
    _write(outras, COLUNAS_B1, ",", _list_layout_b1([*cargas.values()]))
    _write(atos, COLUNAS_DE_ATOS, ",", _list_atos([*cargas.values()]))
    dados = write_municipio(pasta / "dados", LEI)
    _write_words(dados, cargas)
    municipal = f"{IBGE}={atos}"
    return ["--anatel", str(anatel), str(outras), "--municipal", municipal, "--data", str(dados)]


def list_completas(cargas: Mapping[str, str] = CARGAS) -> list[str]:
    """Return the numbers of the stations that are hostile in every free text, one for each text."""
    return [str(_PRIMEIRA + (len(COLUNAS_A) + 1) * (i + 1)) for i in range(len(cargas))]


def _write(caminho: Path, colunas: Sequence[str], separador: str, linhas: Iterator[dict[str, str]]) -> None:
    with caminho.open("w", encoding="utf-8-sig", newline="") as saida:
        escritor = csv.DictWriter(saida, colunas, delimiter=separador, restval="")
        escritor.writeheader()
        escritor.writerows(linhas)


def _list_layout_a(cargas: Sequence[str]) -> Iterator[dict[str, str]]:
    base = {
        "Entidade": "CLARO S.A.", "NumServico": "010", "Designação Emissão": "5M00G9W", "Tecnologia": "LTE",
        "FreqTxMHz": "2165", "FreqRxMHz": "2155", "Código IBGE": IBGE, "Município-UF": "Lavras - MG",
        "UF": "MG", "Situacao": "Licenciada", "Data Primeiro Licenciamento": "01/04/2015",
        "Data Validade": "01/01/2035", "EndBairro": "CENTRO", "ClassInfraFisica": "Greenfield",
    }  # fmt: skip
    livres = ("Entidade", "EnderecoEstacao", "EndBairro", "EndNumero", "EndComplemento", "ClassInfraFisica")
    numero = _PRIMEIRA
    for carga in cargas:
        for coluna in (*COLUNAS_A, None):
            numero += 1
            proprias = _name_company(dict.fromkeys(livres if coluna is None else (coluna,), carga))
            rua, casa, latitude, longitude = _place(numero)
            lugar = {"Latitude decimal": latitude, "Longitude decimal": longitude, "EndNumero": casa}
            yield {**base, "Número Estação": str(numero), "EnderecoEstacao": rua, **lugar, **proprias}


def _list_layout_b1(cargas: Sequence[str]) -> Iterator[dict[str, str]]:
    numero = 5000
    for carga in cargas:
        for coluna in COLUNAS_B1:
            numero += 1
            rua, casa, latitude, longitude = _place(numero)
            yield {
                **ESTACAO, "NumServico": "019", "CodTipoClasseEstacao": "FX", "_id": str(numero),
                "NumEstacao": str(numero), "Latitude": latitude, "Longitude": longitude,
                "EnderecoEstacao": f"{rua},{casa},VILA NOVA", **_name_company({coluna: carga}),
            }  # fmt: skip


def _list_atos(cargas: Sequence[str]) -> Iterator[dict[str, str]]:
    livres = (
        "registro_id", "detentora_nome", "prestadora_nome", "logradouro", "bairro", "zona", "observacao",
    )  # fmt: skip
    numero = 1000
    for carga in cargas:
        for coluna in (*COLUNAS_DE_ATOS, None):
            numero += 1
            proprias = _name_company(dict.fromkeys(livres if coluna is None else (coluna,), carga))
            rua, casa, latitude, longitude = _place(numero)
            yield {
                **_TEXTOS_DE_ATOS, "registro_id": f"{numero}/2022", "logradouro": rua,
                "numero": casa, "latitude": latitude, "longitude": longitude, **proprias,
            }  # fmt: skip


def _name_company(celulas: dict[str, str]) -> dict[str, str]:
    """Make companies of the holders, whose names are published; a person's never is."""
    donas = ("Entidade", "NomeEntidade", "detentora_nome", "prestadora_nome")
    return {coluna: f"{texto} LTDA" if coluna in donas else texto for coluna, texto in celulas.items()}


def _place(numero: int) -> tuple[str, str, str, str]:
    """Return street, house and a point 400 m from the next: whoever has the number is there, and alone."""
    linha, coluna = divmod(numero % 1000, len(_RUAS))
    rua = f"RUA {_RUAS[coluna]}"
    return rua, str(100 * linha + 1), f"-{21.14 + 0.004 * linha:.5f}", f"-{45.06 - 0.004 * coluna:.5f}"


def _write_words(dados: Path, cargas: Mapping[str, str]) -> None:
    """Put the texts into what a city says of itself, into a reply and into people's decisions."""
    caminho = dados / "municipios" / f"{IBGE}.toml"
    tudo = json.dumps(" ".join(carga for carga in cargas.values() if len(carga) < 1000).replace("\x7f", ""))
    texto = caminho.read_text(encoding="utf-8")
    cabeca, registros = texto.split("[registros]")
    registros = registros.replace('"Obras"', tudo).replace('"LAI"', tudo).replace('"não declarada"', tudo)
    resposta = f"[[manifestacao]]\nautor = {tudo}\nem = 2026-11-01\ntexto = {tudo}\n"
    topo = f"contato = {tudo}\nvigencia_nota = {tudo}\n"
    caminho.write_text(f"{cabeca}{topo}[registros]{registros}{resposta}", encoding="utf-8")
    vinculos = dados / "vinculos"
    vinculos.mkdir()
    colunas = ("numero_estacao", "registro_id", "decisao", "por", "em", "motivo")
    decisao = {"registro_id": "1033/2022", "decisao": "confirmado", "em": "2026-11-01"}
    decisoes = (
        {**decisao, "numero_estacao": numero, "por": carga, "motivo": carga}
        for numero, carga in zip(list_completas(cargas), cargas.values(), strict=True)
    )
    _write(vinculos / f"{IBGE}.csv", colunas, ",", decisoes)
