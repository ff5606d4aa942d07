"""A path given by the user → the tables that it holds, told by content and not by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.sources.containers import list_membros, open_membro
from etrdash.sources.formas import Forma, detect_forma_of_path
from etrdash.staging.municipal_planilhas import read_geojson, read_parquet, read_planilhas
from etrdash.staging.municipal_tabelas import FormaDaTabela, Pontuacao, SemCabecalho, Tabela
from etrdash.staging.municipal_texto import read_texto


def read_tabelas(
    caminho: Path, forma: FormaDaTabela, pontuacao: Pontuacao, tmp: Path
) -> Iterator[Tabela | SemCabecalho | Problema]:
    """Yield the tables of a file whose header ``pontuacao`` recognises, and a problem for each other one.

    Args:
        caminho: ``.csv``, ``.xlsx``, ``.xls``, ``.ods``, ``.parquet``, ``.geojson``, or a ``.zip``, ``.gz``
            or folder of text files.
        forma: what is known of its form.
        pontuacao: the header sought.
        tmp: folder for temporary files.

    Raises:
        EntradaIlegivel: missing, empty, damaged, protected, or of a form that cannot be read.
    """
    tipo = Forma.TEXTO if not caminho.is_file() else _detect_forma(caminho)
    if tipo in {Forma.XLSX, Forma.XLS, Forma.ODS}:
        yield from read_planilhas(caminho, forma, pontuacao)
    elif tipo is Forma.PARQUET:
        yield read_parquet(caminho, pontuacao)
    else:
        for membro in list_membros([caminho], tmp):
            with open_membro(membro) as fluxo:
                e_json = fluxo.read(64).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
            if e_json:
                yield read_geojson(membro, pontuacao)
            else:
                yield from read_texto(membro, forma, pontuacao)


def _detect_forma(caminho: Path) -> Forma:
    try:
        return detect_forma_of_path(caminho)
    except OSError as erro:
        raise EntradaIlegivel(
            Problema(
                "o arquivo não pôde ser aberto",
                arquivo=caminho.name,
                encontrado=erro.strerror or type(erro).__name__,
                remedio="Confira as permissões.",
            )
        ) from None
