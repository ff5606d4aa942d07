"""The read-only handle over one acervo: what pages and routes may ask."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from etrdash.erros import AcervoError, Problema
from etrdash.marts.consultas import list_parametros
from etrdash.published.banco import BANCO, lock_banco, open_completo
from etrdash.published.consultas import load_consulta, load_filtrada
from etrdash.published.filtro import TODAS, Filtro
from etrdash.rules.motivos import retell

MANIFESTO = "manifesto.json"


class Acervo:
    """One acervo, opened read-only. Safe to share between threads: every call uses its own cursor.

    Lists come back as ``pyarrow.Table`` (``.to_pylist()`` gives plain rows with ``date`` and ``list`` values,
    ``.to_pandas()`` a frame); one thing as a ``dict`` or None. Columns are those of ``marts/dicionario.toml``
    unless said otherwise. What an acervo of an earlier version lacks reads as empty.

    Args:
        pasta: the acervo's folder, ``<store>/<id>``.

    Raises:
        AcervoError: the folder is no acervo, or its database does not open.
    """

    def __init__(self, pasta: Path) -> None:
        self.pasta = pasta
        try:
            self.manifesto: dict[str, Any] = json.loads((pasta / MANIFESTO).read_text(encoding="utf-8"))
            self._con, self._faltantes = open_completo(pasta)
            lock_banco(self._con)
        except (OSError, ValueError, duckdb.Error) as erro:
            raise AcervoError(
                Problema(
                    "o acervo não pôde ser aberto",
                    arquivo=pasta.name,
                    esperado=f"uma pasta com {BANCO} e {MANIFESTO} íntegros",
                    remedio="Aponte para outro acervo com `etrdash rollback ID` ou construa de novo.",
                )
            ) from erro

    @property
    def id(self) -> str:
        """Id of the acervo."""
        return str(self.manifesto["acervo"])

    @property
    def em(self) -> date:
        """As-of date."""
        return date.fromisoformat(self.manifesto["em"])

    @property
    def ficticio(self) -> bool:
        """True for a demonstration: everything shown must say that it is invented."""
        return bool(self.manifesto["ficticio"])

    def close(self) -> None:
        """Close the database; later calls fail."""
        self._con.close()

    def _table(self, sql: str, **parametros: Any) -> pa.Table:
        usados = {nome: parametros[nome] for nome in list_parametros(sql)}
        return self._con.cursor().sql(sql, params=usados).to_arrow_table()

    def _one(self, sql: str, **parametros: Any) -> dict[str, Any] | None:
        linhas: list[dict[str, Any]] = self._table(sql, **parametros).to_pylist()
        return linhas[0] if linhas else None

    # -- whole acervo ---------------------------------------------------------------------------------

    def check_vivo(self) -> int:
        """Return the number of stations, by a real query (for ``/healthz``)."""
        linha = self._one(load_consulta("vivo"))
        return int(linha["estacoes"]) if linha else 0

    def read_totais(self, filtro: Filtro = TODAS) -> dict[str, int]:
        """Return ``estacoes, avaliadas, sitios, municipios, verde, amarelo, vermelho, cinza``.

        The four groups count evaluated stations only.
        """
        return self._one(load_filtrada("totais", filtro.mes), **filtro.as_parametros()) or {}

    def list_arquivos(self) -> pa.Table:
        """Return the input files: table ``arquivos``."""
        return self._table(load_consulta("arquivos"))

    def list_rejeitos(
        self, arquivo: str | None = None, limite: int | None = None, deslocamento: int = 0
    ) -> pa.Table:
        """Return rejected rows: table ``rejeitos``, one file's or all, at most ``limite`` of them."""
        return self._table(
            load_consulta("rejeitos"), arquivo=arquivo, limite=limite, deslocamento=deslocamento
        )

    def list_publicados(self) -> list[dict[str, Any]]:
        """Return the published files, as in the manifest: ``arquivo, bytes, sha256, tabela, linhas``."""
        publicados: list[dict[str, Any]] = self.manifesto["publicados"]
        return publicados

    def list_leis(self) -> list[dict[str, Any]]:
        """Return the laws on file: ``lei, nome, ficha`` (the law file's content as a mapping)."""
        linhas = self._table(load_consulta("leis")).to_pylist()
        return [{**linha, "ficha": json.loads(linha["ficha"])} for linha in linhas]

    # -- places ---------------------------------------------------------------------------------------

    def list_municipios(self, uf: str | None = None) -> pa.Table:
        """Return table ``municipios`` plus the median place of its stations and its file, by IBGE code.

        The further columns are ``latitude, longitude`` and ``ficha`` (JSON text, null without a file).
        """
        return self._table(load_consulta("municipios"), codigo_ibge=None, uf=uf)

    def find_municipio(self, codigo_ibge: str) -> dict[str, Any] | None:
        """Return one municipality, with the columns of ``list_municipios``; ``ficha`` as a mapping."""
        linha = self._one(load_consulta("municipios"), codigo_ibge=codigo_ibge, uf=None)
        if linha is not None:
            linha["ficha"] = json.loads(linha["ficha"]) if linha["ficha"] else {}
        return linha

    def search(
        self, texto: str, limite: int = 20, codigos: Sequence[str] = (), palavras: Sequence[str] = ()
    ) -> pa.Table:
        """Return what answers a search, best first, whatever the accents and case.

        Args:
            texto: what is looked for.
            limite: at most so many rows.
            codigos: only in these municipalities (IBGE codes); none: everywhere.
            palavras: streets and neighbourhoods with all these words (lower case, no accents) answer too.

        Columns ``tipo`` (estacao, municipio, bairro, logradouro)``, rotulo, codigo_ibge, municipio, uf,
        numero_estacao, estacoes, semelhanca`` (0-1). Municipalities also answer to small typing errors.
        """
        return self._table(
            load_consulta("busca"),
            texto=texto,
            limite=limite,
            codigos=list(codigos),
            palavras=list(palavras),
        )

    def list_proximas(self, latitude: float, longitude: float, raio_m: float, limite: int = 50) -> pa.Table:
        """Return stations within ``raio_m`` metres of a point, nearest first: ``estacoes``, ``metros``."""
        return self._table(
            load_consulta("proximas"), latitude=latitude, longitude=longitude, raio_m=raio_m, limite=limite
        )

    # -- stations -------------------------------------------------------------------------------------

    def list_estacoes(
        self,
        filtro: Filtro = TODAS,
        ordem: str = "numero_estacao",
        limite: int | None = None,
        deslocamento: int = 0,
    ) -> pa.Table:
        """Return table ``estacoes``, filtered.

        Args:
            filtro: which stations.
            ordem: numero_estacao (by municipality, then number), gravidade (most serious group
                first), situacao, prestadora, bairro, prazo_em or
                primeiro_licenciamento.
            limite: at most so many rows, or None for all.
            deslocamento: rows to skip.
        """
        return self._table(
            load_filtrada("estacoes", filtro.mes),
            **filtro.as_parametros(),
            ordem=ordem,
            limite=limite,
            deslocamento=deslocamento,
        )

    def count_situacoes(self, filtro: Filtro = TODAS) -> pa.Table:
        """Return ``grupo, situacao, estacoes`` of the evaluated stations, most serious group first."""
        return self._table(load_filtrada("situacoes", filtro.mes), **filtro.as_parametros())

    def count_bases(self, filtro: Filtro = TODAS) -> pa.Table:
        """Return ``situacao, base_legal, estacoes``: how many stations rest on which provisions."""
        return self._table(load_filtrada("bases", filtro.mes), **filtro.as_parametros())

    def find_caixa(self, filtro: Filtro = TODAS) -> dict[str, Any]:
        """Return ``estacoes, oeste, sul, leste, norte``: the box, in degrees, of those that can be drawn."""
        return self._one(load_filtrada("caixa", filtro.mes), **filtro.as_parametros()) or {}

    def count_by(self, por: str, filtro: Filtro = TODAS) -> pa.Table:
        """Return counts by one dimension, largest first.

        Args:
            por: prestadora, detentora, bairro, uf, municipio (IBGE code), tipo, nivel, servico, tecnologia or
                qualidade_coordenada.
            filtro: which stations.

        Returns:
            ``chave, estacoes, avaliadas, verde, amarelo, vermelho, cinza``; ``chave`` is null where unknown.
        """
        return self._table(load_filtrada("contagens", filtro.mes), **filtro.as_parametros(), por=por)

    def list_prazos(
        self,
        desde: date,
        ate: date,
        filtro: Filtro = TODAS,
        limite: int | None = None,
        deslocamento: int = 0,
    ) -> pa.Table:
        """Return table ``estacoes`` of those whose ``prazo_em`` lies in the window, by date."""
        return self._table(
            load_filtrada("prazos", filtro.mes),
            **filtro.as_parametros(),
            prazo_desde=desde,
            prazo_ate=ate,
            limite=limite,
            deslocamento=deslocamento,
        )

    def count_prazos(self, desde: date, ate: date, filtro: Filtro = TODAS) -> pa.Table:
        """Return ``mes`` (first day)``, grupo, estacoes``: terms that end in the window."""
        return self._table(
            load_filtrada("prazos_por_mes", filtro.mes),
            **filtro.as_parametros(),
            prazo_desde=desde,
            prazo_ate=ate,
        )

    def list_meses(self) -> list[str]:
        """Return the months (YYYY-MM) that ``Filtro.mes`` may ask for, the as-of date's last."""
        tabela = self._table(load_consulta("meses"))
        return [] if "cursos" in self._faltantes else [str(linha["mes"]) for linha in tabela.to_pylist()]

    def list_serie(self, codigo_ibge: str | None = None, uf: str | None = None) -> pa.Table:
        """Return ``mes`` (YYYY-MM)``, situacao, estacoes``: evaluated stations of 24 months."""
        return self._table(load_consulta("serie"), codigo_ibge=codigo_ibge, uf=uf)

    # -- one station ----------------------------------------------------------------------------------

    def find_estacao(self, numero_estacao: str, idioma: str = "pt") -> dict[str, Any] | None:
        """Return one station: columns of ``estacoes`` and ``detalhes``, and ``explicacao`` (a mapping).

        Args:
            numero_estacao: the station.
            idioma: language of the explanation's sentences, as far as they are kept or coded.
        """
        linha = self._one(load_consulta("estacao"), numero_estacao=numero_estacao, idioma=idioma)
        if linha is not None:
            guardada = json.loads(linha["explicacao"]) if linha["explicacao"] else {}
            linha["explicacao"] = retell(guardada, idioma)
        return linha

    def list_emissoes(self, numero_estacao: str) -> pa.Table:
        """Return the station's ANATEL rows: table ``emissoes``."""
        return self._table(load_consulta("emissoes"), numero_estacao=numero_estacao)

    def list_sitios(self, codigo_ibge: str) -> pa.Table:
        """Return table ``sitios`` of one municipality: those that can be drawn, of most stations first."""
        return self._table(load_consulta("sitios"), codigo_ibge=codigo_ibge)

    def list_vizinhas(self, numero_estacao: str) -> pa.Table:
        """Return the other stations on the same site: table ``estacoes``."""
        return self._table(load_consulta("vizinhas"), numero_estacao=numero_estacao)

    def list_vinculos(
        self,
        numero_estacao: str | None = None,
        codigo_ibge: str | None = None,
        registro_id: str | None = None,
        ambigua: bool | None = None,
    ) -> list[dict[str, Any]]:
        """Return links, accepted first, strongest first.

        Columns of ``vinculos`` (``evidencias`` as a list of mappings) plus the registro's ``instrumentos,
        ultimo_ato, ultimo_ato_em, emitido_em, validade, detentora``.
        """
        linhas = self._table(
            load_consulta("vinculos"),
            numero_estacao=numero_estacao,
            codigo_ibge=codigo_ibge,
            registro_id=registro_id,
            ambigua=ambigua,
        ).to_pylist()
        return [{**linha, "evidencias": json.loads(linha["evidencias"] or "[]")} for linha in linhas]

    def list_a_conferir(self, codigo_ibge: str | None = None, limite: int | None = None) -> pa.Table:
        """Return the probable links, the most consequential first.

        Columns of ``list_vinculos`` but ``evidencias``, and ``decisiva`` (the answer changes the station's
        colour) and ``toca`` (stations that the same process may cover).

        Args:
            codigo_ibge: one municipality, or None for all.
            limite: at most so many rows, or None for all.
        """
        return self._table(load_consulta("a_conferir"), codigo_ibge=codigo_ibge, limite=limite)

    def count_a_conferir(self, codigo_ibge: str | None = None) -> dict[str, int]:
        """Return ``ligacoes, decisivas``: how many rows ``list_a_conferir`` has, and of which consequence."""
        return self._one(load_consulta("a_conferir_totais"), codigo_ibge=codigo_ibge) or {}

    def list_recusados(self, numero_estacao: str) -> pa.Table:
        """Return the best refused link candidates of a station: table ``recusados``."""
        return self._table(load_consulta("recusados"), numero_estacao=numero_estacao)

    # -- places that laws name: information only ------------------------------------------------------

    def list_pontos(self, codigo_ibge: str | None = None) -> pa.Table:
        """Return table ``pontos``, of one municipality or of all."""
        return self._table(load_consulta("pontos"), codigo_ibge=codigo_ibge)

    def list_proximidades(
        self, numero_estacao: str | None = None, codigo_ibge: str | None = None
    ) -> pa.Table:
        """Return table ``proximidades``: what stands nearer than a distance that the law mentions."""
        return self._table(
            load_consulta("proximidades"), numero_estacao=numero_estacao, codigo_ibge=codigo_ibge
        )

    # -- what IBGE says of municipalities: drawings and denominators -----------------------------------

    def list_contornos(self, codigo_ibge: str | None = None, uf: str | None = None) -> pa.Table:
        """Return table ``contornos`` with ``municipio`` (its name), by IBGE code."""
        return self._table(load_consulta("contornos"), codigo_ibge=codigo_ibge, uf=uf)

    def list_malhas(self, codigo_ibge: str | None = None, uf: str | None = None) -> pa.Table:
        """Return ``arquivo, contornos``: where the outlines of a place come from; none without a mesh."""
        return self._table(load_consulta("malhas"), codigo_ibge=codigo_ibge, uf=uf)

    def list_populacoes(self, codigo_ibge: str | None = None) -> pa.Table:
        """Return table ``populacoes`` and ``por_100_mil``: licensed stations for each 100,000 inhabitants."""
        return self._table(load_consulta("populacoes"), codigo_ibge=codigo_ibge)

    # -- municipal records ----------------------------------------------------------------------------

    def list_atos(self, numero_estacao: str) -> pa.Table:
        """Return the acts of every process accepted for a station: table ``atos_detalhes``."""
        return self._table(
            load_consulta("atos"), numero_estacao=numero_estacao, codigo_ibge=None, registro_id=None
        )

    def list_atos_do_registro(self, codigo_ibge: str, registro_id: str) -> pa.Table:
        """Return the acts of one process, columns as in ``list_atos``."""
        return self._table(
            load_consulta("atos"), numero_estacao=None, codigo_ibge=codigo_ibge, registro_id=registro_id
        )

    def list_tempos(self, codigo_ibge: str) -> pa.Table:
        """Return how long each process of a municipality took, or has been waiting.

        Columns ``registro_id, instrumento, pedido_em, resposta`` (emissao, indeferimento, null while there is
        none)``, resposta_em, dias`` (calendar days).
        """
        return self._table(load_consulta("tempos"), codigo_ibge=codigo_ibge, em=self.em)

    def list_omissoes(self, codigo_ibge: str | None = None) -> pa.Table:
        """Return what each municipality's processes do not say, in any of their acts.

        Columns ``codigo_ibge, processos, sem_coordenada, sem_numero_estacao, sem_prestadora,
        sem_logradouro``.
        """
        return self._table(load_consulta("omissoes"), codigo_ibge=codigo_ibge)

    def list_registros(
        self, codigo_ibge: str | None = None, orfao: bool | None = None, limite: int | None = None
    ) -> pa.Table:
        """Return table ``registros``: of one municipality, or only those without (with) a station.

        Args:
            codigo_ibge: one municipality, or None for all.
            orfao: only those without (with) a station, or None for both.
            limite: at most so many rows, or None for all.
        """
        return self._table(load_consulta("registros"), codigo_ibge=codigo_ibge, orfao=orfao, limite=limite)

    def list_manifestacoes(
        self, codigo_ibge: str | None = None, numero_estacao: str | None = None
    ) -> pa.Table:
        """Return replies received: table ``manifestacoes``; a municipality's replies go with its stations."""
        return self._table(
            load_consulta("manifestacoes"), codigo_ibge=codigo_ibge, numero_estacao=numero_estacao
        )
