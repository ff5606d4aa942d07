"""One ato as text → one ato with types, or every reason why it is refused.

What decides a situação (instrument, act, dates, term, the two answers of a decision) is never guessed and
never dropped: a value that cannot be read refuses the row. What only describes (height, zone, address, place)
becomes unknown, and the file's notices count it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime
from functools import lru_cache

from etrdash.staging.celulas import CelulaIlegivel, clean_celula, parse_booleano, parse_data, parse_numero
from etrdash.staging.coordenadas import Regiao
from etrdash.staging.identificadores import (
    LEMBRADOS,
    complete_ibge,
    find_numeros_estacao,
    fold_texto,
    is_processo_pessoal,
    normalise_cep,
)
from etrdash.staging.municipal_atos import (
    BOOLEANOS,
    DECISIVOS,
    FECHADOS,
    Ato,
    Contas,
    Falha,
    Referencias,
)
from etrdash.staging.municipal_coordenadas import AUSENTE, Coordenada, read_coordenada
from etrdash.staging.municipal_mapa import OBRIGATORIAS, AtoEscrito
from etrdash.staging.municipal_titulares import read_detentora, read_prestadoras
from etrdash.staging.pessoas import PESSOA_FISICA, mask_value, strip_pessoais

_DATAS = ("data", "validade", "data_instalacao")
_SEM_NUMERO = re.compile(r"S\s*/?\s*N[º°O.]*|SEM\s+N[UÚ]MERO|0+", re.IGNORECASE)
_UNIDADE_METRO = re.compile(r"\s*m(?:etros)?\.?$", re.IGNORECASE)
_ALTURA_MAXIMA_M = 600.0
_MES_E_ANO = re.compile(
    r"(?:\d{1,2}[/-])?(?:jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec)[/-]\d{2,4}",
    re.IGNORECASE,
)
_NUMERO_PERDIDO = re.compile(r"\d[.,]?\d*\s?E\s?\+\s?\d|##|#REF|#VALOR|#NOME|#VALUE|#NAME", re.IGNORECASE)


class LeitorDeAtos:
    """Reads the atos of one file.

    Args:
        referencias: vocabularies, companies, municipalities.
        regioes: IBGE code → where the municipality's positions are expected.
        codigo_ibge: the municipality that the file is said to be of; None accepts any.
        reservados: process cells that hold a person's number → the number that stands for them; shared by
            the files of a build, so that a process keeps one number.
    """

    def __init__(
        self,
        referencias: Referencias,
        regioes: Callable[[str], Regiao],
        codigo_ibge: str | None,
        reservados: dict[tuple[str, str], int],
    ) -> None:
        self.referencias = referencias
        self.regioes = regioes
        self.codigo_ibge = codigo_ibge
        self.reservados = reservados
        self.contas = Contas()

    def read(self, escrito: AtoEscrito, epsg: int | None = None) -> Ato | tuple[Falha, ...]:
        """Return the ato, or the reasons to refuse it in the order of the contract's columns.

        Args:
            escrito: the ato as text.
            epsg: CRS of its coordinates, where it is known.
        """
        return _Leitura(self, escrito).read(epsg)


class _Leitura:
    """The reading of one row, which gathers refusals until the end."""

    def __init__(self, leitor: LeitorDeAtos, escrito: AtoEscrito) -> None:
        self._leitor = leitor
        self._vocabulario = leitor.referencias.vocabulario
        self._contas = leitor.contas
        self._escrito = escrito
        self._falhas: list[Falha] = []
        self._celulas = {
            coluna: limpa
            for coluna, texto in escrito.celulas.items()
            if (limpa := _tidy_celula(texto)) is not None
        }

    def read(self, epsg: int | None) -> Ato | tuple[Falha, ...]:
        for coluna in OBRIGATORIAS:
            if coluna not in self._celulas:
                self._refuse(coluna, f"falta o valor de {coluna}", "um valor em toda linha")
        ibge = self._read_ibge()
        grafia = self._read_registro(ibge)
        instrumento, ato = self._read_palavra("instrumento"), self._read_palavra("ato")
        datas = {coluna: self._read_data(coluna) for coluna in _DATAS}
        prazo = self._read_prazo()
        booleanos = tuple(map(self._read_booleano, BOOLEANOS + DECISIVOS))
        if self._falhas or not (ibge and grafia and instrumento and ato and datas["data"]):
            return tuple(self._falhas)
        get, empresas = self._celulas.get, self._leitor.referencias.empresas
        detentora, detentora_cnpj = read_detentora(
            get("detentora_nome"),
            get("detentora_documento"),
            self._escrito.palavra_pessoa,
            empresas,
            self._contas,
        )
        prestadora, prestadora_cnpj = read_prestadoras(
            get("prestadora_nome"), get("prestadora_cnpj"), empresas, self._contas
        )
        zona, zona_codigo = self._vocabulario.find_zona(get("zona", "")) if get("zona") else (None, None)
        nomes = self._list_nomes(detentora)
        self._contas.pessoais += "observacao" in self._celulas
        return Ato(
            codigo_ibge=ibge,
            registro_grafia=grafia,
            instrumento=instrumento,
            ato=ato,
            data=datas["data"],
            validade=datas["validade"],
            detentora=detentora,
            detentora_cnpj=detentora_cnpj,
            prestadora=prestadora,
            prestadora_cnpj=prestadora_cnpj,
            numeros_estacao=self._read_estacoes(ibge),
            fechados=tuple(map(self._read_fechado, FECHADOS)),
            booleanos=booleanos,
            zona=zona,
            zona_codigo=zona_codigo,
            prazo=prazo,
            altura_m=self._read_altura(),
            logradouro=self._read_endereco("logradouro", nomes),
            numero=self._read_numero_predial(),
            bairro=self._read_endereco("bairro", nomes),
            cep=normalise_cep(get("cep")),
            coordenada=self._read_coordenada(ibge, epsg),
            data_instalacao=datas["data_instalacao"],
        )

    def _refuse(self, coluna: str, motivo: str, esperado: str) -> None:
        valor = mask_value(coluna, self._celulas.get(coluna))
        self._falhas.append(Falha(motivo, self._escrito.origem.get(coluna, coluna), valor, esperado))

    def _ignore(self, coluna: str) -> None:
        self._contas.ignorados[self._escrito.origem.get(coluna, coluna)] += 1

    def _read_ibge(self) -> str | None:
        escrito = self._celulas.get("codigo_ibge")
        if escrito is None:
            return None
        codigo = complete_ibge(escrito, self._leitor.referencias.municipios)
        if codigo is None:
            self._refuse("codigo_ibge", "código IBGE desconhecido", "código de 7 dígitos de um município")
        elif self._leitor.codigo_ibge not in {None, codigo}:
            self._refuse("codigo_ibge", "código IBGE de outro município", str(self._leitor.codigo_ibge))
        return codigo

    def _read_registro(self, ibge: str | None) -> str | None:
        """Return the process as written; one that holds a person's number gets a number of its own."""
        grafia = self._celulas.get("registro_id")
        if grafia is None or ibge is None:
            return None
        if is_processo_pessoal(grafia) or self._is_nome(grafia):
            self._contas.pessoais += 1
            reservados = self._leitor.reservados
            return f"reservado-{reservados.setdefault((ibge, fold_texto(grafia)), len(reservados) + 1)}"
        if _NUMERO_PERDIDO.search(grafia) or _MES_E_ANO.fullmatch(grafia):
            self._refuse(
                "registro_id", "número de processo que a planilha trocou", "o número do processo, como texto"
            )
            return None
        if not any(letra.isdigit() for letra in grafia):
            self._refuse("registro_id", "registro_id sem nenhum número", "o número do processo")
            return None
        return grafia

    def _is_nome(self, grafia: str) -> bool:
        """Say whether a process cell reads as a name: two long words that no process number carries."""
        palavras = [
            palavra for palavra in fold_texto(grafia).split() if palavra.isalpha() and len(palavra) > 2
        ]
        conhecidas = self._vocabulario.colunas["palavra_de_registro"]
        return sum(palavra not in conhecidas for palavra in palavras) >= 2

    def _read_palavra(self, coluna: str) -> str | None:
        escrito = self._celulas.get(coluna)
        if escrito is None:
            return None
        valor = self._vocabulario.find(coluna, escrito)
        if valor is None:
            proximo = self._vocabulario.suggest(coluna, escrito)
            opcoes = ", ".join(self._vocabulario.values(coluna))
            esperado = f"você quis dizer {proximo}?" if proximo else f"um de: {opcoes}"
            self._refuse(coluna, f"{coluna} desconhecido", esperado)
        return valor

    def _read_data(self, coluna: str) -> date | None:
        escrito = self._celulas.get(coluna)
        if escrito is None or (coluna == "validade" and self._vocabulario.find("validade", escrito)):
            return None
        formas = self._escrito.datas
        try:
            lida = _parse_formas(escrito, formas) if formas else parse_data(escrito)
        except CelulaIlegivel:
            esperado = ", ".join(formas) or "AAAA-MM-DD ou DD/MM/AAAA, de um dia que existe"
            self._refuse(coluna, "data impossível", esperado)
            return None
        referencias = self._leitor.referencias
        if lida is not None and lida < referencias.ato_desde:
            desde, fonte = referencias.ato_desde.isoformat(), referencias.ato_desde_fonte
            self._refuse(coluna, "data antiga demais", f"{desde} ou depois ({fonte})")
            return None
        return lida

    def _read_prazo(self) -> str | None:
        escrito = self._celulas.get("prazo")
        if escrito is None:
            return None
        prazo = self._vocabulario.find_prazo(escrito)
        if prazo is None:
            self._refuse("prazo", "prazo sem número ou sem unidade", "180d, 6m ou 2y (dias, meses, anos)")
        return prazo

    def _read_booleano(self, coluna: str) -> bool | None:
        escrito = self._celulas.get(coluna)
        if escrito is None:
            return None
        try:
            return parse_booleano(escrito)
        except CelulaIlegivel:
            if coluna in DECISIVOS:
                self._refuse(coluna, f"{coluna} que não é sim nem não", "S/N, sim/não, true/false ou 1/0")
            else:
                self._ignore(coluna)
            return None

    def _read_estacoes(self, ibge: str) -> tuple[str, ...]:
        """Return the station numbers; a cell that held one and lost it (``6,9E+08``, ``####``) is a doubt."""
        escrito = self._celulas.get("numero_estacao", "")
        perdido = _NUMERO_PERDIDO.search(escrito or self._escrito.celulas.get("numero_estacao", ""))
        numeros = () if perdido else tuple(find_numeros_estacao(escrito))
        if perdido or (not numeros and any(letra.isdigit() for letra in escrito)):
            self._ignore("numero_estacao")
            self._contas.duvidas.append(ibge)
        return numeros

    def _list_nomes(self, detentora: str | None) -> tuple[str, ...]:
        """Return the persons that the row names, whose names must not stay in its address."""
        self._contas.pessoais += len(self._escrito.nomes)
        titular = self._celulas.get("detentora_nome") if detentora == PESSOA_FISICA else None
        return (*self._escrito.nomes, titular) if titular else self._escrito.nomes

    def _read_fechado(self, coluna: str) -> str | None:
        escrito = self._celulas.get(coluna)
        valor = self._vocabulario.find(coluna, escrito) if escrito else None
        if escrito and valor is None:
            self._ignore(coluna)
        return valor

    def _read_altura(self) -> float | None:
        try:
            altura = parse_numero(_UNIDADE_METRO.sub("", self._celulas.get("altura_m", "")))
        except CelulaIlegivel:
            altura = -1.0
        if altura is not None and not 0 < altura <= _ALTURA_MAXIMA_M:
            self._ignore("altura_m")
            return None
        return altura

    def _read_endereco(self, coluna: str, nomes: tuple[str, ...]) -> str | None:
        limpo, retirados = strip_pessoais(self._celulas.get(coluna), nomes)
        self._contas.pessoais += retirados
        return limpo

    def _read_numero_predial(self) -> str | None:
        """Keep a house number and the words that go with one; anything else in the cell is dropped."""
        escrito = self._celulas.get("numero")
        if escrito is None or _SEM_NUMERO.fullmatch(escrito):
            return None if escrito is None else "S/N"
        limpo, retirados = strip_pessoais(escrito)
        self._contas.pessoais += retirados
        conhecidas = self._vocabulario.colunas["palavra_de_numero"]
        partes = re.findall(r"[A-Z]+|\d+", fold_texto(limpo or ""))
        if limpo and all(len(p) <= 6 if p.isdigit() else len(p) == 1 or p in conhecidas for p in partes):
            return limpo
        self._ignore("numero")
        achado = re.match(r"\d{1,6}(?!\d)", limpo or "")
        return achado.group() if achado else None

    def _read_coordenada(self, ibge: str, epsg: int | None) -> Coordenada:
        latitude, longitude = self._celulas.get("latitude", ""), self._celulas.get("longitude", "")
        if not latitude and not longitude:
            return AUSENTE
        regiao = self._leitor.regioes(ibge)
        coordenada = read_coordenada(latitude, longitude, regiao, epsg)
        if coordenada.latitude is None and coordenada.utm is None:
            self._ignore("latitude" if latitude else "longitude")
        return coordenada


@lru_cache(maxsize=LEMBRADOS)
def _tidy_celula(texto: str) -> str | None:
    limpa = clean_celula(texto)
    return None if limpa is None else " ".join(limpa.split())


def _parse_formas(texto: str, formas: tuple[str, ...]) -> date:
    for forma in formas:
        try:
            return datetime.strptime(texto, forma).date()  # noqa: DTZ007 - a day has no time zone
        except ValueError:
            continue
    raise CelulaIlegivel
