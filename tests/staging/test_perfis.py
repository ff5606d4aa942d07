"""Profiles: other cities' files, described as data."""

from __future__ import annotations

import csv
import json
import re
import tempfile
import tomllib
from datetime import date, datetime
from pathlib import Path

import pytest

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos, EntradaIlegivel
from etrdash.staging.perfis import Perfil, load_perfil, load_perfis
from etrdash.staging.perfis_proposta import propose_perfil
from tests.staging.escrita_municipal import Carregado, load, write_ods, write_xls, write_xlsx

PERFIL = """
nome = "Cidade de exemplo"
codigo_ibge = "3557105"

[arquivo]
{arquivo}

[colunas]
registro_id = "Nº Processo"
detentora_nome = "Empresa"
logradouro = "Endereço"
latitude = "Y"
longitude = "X"
altura_m = "Altura"

[constantes]
instrumento = "CADASTRO"

[[atos]]
ato = "protocolo"
data = "Data Protocolo"

[[atos]]
ato = "emissao"
data = "Data Emissão"
validade = "Validade"
{resto}
"""
CABECALHO = [
    "Nº Processo",
    "Empresa",
    "Endereço",
    "Y",
    "X",
    "Altura",
    "Data Protocolo",
    "Data Emissão",
    "Validade",
]
LINHA = [
    "12/2020",
    "SBA Torres",
    "Rua A, 10",
    "-20.42213",
    "-49.97279",
    "1.587,97",
    "04/02/20",
    "05/05/20",
    "",
]


def open_pasta(tmp_path: Path, perfil: str) -> PastaDeDados:
    """Lay a folder with one profile over the shipped data."""
    (tmp_path / "dados" / "perfis").mkdir(parents=True)
    (tmp_path / "dados" / "perfis" / "exemplo.toml").write_text(perfil, encoding="utf-8")
    return PastaDeDados.open(tmp_path / "dados")


def load_exemplo(
    tmp_path: Path, linhas: list[list[str]], arquivo: str = "", resto: str = "", delimitador: str = ";"
) -> Carregado:
    caminho = tmp_path / "lista.csv"
    with caminho.open("w", encoding="cp1252", newline="") as saida:
        csv.writer(saida, delimiter=delimitador).writerows([CABECALHO, *linhas])
    return load(caminho, pasta=open_pasta(tmp_path, PERFIL.format(arquivo=arquivo, resto=resto)))


def change(**celulas: str) -> list[str]:
    """Return the example row with some cells changed, by the header's first word."""
    nomes = [nome.split()[-1] for nome in CABECALHO]
    return [celulas.get(nome, valor) for nome, valor in zip(nomes, LINHA, strict=True)]


def test_one_row_per_process_becomes_its_acts(tmp_path: Path) -> None:
    carregado = load_exemplo(tmp_path, [change(Validade="05/05/30"), change(Processo="13/2020", Emissão="")])
    assert [(a["registro_id"], a["ato"], a["data"], a["validade"]) for a in carregado.atos] == [
        ("12/2020", "emissao", date(2020, 5, 5), date(2030, 5, 5)),
        ("12/2020", "protocolo", date(2020, 2, 4), None),
        ("13/2020", "protocolo", date(2020, 2, 4), None),
    ]
    [arquivo] = carregado.arquivos
    assert (arquivo["layout"], arquivo["codigo_ibge"]) == ("exemplo", "3557105")
    assert (arquivo["lidas"], arquivo["carregadas"], arquivo["rejeitadas"]) == (2, 2, 0)
    assert carregado.atos[0]["detentora"] == "SBA Torres Brasil"


def test_a_row_without_any_date_is_refused(tmp_path: Path) -> None:
    carregado = load_exemplo(tmp_path, [change(Protocolo="", Emissão="")])
    assert [(r["linha"], r["motivo"]) for r in carregado.rejeitos] == [(2, "linha sem nenhum ato")]


def test_refusals_name_the_column_of_the_source(tmp_path: Path) -> None:
    carregado = load_exemplo(tmp_path, [change(Emissão="31/02/2020")])
    assert [(r["coluna"], r["valor"]) for r in carregado.rejeitos] == [("Data Emissão", "31/02/2020")]


@pytest.mark.parametrize(
    ("epsg", "y", "x"),
    [
        (4674, "-20.42213", "-49.97279"),
        (31982, "7741469.37", "607166.83"),
        (29192, "7741512.90", "607216.34"),
        (4618, "-20.421664", "-49.972320"),
    ],
)
def test_reference_systems(tmp_path: Path, epsg: int, y: str, x: str) -> None:
    """SAD69 is some 64 m off: the same place in four systems, within a metre."""
    [ato, _] = load_exemplo(tmp_path, [change(Y=y, X=x)], arquivo=f"epsg = {epsg}").atos
    assert ato["latitude"] == pytest.approx(-20.42213, abs=2e-5)
    assert ato["longitude"] == pytest.approx(-49.97279, abs=2e-5)


def test_well_known_text(tmp_path: Path) -> None:
    [ato, _] = load_exemplo(tmp_path, [change(Y="POINT (607166.83 7741469.37)", X="")], "epsg = 31982").atos
    assert ato["latitude"] == pytest.approx(-20.42213, abs=2e-5)


def test_forms_of_dates_numbers_and_nulls(tmp_path: Path) -> None:
    arquivo = 'datas = ["%m-%d-%Y"]\nnulos = ["***", "99999"]\ndecimal = ","'
    linhas = [change(Protocolo="02-04-2020", Emissão="***", Altura="45,5", Endereço="99999")]
    [ato] = load_exemplo(tmp_path, linhas, arquivo).atos
    assert (ato["data"], ato["altura_m"], ato["logradouro"]) == (date(2020, 2, 4), 45.5, None)


def test_vocabulary_filter_and_persons(tmp_path: Path) -> None:
    perfil = """
nome = "Cidade com situação"
[colunas]
codigo_ibge = "ibge"
registro_id = "proc"
instrumento = "tipo"
logradouro = "endereco"
[vocabulario.instrumento]
"*ANTENA*" = "CADASTRO"
[vocabulario.ato]
"DEFERIDO" = "emissao"
"NEGADO" = "indeferimento"
"ARQUIVADO" = ""
[[atos]]
coluna_ato = "situacao"
data = "data"
[filtro]
coluna = "tipo"
contem = ["antena"]
[pessoas]
nomes = ["dono"]
"""
    caminho = tmp_path / "l.csv"
    caminho.write_text(
        "ibge;proc;tipo;situacao;data;endereco;dono\n"
        "355710;1/20;Cadastro de antena;Deferido;2020-01-01;Rua de Josefina Quirino;Josefina Quirino\n"
        "355710;2/20;Cadastro de antena;NEGADO;2020-01-02;Rua B;\n"
        "355710;3/20;Banca de jornal;Deferido;2020-01-03;Rua C;\n"
        "355710;4/20;Cadastro de antena;Arquivado;2020-01-03;Rua C;\n"
        "355710;5/20;Cadastro de antena;Sei lá;2020-01-03;Rua C;\n",
        encoding="utf-8",
    )
    carregado = load(caminho, pasta=open_pasta(tmp_path, perfil))
    assert [(a["registro_id"], a["ato"], a["logradouro"]) for a in carregado.atos] == [
        ("1/20", "emissao", None),
        ("2/20", "indeferimento", "Rua B"),
    ]
    assert [r["motivo"] for r in carregado.rejeitos] == ["linha sem nenhum ato", "ato desconhecido"]
    [arquivo] = carregado.arquivos
    assert arquivo["lidas"] == 4
    assert "1 linha(s) de outros assuntos, fora do filtro do perfil" in arquivo["avisos"]
    assert arquivo["pessoais_descartados"] == 2


def test_several_addresses_in_one_cell(tmp_path: Path) -> None:
    linhas = [change(Endereço="Rua A, 10 # Rua B, 20", Protocolo="")]
    atos = load_exemplo(tmp_path, linhas, resto="").atos
    assert [ato["logradouro"] for ato in atos] == ["Rua A, 10 # Rua B, 20"]
    perfil = 'separador_enderecos = "#"\n' + PERFIL.format(arquivo="", resto="")
    (tmp_path / "dados" / "perfis" / "exemplo.toml").write_text(perfil, encoding="utf-8")
    atos = load(tmp_path / "lista.csv", pasta=PastaDeDados.open(tmp_path / "dados")).atos
    assert [ato["logradouro"] for ato in atos] == ["Rua A, 10", "Rua B, 20"]


def test_spreadsheets_with_titles_renamed_headers_and_mixed_dates(tmp_path: Path) -> None:
    titulo = ["Relação de processos", "", "", "", "", "", "", "", ""]
    cabecalho = [nome.replace(" ", "\n ") for nome in CABECALHO]
    pasta = open_pasta(tmp_path, PERFIL.format(arquivo='planilhas = ["Plan1"]', resto=""))
    mistas = [*LINHA[:6], datetime(2020, 2, 4), "2020-05-05", ""]  # noqa: DTZ001 - a spreadsheet's date
    for caminho in (
        write_xlsx(tmp_path / "a.xlsx", {"Plan1": [titulo, [], cabecalho, mistas], "Notas": [["x"]]}),
        write_xls(tmp_path / "a.xls", [titulo, cabecalho, LINHA]),
        write_ods(tmp_path / "a.ods", [titulo, cabecalho, LINHA]),
    ):
        atos = load(caminho, pasta=pasta).atos
        assert [(ato["ato"], ato["data"]) for ato in atos] == [
            ("emissao", date(2020, 5, 5)),
            ("protocolo", date(2020, 2, 4)),
        ]


def test_geojson_layer(tmp_path: Path) -> None:
    feicoes = [
        {
            "type": "Feature",
            "properties": {"Nº Processo": "12/2020", "Empresa": "SBA Torres", "Data Emissão": "2020-05-05"},
            "geometry": {"type": "Point", "coordinates": [607166.83, 7741469.37]},
        },
        {
            "type": "Feature",
            "properties": {"Nº Processo": "13/2020", "Endereço": "Rua B", "Data Emissão": "2020-05-06"},
            "geometry": {
                "type": "MultiPoint",
                "coordinates": [[607066.83, 7741469.37], [607266.83, 7741469.37]],
            },
        },
        {
            "type": "Feature",
            "properties": {"Nº Processo": "14/2020", "Altura": 42.5, "Data Emissão": "2020-05-07"},
            "geometry": None,
        },
    ]
    camada = {
        "type": "FeatureCollection",
        "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::31982"}},
        "features": feicoes,
    }
    caminho = tmp_path / "camada.geojson"
    caminho.write_text(json.dumps(camada, ensure_ascii=False), encoding="utf-8")
    perfil = PERFIL.format(arquivo="", resto="").replace('latitude = "Y"\nlongitude = "X"\n', "")
    atos = load(caminho, pasta=open_pasta(tmp_path, perfil)).atos
    assert [ato["altura_m"] for ato in atos] == [None, None, 42.5]
    assert [ato["linha"] for ato in atos] == [2, 3, 4]
    for ato in atos[:2]:
        assert ato["latitude"] == pytest.approx(-20.42213, abs=2e-5)
        assert ato["longitude"] == pytest.approx(-49.97279, abs=2e-5)
    assert atos[2]["qualidade_coordenada"] == "ausente"


def test_encoding_and_delimiter_stated_by_the_profile(tmp_path: Path) -> None:
    caminho = tmp_path / "lista.txt"
    linhas = "\r\n".join("~".join(linha) for linha in (CABECALHO, change(Endereço="Praça São João, 5")))
    caminho.write_bytes(linhas.encode("cp850"))
    arquivo = 'codificacao = "cp850"\ndelimitador = "~"'
    carregado = load(caminho, pasta=open_pasta(tmp_path, PERFIL.format(arquivo=arquivo, resto="")))
    assert carregado.atos[0]["logradouro"] == "Praça São João, 5"
    assert carregado.arquivos[0]["bytes"] == caminho.stat().st_size


def test_the_municipality_file_names_the_profile(tmp_path: Path) -> None:
    perfil = PERFIL.format(arquivo="", resto="").replace('codigo_ibge = "3557105"\n', "")
    pasta = open_pasta(tmp_path, perfil)
    municipio = tmp_path / "dados" / "municipios" / "4113700.toml"
    municipio.parent.mkdir()
    municipio.write_text('[registros]\nperfil = "exemplo"\n', encoding="utf-8")
    caminho = tmp_path / "a.csv"
    caminho.write_text("\n".join(";".join(linha) for linha in (CABECALHO, LINHA)), encoding="utf-8")
    assert {ato["codigo_ibge"] for ato in load(caminho, "4113700", pasta).atos} == {"4113700"}
    municipio.write_text('[registros]\nperfil = "nenhum"\n', encoding="utf-8")
    with pytest.raises(EntradaIlegivel, match=r"nomeia um perfil que não existe.*nenhum"):
        load(caminho, "4113700", pasta)


@pytest.mark.parametrize(
    ("troca", "palavras"),
    [
        (
            ('detentora_nome = "Empresa"', 'detentora = "Empresa"'),
            ["detentora", "você quis dizer detentora_nome?"],
        ),
        (('instrumento = "CADASTRO"', ""), ["não diz de onde vem instrumento"]),
        (('registro_id = "Nº Processo"', ""), ["não diz de onde vem registro_id"]),
        (('ato = "emissao"', 'ato = "emitido"'), ["atos.1.ato", "vocabulário"]),
        (('ato = "emissao"', ""), ["atos.1", "coluna_ato"]),
        (("[arquivo]", "[arquivo]\nepsg = 99"), ["arquivo.epsg", "EPSG"]),
        (("[arquivo]", '[arquivo]\ncodificacao = "latim"'), ["arquivo.codificacao", "cp1252"]),
        (("[arquivo]", "[arquivo]\naba = 1"), ["arquivo.aba", "não existe"]),
        (("[colunas]", "[colunas"), ["não é um TOML válido"]),
    ],
)
def test_a_wrong_profile_says_what_is_wrong(
    tmp_path: Path, troca: tuple[str, str], palavras: list[str]
) -> None:
    texto = PERFIL.format(arquivo="", resto="")
    assert troca[0] in texto
    pasta = open_pasta(tmp_path, texto.replace(*troca, 1))
    with pytest.raises(DadosInvalidos) as erro:
        load_perfis(pasta)
    for palavra in ["perfis/exemplo.toml", *palavras]:
        assert palavra in str(erro.value)


def test_shipped_profiles_are_valid() -> None:
    assert {"sao_paulo_sisacoe_erb", "curitiba_alvaras"} <= set(load_perfis(PastaDeDados.open()))


def test_sao_paulo_real_list(shared: Path) -> None:
    """249 rows, one of which repeats another's permit, date and address."""
    caminho = shared / "dados" / "municipal" / "sp_smul_sisacoe_erb_2006_2020.csv"
    with caminho.open(encoding="utf-8", newline="") as arquivo:
        linhas = list(csv.DictReader(arquivo))
    carregado = load_copy(caminho)
    [lido] = carregado.arquivos
    assert (lido["layout"], lido["lidas"], lido["rejeitadas"]) == ("sao_paulo_sisacoe_erb", len(linhas), 0)
    chaves = (
        "processo",
        "alvara",
        "descricao",
        "data_autuacao",
        "aprovacao",
        "endereco",
        "bairro",
        "zona_uso",
    )
    distintas = {tuple(" ".join(linha[chave].split()) for chave in chaves) for linha in linhas}
    assert lido["carregadas"] == len(distintas) == 248
    por_ato = {
        ato: sum(a["ato"] == ato for a in carregado.atos) for ato in ("emissao", "modificacao", "protocolo")
    }
    apostilas = sum("APOSTILAMENTO" in linha["descricao"] for linha in linhas)
    autuadas = sum(bool(linha["data_autuacao"]) for linha in linhas)
    assert por_ato == {"emissao": 248 - apostilas, "modificacao": apostilas, "protocolo": autuadas}
    primeira = next(ato for ato in carregado.atos if ato["linha"] == 3)
    assert (primeira["registro_id"], primeira["data"]) == ("2011.02.600-00", date(2011, 1, 28))
    assert (primeira["logradouro"], primeira["zona_codigo"]) == ("R TURIASSU 00127", "ZM-2/008")
    assert min(ato["data"] for ato in carregado.atos).year == 2006


def test_curitiba_header(shared: Path, tmp_path: Path) -> None:
    cabecalho = (shared / "dados" / "municipal" / "curitiba_alvaras_cabecalho.csv").read_text("ascii").strip()
    linhas = [
        "TORRE SUL LTDA;2001-01-01;0001234;***;05/05/2020;05/05/2025;RUA A;000010;;;***;CENTRO;80010-000;"
        "6120501;ESTAÇÃO RÁDIO BASE",
        "PADARIA LTDA;2001-01-01;0001235;***;05/05/2020;05/05/2025;RUA A;000010;;;***;CENTRO;80010-000;"
        "1091102;PADARIA",
    ]
    caminho = tmp_path / "base.csv"
    caminho.write_text("\n".join([cabecalho, *linhas]), encoding="latin-1")
    carregado = load(caminho)
    [ato] = carregado.atos
    assert (ato["registro_id"], ato["detentora"], ato["validade"]) == (
        "0001234",
        "TORRE SUL LTDA",
        date(2025, 5, 5),
    )
    assert (ato["instrumento"], ato["numero"], ato["cep"]) == ("LICENCA_ANTERIOR", "000010", "80010000")
    assert carregado.arquivos[0]["lidas"] == 1


def load_copy(caminho: Path) -> Carregado:
    """Load a file of a folder that may be read-only."""
    with tempfile.TemporaryDirectory() as pasta:
        copia = Path(pasta) / caminho.name
        copia.write_bytes(caminho.read_bytes())
        return load(copia)


def test_a_proposed_profile_can_be_completed_and_used(tmp_path: Path) -> None:
    caminho = tmp_path / "nova.csv"
    caminho.write_text(
        "Prefeitura\n\nProcesso;Interessado;CNPJ;Data de Entrada;Data da Aprovação;Validade;Tipo;Endereço;"
        "Norte;Leste;Responsável;Telefone;Vistoria\n"
        "12/2020;SBA Torres;02421421000111;01/02/2020;05/05/2020;05/05/2030;Licença;Rua A;7741469;607166;Ana;"
        "17991234567;sim\n",
        encoding="cp1252",
    )
    texto, sem_lugar = propose_perfil(caminho)
    assert sem_lugar == ["Vistoria", "Telefone"]
    proposto = tomllib.loads(texto)
    assert proposto["colunas"] == {
        "registro_id": "Processo",
        "detentora_nome": "Interessado",
        "detentora_documento": "CNPJ",
        "instrumento": "Tipo",
        "logradouro": "Endereço",
        "latitude": "Norte",
        "longitude": "Leste",
    }
    assert proposto["atos"] == [
        {"ato": "protocolo", "data": "Data de Entrada"},
        {"ato": "emissao", "data": "Data da Aprovação", "validade": "Validade"},
    ]
    assert proposto["pessoas"] == {"nomes": ["Responsável"]}
    assert proposto["arquivo"] == {"linha_cabecalho": 3}
    completo = texto.replace("0000000", "3557105") + '\n[vocabulario.instrumento]\n"Licença" = "CADASTRO"\n'
    carregado = load(caminho, pasta=open_pasta(tmp_path, completo))
    assert [ato["instrumento"] for ato in carregado.atos] == ["CADASTRO", "CADASTRO"]


def test_a_proposal_shows_no_cell(tmp_path: Path) -> None:
    caminho = tmp_path / "nova.csv"
    caminho.write_text("Processo;Coisa\n12/2020;Josefina Quirino\n", encoding="utf-8")
    texto, sem_lugar = propose_perfil(caminho)
    assert "Josefina" not in texto + str(sem_lugar)


def test_nothing_like_a_header(tmp_path: Path) -> None:
    caminho = tmp_path / "numeros.csv"
    caminho.write_text("1;2;3\n4;5;6\n", encoding="utf-8")
    with pytest.raises(EntradaIlegivel, match="cabeçalho"):
        propose_perfil(caminho)


def test_a_proposal_that_is_not_completed_is_refused(tmp_path: Path) -> None:
    caminho = tmp_path / "nova.csv"
    caminho.write_text("Processo;Bairro\n12/2020;Centro\n", encoding="utf-8")
    perfil = tmp_path / "p.toml"
    perfil.write_text(propose_perfil(caminho)[0], encoding="utf-8")
    with pytest.raises(DadosInvalidos, match="não diz de onde vem instrumento"):
        load_perfil(perfil)


def test_the_documented_profile_is_valid(tmp_path: Path) -> None:
    documento = Path(__file__).resolve().parents[2] / "docs" / "municipais.md"
    exemplos = re.findall(r"```toml\n(.*?)```", documento.read_text(encoding="utf-8"), flags=re.DOTALL)
    exemplo = exemplos[-1]
    caminho = tmp_path / "exemplo.toml"
    caminho.write_text(exemplo, encoding="utf-8")
    perfil = load_perfil(caminho)
    fora_do_exemplo = {"fonte", "observacoes", "separador_enderecos"}
    assert set(Perfil.model_fields) - fora_do_exemplo == perfil.model_fields_set
