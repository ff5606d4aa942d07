"""Canonical municipal acts: every way to write them, and what becomes of each row."""

from __future__ import annotations

import csv
import gzip
import json
import zipfile
from datetime import date
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel
from etrdash.staging.municipal import EntradaMunicipal, check_circular, load_municipais
from tests.staging.escrita_municipal import (
    BASE,
    Carregado,
    load,
    to_csv,
    to_table,
    write_csv,
    write_ods,
    write_parquet,
    write_xls,
    write_xlsx,
)

VARIOS = [
    {**BASE, "ato": "protocolo", "data": "2020-01-10", "bairro": "Vila São José"},
    {**BASE, "validade": "2030-05-04", "bairro": "Vila São José"},
]


def read_uma(tmp_path: Path, **celulas: str) -> dict[str, object]:
    """Load one ato with some cells changed, and return it."""
    carregado = load(write_csv(tmp_path / "atos.csv", [{**BASE, **celulas}]))
    assert carregado.rejeitos == []
    return carregado.atos[0]


def read_recusa(tmp_path: Path, **celulas: str) -> dict[str, object]:
    """Load one ato that must be refused, and return the refusal."""
    carregado = load(write_csv(tmp_path / "atos.csv", [{**BASE, **celulas}]))
    assert carregado.atos == []
    [rejeito] = carregado.rejeitos
    return rejeito


@pytest.mark.parametrize("delimitador", [",", ";", "\t", "|"])
@pytest.mark.parametrize("codificacao", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("fim", ["\n", "\r\n", "\r"])
def test_csv_of_any_form(tmp_path: Path, delimitador: str, codificacao: str, fim: str) -> None:
    carregado = load(write_csv(tmp_path / "atos.csv", VARIOS, delimitador, codificacao, fim))
    assert [(ato["ato"], ato["linha"], ato["bairro"]) for ato in carregado.atos] == [
        ("protocolo", 2, "Vila São José"),
        ("emissao", 3, "Vila São José"),
    ]
    [arquivo] = carregado.arquivos
    assert (arquivo["papel"], arquivo["layout"], arquivo["codigo_ibge"]) == ("municipal", "atos", "3557105")
    assert (arquivo["lidas"], arquivo["carregadas"]) == (2, 2)
    assert arquivo["bytes"] == (tmp_path / "atos.csv").stat().st_size


def test_other_containers(tmp_path: Path) -> None:
    tabela = to_table(VARIOS)
    comprimido = tmp_path / "atos.csv.gz"
    comprimido.write_bytes(gzip.compress(to_csv(tabela).encode()))
    for caminho in (
        write_xlsx(tmp_path / "a.xlsx", {"Atos": tabela}),
        write_xls(tmp_path / "a.xls", tabela),
        write_ods(tmp_path / "a.ods", tabela),
        write_parquet(tmp_path / "a.parquet", tabela),
        comprimido,
    ):
        atos = load(caminho).atos
        assert [(ato["ato"], ato["data"], ato["linha"]) for ato in atos] == [
            ("protocolo", date(2020, 1, 10), 2),
            ("emissao", date(2020, 5, 4), 3),
        ]


def test_without_municipal_files_the_table_is_empty(tmp_path: Path) -> None:
    con = duckdb.connect()
    load_municipais(con, [], PastaDeDados.open(), tmp_path)
    assert Carregado(con).atos == []
    assert Carregado(con).arquivos == []


def test_header_without_rows(tmp_path: Path) -> None:
    caminho = tmp_path / "a.csv"
    caminho.write_text(",".join(BASE), encoding="utf-8")
    [arquivo] = load(caminho).arquivos
    assert (arquivo["lidas"], arquivo["carregadas"]) == (0, 0)


def test_typed_parquet_and_canonical_geojson(tmp_path: Path) -> None:
    tipado = {
        **{coluna: [valor] for coluna, valor in BASE.items()},
        "data": [date(2020, 5, 4)],
        "compartilhada": [True],
        "altura_m": [42.5],
        "numero_estacao": [["683107019", "1016260643"]],
    }
    pq.write_table(pa.table(tipado), tmp_path / "a.parquet")
    [ato] = load(tmp_path / "a.parquet").atos
    assert (ato["data"], ato["compartilhada"], ato["altura_m"]) == (date(2020, 5, 4), True, 42.5)
    assert ato["numeros_estacao"] == ["683107019", "1016260643"]
    feicao = {
        "type": "Feature",
        "properties": BASE,
        "geometry": {"type": "Point", "coordinates": [-49.97279, -20.42213]},
    }
    camada = json.dumps({"type": "FeatureCollection", "features": [feicao]})
    (tmp_path / "a.geojson").write_text(camada, encoding="utf-8")
    [ato] = load(tmp_path / "a.geojson").atos
    assert (ato["latitude"], ato["longitude"]) == (-20.42213, -49.97279)


def test_zip_of_several_files_one_of_them_foreign(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as zipado:
        zipado.writestr("2020/atos.csv", to_csv(to_table(VARIOS)))
        zipado.writestr("2021/atos.csv", to_csv(to_table([{**BASE, "data": "2021-05-04"}])))
        zipado.writestr("leia-me.txt", "Licenças da Secretaria.\n")
    carregado = load(tmp_path / "a.zip")
    assert [(a["arquivo"], a["carregadas"]) for a in carregado.arquivos] == [
        ("a.zip!2020/atos.csv", 2),
        ("a.zip!2021/atos.csv", 1),
    ]
    assert "a.zip!leia-me.txt" in carregado.arquivos[0]["avisos"][0]


def test_spreadsheet_with_title_rows_true_dates_and_other_sheets(tmp_path: Path) -> None:
    cabecalho, *linhas = to_table([{**BASE, "altura_m": ""}])
    linhas[0][4], linhas[0][5] = date(2020, 5, 4), 42.5  # type: ignore[assignment]
    atos = [["Licenças de antenas"], [], cabecalho, *linhas]
    caminho = write_xlsx(tmp_path / "a.xlsx", {"Atos": atos, "Legenda": [["sigla", "nome"]]})
    carregado = load(caminho)
    assert [(ato["data"], ato["altura_m"], ato["linha"]) for ato in carregado.atos] == [
        (date(2020, 5, 4), 42.5, 4)
    ]
    [arquivo] = carregado.arquivos
    assert arquivo["arquivo"] == "a.xlsx!Atos"
    assert "a.xlsx!Legenda" in arquivo["avisos"][0]


def test_header_in_any_order_case_and_accents(tmp_path: Path) -> None:
    caminho = tmp_path / "atos.csv"
    caminho.write_text(
        '"DATA" ; Ato;Instrumento; Registro ID;Código IBGE\n'
        "04/05/2020;Emissão;Licença de Instalação;7/2020;355710\n",
        encoding="cp1252",
    )
    [ato] = load(caminho).atos
    assert (ato["codigo_ibge"], ato["instrumento"], ato["ato"]) == (
        "3557105",
        "LICENCA_INSTALACAO",
        "emissao",
    )
    assert ato["data"] == date(2020, 5, 4)


def test_unknown_columns_are_reported_and_not_stored(tmp_path: Path) -> None:
    carregado = load(write_csv(tmp_path / "a.csv", [{**BASE, "fiscal": "Fulano de Tal", "cor": "azul"}]))
    assert carregado.arquivos[0]["colunas_ignoradas"] == ["fiscal", "cor"]
    assert not {"fiscal", "cor"} & set(carregado.atos[0])


@pytest.mark.parametrize(
    ("escrito", "lido"),
    [
        *((escrito, True) for escrito in ("S", "sim", "TRUE", "1")),
        *((escrito, False) for escrito in ("n", "Não", "false", "0")),
        *((escrito, None) for escrito in ("", "talvez")),
    ],
)
def test_booleans(tmp_path: Path, escrito: str, lido: bool | None) -> None:
    ato = read_uma(tmp_path, compartilhada=escrito, area_sensivel=escrito, equiparada=escrito)
    assert ato["compartilhada"] is lido
    assert ato["area_sensivel"] is lido
    assert ato["equiparada"] is lido


@pytest.mark.parametrize(
    ("escrito", "lido"),
    [
        ("180d", "180d"),
        ("6m", "6m"),
        ("2y", "2y"),
        ("2a", "2y"),
        ("180 dias", "180d"),
        ("6 meses", "6m"),
        ("", None),
    ],
)
def test_terms(tmp_path: Path, escrito: str, lido: str | None) -> None:
    assert read_uma(tmp_path, prazo=escrito)["prazo"] == lido


@pytest.mark.parametrize(
    ("escrita", "zona", "codigo"),
    [
        ("RURAL", "RURAL", None),
        ("ZR", "RURAL", None),
        ("Zona Rural", "RURAL", None),
        ("ZR2", "URBANA", "ZR2"),
        ("ZM-2", "URBANA", "ZM-2"),
        ("ZEIS", "URBANA", "ZEIS"),
        ("urbana", "URBANA", None),
        ("João da Silva", "URBANA", None),
        ("", None, None),
    ],
)
def test_zones(tmp_path: Path, escrita: str, zona: str | None, codigo: str | None) -> None:
    ato = read_uma(tmp_path, zona=escrita)
    assert (ato["zona"], ato["zona_codigo"]) == (zona, codigo)


def test_several_stations_and_operators_in_one_cell(tmp_path: Path) -> None:
    ato = read_uma(
        tmp_path,
        numero_estacao="683107019|1.016.260.643",
        prestadora_nome="Claro / TELEFONICA BRASIL S/A e TIM S.A.",
        prestadora_cnpj="40432544000147;02.558.157/0001-62",
    )
    assert ato["numeros_estacao"] == ["683107019", "1016260643"]
    assert ato["prestadora"] == "Claro|Vivo|TIM"
    assert ato["prestadora_cnpj"] == "40432544000147|02558157000162"


def test_closed_words(tmp_path: Path) -> None:
    ato = read_uma(
        tmp_path,
        tipo_estacao="small cell",
        instalacao="indoor",
        tipo_infraestrutura="Topo de prédio",
        motivo="Modernização",
    )
    assert (ato["tipo_estacao"], ato["instalacao"]) == ("PEQUENO_PORTE", "INTERNA")
    assert (ato["tipo_infraestrutura"], ato["motivo"]) == ("ROOFTOP", "modernizacao")


def test_free_text_in_a_closed_column_becomes_unknown_and_is_counted(tmp_path: Path) -> None:
    carregado = load(
        write_csv(tmp_path / "a.csv", [{**BASE, "motivo": "o vizinho reclamou", "altura_m": "alta"}])
    )
    assert carregado.atos[0]["motivo"] is None
    assert carregado.atos[0]["altura_m"] is None
    assert carregado.arquivos[0]["avisos"] == [
        f'coluna "{coluna}": 1 valor(es) que não se puderam ler, tratados como desconhecidos'
        for coluna in ("altura_m", "motivo")
    ]


@pytest.mark.parametrize(
    ("latitude", "longitude", "forma", "qualidade"),
    [
        ("-20.42213", "-49.97279", "decimal_5", "ok"),
        ("-20,42213", "-49,97279", "decimal_5", "ok"),
        ("-20.422", "-49.973", "decimal_3", "ok"),
        ("20°25'19.7\"S", "49°58'22.0\"W", "dms_1", "convertida"),
        ("20º25'20\" S", "49º58'22\" O", "dms_0", "convertida"),
        ("20:25:19.67S", "49:58:22.04W", "dms_2", "convertida"),
        ("20S251967", "49W582204", "dms_2", "convertida"),
        ("20.42213", "49.97279", "decimal_5", "reparada"),
        ("-49.97279", "-20.42213", "decimal_5", "reparada"),
    ],
)
def test_coordinates(tmp_path: Path, latitude: str, longitude: str, forma: str, qualidade: str) -> None:
    ato = read_uma(tmp_path, latitude=latitude, longitude=longitude)
    assert ato["latitude"] == pytest.approx(-20.42213, abs=2e-4)
    assert ato["longitude"] == pytest.approx(-49.97279, abs=3e-4)
    assert (ato["forma_coordenada"], ato["qualidade_coordenada"]) == (forma, qualidade)


@pytest.mark.parametrize(
    ("norte", "leste"),
    [("7741000", "607200"), ("607200", "7741000"), ("7.741.000,00", "607.200,00"), ("7741000.0", "607200.0")],
)
def test_utm_takes_its_zone_from_the_other_positions_of_the_municipality(
    tmp_path: Path, norte: str, leste: str
) -> None:
    atos = [
        {**BASE, "registro_id": "1/2020", "latitude": "-20.42213", "longitude": "-49.97279"},
        {**BASE, "registro_id": "2/2020", "latitude": norte, "longitude": leste},
    ]
    utm = load(write_csv(tmp_path / "a.csv", atos)).atos[1]
    assert utm["latitude"] == pytest.approx(-20.426369, abs=1e-5)
    assert utm["longitude"] == pytest.approx(-49.972441, abs=1e-5)
    assert (utm["forma_coordenada"], utm["qualidade_coordenada"]) == ("utm", "convertida")


def test_utm_takes_its_zone_from_the_stations(tmp_path: Path) -> None:
    con = duckdb.connect()
    con.execute(
        "CREATE TABLE stg_estacoes AS SELECT '3557105' AS codigo_ibge, (-20.42)::DOUBLE AS latitude, "
        "(-49.97)::DOUBLE AS longitude, 'ok' AS qualidade_coordenada, 'Claro' AS prestadora"
    )
    caminho = write_csv(tmp_path / "a.csv", [{**BASE, "latitude": "7741000", "longitude": "607200"}])
    [ato] = load(caminho, con=con).atos
    assert ato["longitude"] == pytest.approx(-49.972441, abs=1e-5)


def test_position_far_from_the_stations_is_kept_and_marked(tmp_path: Path) -> None:
    con = duckdb.connect()
    con.execute(
        "CREATE TABLE stg_estacoes AS SELECT '3557105' AS codigo_ibge, (-20.42)::DOUBLE AS latitude, "
        "(-49.97)::DOUBLE AS longitude, 'ok' AS qualidade_coordenada, 'Claro' AS prestadora"
    )
    caminho = write_csv(tmp_path / "a.csv", [{**BASE, "latitude": "-23.55", "longitude": "-46.63"}])
    [ato] = load(caminho, con=con).atos
    assert (ato["latitude"], ato["qualidade_coordenada"]) == (-23.55, "fora_do_municipio")


@pytest.mark.parametrize(("longitude", "qualidade"), [("-50.05", "ok"), ("-50.20", "fora_do_municipio")])
def test_the_stations_say_how_large_a_municipality_is(tmp_path: Path, longitude: str, qualidade: str) -> None:
    """Forty stations within 5.3 km, one of them wrong by a degree: positions up to 15 km are accepted."""
    con = duckdb.connect()
    con.execute(
        """
        CREATE TABLE stg_estacoes AS
        SELECT '3557105' AS codigo_ibge, (-20.42)::DOUBLE AS latitude, 'Claro' AS prestadora,
            'ok' AS qualidade_coordenada, if(i = 0, -51.0, -49.97 - (i - 20) / 400) AS longitude
        FROM range(200) AS faixa (n), (SELECT n % 40 AS i)
        WHERE n < 40 OR i > 0
        """
    )
    caminho = write_csv(tmp_path / "a.csv", [{**BASE, "latitude": "-20.42", "longitude": longitude}])
    assert load(caminho, con=con).atos[0]["qualidade_coordenada"] == qualidade


def test_a_point_given_for_unrelated_streets_is_a_placeholder(tmp_path: Path) -> None:
    ponto = {"latitude": "-20.42213", "longitude": "-49.97279"}
    ruas = ["Rua Amazonas, 10", "Av. Brasil 200", "Rua São Paulo", "Estrada do Boi, km 3"]
    atos = [
        {**BASE, **ponto, "registro_id": f"{n}/2020", "logradouro": rua}
        for n, rua in enumerate(ruas, start=1)
    ]
    torre = {**BASE, "latitude": "-20.43111", "longitude": "-49.98111"}
    mesma = [
        {**torre, "registro_id": f"{n}/2021", "logradouro": rua}
        for n, rua in enumerate(
            ["R. Pernambuco", "RUA PERNAMBUCO 5", "R PERNAMBUCO, s/n", "Pernambuco"], start=1
        )
    ]
    lidos = load(write_csv(tmp_path / "a.csv", [*atos, *mesma])).atos
    assert [ato["qualidade_coordenada"] for ato in lidos] == ["compartilhada"] * 4 + ["ok"] * 4


def test_identical_rows_are_repeats_even_across_files(tmp_path: Path) -> None:
    um = write_csv(tmp_path / "um.csv", [BASE, BASE, {**BASE, "observacao": "só o texto livre muda"}])
    dois = write_csv(tmp_path / "dois.csv", [{**BASE, "ato": "protocolo"}, BASE])
    carregado = load([um, dois])
    assert [(a["arquivo"], a["lidas"], a["carregadas"], a["repetidas"]) for a in carregado.arquivos] == [
        ("dois.csv", 2, 1, 1),
        ("um.csv", 3, 1, 2),
    ]
    assert len(carregado.atos) == 2


def test_one_spelling_per_process(tmp_path: Path) -> None:
    grafias = ["PA 04611/2020", "PA 04611/2020", "Proc. PA 4611-2020", "pa 04611/2020", "PA 04612/2020"]
    atos = [{**BASE, "registro_id": grafia, "data": f"2020-05-0{i + 1}"} for i, grafia in enumerate(grafias)]
    lidos = load(write_csv(tmp_path / "a.csv", atos)).atos
    assert [ato["registro_id"] for ato in lidos] == ["PA 04611/2020"] * 4 + ["PA 04612/2020"]
    assert [ato["registro_grafia"] for ato in lidos] == grafias


def test_same_number_in_two_municipalities_is_two_processes(tmp_path: Path) -> None:
    atos = [BASE, {**BASE, "codigo_ibge": "4113700", "registro_id": "pa 4611-2020"}]
    lidos = load(write_csv(tmp_path / "a.csv", atos)).atos
    assert {(ato["codigo_ibge"], ato["registro_id"]) for ato in lidos} == {
        ("3557105", "PA 04611/2020"),
        ("4113700", "pa 4611-2020"),
    }


def test_companies_by_alias_root_and_by_what_stands_beside_them(tmp_path: Path) -> None:
    atos = [
        {
            **BASE,
            "registro_id": "1/20",
            "detentora_nome": "AMERICAN TOWER DO BRASIL - CESSÃO DE INFRAESTRUTURAS S.A.",
        },
        {**BASE, "registro_id": "2/20", "detentora_documento": "02.421.421/0021-65"},
        {
            **BASE,
            "registro_id": "3/20",
            "detentora_nome": "Torres do Vale Ltda",
            "detentora_documento": "30000007000174",
        },
        {**BASE, "registro_id": "4/20", "detentora_documento": "30.000.007/0001-74"},
        {**BASE, "registro_id": "5/20"},
    ]
    lidos = load(write_csv(tmp_path / "a.csv", atos)).atos
    assert [ato["detentora"] for ato in lidos] == [
        "American Tower do Brasil",
        "TIM",
        "Torres do Vale Ltda",
        "Torres do Vale Ltda",
        None,
    ]


@pytest.mark.parametrize(
    ("celulas", "motivo", "coluna", "valor"),
    [
        (
            {"instrumento": "ALVARA_CONSTRUCAOO"},
            "instrumento desconhecido",
            "instrumento",
            "ALVARA_CONSTRUCAOO",
        ),
        ({"ato": "emisão"}, "ato desconhecido", "ato", "***"),
        ({"data": "31/02/2020"}, "data impossível", "data", "31/02/2020"),
        ({"data": "ontem"}, "data impossível", "data", "***"),
        ({"data": "10/03/1922"}, "data antiga demais", "data", "10/03/1922"),
        ({"data_instalacao": "1922-03-10"}, "data antiga demais", "data_instalacao", "1922-03-10"),
        ({"validade": "2020-13-01"}, "data impossível", "validade", "2020-13-01"),
        ({"data_instalacao": "00/05/2020"}, "data impossível", "data_instalacao", "00/05/2020"),
        ({"registro_id": ""}, "falta o valor de registro_id", "registro_id", None),
        ({"registro_id": "sem processo"}, "registro_id sem nenhum número", "registro_id", "***"),
        ({"codigo_ibge": "3557100"}, "código IBGE desconhecido", "codigo_ibge", "3557100"),
        ({"prazo": "180"}, "prazo sem número ou sem unidade", "prazo", "180"),
        ({"favoravel": "talvez"}, "favoravel que não é sim nem não", "favoravel", "***"),
    ],
)
def test_refusals(
    tmp_path: Path, celulas: dict[str, str], motivo: str, coluna: str, valor: str | None
) -> None:
    assert read_recusa(tmp_path, **celulas) == {
        "arquivo": "atos.csv",
        "linha": 2,
        "motivo": motivo,
        "coluna": coluna,
        "valor": valor,
    }


def test_row_of_another_municipality_than_the_file_is_said_to_be_of(tmp_path: Path) -> None:
    caminho = write_csv(tmp_path / "a.csv", [BASE, {**BASE, "codigo_ibge": "4113700"}])
    carregado = load(caminho, codigo_ibge="3557105")
    assert [(r["linha"], r["motivo"]) for r in carregado.rejeitos] == [(3, "código IBGE de outro município")]
    assert carregado.arquivos[0]["codigo_ibge"] == "3557105"


def test_validity_without_end_is_no_date(tmp_path: Path) -> None:
    assert read_uma(tmp_path, validade="indeterminada")["validade"] is None
    assert read_uma(tmp_path, validade="31/12/9999")["validade"] is None


def write_circular(tmp_path: Path, data: str, detentora: str) -> duckdb.DuckDBPyConnection:
    """Load ten atos that give ANATEL's numbers and points back, with some date and holder."""
    con = duckdb.connect()
    con.execute(
        """
        CREATE TABLE stg_estacoes AS
        SELECT '3557105' AS codigo_ibge, (500000000 + i)::VARCHAR AS numero_estacao, 'Claro' AS prestadora,
            -20.42 + i / 1000 AS latitude, (-49.97)::DOUBLE AS longitude, 'ok' AS qualidade_coordenada,
            DATE '2015-03-02' + i::INTEGER AS primeiro_licenciamento,
            DATE '2022-03-02' AS ultimo_licenciamento, DATE '2032-03-02' AS validade_anatel
        FROM range(10) AS faixa (i)
        """
    )
    atos = [
        {
            **BASE,
            "registro_id": str(500000000 + i),
            "data": data or f"2015-03-{2 + i:02}",
            "numero_estacao": str(500000000 + i),
            "latitude": f"{-20.42 + i / 1000:.6f}",
            "longitude": "-49.970000",
            "detentora_nome": detentora,
        }
        for i in range(10)
    ]
    load(write_csv(tmp_path / "camada.csv", atos), con=con)
    return con


@pytest.mark.parametrize(
    ("data", "detentora"), [("", ""), ("", "CLARO S.A."), ("2022-03-02", ""), ("2026-01-01", "")]
)
def test_anatel_data_given_as_municipal_are_refused(tmp_path: Path, data: str, detentora: str) -> None:
    con = write_circular(tmp_path, data, detentora)
    with pytest.raises(
        EntradaIlegivel, match=r"camada\.csv: o arquivo repete os dados da própria ANATEL.*10 de 10"
    ):
        check_circular(con)


def test_a_city_that_copies_coordinates_but_has_holders_of_its_own_is_kept(tmp_path: Path) -> None:
    check_circular(write_circular(tmp_path, "", "SBA Torres"))


def test_real_sets_load_without_refusals(shared: Path, tmp_path: Path) -> None:
    """Counted independently: rows, rows that repeat another but for blanks, processes of the truth."""
    for conjunto in sorted((shared / "vinculos").glob("conjunto_*")):
        caminhos = sorted((conjunto / "municipal").glob("*.csv"))
        con = duckdb.connect()
        load_municipais(con, [EntradaMunicipal(c) for c in caminhos], PastaDeDados.open(), tmp_path)
        carregado = Carregado(con)
        with (conjunto / "truth" / "registros.csv").open(encoding="utf-8", newline="") as arquivo:
            processos = {(linha["codigo_ibge"], linha["processo"]) for linha in csv.DictReader(arquivo)}
        lidos = {(ato["codigo_ibge"], ato["registro_id"]) for ato in carregado.atos}
        assert len(lidos) == len(processos)
        assert carregado.rejeitos == []
        for caminho, arquivo_lido in zip(caminhos, carregado.arquivos, strict=True):
            with caminho.open(encoding="utf-8", newline="") as arquivo:
                linhas = list(csv.reader(arquivo))[1:]
            distintas = {tuple(" ".join(celula.split()) for celula in linha) for linha in linhas}
            assert arquivo_lido["lidas"] == len(linhas)
            assert arquivo_lido["repetidas"] == len(linhas) - len(distintas)
            assert arquivo_lido["avisos"] == []
