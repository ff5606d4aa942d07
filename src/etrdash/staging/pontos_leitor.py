"""One row of a register of places (CNES, OpenDataSUS, INEP, or the own layout) → one ponto, or why not.

Only what places it is read: kind, name, position. Documents, telephones, e-mails and addresses stay unread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from etrdash.staging.celulas import clean_celula
from etrdash.staging.coordenadas import Posicao, Regiao, read_posicao
from etrdash.staging.identificadores import complete_ibge, fold_texto
from etrdash.staging.municipal_atos import Falha
from etrdash.staging.municipal_mapa import normalise_coluna
from etrdash.staging.pessoas import has_termo_de_empresa, mask_value, strip_pessoais
from etrdash.staging.pontos_especies import ESCOLA, HOSPITAL, SAUDE, Especies

_COLUNAS: Mapping[str, tuple[str, ...]] = {
    "codigo_ibge": ("co_ibge", "co_municipio_gestor", "codigo_ibge"),
    "municipio": ("municipio",),
    "uf": ("uf",),
    "id": ("co_cnes", "codigo_inep"),
    "nome": ("no_fantasia", "escola", "nome", "no_razao_social"),
    "especie": ("especie",),
    "unidade": ("tp_unidade",),
    "pessoa": ("tp_pfpj",),
    "hospitalar": ("st_atend_hospitalar",),
    "desativado": ("co_motivo_desab",),
    "restricao": ("restricao_de_atendimento",),
    "latitude": ("nu_latitude", "latitude"),
    "longitude": ("nu_longitude", "longitude"),
}
_PESSOA_FISICA = "1"
_MARCAS = {"co_municipio_gestor": "cnes", "co_ibge": "opendatasus", "nu_latitude": "cnes"}
_MARCAS_DE_ESCOLA = ("codigo_inep", "restricao_de_atendimento")


@dataclass(frozen=True, slots=True)
class Ponto:
    """One open establishment; ``id`` is the register's own, or empty."""

    id: str
    codigo_ibge: str
    especie: str
    nome: str | None
    posicao: Posicao


def find_fonte(cabecalho: Sequence[str]) -> str | None:
    """Return the register that a header is of: ``cnes``, ``opendatasus``, ``inep``, ``pontos``; else None."""
    nomes = {normalise_coluna(celula) for celula in cabecalho}
    if any(nomes.isdisjoint(_COLUNAS[papel]) for papel in ("latitude", "longitude", "nome")):
        return None
    if not nomes.isdisjoint(_MARCAS_DE_ESCOLA):
        return "inep"
    for marca, fonte in _MARCAS.items():
        if marca in nomes:
            return fonte
    return "pontos" if "especie" in nomes else None


def score_cabecalho(celulas: Sequence[str]) -> int:
    """Count the columns known of a register's header; 0 where it is none."""
    if find_fonte(celulas) is None:
        return 0
    nomes = {normalise_coluna(celula) for celula in celulas}
    return sum(not nomes.isdisjoint(colunas) for colunas in _COLUNAS.values())


class LeitorDePontos:
    """Reads the rows of one table.

    Args:
        cabecalho: the table's header, of which ``find_fonte`` knows the register.
        codigo_ibge: municipality of the rows that say none, or None.
        municipios: seven-digit IBGE code → name.
        lugares: ``(folded name, UF)`` → seven-digit IBGE code.
        regioes: IBGE code → where its positions are expected.
        especies: words of the kinds of places.
    """

    def __init__(
        self,
        cabecalho: Sequence[str],
        codigo_ibge: str | None,
        municipios: Mapping[str, str],
        lugares: Mapping[tuple[str, str], str],
        regioes: Callable[[str], Regiao],
        especies: Especies,
    ) -> None:
        self.fonte = find_fonte(cabecalho) or "pontos"
        self.pessoais = 0
        self._codigo = codigo_ibge
        self._municipios = municipios
        self._lugares = lugares
        self._regioes = regioes
        self._especies = especies
        posicoes = {normalise_coluna(celula): posicao for posicao, celula in enumerate(cabecalho)}
        self._posicoes = {
            papel: next((posicoes[nome] for nome in nomes if nome in posicoes), None)
            for papel, nomes in _COLUNAS.items()
        }
        self._nomes = {
            papel: cabecalho[posicao] for papel, posicao in self._posicoes.items() if posicao is not None
        }

    def read(self, celulas: Sequence[str]) -> Ponto | Falha:
        """Return the ponto, or why the row is refused; a closed establishment is refused too."""
        ditas = {
            papel: clean_celula(celulas[posicao])
            for papel, posicao in self._posicoes.items()
            if posicao is not None and posicao < len(celulas)
        }
        if fechado := self._find_fechado(ditas):
            return self._refuse("estabelecimento fechado", fechado, ditas, "um em funcionamento")
        codigo = self._find_municipio(ditas)
        if codigo is None:
            return self._refuse(
                "município que falta ou não existe",
                "codigo_ibge",
                ditas,
                "código IBGE, ou --pontos IBGE=ARQUIVO",
            )
        especie = self._find_especie(ditas)
        if especie is None:
            opcoes = ", ".join(dict.fromkeys(self._especies.palavras["especie"].values()))
            return self._refuse("espécie de local desconhecida", "especie", ditas, f"uma de: {opcoes}")
        posicao = read_posicao(ditas.get("latitude"), ditas.get("longitude"), self._regioes(codigo))
        return Ponto(ditas.get("id") or "", codigo, especie, self._read_nome(ditas), posicao)

    def _refuse(self, motivo: str, papel: str, ditas: Mapping[str, str | None], esperado: str) -> Falha:
        coluna = self._nomes.get(papel, papel)
        return Falha(motivo, coluna, mask_value(coluna, ditas.get(papel)), esperado)

    def _find_fechado(self, ditas: Mapping[str, str | None]) -> str | None:
        """Return the column that says that the establishment is closed, or None."""
        desativado = (ditas.get("desativado") or "").removesuffix(".0").strip("0")
        if desativado:
            return "desativado"
        fechada = self._especies.find_in("fechada", ditas.get("restricao") or "") is not None
        return "restricao" if fechada else None

    def _find_municipio(self, ditas: Mapping[str, str | None]) -> str | None:
        escrito = ditas.get("codigo_ibge")
        if escrito:
            return complete_ibge(escrito, self._municipios)
        nome, uf = ditas.get("municipio"), ditas.get("uf")
        if nome and uf:
            return self._lugares.get((fold_texto(nome), uf.upper()))
        return self._codigo

    def _find_especie(self, ditas: Mapping[str, str | None]) -> str | None:
        nome = ditas.get("nome") or ""
        if self.fonte == "pontos":
            return self._especies.find("especie", ditas.get("especie") or "")
        dita = self._especies.find_in("nome", nome)
        if self.fonte == "inep":
            return dita if dita == "creche" else ESCOLA
        unidade = (ditas.get("unidade") or "").removesuffix(".0")
        if unidade:
            return self._especies.find("cnes", unidade.zfill(2)) or SAUDE
        if (ditas.get("hospitalar") or "").removesuffix(".0") == "1":
            return HOSPITAL
        return dita or SAUDE

    def _read_nome(self, ditas: Mapping[str, str | None]) -> str | None:
        """Return the name without what belongs to a person; none where the name may be a person's."""
        nome, retirados = strip_pessoais(ditas.get("nome"))
        unidade = (ditas.get("unidade") or "").removesuffix(".0").zfill(2)
        de_pessoa = (
            (ditas.get("pessoa") or "").removesuffix(".0") == _PESSOA_FISICA
            or self._especies.find("pessoa", unidade) is not None
            or (self.fonte in {"cnes", "opendatasus"} and not self._is_publico(nome or ""))
        )
        self.pessoais += retirados + bool(de_pessoa and nome)
        return None if de_pessoa else nome

    def _is_publico(self, nome: str) -> bool:
        return has_termo_de_empresa(nome) or self._especies.find_in("nome", nome) is not None
