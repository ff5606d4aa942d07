"""Is a download what it should be? Asked before it may replace a good file."""

from __future__ import annotations

import gzip
import json
import re
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import Any

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.sources.baixa_fontes import Conteudo, Fonte
from etrdash.sources.containers import Membro, list_membros, open_membro
from etrdash.sources.formas import Forma, detect_forma_of_path
from etrdash.sources.layouts import DELIMITADORES, normalise_celula, split_linha

_BLOCO = 1 << 20
_CABECALHO_MAXIMO = 1 << 16
_POLIGONOS = ("Polygon", "MultiPolygon")
_REMEDIO = "O arquivo anterior, se havia, foi mantido. Repita o comando mais tarde ou informe outro --url."


def check_conteudo(caminho: Path, fonte: Fonte) -> None:
    """Read a download to the end and check that it is what ``fonte`` promises.

    Args:
        caminho: the received file.
        fonte: what it should be.

    Raises:
        EntradaIlegivel: empty, an HTML page, a broken or hostile zip, other columns, broken JSON.
    """
    forma = _forma_of(caminho)
    esperada = Forma.ZIP if fonte.conteudo is Conteudo.ZIP else Forma.TEXTO
    if forma is Forma.VAZIO:
        raise _refusal(fonte, "o arquivo baixado está vazio", "0 byte de conteúdo", fonte.conteudo.value)
    if forma is Forma.HTML:
        raise _refusal(
            fonte, "o servidor respondeu com uma página da internet", "marcação HTML", fonte.conteudo.value
        )
    if forma is not esperada:
        raise _refusal(fonte, "o arquivo baixado não é do tipo esperado", forma.value, fonte.conteudo.value)
    if fonte.conteudo is Conteudo.JSON:
        load_lista(caminho, fonte)
    elif fonte.conteudo is Conteudo.GEOJSON:
        _check_geojson(caminho, fonte)
    elif fonte.conteudo is Conteudo.ZIP:
        _check_zip(caminho, fonte)
    else:
        membro = Membro(fonte.arquivo, lambda: caminho.open("rb"), explicito=True)
        if not _has_colunas(membro, fonte):
            raise _wrong_columns(fonte)


def expand_gzip(caminho: Path, fonte: Fonte) -> None:
    """Replace a gzip by its content where the source promises text: some services compress unasked.

    Raises:
        EntradaIlegivel: broken gzip, or content beyond the source's size.
    """
    if fonte.conteudo is Conteudo.ZIP or detect_forma_of_path(caminho) is not Forma.GZIP:
        return
    limite = int(fonte.maximo_mb * 1e6)
    claro = caminho.with_name(caminho.name + ".claro")
    recebidos = 0
    try:
        with gzip.open(caminho, "rb") as comprimido, claro.open("wb") as saida:
            while bloco := comprimido.read(_BLOCO):
                recebidos += len(bloco)
                if recebidos > limite:
                    raise _refusal(
                        fonte, "o arquivo se expande além do limite", None, f"até {fonte.maximo_mb:g} MB"
                    )
                saida.write(bloco)
        claro.replace(caminho)
    except (EOFError, gzip.BadGzipFile, zlib.error) as falha:
        raise _refusal(fonte, "o arquivo comprimido está truncado ou corrompido") from falha
    finally:
        claro.unlink(missing_ok=True)


def load_lista(caminho: Path, fonte: Fonte) -> list[dict[str, Any]]:
    """Return the list of objects of a JSON source.

    Raises:
        EntradaIlegivel: not JSON in UTF-8, not a list of objects, an empty one, or ``fonte.chaves`` absent.
    """
    lista = _load_json(caminho, fonte)
    if not isinstance(lista, list) or not lista:
        raise _refusal(
            fonte, "o JSON não é uma lista com itens", type(lista).__name__, "uma lista de objetos"
        )
    for indice, item in enumerate(lista, start=1):
        if not isinstance(item, dict) or any(chave not in item for chave in fonte.chaves):
            raise _refusal(
                fonte, f"o item {indice} do JSON não tem as chaves esperadas", None, ", ".join(fonte.chaves)
            )
    return lista


def _load_json(caminho: Path, fonte: Fonte) -> Any:
    try:
        return json.loads(caminho.read_bytes())
    except (ValueError, RecursionError) as falha:
        linha = falha.lineno if isinstance(falha, json.JSONDecodeError) else None
        raise _refusal(fonte, "o JSON está truncado ou malformado", linha=linha) from None


def _check_geojson(caminho: Path, fonte: Fonte) -> None:
    colecao = _load_json(caminho, fonte)
    feicoes = colecao.get("features") if isinstance(colecao, dict) else None
    if not isinstance(feicoes, list) or not feicoes:
        raise _refusal(fonte, "o GeoJSON não tem feições", None, "uma FeatureCollection")
    for indice, feicao in enumerate(feicoes, start=1):
        geometria = feicao.get("geometry") if isinstance(feicao, dict) else None
        if not isinstance(geometria, dict) or geometria.get("type") not in _POLIGONOS:
            esperado = " ou ".join(_POLIGONOS)
            raise _refusal(fonte, f"a feição {indice} do GeoJSON não é um polígono", None, esperado)


def _check_zip(caminho: Path, fonte: Fonte) -> None:
    try:
        with zipfile.ZipFile(caminho) as zipado:
            membros = zipado.infolist()
    except (zipfile.BadZipFile, UnicodeDecodeError, NotImplementedError):
        raise _refusal(fonte, "o zip está truncado ou corrompido", esperado="um zip completo") from None
    for info in membros:
        partes = PurePosixPath(info.filename.replace("\\", "/"))
        if partes.is_absolute() or ".." in partes.parts or re.match(r"[A-Za-z]:", info.filename):
            raise _refusal(fonte, "o zip tem um membro que sairia da pasta de destino")
    limite = int(fonte.descompactado_mb * 1e6)
    _check_expandido(sum(info.file_size for info in membros), limite, fonte)
    com_colunas = False
    lidos = 0
    for membro in list_membros([caminho], caminho.parent):
        com_colunas |= _has_colunas(membro, fonte)
        lidos += _read_whole(membro, limite - lidos, fonte)
    if not com_colunas:
        raise _wrong_columns(fonte)


def _check_expandido(tamanho: int, limite: int, fonte: Fonte) -> None:
    if tamanho > limite:
        raise _refusal(
            fonte,
            "o zip se expande além do limite desta fonte",
            f"{tamanho / 1e6:.0f} MB ou mais",
            f"até {fonte.descompactado_mb:g} MB",
        )


def _forma_of(caminho: Path) -> Forma:
    try:
        return detect_forma_of_path(caminho)
    except zipfile.BadZipFile:  # starts like a zip; what is wrong with it is told when it is read
        return Forma.ZIP


def _read_whole(membro: Membro, limite: int, fonte: Fonte) -> int:
    """Read a member to its end, so that a truncated or altered one fails its checksum; return its size."""
    lidos = 0
    with open_membro(membro) as fluxo:
        while bloco := fluxo.read(_BLOCO):
            lidos += len(bloco)
            _check_expandido(lidos, limite, fonte)
    return lidos


def _has_colunas(membro: Membro, fonte: Fonte) -> bool:
    with open_membro(membro) as fluxo:
        linha = fluxo.readline(_CABECALHO_MAXIMO)
    try:
        texto = linha.decode("utf-8-sig")
    except UnicodeDecodeError:
        texto = linha.decode("cp1252", errors="replace")
    delimitador = max(DELIMITADORES, key=texto.count)
    achadas = {normalise_celula(celula) for celula in split_linha(texto, delimitador)}
    return {normalise_celula(coluna) for coluna in fonte.colunas} <= achadas


def _wrong_columns(fonte: Fonte) -> EntradaIlegivel:
    return _refusal(
        fonte, "nenhum CSV do arquivo tem as colunas esperadas", None, ", ".join(fonte.colunas), linha=1
    )


def _refusal(
    fonte: Fonte,
    mensagem: str,
    encontrado: str | None = None,
    esperado: str | None = None,
    *,
    linha: int | None = None,
) -> EntradaIlegivel:
    return EntradaIlegivel(
        Problema(
            mensagem,
            arquivo=fonte.arquivo,
            linha=linha,
            encontrado=encontrado,
            esperado=esperado,
            remedio=_REMEDIO,
        )
    )
