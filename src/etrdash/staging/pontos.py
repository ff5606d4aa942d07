"""Registers of places that laws name (hospitals, schools…) → ``stg_pontos``, every row accounted for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import duckdb
import pyarrow as pa

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel, Problema
from etrdash.staging.contagens import Arquivo, add_arquivos, add_rejeitos, insert_linhas
from etrdash.staging.coordenadas import Regiao
from etrdash.staging.empresas import read_referencia
from etrdash.staging.identificadores import fold_texto
from etrdash.staging.municipal_arquivos import EntradaMunicipal
from etrdash.staging.municipal_atos import Falha
from etrdash.staging.municipal_leitura import read_tabelas
from etrdash.staging.municipal_regioes import load_regioes
from etrdash.staging.municipal_tabelas import FormaDaTabela, Tabela
from etrdash.staging.pontos_especies import Especies
from etrdash.staging.pontos_leitor import LeitorDePontos, Ponto, score_cabecalho
from etrdash.staging.tabelas import create_tabelas, read_sql
from etrdash.vocabulario import QualidadeCoordenada

_ESQUEMA = pa.schema(
    [
        *((coluna, pa.string()) for coluna in ("ponto_id", "codigo_ibge", "especie", "nome")),
        ("latitude", pa.float64()),
        ("longitude", pa.float64()),
        *((coluna, pa.string()) for coluna in ("qualidade_coordenada", "fonte", "arquivo")),
        ("linha", pa.int64()),
    ]
)


def load_pontos(
    con: duckdb.DuckDBPyConnection, entradas: Sequence[EntradaMunicipal], pasta: PastaDeDados, tmp: Path
) -> None:
    """Create ``stg_pontos`` and ``stg_especies`` and fill ``stg_arquivos`` and ``stg_rejeitos``.

    Args:
        con: the build's database. ``stg_estacoes`` tells where each municipality is.
        entradas: files in order, each with the municipality of its rows where no column says it.
        pasta: data folder (``referencia/``).
        tmp: folder for temporary files.

    Raises:
        EntradaIlegivel: a file that cannot be read, or whose header is of no known register.
    """
    create_tabelas(con)
    for tabela in ("stg_pontos", "stg_especies"):
        con.execute(read_sql(tabela))
    carga = _Carga(con, pasta)
    for entrada in entradas:
        carga.load(entrada, tmp)


class _Carga:
    """The loading of one build's registers; repeats are told across its files."""

    def __init__(self, con: duckdb.DuckDBPyConnection, pasta: PastaDeDados) -> None:
        self._con = con
        self._especies = Especies.load(pasta)
        linhas = read_referencia(pasta.file("referencia/municipios.csv"))
        self._municipios = {linha["codigo_ibge"]: linha["nome"] for linha in linhas}
        self._lugares = {(fold_texto(linha["nome"]), linha["uf"]): linha["codigo_ibge"] for linha in linhas}
        self._regioes: Callable[[str], Regiao] = load_regioes(con, pasta)
        self._vistos: dict[object, Ponto] = {}
        insert_linhas(con, "stg_especies", self._especies.rows())

    def load(self, entrada: EntradaMunicipal, tmp: Path) -> None:
        """Load the tables of one file; those of another kind (a register's zip has many) are left out."""
        self._check_ibge(entrada)
        lidas = 0
        for tabela in read_tabelas(entrada.caminho, FormaDaTabela(), score_cabecalho, tmp):
            if isinstance(tabela, Tabela):
                self._load_tabela(tabela, entrada.codigo_ibge)
                lidas += 1
        if not lidas:
            raise EntradaIlegivel(
                Problema(
                    "o cabeçalho não é de nenhum cadastro de locais conhecido",
                    arquivo=entrada.caminho.name,
                    esperado="CNES, OpenDataSUS, INEP, ou codigo_ibge, especie, nome, latitude, longitude",
                    remedio="Veja docs/entradas.md.",
                )
            )

    def _check_ibge(self, entrada: EntradaMunicipal) -> None:
        if entrada.codigo_ibge is not None and entrada.codigo_ibge not in self._municipios:
            raise EntradaIlegivel(
                Problema(
                    "o código IBGE dado para o arquivo não é de nenhum município",
                    arquivo=entrada.caminho.name,
                    esperado="os 7 dígitos do IBGE, como em --pontos CODIGO=arquivo.csv",
                    remedio="Confira o código na tabela de municípios do IBGE.",
                )
            )

    def _load_tabela(self, tabela: Tabela, codigo: str | None) -> None:
        leitor = LeitorDePontos(
            tabela.cabecalho, codigo, self._municipios, self._lugares, self._regioes, self._especies
        )
        novos: list[dict[str, object]] = []
        recusas: list[tuple[int, Falha]] = []
        repetidas = reparadas = sem_lugar = 0
        for lida in tabela.linhas:
            lido = Falha(lida.defeito, "", "", "") if lida.defeito else leitor.read(lida.celulas)
            if isinstance(lido, Falha):
                recusas.append((lida.linha, lido))
                continue
            chave = (leitor.fonte, lido.id) if lido.id else lida.celulas
            antes = self._vistos.setdefault(chave, lido)
            if antes is not lido:
                if antes == lido:
                    repetidas += 1
                else:
                    outro = "código repetido com outro conteúdo"
                    recusas.append((lida.linha, Falha(outro, "", "", "um código por estabelecimento")))
                continue
            reparadas += lido.posicao.qualidade is QualidadeCoordenada.REPARADA
            sem_lugar += lido.posicao.latitude is None
            novos.append(_to_row(lido, leitor.fonte, tabela.arquivo, lida.linha))
        self._insert(novos)
        repetidas += tabela.repetidas
        avisos = [
            f"{quantos} {frase}"
            for quantos, frase in (
                (reparadas, "local(is) com a coordenada reparada (ponto decimal ou sinal perdido)"),
                (sem_lugar, "local(is) sem coordenada que se possa ler"),
            )
            if quantos
        ]
        arquivo = Arquivo(
            tabela.arquivo,
            "pontos",
            leitor.fonte,
            codigo,
            tabela.sha256,
            tabela.tamanho,
            len(novos) + repetidas + len(recusas),
            len(novos),
            repetidas,
            len(recusas),
            leitor.pessoais,
            (),
            (*tabela.avisos, *avisos),
        )
        add_arquivos(self._con, [arquivo])
        add_rejeitos(
            self._con,
            [
                (tabela.arquivo, linha, falha.motivo, falha.coluna or None, falha.valor or None)
                for linha, falha in sorted(recusas, key=lambda recusa: recusa[0])
            ],
        )

    def _insert(self, linhas: list[dict[str, object]]) -> None:
        self._con.register("_pontos", pa.Table.from_pylist(linhas, schema=_ESQUEMA))
        self._con.execute("INSERT INTO stg_pontos SELECT * FROM _pontos")
        self._con.unregister("_pontos")


def _to_row(ponto: Ponto, fonte: str, arquivo: str, linha: int) -> dict[str, object]:
    return {
        "ponto_id": f"{fonte}-{ponto.id}" if ponto.id else f"{arquivo}:{linha}",
        "codigo_ibge": ponto.codigo_ibge,
        "especie": ponto.especie,
        "nome": ponto.nome,
        "latitude": ponto.posicao.latitude,
        "longitude": ponto.posicao.longitude,
        "qualidade_coordenada": ponto.posicao.qualidade.value,
        "fonte": fonte,
        "arquivo": arquivo,
        "linha": linha,
    }
