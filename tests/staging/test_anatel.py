"""ANATEL's files into stations, on rows small enough to count by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import duckdb
import pytest

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel
from etrdash.staging.anatel import load_anatel
from tests.staging.anatel_gerado import (
    Emissao,
    Escrita,
    cells,
    columns,
    encode_emissoes,
    encode_row,
    write_emissoes,
    write_lines,
)

E = Emissao()


@pytest.fixture
def load(tmp_path):
    """Read files into a fresh database."""

    def read(*caminhos):
        con = duckdb.connect()
        temporaria = tmp_path / "tmp"
        temporaria.mkdir(exist_ok=True)
        load_anatel(con, caminhos, PastaDeDados.open(), temporaria)
        assert list(temporaria.iterdir()) == []
        return con

    return read


def rows(con, consulta):
    return con.execute(consulta).fetchall()


def station(con, colunas, numero=None):
    filtro = f" WHERE numero_estacao = '{numero}'" if numero else ""
    (linha,) = rows(con, f"SELECT {colunas} FROM stg_estacoes{filtro}")
    return linha


def counts(con):
    return rows(
        con, "SELECT arquivo, lidas, carregadas, repetidas, rejeitadas FROM stg_arquivos ORDER BY arquivo"
    )


def test_emissions_become_one_station(load, tmp_path):
    emissoes = [
        E,
        replace(E, frequencia=763, tecnologia="WDCMA", primeiro=date(2008, 1, 2), validade=date(2040, 1, 1)),
        replace(
            E,
            frequencia=3450,
            tecnologia="NR",
            infra="Rooftop",
            ultimo=date(2024, 5, 6),
            entidade="Claro S/A",
        ),
    ]
    con = load(write_emissoes(tmp_path, emissoes))
    assert counts(con) == [("estacoes.csv", 3, 3, 0, 0)]
    assert station(
        con,
        "numero_estacao, codigo_ibge, municipio, uf, prestadora, servico, classe, tipo, instalacao,"
        "classe_infra, tecnologias, primeiro_licenciamento, ultimo_licenciamento, validade_anatel, emissoes,"
        "avaliada, linha",
    ) == (
        "1002595735", "3557105", "Votuporanga", "SP", "Claro", "010", "FB", "ETR", "EXTERNA",
        ["Greenfield", "Rooftop"], ["LTE", "NR", "WCDMA"], date(2008, 1, 2), date(2024, 5, 6),
        date(2040, 1, 1), 3, True, 2,
    )  # fmt: skip
    assert rows(con, "SELECT linha, frequencia_tx_mhz FROM stg_emissoes ORDER BY linha") == [
        (2, 2660.0),
        (3, 763.0),
        (4, 3450.0),
    ]
    assert rows(con, "SELECT table_name FROM duckdb_tables() WHERE temporary") == []


@pytest.mark.parametrize("layout", ["A", "B0", "B1", "B2", "C"])
def test_every_layout_says_the_same_station(load, tmp_path, layout):
    coordenada = "compacta" if layout == "B0" else "decimal"
    codificacao = {"A": "utf-8-sig", "C": "utf-8-sig", "B2": "utf-8"}.get(layout, "latin-1")
    con = load(write_emissoes(tmp_path, [E], layout=layout, coordenada=coordenada, codificacao=codificacao))
    assert rows(con, "SELECT layout, codigo_ibge, avisos, colunas_ignoradas FROM stg_arquivos") == [
        (layout, None, [], [])
    ]
    latitude, longitude, *resto = station(
        con,
        "latitude, longitude, qualidade_coordenada, prestadora, codigo_ibge, servico, avaliada, logradouro,"
        "primeiro_licenciamento, ultimo_licenciamento, validade_anatel",
    )
    assert (latitude, longitude) == (pytest.approx(-20.4227, abs=2e-6), pytest.approx(-49.9727, abs=2e-6))
    assert resto == [
        "convertida" if layout == "B0" else "ok", "Claro", "3557105", "010", True, "RUA DAS ACÁCIAS",
        date(2010, 3, 1), date(2022, 3, 24), date(2030, 12, 31),
    ]  # fmt: skip


def test_repeats_ignore_the_key_and_only_the_key(load, tmp_path):
    con = load(write_emissoes(tmp_path, [E, E, replace(E, azimute=240), E]))
    assert counts(con) == [("estacoes.csv", 4, 2, 2, 0)]
    assert rows(con, "SELECT linha FROM stg_emissoes ORDER BY linha") == [(2,), (4,)]


def test_a_row_with_a_bad_cell_is_refused_and_its_station_survives(load, tmp_path):
    escrita = Escrita()
    linhas = encode_emissoes([E], escrita)
    ruins = {
        "DataLicenciamento": "2021-02-30", "DataValidade": "amanhã", "Azimute": "norte",
        "CodMunicipio": "9999999", "NumEstacao": "12A", "Status.state": "EXC-EXC-01",
    }  # fmt: skip
    for coluna, valor in ruins.items():
        celulas = cells(E, escrita) | {coluna: valor}
        linhas.append(encode_row([celulas.get(nome, "") for nome in columns(escrita)], escrita))
    con = load(write_lines(tmp_path, linhas, escrita))
    assert counts(con) == [("estacoes.csv", 7, 1, 0, 6)]
    assert rows(con, "SELECT linha, coluna, motivo FROM stg_rejeitos ORDER BY linha") == [
        (3, "DataLicenciamento", "data que não existe"),
        (4, "DataValidade", "não é uma data"),
        (5, "Azimute", "não é um número"),
        (6, "CodMunicipio", "município desconhecido"),
        (7, "NumEstacao", "número de estação ilegível"),
        (8, "Status.state", "situação que não é de estação licenciada"),
    ]
    assert rows(con, "SELECT valor FROM stg_rejeitos WHERE linha = 3") == [("2021-02-30",)]
    assert station(con, "emissoes") == (1,)


def test_unreadable_coordinates_keep_the_station_with_a_word(load, tmp_path):
    vizinhas = [replace(E, numero=str(n), latitude=E.latitude + n / 1000) for n in range(10, 20)]
    escrita = Escrita()
    linhas = encode_emissoes(vizinhas, escrita)
    casos = {
        "21": ("", "", "ausente"),
        "22": ("0", "0", "ausente"),
        "23": ("ERRO", "-49.97", "ausente"),
        "24": ("-49.9727", "-20.4227", "reparada"),
        "25": ("20.4227", "49.9727", "reparada"),
        "26": ("-204227", "-499727", "reparada"),
        "27": ("48.85", "2.35", "fora_do_brasil"),
        "28": ("-23.55", "-46.63", "fora_do_municipio"),
        "29": ("20S252172", "49W582172", "convertida"),
        "30": ("20° 25' 21,72\" Sul", "49° 58' 21,72\" Oeste", "convertida"),
        "31": ("-20,4227", "-49,9727", "ok"),
    }
    for numero, (latitude, longitude, _) in casos.items():
        celulas = cells(replace(E, numero=numero), escrita) | {"Latitude": latitude, "Longitude": longitude}
        linhas.append(encode_row([celulas.get(nome, "") for nome in columns(escrita)], escrita))
    con = load(write_lines(tmp_path, linhas, escrita))
    lidas = {
        numero: (qualidade, bruta, latitude, longitude)
        for numero, qualidade, bruta, latitude, longitude in rows(
            con,
            "SELECT numero_estacao, qualidade_coordenada, coordenada_bruta, latitude, longitude "
            "FROM stg_estacoes",
        )
    }
    for numero, (latitude, longitude, qualidade) in casos.items():
        assert lidas[numero][0] == qualidade, numero
        assert lidas[numero][1] == (f"{latitude}|{longitude}" if latitude not in {"", "ERRO"} else None)
        if qualidade in {"reparada", "convertida", "ok"}:
            assert lidas[numero][2:] == (pytest.approx(-20.4227, abs=1e-4), pytest.approx(-49.9727, abs=1e-4))
    assert counts(con)[0][-1] == 0


def test_layout_a_falls_back_on_its_packed_degrees(load, tmp_path):
    escrita = Escrita(layout="A")
    celulas = cells(E, escrita) | {"Latitude decimal": "N/I", "Longitude decimal": "N/I"}
    linhas = [
        *encode_emissoes([], escrita),
        encode_row([celulas.get(n, "") for n in columns(escrita)], escrita),
    ]
    con = load(write_lines(tmp_path, linhas, escrita))
    assert station(con, "qualidade_coordenada, forma_coordenada, round(latitude, 4)") == (
        "convertida",
        "dms_2",
        -20.4227,
    )


def test_of_two_holders_the_one_of_the_newest_licensing(load, tmp_path):
    antiga = replace(E, entidade="OI MÓVEL S.A.", cnpj="", ultimo=date(2019, 1, 1))
    nova = replace(E, entidade="TIM S A      ", ultimo=date(2023, 1, 1), frequencia=763)
    sem_nome = replace(E, entidade="", ultimo=date(2024, 1, 1), frequencia=881)
    for nome, emissoes in (("x", [antiga, nova, sem_nome]), ("y", [sem_nome, nova, antiga])):
        con = load(write_emissoes(tmp_path, emissoes, nome))
        assert station(con, "prestadora") == ("TIM",)


def test_of_two_files_the_one_of_the_newest_licensing_speaks(load, tmp_path):
    velho = write_emissoes(tmp_path, [E, replace(E, frequencia=763), replace(E, numero="77")], "velho")
    novo = write_emissoes(
        tmp_path, [replace(E, ultimo=date(2025, 1, 1), entidade="TIM S/A")], "novo", layout="A"
    )
    for ordem in ((velho, novo), (novo, velho)):
        con = load(*ordem)
        assert counts(con) == [("novo.csv", 1, 1, 0, 0), ("velho.csv", 3, 1, 2, 0)]
        assert station(con, "prestadora, arquivo, emissoes", E.numero) == ("TIM", "novo.csv", 1)
        assert rows(con, "SELECT avisos FROM stg_arquivos WHERE arquivo = 'velho.csv'") == [
            (
                [
                    "2 linha(s) de 1 estação(ões) que outro arquivo traz com licenciamento mais novo "
                    "foram contadas como repetidas"
                ],
            )
        ]


def test_the_same_file_twice_loads_once_under_two_names(load, tmp_path):
    caminho = write_emissoes(tmp_path, [E, replace(E, numero="77")])
    con = load(caminho, caminho)
    assert counts(con) == [("estacoes.csv", 2, 2, 0, 0), ("estacoes.csv (2)", 2, 0, 2, 0)]


@pytest.mark.parametrize(
    ("servico", "classe", "entidade", "tipo", "presumida", "avaliada"),
    [
        ("010", "FB", "CLARO S.A.", "ETR", False, True),
        ("010", "ML", "CLARO S.A.", "ETR", False, False),
        ("10", "FB", "CLARO S.A.", "ETR", False, True),
        ("053", "FX", "CLARO S.A.", "ENLACE", False, False),
        ("019", "FX", "POLICIA MILITAR DO ESTADO", "ENLACE", False, False),
        ("019", "ML", "CORPO DE BOMBEIROS MILITAR", "SEGURANCA", False, False),
        ("019", "FB", "SUPERMERCADOS X LTDA", "ETR", True, False),
        ("175", "FB", "CLARO S.A.", "ETR", True, False),
        ("108", "XX", "CLARO S.A.", "RADAR", False, False),
        ("019", "LR", "CLARO S.A.", "RADAR", False, False),
        ("507", "FA", "INFRAERO S.A.", "AERONAUTICA", False, False),
        ("045", "FB", "MINASNET LTDA", "ETR", False, False),
        ("302", "FX", "LIGA DE AMADORES LTDA", "RADIOAMADOR", False, False),
        ("999", "FB", "CLARO S.A.", "ETR", True, False),
    ],
)
def test_service_and_class_say_what_a_station_is(
    load, tmp_path, servico, classe, entidade, tipo, presumida, avaliada
):
    con = load(write_emissoes(tmp_path, [replace(E, servico=servico, classe=classe, entidade=entidade)]))
    assert station(con, "servico, tipo, motivos, avaliada") == (
        servico.zfill(3),
        tipo,
        ["CLASSE_PRESUMIDA"] if presumida else [],
        avaliada,
    )


def test_a_station_is_inside_only_when_every_class_says_so(load, tmp_path):
    indoor = replace(E, infra="Indoor")
    con = load(write_emissoes(tmp_path, [indoor, replace(indoor, frequencia=763, infra="")], "dentro"))
    assert station(con, "instalacao") == ("INTERNA",)
    con = load(write_emissoes(tmp_path, [indoor, replace(E, frequencia=763)], "ambas"))
    assert station(con, "instalacao") == ("EXTERNA",)


@pytest.mark.parametrize(
    ("codigo", "nome", "esperado", "motivo"),
    [
        ("3557105", "Votuporanga", "3557105", None),
        ("355710", "Votuporanga", "3557105", None),
        ("", "VOTUPORANGA", "3557105", None),
        ("3557105", "Votuporánga  ", "3557105", None),
        ("3557105", "Nome Que Não Existe", "3557105", None),
        ("3557105", "Taubaté", None, "código e nome de município que não combinam"),
        ("9999999", "Votuporanga", None, "município desconhecido"),
        ("", "", None, "município ausente"),
    ],
)
def test_a_municipality_is_told_by_code_and_checked_by_name(load, tmp_path, codigo, nome, esperado, motivo):
    escrita = Escrita(layout="A")
    celulas = cells(E, escrita) | {"Código IBGE": codigo, "Município-UF": f"{nome}-SP" if nome else ""}
    linhas = [
        *encode_emissoes([], escrita),
        encode_row([celulas.get(n, "") for n in columns(escrita)], escrita),
    ]
    con = load(write_lines(tmp_path, linhas, escrita))
    assert rows(con, "SELECT codigo_ibge FROM stg_estacoes") == ([(esperado,)] if esperado else [])
    assert rows(con, "SELECT motivo FROM stg_rejeitos") == ([(motivo,)] if motivo else [])


def test_layout_c_leaves_mobile_terminals_out_while_it_streams(load, tmp_path):
    con = load(
        write_emissoes(
            tmp_path,
            [
                replace(E, servico="019", classe=classe, numero=str(n))
                for n, classe in enumerate(("FB", "ML", "FX", "ML"), 50)
            ],
            layout="C",
        )
    )
    assert counts(con) == [("estacoes.csv", 2, 2, 0, 0)]
    assert rows(con, "SELECT avisos FROM stg_arquivos") == [
        (["2 linha(s) de terminais móveis, sem lugar fixo, não foram lidas"],)
    ]


def test_extra_and_missing_columns_are_told(load, tmp_path):
    escrita = Escrita()
    nomes = [*(n for n in columns(escrita) if n != "Azimute"), "Observação"]
    celulas = cells(E, escrita) | {"Observação": "falar com fulano"}
    linhas = [encode_row(nomes, escrita), encode_row([celulas.get(n, "") for n in nomes], escrita)]
    con = load(write_lines(tmp_path, linhas, escrita))
    assert rows(con, "SELECT colunas_ignoradas, avisos FROM stg_arquivos") == [
        (["Observação"], ["colunas ausentes: Azimute"])
    ]


def test_texts_outside_the_known_lists_are_not_stored_and_are_counted(load, tmp_path):
    con = load(write_emissoes(tmp_path, [replace(E, tecnologia="FULANO DE TAL", infra="Beltrano")]))
    assert station(con, "tecnologias, classe_infra") == ([], [])
    assert rows(con, "SELECT avisos FROM stg_arquivos") == [
        (
            [
                "1 linha(s) com tecnologia fora da lista conhecida, não guardada",
                "1 linha(s) com classe da infraestrutura fora da lista conhecida, não guardada",
            ],
        )
    ]


def test_a_failed_reading_leaves_no_table_behind(tmp_path):
    con = duckdb.connect()
    bom = write_emissoes(tmp_path, [E])
    ruim = tmp_path / "ruim.csv"
    ruim.write_text("a;b\n1;2\n")
    with pytest.raises(EntradaIlegivel, match="layout"):
        load_anatel(con, [bom, ruim], PastaDeDados.open(), tmp_path)
    assert (
        rows(
            con,
            "SELECT table_name FROM duckdb_tables() WHERE table_name NOT IN ('stg_arquivos', 'stg_rejeitos')",
        )
        == []
    )
    assert rows(con, "SELECT count(*) FROM stg_arquivos") == [(0,)]


def test_an_unknown_member_of_a_zip_is_told_and_the_others_are_read(load, tmp_path):
    pasta = tmp_path / "entrada"
    pasta.mkdir()
    write_emissoes(pasta, [E])
    (pasta / "outro.csv").write_text("coluna;outra\n1;2\n")
    con = load(pasta)
    assert counts(con) == [("estacoes.csv", 1, 1, 0, 0), ("outro.csv", 0, 0, 0, 0)]
    ((layout, avisos),) = rows(con, "SELECT layout, avisos FROM stg_arquivos WHERE arquivo = 'outro.csv'")
    assert layout == "desconhecido"
    assert avisos[0].startswith("não foi lido: o cabeçalho não é")


def test_a_file_saved_with_the_month_first_is_refused_rather_than_read_as_other_days(load, tmp_path):
    """Excel in English writes 5 April as 04/05: three days that only exist so tell the file."""
    emissoes = [
        replace(E, numero=f"100259573{posicao}", primeiro=date(2010, 3, dia), ultimo=date(2020, 4, 5))
        for posicao, dia in enumerate((13, 14, 15, 5))
    ]
    caminho = write_emissoes(tmp_path, emissoes, "planilha", data="%m/%d/%Y")
    with pytest.raises(EntradaIlegivel, match=r"planilha.csv.*mês antes do dia.*sem abri-lo"):
        load(caminho)


def test_one_impossible_date_refuses_its_row_only(load, tmp_path):
    base = replace(E, ultimo=date(2020, 4, 5), validade=date(2030, 5, 4))
    emissoes = [
        replace(base, primeiro=date(2010, 3, 13)),
        replace(base, numero="1002595736", primeiro=date(2010, 3, 5)),
    ]
    con = load(write_emissoes(tmp_path, emissoes, data="%m/%d/%Y", nome="duas"))
    assert rows(con, "SELECT linha, motivo FROM stg_rejeitos") == [(2, "data que não existe")]


@pytest.mark.parametrize("numero", ["1,00E+09", "1.00E+09", "1E+09", "########", "1002595735,0"])
def test_a_station_number_that_a_spreadsheet_changed_is_refused(load, tmp_path, numero):
    """Nine stations would read ``1.00E+09`` and become one."""
    con = load(write_emissoes(tmp_path, [E, replace(E, numero=numero)], aspas=True))
    assert rows(con, "SELECT numero_estacao FROM stg_estacoes") == [("1002595735",)]
    assert rows(con, "SELECT motivo FROM stg_rejeitos") == [("número de estação ilegível",)]
