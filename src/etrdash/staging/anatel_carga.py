"""ANATEL's files into one raw table, block by block: nothing is cast here, everything is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import duckdb

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.sources.containers import Membro, list_membros
from etrdash.sources.layouts import CANONICAS, LAYOUT_C, Cabecalho
from etrdash.sources.leitura import Leitura, open_leitura
from etrdash.sources.registros import Lote
from etrdash.staging.contagens import add_rejeitos


@dataclass(slots=True)
class Carga:
    """One file as it was read, before its cells are understood.

    Attributes:
        fonte: identifies the file in the raw table.
        arquivo: name as shown to users.
        cabecalho: its header, or None where the layout is unknown and the file was left unread.
        sha256: hexadecimal digest of the uncompressed content.
        bytes: size of the uncompressed content.
        lidas: rows read.
        repetidas: rows left out because they only repeat another.
        filtradas: rows of mobile terminals, left out while streaming and not counted as read.
        avisos: what the user should know about the file.
    """

    fonte: int
    arquivo: str
    cabecalho: Cabecalho | None
    sha256: str = ""
    bytes: int = 0
    lidas: int = 0
    repetidas: int = 0
    filtradas: int = 0
    avisos: list[str] = field(default_factory=list)


def load_linhas(
    con: duckdb.DuckDBPyConnection, caminhos: Sequence[Path], tmp: Path, terminais: Sequence[str] = ()
) -> list[Carga]:
    """Read every file into ``_anatel_linhas`` (``fonte, linha, chave``, canonical columns, all text).

    Rows that cannot be split go to ``stg_rejeitos``; exact repeats of a file keep their first line only.

    Args:
        con: the build's database.
        caminhos: files or folders.
        tmp: folder for temporary files.
        terminais: classes of mobile terminals, nine tenths of layout C, which is filtered as it streams.

    Raises:
        EntradaIlegivel: a path that cannot be read, or in which no ANATEL layout is found.
    """
    colunas = ", ".join(f"{coluna} VARCHAR" for coluna in CANONICAS)
    con.execute(f"CREATE TEMP TABLE _anatel_linhas (fonte INTEGER, linha BIGINT, chave UHUGEINT, {colunas})")
    cargas: list[Carga] = []
    vistos: Counter[str] = Counter()
    for caminho in caminhos:
        do_caminho: list[Carga] = []
        for membro in list_membros([caminho], tmp):
            vistos[membro.arquivo] += 1
            vezes = vistos[membro.arquivo]
            unico = membro if vezes == 1 else replace(membro, arquivo=f"{membro.arquivo} ({vezes})")
            do_caminho.append(_load_membro(con, unico, len(cargas) + len(do_caminho), terminais))
        if not any(carga.cabecalho for carga in do_caminho):
            raise EntradaIlegivel(
                Problema(
                    "nenhum arquivo é de um layout conhecido da ANATEL",
                    arquivo=caminho.name,
                    encontrado="; ".join(carga.arquivo for carga in do_caminho[:5]),
                    esperado="ao menos um arquivo de estações licenciadas (layouts A, B0, B1, B2 ou C)",
                    remedio="Confira o conteúdo da pasta ou do zip.",
                )
            )
        cargas.extend(do_caminho)
    _drop_repetidas(con, cargas)
    return cargas


def _load_membro(
    con: duckdb.DuckDBPyConnection, membro: Membro, fonte: int, terminais: Sequence[str]
) -> Carga:
    try:
        with open_leitura(membro) as leitura:
            carga = Carga(fonte, membro.arquivo, leitura.cabecalho)
            _load_lotes(con, leitura, carga, terminais)
    except EntradaIlegivel as erro:
        if membro.explicito or not _is_outro_arquivo(erro):
            raise
        carga = Carga(fonte, membro.arquivo, None)
        carga.avisos.append(f"não foi lido: {erro.problemas[0].mensagem}")
        return carga
    carga.sha256, carga.bytes = leitura.texto.sha256, leitura.texto.bytes_lidos
    carga.avisos.extend(_list_avisos(leitura))
    if carga.filtradas:
        carga.avisos.append(
            f"{carga.filtradas} linha(s) de terminais móveis, sem lugar fixo, não foram lidas"
        )
    return carga


def _is_outro_arquivo(erro: EntradaIlegivel) -> bool:
    """Say whether a member was refused for being another kind of file, not for being damaged."""
    return any("layout" in problema.mensagem for problema in erro.problemas)


def _load_lotes(
    con: duckdb.DuckDBPyConnection, leitura: Leitura, carga: Carga, terminais: Sequence[str]
) -> None:
    """Insert the blocks while the next one is being read; only the worker touches the connection."""
    consulta, valores = _insertion(leitura.cabecalho, carga.fonte, terminais)
    with ThreadPoolExecutor(max_workers=1) as trabalhador:
        pendente: Future[None] | None = None
        for lote in leitura.iter_lotes():
            carga.lidas += lote.lidas
            carga.repetidas += lote.repetidas
            if pendente is not None:
                pendente.result()
            pendente = trabalhador.submit(_insert_lote, con, consulta, valores, carga, lote)
        if pendente is not None:
            pendente.result()


def _insert_lote(
    con: duckdb.DuckDBPyConnection, consulta: str, valores: dict[str, object], carga: Carga, lote: Lote
) -> None:
    if lote.linhas.num_rows:
        con.register("_lote", lote.linhas)
        inseridas = con.execute(consulta, valores).fetchone()
        con.unregister("_lote")
        filtradas = lote.linhas.num_rows - (inseridas[0] if inseridas else 0)
        carga.filtradas += filtradas
        carga.lidas -= filtradas
    add_rejeitos(
        con, ((carga.arquivo, recusa.linha, recusa.motivo, None, recusa.detalhe) for recusa in lote.recusas)
    )


def _insertion(cabecalho: Cabecalho, fonte: int, terminais: Sequence[str]) -> tuple[str, dict[str, object]]:
    """Return the statement that stores a block, and its values; layout C leaves mobile terminals out."""
    posicoes = cabecalho.posicoes
    colunas = [f"c{posicoes[coluna]}" if coluna in posicoes else "NULL" for coluna in CANONICAS]
    consulta = (
        f"INSERT INTO _anatel_linhas SELECT $fonte, linha, md5_number(texto), {', '.join(colunas)} FROM _lote"
    )
    classes = [f"c{posicoes[coluna]}" for coluna in ("classe", "tipo_classe") if coluna in posicoes]
    if cabecalho.layout is not LAYOUT_C or not classes:
        return consulta, {"fonte": fonte}
    siglas = ", ".join(
        f"nullif(regexp_extract(upper(trim({coluna})), '^([A-Z]{{2}})(?: *-|$)', 1), '')"
        for coluna in classes
    )
    filtro = f" WHERE coalesce({siglas}, '') NOT IN (SELECT unnest($terminais))"
    return consulta + filtro, {"fonte": fonte, "terminais": list(terminais)}


def _drop_repetidas(con: duckdb.DuckDBPyConnection, cargas: Sequence[Carga]) -> None:
    """Drop the exact repeats that stand in different blocks of a file, keeping the first line."""
    con.execute(
        """
        CREATE TEMP TABLE _anatel_repetidas AS
        SELECT fonte, chave, min(linha) AS primeira, count(*) - 1 AS demais
        FROM _anatel_linhas GROUP BY fonte, chave HAVING count(*) > 1
        """
    )
    con.execute(
        """
        DELETE FROM _anatel_linhas AS linhas USING _anatel_repetidas AS repetidas
        WHERE linhas.fonte = repetidas.fonte AND linhas.chave = repetidas.chave
            AND linhas.linha <> repetidas.primeira
        """
    )
    for fonte, demais in con.execute(
        "SELECT fonte, sum(demais)::BIGINT FROM _anatel_repetidas GROUP BY fonte"
    ).fetchall():
        cargas[fonte].repetidas += demais
    con.execute("DROP TABLE _anatel_repetidas")


def _list_avisos(leitura: Leitura) -> list[str]:
    cabecalho = leitura.cabecalho
    avisos = []
    if cabecalho.ausentes:
        nomes = (cabecalho.layout.colunas[canonica][0] for canonica in cabecalho.ausentes)
        avisos.append(f"colunas ausentes: {', '.join(nomes)}")
    if leitura.texto.indecifraveis:
        avisos.append(
            f"{leitura.texto.indecifraveis} byte(s) fora da codificação {leitura.texto.codificacao}, "
            "trocados por \N{REPLACEMENT CHARACTER}"
        )
    if leitura.membro.ignorados:
        avisos.append(f"membros do zip que não são texto: {', '.join(leitura.membro.ignorados)}")
    return avisos
