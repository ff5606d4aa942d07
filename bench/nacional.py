"""Invent national inputs of the real size and shape: layout A, and municipal acts of 600 municipalities.

    python -m bench.nacional PASTA [--escala 0.05]

Everything is fictitious: companies, stations, positions and processes come from hashes of a counter; only the
names and codes of municipalities are the public ones. At scale 1: 113,000 stations, 3.3 million rows (each
written three times, as the real file does), 41 columns, about 980 MB, and 200,000 acts. The same scale gives
the same bytes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import duckdb

from etrdash.cli.construcao import Pedido, build_acervo
from etrdash.dados import PastaDeDados, shipped_folder
from etrdash.demo.anatel import COLUNAS_A
from etrdash.published.store import Store

EM = date(2026, 11, 30)

ESTACOES, ATOS, CIDADES_COM_REGISTROS = 113_000, 200_000, 600
_ATOS_POR_REGISTRO = 2.5
_AVISO = "DADOS FICTÍCIOS para medir desempenho; nada aqui descreve uma antena ou empresa real.\n"
_PARTES = """
CREATE MACRO sorteia(chave, sal, n) AS (hash(chave, sal) % n)::BIGINT;
CREATE MACRO fracao(chave, sal) AS (hash(chave, sal) % 1000003) / 1000003.0;
CREATE MACRO dms(g, mais, menos) AS (
    WITH c AS (SELECT round(abs(g) * 360000)::BIGINT AS v)
    SELECT format('{:02d}{}{:02d}{:04d}', v // 360000, CASE WHEN g < 0 THEN menos ELSE mais END,
        (v % 360000) // 6000, v % 6000) FROM c
);
"""
_CIDADES = """
CREATE TABLE cidades AS
WITH ufs AS (FROM read_csv($ufs, all_varchar = true)),
lidas AS (
    SELECT m.codigo_ibge, m.nome, m.uf, u.nome AS nome_uf, u.sul::DOUBLE AS sul, u.norte::DOUBLE AS norte,
        u.oeste::DOUBLE AS oeste, u.leste::DOUBLE AS leste,
        row_number() OVER (ORDER BY hash(m.codigo_ibge, 'ordem'), m.codigo_ibge) AS posto
    FROM read_csv($municipios, all_varchar = true) AS m JOIN ufs AS u ON u.uf = m.uf
)
SELECT *, sum(1.0 / (posto + 3)) OVER (ORDER BY posto) / sum(1.0 / (posto + 3)) OVER () AS ate,
    sul + (norte - sul) * (0.3 + 0.4 * fracao(codigo_ibge, 'lat')) AS lat,
    oeste + (leste - oeste) * (0.3 + 0.4 * fracao(codigo_ibge, 'lon')) AS lon,
    0.008 + 0.2 / sqrt(posto) AS raio
FROM lidas
"""
_SITIOS = """
CREATE TABLE sitios AS
WITH sorteados AS (SELECT i AS sitio, fracao(i, 'cidade') AS f FROM range($sitios) AS r(i))
SELECT s.sitio, c.*,
    c.lat + c.raio * (fracao(s.sitio, 'dy') - 0.5) AS y, c.lon + c.raio * (fracao(s.sitio, 'dx') - 0.5) AS x,
    ['RUA', 'AVENIDA', 'ESTRADA', 'TRAVESSA', 'PRACA'][1 + sorteia(s.sitio, 'via', 5)] AS via,
    ['DAS ACACIAS', 'DOS IPES', 'QUINZE DE MARCO', 'BARAO DO VALE', 'SANTA CLARA', 'DO COMERCIO',
     'SETE DE ABRIL', 'DAS PALMEIRAS', 'PROFESSOR MODELO', 'DA ESTACAO'][1 + sorteia(s.sitio, 'nome', 10)]
        || ' ' || (1 + sorteia(s.sitio, 'serie', 60)) AS rua,
    (1 + sorteia(s.sitio, 'porta', 3999))::VARCHAR AS porta,
    'VILA ' || (1 + sorteia(s.sitio, 'bairro', 40)) AS bairro,
    format('{:05d}{:03d}', 10000 + sorteia(s.codigo_ibge, 'cep', 80000), sorteia(s.sitio, 'cepf', 900)) AS cep
FROM (SELECT *, NULL AS codigo_ibge FROM sorteados) AS s ASOF JOIN cidades AS c ON s.f <= c.ate
"""
_ESTACOES = """
CREATE TABLE estacoes AS
WITH sorteadas AS (
    SELECT i, sorteia(i, 'sitio', $sitios) AS sitio, sorteia(i, 'op', 100) AS dado, 9990000000 + i AS numero
    FROM range($estacoes) AS r(i)
)
SELECT e.i, e.numero::VARCHAR AS numero, s.* EXCLUDE (y, x),
    s.y + (fracao(e.i, 'y') - 0.5) * 0.0003 AS y, s.x + (fracao(e.i, 'x') - 0.5) * 0.0003 AS x,
    CASE WHEN e.dado < 40 THEN 1 WHEN e.dado < 73 THEN 2 WHEN e.dado < 98 THEN 3 ELSE 4 END AS op,
    DATE '1999-01-01' + sorteia(e.i, 'primeira', 9800)::INTEGER AS primeira,
    DATE '2027-01-01' + sorteia(e.i, 'validade', 4000)::INTEGER AS validade,
    (e.i % 4 = 0)::INTEGER + 1 + sorteia(e.i, 'a', 10) + sorteia(e.i, 'b', 9) AS emissoes
FROM sorteadas AS e JOIN sitios AS s USING (sitio)
"""
_LINHAS = """
WITH linhas AS (
    SELECT *, sorteia(i * 100 + j, 'tec', 100) AS d,
        CASE WHEN d < 50 THEN 'LTE' WHEN d < 72 THEN 'GSM' WHEN d < 92 THEN 'WCDMA' ELSE 'NR' END AS tec
    FROM estacoes, LATERAL (SELECT unnest(range(emissoes)) AS j)
),
prontas AS (
    SELECT *, primeira + sorteia(i * 100 + j, 'lic', 200)::INTEGER AS licenca,
        700 + 5 * sorteia(i * 100 + j, 'mhz', 560) AS mhz,
        ['AURORA', 'BOREAL', 'MERIDIANO', 'ZÊNITE'][op] || ' FICTÍCIA S.A.' AS entidade,
        ['99900101000186', '99900202000157', '99900303000128', '99900404000107'][op] AS cnpj
    FROM linhas
)
SELECT '5040' || (1000000 + op * 7919), numero, cnpj, '010', NULL, (mhz // 100) * 100, mhz - 5,
    mhz + 5, mhz, mhz - 95, ['5M00G9W', '200KG7W', '15M0G7W'][1 + j % 3],
    (10000 + sorteia(i, 'ato', 9999)) || '2019', strftime(validade, '%d/%m/%Y'), entidade, 1 + j % 3, tec,
    CASE WHEN tec = 'NR' THEN 'SA-NSA' ELSE 'N/I' END, dms(y, 'N', 'S'), dms(x, 'E', 'W'),
    format('{:.5f}', y), format('{:.5f}', x), via || ' ' || rua, bairro, porta, NULL, cep,
    CASE sorteia(i, 'classe', 4) WHEN 0 THEN 'Greenfield' WHEN 1 THEN 'Rooftop' WHEN 2 THEN 'Streetlevel' END,
    strftime(primeira, '%d/%m/%Y'), strftime(licenca, '%d/%m/%Y'), strftime(licenca, '%Y%m'), 'Licenciada',
    'Primário', split_part(entidade, ' ', 1), (mhz // 100) * 100, 'A',
    CASE tec WHEN 'LTE' THEN '4G' WHEN 'GSM' THEN '2G' WHEN 'WCDMA' THEN '3G' ELSE '5G' END,
    11 + sorteia(uf, 'ddd', 88), codigo_ibge, nome || ' - ' || uf, uf, nome_uf
FROM prontas, range(3) AS vezes(v)
"""
_ATOS = """
CREATE TABLE atos AS
WITH postos AS (
    SELECT *, row_number() OVER (ORDER BY hash(sitio, 'registro'), sitio) AS r
    FROM sitios, range(3) AS v(vez) WHERE posto <= $cidades
),
registros AS (
    SELECT *, DATE '2012-01-01' + sorteia(r, 'data', 5000)::INTEGER AS pedido
    FROM postos WHERE r <= $registros
),
numeros AS (SELECT sitio, min(numero) AS numero FROM estacoes GROUP BY ALL),
fases AS (
    SELECT * FROM registros, (VALUES ('protocolo', 0), ('exigencia', 60), ('emissao', 150)) AS f(ato, dias)
    WHERE ato <> 'exigencia' OR sorteia(r, 'exigencia', 2) = 0
)
SELECT f.codigo_ibge, f.posto, f.r,
    format('{}.{:06d}/{}', 2012 + f.r % 14, f.r, f.codigo_ibge[1:2]) AS registro_id,
    'CADASTRO' AS instrumento,
    f.ato, strftime(f.pedido + f.dias, '%Y-%m-%d') AS data,
    CASE WHEN f.ato = 'emissao' THEN strftime(f.pedido + 3650, '%Y-%m-%d') END AS validade,
    ['Torres Fictícias S.A.', 'Estruturas Inventadas Ltda.', 'Mastros Imaginários S.A.'][1 + f.r % 3]
        AS detentora_nome,
    CASE WHEN sorteia(f.r, 'num', 100) < 25 THEN n.numero END AS numero_estacao,
    CASE WHEN sorteia(f.r, 'abr', 3) = 0 THEN replace(replace(f.via, 'AVENIDA', 'Av.'), 'RUA', 'R')
        ELSE lower(f.via) END || ' ' ||
        CASE WHEN sorteia(f.r, 'erro', 8) = 0 THEN substr(f.rua, 4) ELSE f.rua END
        AS logradouro,
    CASE WHEN sorteia(f.r, 'sn', 9) = 0 THEN 'S/N' ELSE f.porta END AS numero, f.bairro, f.cep,
    CASE WHEN sorteia(f.r, 'pos', 4) > 0 THEN format('{:.5f}', f.y + (fracao(f.r, 'ey') - 0.5) * 0.0008) END
        AS latitude,
    CASE WHEN sorteia(f.r, 'pos', 4) > 0 THEN format('{:.5f}', f.x + (fracao(f.r, 'ex') - 0.5) * 0.0008) END
        AS longitude
FROM fases AS f LEFT JOIN numeros AS n USING (sitio)
"""


@dataclass(frozen=True, slots=True)
class Nacional:
    """Where the invented inputs are: layout A as CSV and in a zip, municipal files, data overlay."""

    csv: Path
    zip: Path
    municipal: Path
    dados: Path


def write_nacional(pasta: Path, escala: float) -> Nacional:
    """Write the inputs at a scale (1: the country), unless they are there already."""
    nacional = Nacional(
        pasta / "Estacoes_SMP.csv", pasta / "estacoes_smp.zip", pasta / "municipal", pasta / "dados"
    )
    pronta = pasta / "FICTICIO.txt"
    if pronta.exists():
        return nacional
    pasta.mkdir(parents=True, exist_ok=True)
    referencia = shipped_folder() / "referencia"
    estacoes = round(ESTACOES * escala)
    cidades = max(3, round(CIDADES_COM_REGISTROS * min(1.0, escala)))
    with duckdb.connect() as con:
        for comando in _PARTES.split(";\n"):
            if comando.strip():
                con.execute(comando)
        con.execute(
            _CIDADES,
            {"ufs": str(referencia / "ufs.csv"), "municipios": str(referencia / "municipios.csv")},
        )
        sitios = round(estacoes / 1.4)
        con.execute(_SITIOS, {"sitios": sitios})
        con.execute(_ESTACOES, {"estacoes": estacoes, "sitios": sitios})
        colunas = '"\ufeff' + '", "'.join(COLUNAS_A) + '"'
        linhas = f"SELECT * FROM ({_LINHAS}) AS t({colunas})"
        con.execute(f"COPY ({linhas}) TO '{nacional.csv}' (FORMAT csv, HEADER, DELIMITER ';')")
        registros = round(ATOS * escala / _ATOS_POR_REGISTRO)
        con.execute(_ATOS, {"registros": registros, "cidades": cidades})
        _write_municipais(con, nacional)
    with zipfile.ZipFile(nacional.zip, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as destino:
        destino.write(nacional.csv, nacional.csv.name)
    pronta.write_text(_AVISO, encoding="utf-8")
    return nacional


def _write_municipais(con: duckdb.DuckDBPyConnection, nacional: Nacional) -> None:
    """Write one canonical file and one municipality file for each municipality with acts."""
    nacional.municipal.mkdir(exist_ok=True)
    municipios = nacional.dados / "municipios"
    municipios.mkdir(parents=True, exist_ok=True)
    for codigo, nome, uf in con.execute(
        "SELECT DISTINCT codigo_ibge, nome, uf FROM cidades SEMI JOIN atos USING (codigo_ibge) ORDER BY ALL"
    ).fetchall():
        con.execute(
            f"COPY (SELECT * EXCLUDE (posto, r) FROM atos WHERE codigo_ibge = '{codigo}' ORDER BY r, data)"
            f" TO '{nacional.municipal / codigo}.csv' (FORMAT csv, HEADER)"
        )
        (municipios / f"{codigo}.toml").write_text(
            f'codigo_ibge = "{codigo}"\nnome = "{nome}"\nuf = "{uf}"\nlei = "sp_modelo"\n'
            'vigencia = "confirmada"\npublicada_em = 2022-05-16\n\n[registros]\norgao = "fictício"\n'
            'canal = "fictício"\nlicenca = "CC0-1.0"\nextraida_em = 2026-11-01\ncompletude = "completa"\n',
            encoding="utf-8",
        )


def build_nacional(entradas: Nacional, store: Path, avisar: Callable[[str], None] = lambda _: None) -> Path:
    """Build an acervo and return its folder; standard error and `avisar` hear of each stage."""
    inicio = time.perf_counter()

    def say(etapa: str) -> None:
        print(f"{time.perf_counter() - inicio:7.1f} s  {etapa}", file=sys.stderr)
        avisar(etapa)

    pedido = Pedido(
        (entradas.csv,),
        tuple((None, arquivo) for arquivo in sorted(entradas.municipal.iterdir())),
        PastaDeDados.open(entradas.dados),
        EM,
        ficticio=True,
        avisar=say,
    )
    return build_acervo(pedido, Store(store)).pasta


def add_store(leitor: argparse.ArgumentParser) -> None:
    """Add the options of a bench that needs an acervo."""
    leitor.add_argument("--store", type=Path, help="acervos already built; without it, one is built")
    leitor.add_argument("--escala", type=float, default=0.05, help="of the acervo to build")


def find_store(opcoes: argparse.Namespace) -> Path:
    """Return the store that was given, else one built at the scale asked for, kept beside the others."""
    if opcoes.store is not None:
        return Path(opcoes.store).resolve()
    pasta = Path(tempfile.gettempdir()) / f"etrdash-nacional-{opcoes.escala:g}"
    build_nacional(write_nacional(pasta, opcoes.escala), pasta / "acervos")
    return pasta / "acervos"


def main() -> None:
    """Write the inputs into the folder of the command line."""
    leitor = argparse.ArgumentParser(description=__doc__)
    leitor.add_argument("pasta", type=Path)
    leitor.add_argument("--escala", type=float, default=1.0)
    pedido = leitor.parse_args()
    write_nacional(pedido.pasta, pedido.escala)


if __name__ == "__main__":
    main()
