"""Downloads an official file: resumed, bounded, checked, and put in place only once it is good."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from http import HTTPStatus
from pathlib import Path

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.sources.baixa_conteudo import check_conteudo, expand_gzip, load_lista
from etrdash.sources.baixa_fontes import Fonte
from etrdash.sources.baixa_parcial import Parcial, hold
from etrdash.sources.baixa_proveniencia import (
    Proveniencia,
    hash_arquivo,
    load_proveniencia,
    sidecar_of,
    write_proveniencia,
)
from etrdash.sources.baixa_transferencia import (
    Limites,
    Progresso,
    Relogio,
    RespostaRecusada,
    Transferencia,
    transfer,
)


@dataclass(frozen=True, slots=True)
class ArquivoBaixado:
    """A downloaded file in its place.

    Attributes:
        caminho: the file.
        sidecar: its provenance, beside it.
        proveniencia: what the sidecar says.
        inalterado: nothing changed since the last download.
    """

    caminho: Path
    sidecar: Path
    proveniencia: Proveniencia
    inalterado: bool


def baixar(
    fonte: Fonte,
    destino: Path,
    url: str | None = None,
    *,
    agora: datetime,
    progresso: Callable[[Progresso], None] | None = None,
    limites: Limites | None = None,
    relogio: Relogio | None = None,
) -> ArquivoBaixado:
    """Download one source into a folder.

    A file already there is replaced only by a complete and checked one; if the server says that nothing
    changed (``ETag``, ``Last-Modified``), it stays. A cut transfer goes on at the next call.

    Args:
        fonte: entry of the catalogue.
        destino: folder, created if absent.
        url: a mirror, instead of the official address.
        agora: instant of the download, with its zone, for the provenance.
        progresso: called as bytes arrive and before each pause.
        limites: other bounds than the catalogue's.
        relogio: passing of time.

    Raises:
        EntradaIlegivel: refused address, network failure, limits exceeded, wrong content, no place to write.
    """
    alvo = destino / fonte.arquivo
    endereco = url or fonte.url
    parcial = alvo.with_name(alvo.name + ".parcial")
    limites = limites or Limites(int(fonte.maximo_mb * 1e6), fonte.tempo_min * 60)
    try:
        destino.mkdir(parents=True, exist_ok=True)
        with hold(parcial):
            anterior = load_proveniencia(alvo)
            mesma = anterior if anterior is not None and anterior.url == endereco else None
            busca = _Pedido(fonte, parcial, limites, progresso, relogio)
            recebida = busca.bring(endereco, mesma, agora)
            if recebida.inalterado and mesma is not None:
                return _keep(alvo, mesma, agora)
            return _install(fonte, alvo, parcial, endereco=endereco, recebida=recebida, agora=agora)
    except OSError as falha:
        raise EntradaIlegivel(
            Problema(
                "não foi possível gravar o arquivo baixado",
                arquivo=str(alvo),
                encontrado=falha.strerror or type(falha).__name__,
                remedio="Confira o espaço em disco e a permissão da pasta dada em --out.",
            )
        ) from falha


@dataclass(frozen=True, slots=True)
class _Pedido:
    """The calls that one source asks for: one, or one per window of years."""

    fonte: Fonte
    parcial: Path
    limites: Limites
    progresso: Callable[[Progresso], None] | None
    relogio: Relogio | None

    def bring(self, endereco: str, anterior: Proveniencia | None, agora: datetime) -> Transferencia:
        """Bring the whole source into the partial file."""
        janelas = list(self.fonte.janelas(endereco, agora.date()))
        if len(janelas) == 1:
            return self._call(janelas[0], self.parcial, _condicoes(anterior))
        pedacos: list[Path] = []
        recebida: Transferencia | None = None
        for numero, janela in enumerate(janelas):
            pedaco = self.parcial.with_name(f"{self.parcial.name}.{numero}")
            try:
                recebida = self._call(janela, pedaco, {})
            except RespostaRecusada as recusa:
                if recusa.status != HTTPStatus.NOT_FOUND:  # an empty window answers 404
                    raise
                Parcial(pedaco, janela).discard()
            else:
                pedacos.append(pedaco)
        if recebida is None:
            raise EntradaIlegivel(
                Problema(
                    "o servidor não tem dados em nenhum período",
                    arquivo=self.fonte.arquivo,
                    encontrado=f"404 em {len(janelas)} chamadas",
                    remedio="O endereço pode ter mudado: informe o novo com --url.",
                )
            )
        self._join(pedacos)
        return Transferencia(recebida.url_final)

    def _call(self, url: str, caminho: Path, condicoes: dict[str, str]) -> Transferencia:
        return transfer(
            url, caminho, self.limites, condicoes=condicoes, progresso=self.progresso, relogio=self.relogio
        )

    def _join(self, pedacos: list[Path]) -> None:
        itens = []
        for pedaco in pedacos:
            expand_gzip(pedaco, self.fonte)
            itens += load_lista(pedaco, self.fonte)
        linhas = ",\n".join(json.dumps(item, ensure_ascii=False) for item in itens)
        self.parcial.write_text(f"[\n{linhas}\n]\n", encoding="utf-8")
        for pedaco in pedacos:
            Parcial(pedaco, "").discard()


def _condicoes(anterior: Proveniencia | None) -> dict[str, str]:
    if anterior is None:
        return {}
    condicoes = {"If-None-Match": anterior.etag, "If-Modified-Since": anterior.modificado_em}
    return {nome: valor for nome, valor in condicoes.items() if valor}


def _keep(alvo: Path, anterior: Proveniencia, agora: datetime) -> ArquivoBaixado:
    proveniencia = replace(anterior, conferido_em=agora.isoformat(timespec="seconds"))
    write_proveniencia(alvo, proveniencia)
    return ArquivoBaixado(alvo, sidecar_of(alvo), proveniencia, inalterado=True)


def _install(
    fonte: Fonte, alvo: Path, parcial: Path, *, endereco: str, recebida: Transferencia, agora: datetime
) -> ArquivoBaixado:
    """Check the partial file and move it over the good one, with its provenance."""
    try:
        expand_gzip(parcial, fonte)
        check_conteudo(parcial, fonte)
    except EntradaIlegivel:
        Parcial(parcial, endereco).discard()
        raise
    instante = agora.isoformat(timespec="seconds")
    proveniencia = Proveniencia(
        fonte=fonte.nome,
        titulo=fonte.titulo,
        orgao=fonte.orgao,
        licenca=fonte.licenca,
        url=endereco,
        url_final=recebida.url_final,
        baixado_em=instante,
        conferido_em=instante,
        bytes=parcial.stat().st_size,
        sha256=hash_arquivo(parcial),
        etag=recebida.etag,
        modificado_em=recebida.modificado_em,
    )
    parcial.replace(alvo)
    write_proveniencia(alvo, proveniencia)
    Parcial(parcial, endereco).discard()
    return ArquivoBaixado(alvo, sidecar_of(alvo), proveniencia, inalterado=False)
