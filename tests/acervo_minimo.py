"""A tiny real acervo: two municipalities, twelve stations, every colour; the counts are done by hand.

3557105 (with a law and records) has nine stations on seven sites: 8 evaluated, 1 of another service.
3138203 (without a law) has three, all evaluated and grey.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import duckdb

from etrdash.marts.dicionario import load_dicionario
from etrdash.published.acervo import Acervo
from etrdash.published.identidade import Entrada, Identidade
from etrdash.published.publicacao import publish_acervo
from etrdash.published.store import Store
from etrdash.rules.motivos import describe_situacao
from etrdash.vocabulario import Situacao

EM = date(2026, 11, 30)
RECEBIDA_EM = date(2026, 11, 1)
COM_LEI = {"codigo_ibge": "3557105", "municipio": "Votuporanga", "uf": "SP"}
SEM_LEI = {"codigo_ibge": "3138203", "municipio": "Lavras", "uf": "MG"}

CONTORNO = [[-50.02, -20.46], [-49.92, -20.46], [-49.92, -20.38], [-50.02, -20.38], [-50.02, -20.46]]

# numero, sitio, prestadora, situacao, prazo_em, registro, (latitude, longitude)
_ESTACOES: list[tuple[Any, ...]] = [
    ("1001", "3557105-1", "VIVO", "REGULAR", date(2032, 5, 1), "10/2022", (-20.4223, -49.9728)),
    ("1002", "3557105-1", "CLARO", "COMUNICADA", None, "11/2022", (-20.4223, -49.9728)),
    ("1003", "3557105-2", "TIM", "EM_ANALISE", date(2026, 12, 15), "12/2026", (-20.4301, -49.9801)),
    ("1004", "3557105-3", "VIVO", "PRAZO_VENCIDO", date(2017, 12, 26), None, (-20.4102, -49.9650)),
    ("1005", "3557105-4", "CLARO", "SEM_REGISTRO", None, None, (-20.4188, -49.9555)),
    ("1006", "3557105-5", "TIM", "A_CONFERIR", date(2017, 12, 26), None, (-20.4250, -49.9600)),
    ("1007", "3557105-6", "VIVO", "REGISTRO_VENCIDO", date(2025, 3, 31), "13/2015", (-20.4000, -49.9700)),
    ("1008", "3557105-7", "OI", "SEM_DADOS_SUFICIENTES", None, None, (None, None)),
    ("1009", "3557105-2", "PREFEITURA", "FORA_DO_ESCOPO", None, None, (-20.4301, -49.9801)),
    ("2001", "3138203-1", "VIVO", "SEM_DADOS_SUFICIENTES", None, None, (-21.2450, -45.0001)),
    ("2002", "3138203-1", "TIM", "SEM_DADOS_SUFICIENTES", None, None, (-21.2450, -45.0001)),
    ("2003", "3138203-2", "CLARO", "SEM_DADOS_SUFICIENTES", None, None, (-21.2399, -44.9900)),
]
_REGISTROS = [
    ("10/2022", 2, False),
    ("11/2022", 1, False),
    ("12/2026", 1, False),
    ("13/2015", 1, False),
    ("99/2019", 0, True),
]


def fill_minimo(con: duckdb.DuckDBPyConnection, acervo: str) -> list[str]:
    """Create and fill every table of the dictionary; returns the build's warnings."""
    for tabela in load_dicionario().values():
        con.execute(tabela.ddl)
    for posicao, linha in enumerate(_ESTACOES):
        _insert_estacao(con, acervo, posicao, linha)
    _insert_sitios(con, acervo)
    _insert_registros(con, acervo)
    _insert_municipios(con, acervo)
    meses = list(_meses())
    for numero, _, _, situacao, *_ in _ESTACOES:
        if numero.startswith("1"):
            insert(
                con,
                "cursos",
                numero_estacao=numero,
                desde=meses[0],
                ate=meses[-1],
                situacao=situacao,
                grupo=Situacao(situacao).grupo.value,
            )
    for mes in _meses():
        for municipio, situacoes in _contagens().items():
            for situacao, estacoes in situacoes.items():
                insert(
                    con,
                    "serie",
                    acervo=acervo,
                    codigo_ibge=municipio,
                    mes=mes,
                    situacao=situacao,
                    estacoes=estacoes,
                )
    insert(
        con,
        "rejeitos",
        acervo=acervo,
        arquivo="anatel.csv",
        linha=9,
        motivo="DATA_INVALIDA",
        coluna="DataValidade",
        valor="31/02/2024",
    )
    insert(
        con,
        "arquivos",
        arquivo="anatel.csv",
        papel="anatel",
        layout="B1",
        sha256="a" * 64,
        bytes=1000,
        lidas=16,
        carregadas=14,
        repetidas=1,
        rejeitadas=1,
        pessoais_descartados=0,
        colunas_ignoradas=[],
        avisos=[],
    )
    insert(
        con,
        "arquivos",
        arquivo="3557105.csv",
        papel="municipal",
        layout="atos",
        codigo_ibge="3557105",
        sha256="b" * 64,
        bytes=500,
        lidas=6,
        carregadas=6,
        repetidas=0,
        rejeitadas=0,
        pessoais_descartados=2,
        colunas_ignoradas=["telefone"],
        avisos=[],
    )
    insert(
        con,
        "recusados",
        codigo_ibge="3557105",
        numero_estacao="1005",
        registro_id="99/2019",
        distancia_m=420.0,
        motivo="LONGE",
    )
    insert(
        con,
        "pontos",
        acervo=acervo,
        ponto_id="pontos.csv:2",
        codigo_ibge="3557105",
        especie="escola",
        nome="Escola de Exemplo",
        latitude=-20.4201,
        longitude=-49.9701,
        qualidade_coordenada="ok",
        fonte="pontos",
        arquivo="pontos.csv",
        linha=2,
    )
    insert(
        con,
        "proximidades",
        codigo_ibge="3557105",
        numero_estacao="1004",
        distancia="area_critica",
        minimo_m=50.0,
        distancia_m=31.4,
        especie="escola",
        ponto_id="pontos.csv:2",
        nome="Escola de Exemplo",
    )
    insert(
        con,
        "contornos",
        codigo_ibge="3557105",
        uf="SP",
        geometria=json.dumps({"type": "Polygon", "coordinates": [CONTORNO]}),
        arquivo="malha.json",
    )
    insert(
        con,
        "populacoes",
        codigo_ibge="3557105",
        ano=2025,
        habitantes=36_000,
        fonte="IBGE, estimativa de exemplo",
        arquivo="populacao.csv",
        linha=2,
    )
    insert(
        con,
        "leis",
        lei="lei_exemplo",
        nome="Lei de exemplo",
        ficha=json.dumps(
            {
                "id": "lei_exemplo",
                "nome": "Lei de exemplo",
                "distancia": [
                    {
                        "id": "area_critica",
                        "de": "eixo da torre",
                        "ate": ["escola", "hospital"],
                        "minimo_m": "50",
                        "nota": "",
                        "dispositivos": ["art_21_p1"],
                    }
                ],
                "dispositivo": {"art_21_p1": {"rotulo": "art. 21, § 1º"}},
            }
        ),
    )
    insert(
        con,
        "fichas",
        codigo_ibge="3557105",
        ficha=json.dumps(
            {
                "codigo_ibge": "3557105",
                "contato": "ouvidoria@exemplo.invalid",
                "registros": {
                    "orgao": "Secretaria de Obras",
                    "canal": "Pedido de informação",
                    "licenca": "não declarada",
                    "extraida_em": "2026-11-01",
                    "completude": "completa",
                },
            }
        ),
    )
    insert(
        con,
        "manifestacoes",
        codigo_ibge="3557105",
        numero_estacao="1004",
        autor="VIVO",
        em=date(2026, 10, 1),
        texto="Pedido em preparo.",
    )
    return ["arquivo de exemplo"]


def build_minimo(pasta: Path, *, ficticio: bool = False, versao: str = "0") -> Acervo:
    """Publish the tiny acervo into the store ``pasta`` and open it."""
    identidade = Identidade(
        em=EM,
        entradas=(
            Entrada(
                "anatel.csv",
                "anatel",
                "a" * 64,
                1000,
                proveniencia={"url": "https://exemplo.invalid/anatel.csv"},
            ),
            Entrada("3557105.csv", "municipal", "b" * 64, 500, codigo_ibge="3557105"),
        ),
        versao=versao,
        ficticio=ficticio,
    )
    return Acervo(
        publish_acervo(Store(pasta), identidade, lambda con, _: fill_minimo(con, identidade.acervo))
    )


def insert(con: duckdb.DuckDBPyConnection, tabela: str, **valores: Any) -> None:
    """Insert one row; columns not given are null."""
    colunas = ", ".join(f'"{nome}"' for nome in valores)
    con.execute(
        f'INSERT INTO "{tabela}" ({colunas}) VALUES ({", ".join("?" for _ in valores)})',
        list(valores.values()),
    )


def _insert_estacao(
    con: duckdb.DuckDBPyConnection, acervo: str, posicao: int, linha: tuple[Any, ...]
) -> None:
    numero, sitio, prestadora, codigo, prazo, registro, (latitude, longitude) = linha
    lugar = COM_LEI if numero.startswith("1") else SEM_LEI
    lei = "lei_exemplo" if lugar is COM_LEI else None
    situacao = Situacao(codigo)
    avaliada = numero != "1009"
    base = ["lei_exemplo, art. 39"] if lei else []
    motivos = [] if lei else ["MUNICIPIO_SEM_LEI"]
    insert(
        con,
        "estacoes",
        acervo=acervo,
        em=EM,
        **lugar,
        bairro="Centro" if posicao % 2 else "Jardim Alvorada",
        numero_estacao=numero,
        prestadora=prestadora,
        sitio_id=sitio,
        servico="010" if avaliada else "019",
        classe="FB",
        tipo="ETR" if avaliada else "SEGURANCA",
        instalacao="EXTERNA",
        tecnologias=["LTE", "NR"] if posicao % 2 else ["GSM", "LTE"],
        latitude=latitude,
        longitude=longitude,
        qualidade_coordenada="ok" if latitude else "ausente",
        endereco=f"Rua das Acácias, {100 + posicao}",
        primeiro_licenciamento=date(2015, 1 + posicao % 12, 10),
        validade_anatel=date(2031, 1, 1),
        detentora="TORRES EXEMPLO S.A." if registro else None,
        registro_id=registro,
        nivel="numero" if registro else None,
        distancia_m=12.5 if registro else None,
        lei=lei,
        avaliada=avaliada,
        situacao=situacao,
        grupo=situacao.grupo,
        prazo_nominal=prazo,
        prazo_em=prazo,
        motivos=motivos,
        base_legal=base,
        arquivo="anatel.csv",
        linha=posicao + 2,
    )
    insert(
        con,
        "detalhes",
        numero_estacao=numero,
        logradouro="Rua das Acácias",
        numero=str(100 + posicao),
        coordenada_bruta="-20.42|-49.97",
        forma_coordenada="decimal",
        altura_m=30.0,
        pessoa_fisica=False,
        emissoes=1,
    )
    insert(
        con,
        "emissoes",
        numero_estacao=numero,
        arquivo="anatel.csv",
        linha=posicao + 2,
        tecnologia="LTE",
        frequencia_tx_mhz=758.0,
        frequencia_rx_mhz=703.0,
        designacao_emissao="10M0G7W",
        setor="1",
        azimute=120.0,
        altura_m=30.0,
        potencia_w=40.0,
        primeiro_licenciamento=date(2015, 1 + posicao % 12, 10),
        licenciamento=date(2020, 1, 1),
        validade=date(2031, 1, 1),
    )
    insert(
        con,
        "explicacoes",
        numero_estacao=numero,
        explicacao=json.dumps(
            {
                "situacao": situacao,
                "grupo": situacao.grupo,
                "em": EM.isoformat(),
                "avaliador": situacao,
                "frase": describe_situacao(situacao, RECEBIDA_EM),
                "motivos": [
                    {"codigo": motivo, "texto": "Nenhuma lei municipal cadastrada."} for motivo in motivos
                ],
                "prazo": {
                    "nominal": prazo.isoformat(),
                    "em": prazo.isoformat(),
                    "passos": ["180 dias de 28/06/2017 = 25/12/2017 → 26/12/2017"],
                }
                if prazo
                else None,
                "base_legal": [
                    {
                        "lei": lei,
                        "dispositivo": "art_39",
                        "rotulo": "art. 39",
                        "trecho": "prazo de 180 dias",
                        "redacao_desde": "2017-06-28",
                    }
                ]
                if lei
                else [],
                "responsavel": ["detentora"] if lei else [],
                "falta": [],
                "previsto": [],
                "vigencia": "confirmada" if lei else None,
                "avisos": [],
                "leituras": [],
            }
        ),
    )
    if registro:
        _insert_vinculo(con, acervo, numero, registro, ambigua=False)
    if codigo == "A_CONFERIR":
        _insert_vinculo(con, acervo, numero, "10/2022", ambigua=True)


def _insert_vinculo(
    con: duckdb.DuckDBPyConnection, acervo: str, numero: str, registro: str, *, ambigua: bool
) -> None:
    evidencias = [{"fato": "número da estação", "estacao": numero, "registro": numero, "peso": 0.9}]
    insert(
        con,
        "vinculos",
        acervo=acervo,
        codigo_ibge="3557105",
        numero_estacao=numero,
        registro_id=registro,
        nivel="proximo" if ambigua else "numero",
        distancia_m=80.0 if ambigua else 12.5,
        escore=0.55 if ambigua else 0.97,
        ambigua=ambigua,
        contradicoes=[],
        decidido_por="programa",
        evidencias=json.dumps(evidencias, ensure_ascii=False),
    )


def _insert_sitios(con: duckdb.DuckDBPyConnection, acervo: str) -> None:
    con.execute(
        "INSERT INTO sitios SELECT ?, any_value(codigo_ibge), sitio_id, any_value(latitude), "
        "any_value(longitude), count(*), list_sort(list(DISTINCT prestadora)), any_value(detentora) "
        "FROM estacoes GROUP BY sitio_id",
        [acervo],
    )


def _insert_registros(con: duckdb.DuckDBPyConnection, acervo: str) -> None:
    for posicao, (registro, estacoes, orfao) in enumerate(_REGISTROS):
        chave = {"codigo_ibge": "3557105", "registro_id": registro}
        emissao = date(2015 + posicao, 3, 31)
        insert(
            con,
            "registros",
            acervo=acervo,
            **chave,
            instrumentos=["LICENCA_INSTALACAO"],
            ultimo_ato="emissao",
            ultimo_ato_em=emissao,
            emitido_em=emissao,
            validade=date(2025 + posicao, 3, 31),
            detentora="TORRES EXEMPLO S.A.",
            estacoes=estacoes,
            orfao=orfao,
        )
        ato = {
            **chave,
            "instrumento": "LICENCA_INSTALACAO",
            "ato": "emissao",
            "data": emissao,
            "validade": date(2025 + posicao, 3, 31),
            "arquivo": "3557105.csv",
            "linha": posicao + 2,
        }
        insert(con, "atos", acervo=acervo, **ato)
        insert(
            con,
            "atos_detalhes",
            **ato,
            registro_grafia=registro,
            detentora="TORRES EXEMPLO S.A.",
            numeros_estacao=[],
            logradouro="Rua das Acácias",
            numero="100",
        )


def _insert_municipios(con: duckdb.DuckDBPyConnection, acervo: str) -> None:
    for lugar, lei, sitios, registros, orfaos in (
        (COM_LEI, "lei_exemplo", 7, 5, 1),
        (SEM_LEI, None, 2, 0, 0),
    ):
        contagens = _contagens()[lugar["codigo_ibge"]]
        grupos: dict[str, int] = {}
        for codigo, estacoes in contagens.items():
            grupos[Situacao(codigo).grupo] = grupos.get(Situacao(codigo).grupo, 0) + estacoes
        insert(
            con,
            "municipios",
            acervo=acervo,
            **lugar,
            lei=lei,
            vigencia="confirmada" if lei else None,
            estacoes=sum(1 for linha in _ESTACOES if linha[0].startswith("1" if lei else "2")),
            avaliadas=sum(contagens.values()),
            sitios=sitios,
            **{situacao.lower(): contagens.get(situacao, 0) for situacao in Situacao},
            **{grupo: grupos.get(grupo, 0) for grupo in ("verde", "amarelo", "vermelho", "cinza")},
            registros=registros,
            orfaos=orfaos,
            prazo_em=date(2017, 12, 26) if lei else None,
            base_recebida_em=RECEBIDA_EM if lei else None,
            cobertura="completa" if lei else "sem_lei",
        )


def _contagens() -> dict[str, dict[str, int]]:
    contagens: dict[str, dict[str, int]] = {"3557105": {}, "3138203": {}}
    for numero, _, _, situacao, *_ in _ESTACOES:
        if numero != "1009":
            do_municipio = contagens["3557105" if numero.startswith("1") else "3138203"]
            do_municipio[situacao] = do_municipio.get(situacao, 0) + 1
    return contagens


def _meses() -> list[str]:
    return [f"{2024 + (11 + n) // 12}-{(11 + n) % 12 + 1:02d}" for n in range(24)]
