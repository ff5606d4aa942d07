"""Municipal files read one after the other: atos, refusals and counts of each table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.sources.containers import list_membros
from etrdash.sources.leitura import open_leitura
from etrdash.staging.coordenadas import Regiao
from etrdash.staging.identificadores import complete_ibge
from etrdash.staging.municipal_atos import Ato, Falha, Referencias
from etrdash.staging.municipal_leitor import LeitorDeAtos
from etrdash.staging.municipal_leitura import read_tabelas
from etrdash.staging.municipal_mapa import AtoEscrito, Mapa, find_repetidas, normalise_coluna
from etrdash.staging.municipal_recusas import is_rodape
from etrdash.staging.municipal_tabelas import SemCabecalho, Tabela
from etrdash.staging.pessoas import strip_pessoais

_REMEDIO = "Rode `etrdash profile ARQUIVO` para propor um perfil e veja docs/municipais.md."


@dataclass(frozen=True, slots=True)
class EntradaMunicipal:
    """One municipal file, as given on the command line.

    Attributes:
        caminho: the file.
        codigo_ibge: municipality that it is said to be of (``IBGE=PATH``), or None.
    """

    caminho: Path
    codigo_ibge: str | None = None


@dataclass(frozen=True, slots=True)
class AtoLido:
    """An ato and where it was read."""

    ato: Ato
    arquivo: str
    linha: int


@dataclass(slots=True)
class ArquivoLido:
    """One table of one municipal file, read: the row of ``stg_arquivos`` and what goes with it.

    Attributes:
        atos: what was loaded.
        rejeitos: line, first reason; the whole list of reasons is in ``falhas``.
        falhas: line → every reason to refuse it.
        duvidas: for each refused row that may state an act, its municipality; None where it is not known.
    """

    arquivo: str
    layout: str
    codigo_ibge: str | None
    sha256: str
    tamanho: int
    lidas: int = 0
    carregadas: int = 0
    repetidas: int = 0
    pessoais: int = 0
    colunas_ignoradas: list[str] = field(default_factory=list)
    avisos: list[str] = field(default_factory=list)
    atos: list[AtoLido] = field(default_factory=list)
    falhas: list[tuple[int, tuple[Falha, ...]]] = field(default_factory=list)
    duvidas: list[str | None] = field(default_factory=list)


class LeitorMunicipal:
    """Reads municipal files one after the other; repeats are told across the files of a build.

    Args:
        referencias: vocabularies, companies, municipalities.
        regioes: IBGE code → where positions are expected.
        mapas: kinds of file that may be tried for a municipality (None: not known), in order.
        tmp: folder for temporary files.
    """

    def __init__(
        self,
        referencias: Referencias,
        regioes: Callable[[str], Regiao],
        mapas: Callable[[str | None], Sequence[Mapa]],
        tmp: Path,
    ) -> None:
        self._referencias = referencias
        self._regioes = regioes
        self._mapas = mapas
        self._tmp = tmp
        self._vistos: set[Ato] = set()
        self._reservados: dict[tuple[str, str], int] = {}

    def read(self, entrada: EntradaMunicipal) -> list[ArquivoLido]:
        """Return the tables of one file.

        Raises:
            EntradaIlegivel: the file cannot be read, or none of its tables has a header that is known.
        """
        codigo = self._check_ibge(entrada)
        problemas: list[Problema] = []
        for mapa in self._mapas(codigo):
            lidos: list[ArquivoLido] = []
            avisos: list[str] = []
            perdidas = 0
            for tabela in read_tabelas(entrada.caminho, mapa.forma, mapa.score, self._tmp):
                if isinstance(tabela, SemCabecalho):
                    avisos.append(str(tabela.problema))
                    perdidas += tabela.tem_dados
                elif isinstance(tabela, Problema):
                    avisos.append(str(tabela))
                    perdidas += 1
                elif faltas := mapa.find_faltas(tabela.cabecalho):
                    problemas.append(_missing_columns(tabela.arquivo, faltas))
                    avisos.append(str(problemas[-1]))
                    perdidas += 1
                else:
                    lidos.append(self._read_tabela(tabela, mapa, codigo))
            if lidos:
                lidos[0].avisos.extend(avisos)
                lidos[0].duvidas.extend([codigo] * perdidas)
                return lidos
        raise EntradaIlegivel(problemas or [self._explain_header(entrada.caminho)])

    def _explain_header(self, caminho: Path) -> Problema:
        """Tell an ANATEL file given as a municipal one from a file that nothing knows."""
        try:
            for membro in list_membros([caminho], self._tmp):
                with open_leitura(membro) as leitura:
                    return Problema(
                        f"o arquivo é da ANATEL (layout {leitura.cabecalho.layout.nome}), não do município",
                        arquivo=membro.arquivo,
                        esperado="atos municipais",
                        remedio="Informe-o em --anatel.",
                    )
        except EntradaIlegivel:
            pass
        return _unknown_header(caminho.name)

    def _check_ibge(self, entrada: EntradaMunicipal) -> str | None:
        codigo = entrada.codigo_ibge
        if codigo is not None and codigo not in self._referencias.municipios:
            raise EntradaIlegivel(
                Problema(
                    "o código IBGE dado para o arquivo não é de nenhum município",
                    arquivo=entrada.caminho.name,
                    encontrado=codigo if re.fullmatch(r"\d{1,7}", codigo) else None,
                    esperado="os 7 dígitos do IBGE, como em --municipal CODIGO=arquivo.csv",
                    remedio="Confira o código na tabela de municípios do IBGE.",
                )
            )
        return codigo

    def _read_tabela(self, tabela: Tabela, mapa: Mapa, codigo: str | None) -> ArquivoLido:
        repetidas = find_repetidas(tabela.cabecalho)
        usadas = set(repetidas).difference(_fold(mapa.find_ignoradas(tabela.cabecalho)))
        if usadas:
            raise EntradaIlegivel(
                Problema(
                    "o cabeçalho tem colunas repetidas",
                    arquivo=tabela.arquivo,
                    coluna=", ".join(sorted(usadas)),
                    remedio="Deixe uma só coluna com cada nome.",
                )
            )
        leitor = LeitorDeAtos(self._referencias, self._regioes, codigo, self._reservados)
        lido = ArquivoLido(tabela.arquivo, mapa.nome, codigo, "", 0)
        lido.colunas_ignoradas = [_mask_coluna(nome) for nome in mapa.find_ignoradas(tabela.cabecalho)]
        esperado = f"{len(tabela.cabecalho)} colunas, aspas só em volta da célula"
        fora_do_filtro = 0
        for lida in tabela.linhas:
            defeito = lida.defeito
            if len(lida.celulas) > len(tabela.cabecalho) and any(lida.celulas[len(tabela.cabecalho) :]):
                defeito = "colunas a mais"
            if defeito:
                lido.falhas.append((lida.linha, (Falha(defeito, "", "", esperado),)))
                lido.duvidas.append(codigo)
                continue
            escritos = mapa.split_atos(tabela.cabecalho, lida.celulas)
            if escritos is None:
                fora_do_filtro += 1
                continue
            epsg = mapa.epsg or tabela.epsg
            if not self._add(lido, lida.linha, [leitor.read(escrito, epsg) for escrito in escritos]):
                lido.duvidas.extend(self._list_duvidas(lida.celulas, escritos, codigo))
        lido.repetidas += tabela.repetidas
        lido.lidas = lido.carregadas + lido.repetidas + len(lido.falhas)
        lido.sha256, lido.tamanho = tabela.sha256, tabela.tamanho
        lido.pessoais = leitor.contas.pessoais
        lido.duvidas.extend(leitor.contas.duvidas)
        lido.avisos.extend(tabela.avisos)
        if fora_do_filtro:
            lido.avisos.append(f"{fora_do_filtro} linha(s) de outros assuntos, fora do filtro do perfil")
        lido.avisos.extend(
            f'coluna "{coluna}": {vezes} valor(es) que não se puderam ler, tratados como desconhecidos'
            for coluna, vezes in sorted(leitor.contas.ignorados.items())
        )
        if lido.codigo_ibge is None:
            codigos = {lido_.ato.codigo_ibge for lido_ in lido.atos}
            lido.codigo_ibge = codigos.pop() if len(codigos) == 1 else None
        return lido

    def _list_duvidas(
        self, celulas: Sequence[str], escritos: Sequence[AtoEscrito], codigo: str | None
    ) -> list[str | None]:
        """Return the municipalities that a refused row may speak of: its own, the file's, or unknown."""
        if is_rodape(celulas, self._referencias):
            return []
        ditos = {
            complete_ibge(escrito.celulas.get("codigo_ibge", "").strip(), self._referencias.municipios)
            for escrito in escritos
        }
        conhecidos = sorted({dito for dito in (*ditos, codigo) if dito})
        return [*conhecidos] if conhecidos else [None]

    def _add(self, lido: ArquivoLido, linha: int, lidos: Sequence[Ato | tuple[Falha, ...]]) -> bool:
        """Count one row: refused (False) if any of its atos is, repeated if all are, else loaded."""
        falhas = tuple(falha for item in lidos if isinstance(item, tuple) for falha in item)
        if falhas or not lidos:
            sem_ato = Falha("linha sem nenhum ato", "", "", "ao menos uma data de ato")
            lido.falhas.append((linha, falhas or (sem_ato,)))
            return False
        novos = [item for item in lidos if isinstance(item, Ato) and item not in self._vistos]
        self._vistos.update(novos)
        lido.atos.extend(AtoLido(ato, lido.arquivo, linha) for ato in novos)
        if novos:
            lido.carregadas += 1
        else:
            lido.repetidas += 1
        return True


def _fold(nomes: Sequence[str]) -> set[str]:
    return {normalise_coluna(nome) for nome in nomes}


def _mask_coluna(nome: str) -> str:
    """Return a column's name fit to show: a file without a header has data where its names should be."""
    limpo, retirados = strip_pessoais(nome)
    return (limpo or "coluna sem nome")[:60] if not retirados else "coluna com dado pessoal no nome"


def _missing_columns(arquivo: str, faltas: Sequence[str]) -> Problema:
    return Problema(
        f"faltam colunas obrigatórias no cabeçalho: {', '.join(faltas)}",
        arquivo=arquivo,
        esperado="codigo_ibge, registro_id, instrumento, ato, data",
        remedio=f"Acrescente as colunas ou descreva o arquivo num perfil. {_REMEDIO}",
    )


def _unknown_header(arquivo: str) -> Problema:
    return Problema(
        "o cabeçalho não é o dos atos municipais nem o de nenhum perfil conhecido",
        arquivo=arquivo,
        esperado="colunas codigo_ibge, registro_id, instrumento, ato, data, em qualquer ordem",
        remedio=_REMEDIO,
    )
