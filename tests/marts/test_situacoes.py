"""From staged rows and links to situações: four stations, three acts, one date; the arithmetic is by hand.

The law is the state model published on 16/05/2022: two years, so the last day is 16/05/2024, a Thursday.
"""

from __future__ import annotations

import json
from datetime import date

import pytest

from tests.marts.conftest import IBGE, Base

ULTIMO_DIA = date(2024, 5, 16)
DIA_SEGUINTE = date(2024, 5, 17)


def test_the_last_day_passes_and_the_next_day_fails(base: Base) -> None:
    base.add_estacao("1001")
    base.add_ato("99/2020", "protocolo", date(2020, 1, 1))
    base.build(ULTIMO_DIA)
    estacao = base.read_estacao("1001")
    assert estacao["situacao"] == "EM_TRANSICAO"
    assert estacao["prazo_em"] == ULTIMO_DIA
    assert "INSTALACAO_PRESUMIDA_PELA_1a_LICENCA_ANATEL" in estacao["motivos"]


def test_after_the_last_day(base: Base) -> None:
    base.add_estacao("1001")
    base.add_ato("99/2020", "protocolo", date(2020, 1, 1))
    base.build(DIA_SEGUINTE)
    estacao = base.read_estacao("1001")
    assert (estacao["situacao"], estacao["grupo"]) == ("PRAZO_VENCIDO", "vermelho")
    assert estacao["lei"] == "sp_modelo"
    assert estacao["base_legal"]
    (explicacao,) = base.read("explicacoes")
    em_portugues, em_ingles = (json.loads(explicacao[nome]) for nome in ("explicacao", "explicacao_en"))
    assert em_portugues["situacao"] == em_ingles["situacao"] == "PRAZO_VENCIDO"
    assert em_portugues["motivos"][0]["texto"] != em_ingles["motivos"][0]["texto"]


def test_a_registro_covers_every_station_of_its_structure(base: Base) -> None:
    base.add_estacao("1001")
    base.add_estacao("1002", prestadora="TIM S.A.")
    base.add_ato("10/2023", "protocolo", date(2023, 6, 1))
    for numero in ("1001", "1002"):
        base.link(numero, "10/2023")
    base.build(DIA_SEGUINTE)
    for numero in ("1001", "1002"):
        estacao = base.read_estacao(numero)
        assert estacao["situacao"] == "REGULAR"
        assert estacao["prazo_em"] == date(2033, 6, 1)  # ten years from the cadastro, not moved
        assert (estacao["registro_id"], estacao["nivel"], estacao["distancia_m"]) == (
            "10/2023",
            "local",
            10.0,
        )
        assert estacao["detentora"] == "SBA TORRES BRASIL"
    (registro,) = base.read("registros")
    assert (registro["estacoes"], registro["orfao"], registro["ultimo_ato"]) == (2, False, "protocolo")
    (sitio,) = base.read("sitios")
    assert (sitio["estacoes"], sitio["detentora"]) == (2, "SBA TORRES BRASIL")
    assert sitio["prestadoras"] == ["CLARO S.A.", "TIM S.A."]


def test_a_communication_speaks_only_of_its_own_station(base: Base) -> None:
    base.add_estacao("1001", tipo="PEQUENO_PORTE", primeiro_licenciamento=date(2023, 1, 10))
    base.add_estacao("1002", tipo="PEQUENO_PORTE", primeiro_licenciamento=date(2023, 1, 10))
    base.add_ato("20/2023", "comunicacao", date(2023, 2, 1), "COMUNICACAO", numeros_estacao=["1001"])
    for numero in ("1001", "1002"):
        base.link(numero, "20/2023")
    base.build(DIA_SEGUINTE)
    assert base.read_estacao("1001")["situacao"] == "COMUNICADA"
    assert base.read_estacao("1002")["situacao"] != "COMUNICADA"


def test_a_probable_link_keeps_red_from_being_published(base: Base) -> None:
    base.add_estacao("1001")
    base.add_ato("10/2023", "protocolo", date(2023, 6, 1))
    base.link("1001", "10/2023", ambigua=True)
    base.build(DIA_SEGUINTE)
    estacao = base.read_estacao("1001")
    assert (estacao["situacao"], estacao["registro_id"]) == ("A_CONFERIR", None)
    assert estacao["motivos"][0] == "VINCULO_PROVAVEL"
    (explicacao,) = base.read("explicacoes")
    assert json.loads(explicacao["explicacao"])["avaliador"] == "PRAZO_VENCIDO"
    (registro,) = base.read("registros")
    assert registro["orfao"] is True


def test_a_probable_link_changes_no_green(base: Base) -> None:
    base.add_estacao("1001")
    base.add_ato("10/2023", "protocolo", date(2023, 6, 1))
    base.add_ato("11/2023", "indeferimento", date(2023, 7, 1))
    base.link("1001", "10/2023")
    base.link("1001", "11/2023", ambigua=True)
    base.build(DIA_SEGUINTE)
    assert base.read_estacao("1001")["situacao"] == "REGULAR"


def test_without_municipal_records_nothing_is_red(base: Base) -> None:
    base.add_estacao("1001")
    base.build(DIA_SEGUINTE)
    estacao = base.read_estacao("1001")
    assert estacao["situacao"] == "SEM_DADOS_SUFICIENTES"
    assert estacao["motivos"][0] == "SEM_BASE_MUNICIPAL"
    (municipio,) = base.read("municipios")
    assert municipio["cobertura"] == "sem_registros"
    assert municipio["prazo_em"] == ULTIMO_DIA


@pytest.mark.parametrize(
    ("mudanca", "motivo"),
    [
        ({"completude": "parcial"}, "BASE_PARCIAL"),
        ({"extraida_em": date(2024, 5, 15)}, "BASE_ANTERIOR_AO_FATO"),
        ({"extraida_em": None}, "BASE_ANTERIOR_AO_FATO"),
    ],
)
def test_records_that_do_not_bear_a_red_answer(base: Base, mudanca: dict[str, object], motivo: str) -> None:
    base.municipio["registros"] = {**base.municipio["registros"], **mudanca}
    base.add_estacao("1001")
    base.add_ato("99/2020", "protocolo", date(2020, 1, 1))
    base.build(DIA_SEGUINTE)
    estacao = base.read_estacao("1001")
    assert estacao["situacao"] == "SEM_DADOS_SUFICIENTES"
    assert motivo in estacao["motivos"]
    (municipio,) = base.read("municipios")
    assert municipio["cobertura"] == ("parcial" if "completude" in mudanca else "completa")


def test_a_refused_municipal_row_keeps_every_red_of_its_municipality_from_being_published(base: Base) -> None:
    base.insert("stg_recusas_municipais", codigo_ibge=IBGE, linhas=1)
    base.add_estacao("1001")
    base.add_ato("99/2020", "protocolo", date(2020, 1, 1))
    base.build(DIA_SEGUINTE)
    estacao = base.read_estacao("1001")
    assert estacao["situacao"] == "SEM_DADOS_SUFICIENTES"
    assert estacao["motivos"][:2] == ["BASE_PARCIAL", "LINHAS_MUNICIPAIS_RECUSADAS"]
    (explicacao,) = base.read("explicacoes")
    textos = [motivo["texto"] for motivo in json.loads(explicacao["explicacao"])["motivos"]]
    assert any("não se puderam ler" in texto for texto in textos)
    (municipio,) = base.read("municipios")
    assert (municipio["cobertura"], municipio["vermelho"]) == ("parcial", 0)
    assert {linha["situacao"] for linha in base.read("serie")}.isdisjoint(
        {"INDEFERIDA", "REGISTRO_VENCIDO", "PRAZO_VENCIDO", "SEM_REGISTRO"}
    )


def test_a_refused_row_of_another_municipality_changes_nothing(base: Base) -> None:
    base.insert("stg_recusas_municipais", codigo_ibge="3557105", linhas=1)
    base.add_estacao("1001")
    base.add_ato("99/2020", "protocolo", date(2020, 1, 1))
    base.build(DIA_SEGUINTE)
    assert base.read_estacao("1001")["grupo"] == "vermelho"


def test_an_unconfirmed_law_bears_no_red_answer(base: Base) -> None:
    base.municipio["vigencia"] = "a_confirmar"
    base.add_estacao("1001")
    base.add_ato("99/2020", "protocolo", date(2020, 1, 1))
    base.build(DIA_SEGUINTE)
    assert base.read_estacao("1001")["motivos"][0] == "LEI_A_CONFIRMAR"


def test_another_service_is_shown_but_not_counted(base: Base) -> None:
    base.add_estacao("1001", servico="019", classe="FX")
    base.add_ato("99/2020", "protocolo", date(2020, 1, 1))
    base.build(DIA_SEGUINTE)
    estacao = base.read_estacao("1001")
    assert (estacao["avaliada"], estacao["situacao"]) == (False, "SEM_DADOS_SUFICIENTES")
    assert "SERVICO_NAO_AVALIADO" in estacao["motivos"]
    (municipio,) = base.read("municipios")
    assert (municipio["estacoes"], municipio["avaliadas"], municipio["cinza"]) == (1, 0, 0)
    assert base.read("serie") == []


def test_without_a_law_every_station_is_unknown_and_says_why(base: Base) -> None:
    base.add_estacao("1001")
    base.add_estacao("1002", avaliada=False, servico="019", motivos=["CLASSE_PRESUMIDA"])
    base.build(DIA_SEGUINTE, com_lei=False)
    estacoes = base.read("estacoes")
    assert {estacao["situacao"] for estacao in estacoes} == {"SEM_DADOS_SUFICIENTES"}
    assert base.read_estacao("1001")["motivos"] == ["LEI_NAO_CADASTRADA"]
    assert base.read_estacao("1002")["motivos"] == ["LEI_NAO_CADASTRADA", "CLASSE_PRESUMIDA"]
    (municipio,) = base.read("municipios")
    assert (municipio["cobertura"], municipio["lei"], municipio["sem_dados_suficientes"]) == (
        "sem_lei",
        None,
        1,
    )
    serie = base.read("serie")
    assert len(serie) == 24
    assert {(linha["situacao"], linha["estacoes"]) for linha in serie} == {("SEM_DADOS_SUFICIENTES", 1)}
    explicacao = json.loads(base.read("explicacoes")[0]["explicacao"])
    assert explicacao["motivos"][0]["texto"]


def test_the_structures_date_is_the_documents_or_the_earliest_licence_on_the_site(base: Base) -> None:
    """A station licensed after the law on a tower that stood before it is still in the transition."""
    base.add_estacao("1001", primeiro_licenciamento=date(2015, 4, 1))
    base.add_estacao("1002", primeiro_licenciamento=date(2023, 9, 1))
    base.add_estacao("2001", "s2", primeiro_licenciamento=date(2023, 9, 1))
    base.add_ato("99/2020", "protocolo", date(2020, 1, 1))
    base.build(ULTIMO_DIA)
    assert base.read_estacao("1002")["situacao"] == "EM_TRANSICAO"
    assert base.read_estacao("2001")["situacao"] == "SEM_REGISTRO"


def test_a_documents_date_wins_over_the_presumption(base: Base) -> None:
    base.add_estacao("1001", primeiro_licenciamento=date(2015, 4, 1))
    base.add_ato(
        "10/2023", "protocolo", date(2023, 6, 1), "LICENCA_ANTERIOR", data_instalacao=date(2023, 1, 1)
    )
    base.link("1001", "10/2023")
    base.build(ULTIMO_DIA)
    estacao = base.read_estacao("1001")
    assert "INSTALACAO_PRESUMIDA_PELA_1a_LICENCA_ANATEL" not in estacao["motivos"]
    assert estacao["situacao"] != "EM_TRANSICAO"


def test_a_sharer_on_a_registered_structure_owes_only_a_communication(base: Base) -> None:
    """Declared by its own act: 60 days from its first licence; the host's cadastro does not stand for it."""
    base.add_estacao("1001", primeiro_licenciamento=date(2015, 4, 1))
    base.add_estacao("1002", primeiro_licenciamento=date(2024, 4, 1), prestadora="TIM S.A.")
    base.add_ato("10/2023", "protocolo", date(2023, 6, 1))
    base.add_ato(
        "30/2024", "protocolo", date(2024, 4, 2), "COMUNICACAO", numeros_estacao=["1002"], compartilhada=True
    )
    for numero in ("1001", "1002"):
        base.link(numero, "10/2023")
    base.link("1002", "30/2024")
    base.build(ULTIMO_DIA)
    assert base.read_estacao("1001")["situacao"] == "REGULAR"
    assert base.read_estacao("1002")["situacao"] in {"COMUNICADA", "PRAZO_DE_COMUNICACAO"}


def test_months_follow_the_law_and_always_count_every_evaluated_station(base: Base) -> None:
    base.add_estacao("1001")
    base.add_estacao("1002", "s2")
    base.add_estacao("1003", "s3", primeiro_licenciamento=date(2024, 1, 15))
    base.add_ato("10/2023", "protocolo", date(2023, 6, 10))
    base.link("1001", "10/2023")
    base.build(date(2024, 6, 20))
    serie: dict[str, dict[str, int]] = {}
    for linha in base.read("serie"):
        serie.setdefault(linha["mes"], {})[linha["situacao"]] = linha["estacoes"]
    assert sorted(serie) == [f"2022-{mes:02d}" for mes in range(7, 13)] + [
        f"2023-{mes:02d}" for mes in range(1, 13)
    ] + [f"2024-{mes:02d}" for mes in range(1, 7)]
    assert all(sum(contagens.values()) == 3 for contagens in serie.values())
    assert serie["2023-05"] == {"EM_TRANSICAO": 2, "FORA_DO_UNIVERSO": 1}
    assert serie["2023-06"] == {"EM_TRANSICAO": 1, "FORA_DO_UNIVERSO": 1, "REGULAR": 1}
    assert serie["2024-04"] == {"EM_TRANSICAO": 1, "SEM_REGISTRO": 1, "REGULAR": 1}
    assert serie["2024-06"] == {"PRAZO_VENCIDO": 1, "SEM_REGISTRO": 1, "REGULAR": 1}


def test_replies_and_sheets_reach_the_pages(base: Base) -> None:
    base.municipio["manifestacao"] = [
        {
            "autor": "Claro",
            "em": date(2024, 1, 1),
            "texto": "Pedido em preparo.",
            "estacoes": ["1001", "1002"],
        },
        {"autor": "Prefeitura", "em": date(2024, 1, 2), "texto": "Base em revisão."},
    ]
    base.add_estacao("1001")
    base.build(ULTIMO_DIA)
    assert [linha["numero_estacao"] for linha in base.read("manifestacoes")] == ["1001", "1002", None]
    (ficha,) = base.read("fichas")
    assert json.loads(ficha["ficha"])["registros"]["canal"] == "LAI"
    leis = {linha["lei"]: json.loads(linha["ficha"]) for linha in base.read("leis")}
    assert leis["sp_modelo"]["dispositivo"]
    assert "sp_modelo" in leis


def test_stations_that_a_crowded_street_leaves_in_doubt_are_counted(base: Base) -> None:
    base.add_estacao("1")
    base.con.execute("INSERT INTO int_duvidas VALUES ('3519055', 800)")
    (aviso,) = base.build(date(2026, 11, 30))
    assert aviso.startswith("município 3519055: 800 estações sem vínculo")


def test_acts_that_the_law_does_not_know_are_told_since_the_law_may_be_another(base: Base) -> None:
    base.add_estacao("1")
    base.add_ato("p1", "emissao", date(2024, 1, 10), "ALVARA_CONSTRUCAO")
    base.add_ato("p2", "protocolo", date(2024, 1, 10), "CADASTRO")
    base.add_ato("p3", "emissao", date(2010, 1, 10), "LICENCA_ANTERIOR")
    (aviso,) = base.build(date(2026, 11, 30))
    assert "ALVARA_CONSTRUCAO (1 na base municipal)" in aviso
    assert "sp_modelo" in aviso


def test_a_municipality_of_acts_alone_has_its_name(base: Base) -> None:
    base.add_ato("99/2020", "protocolo", date(2020, 1, 1))
    base.insert("int_registros", codigo_ibge=IBGE, registro_id="99/2020", lugar=0, instrumentos=["CADASTRO"])
    base.build(DIA_SEGUINTE, com_lei=False)
    (municipio,) = base.read("municipios")
    assert (municipio["municipio"], municipio["uf"]) == ("Holambra", "SP")
    assert (municipio["estacoes"], municipio["registros"], municipio["cobertura"]) == (0, 1, "sem_lei")


@pytest.mark.parametrize(("sem", "avisos"), [("prorrogada_em", 0), ("publicada_em", 1)])
def test_a_model_law_without_the_day_of_its_adoption_is_a_warning(base: Base, sem: str, avisos: int) -> None:
    base.municipio.pop(sem, None)
    aviso = f"municipios/{IBGE}.toml: sp_modelo é um modelo e falta publicada_em"
    assert len([dito for dito in base.build(ULTIMO_DIA) if dito.startswith(aviso)]) == avisos
