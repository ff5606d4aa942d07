"""Coordinates as ANATEL and city halls write them, read cell by cell; never corrected in silence.

A cell is decimal (dot or comma), packed ``DD[NSEW]MMSSHH`` or spelled degrees, minutes and seconds; the pair
may be swapped, positive, without its decimal point, zero or elsewhere. What was read exactly is told from
what was deduced: ``convertida`` is another notation of the same angle, ``reparada`` is our deduction.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from etrdash.staging.celulas import CelulaIlegivel, clean_celula
from etrdash.vocabulario import QualidadeCoordenada

LATITUDES = (-33.76, 5.28)
LONGITUDES = (-74.0, -28.8)
"""Degrees; from the Chuí to the Caburaí, from the Moa to the islands of Trindade and São Pedro."""

RAIO_DA_TERRA_KM = 6371.0088

_NUMERO = r"\d+(?:[.,]\d*)?"
_HEMISFERIOS = {
    "N": ("latitude", 1),
    "NORTE": ("latitude", 1),
    "NORTH": ("latitude", 1),
    "S": ("latitude", -1),
    "SUL": ("latitude", -1),
    "SOUTH": ("latitude", -1),
    "W": ("longitude", -1),
    "WEST": ("longitude", -1),
    "O": ("longitude", -1),
    "OESTE": ("longitude", -1),
    "E": ("longitude", 1),
    "EAST": ("longitude", 1),
    "L": ("longitude", 1),
    "LESTE": ("longitude", 1),
}
_PALAVRA = "|".join(sorted(_HEMISFERIOS, key=len, reverse=True))
_DECIMAL = re.compile(r"([+-]?)(\d{1,3})(?:[.,](\d*))?(?:E([+-]?\d{1,2}))?")
_COMPACTA = re.compile(r"(\d{1,3})([NSEWOL])(\d{2})(?:(\d{2})(\d*))?")
_PARTES = re.compile(
    rf"([+-]?)(\d{{1,3}})\s*(?:[°ºD:]|GRAUS?|\s)\s*({_NUMERO})\s*(?:['’′´`M:]|MIN(?:UTOS?)?|\s|$)\s*"
    rf"(?:({_NUMERO})\s*(?:[\"”“″S]|''|’’|´´|′′|SEG(?:UNDOS?)?)?)?\.?"
)
_ANTES = re.compile(rf"({_PALAVRA})\s*[.:]?\s*(?=[\d+-])")
_DEPOIS = re.compile(rf"(?<=[\d\s°º'’′´\"”″.S])({_PALAVRA})\.?$")
_SO_DIGITOS = re.compile(r"(-)(\d[\d.,]*)")
_TROCAS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\t": " ", "\xa0": " ", "Â": "", "~": ""})


class Angulo(NamedTuple):
    """One cell, read.

    Attributes:
        graus: decimal degrees, negative to the south and to the west where the cell says so.
        forma: ``decimal_N`` (N decimal places), ``dms_N`` (N decimal places of a second) or ``digitos`` (a
            negative number too large for an angle, its decimal point probably lost; a positive one may be
            a person's document or telephone and is not read).
        eixo: ``latitude`` or ``longitude`` where a hemisphere letter says so.
        exato: whether the notation has one reading only.
    """

    graus: float
    forma: str
    eixo: str | None
    exato: bool = True


@dataclass(frozen=True, slots=True)
class Posicao:
    """A pair of cells, read.

    Attributes:
        latitude: decimal degrees (SIRGAS 2000 as published), or None.
        longitude: decimal degrees, or None.
        forma: notation of the latitude cell (see ``Angulo``), None where nothing could be read.
        qualidade: what is known about the pair.
    """

    latitude: float | None
    longitude: float | None
    forma: str | None
    qualidade: QualidadeCoordenada


@dataclass(frozen=True, slots=True)
class Regiao:
    """Where a position is expected: a box and, where known, a circle inside it.

    Attributes:
        latitudes: south and north, degrees.
        longitudes: west and east, degrees.
        centro: latitude and longitude of the municipality's centre; it decides between readings.
        raio_km: how far from ``centro`` a position may be.
    """

    latitudes: tuple[float, float] = LATITUDES
    longitudes: tuple[float, float] = LONGITUDES
    centro: tuple[float, float] | None = None
    raio_km: float = math.inf

    def has(self, par: tuple[float, float]) -> bool:
        """Say whether a (latitude, longitude) pair is inside."""
        return (
            self.latitudes[0] <= par[0] <= self.latitudes[1]
            and self.longitudes[0] <= par[1] <= self.longitudes[1]
            and (self.centro is None or distance_km(par, self.centro) <= self.raio_km)
        )


BRASIL = Regiao()
AUSENTE = Posicao(None, None, None, QualidadeCoordenada.AUSENTE)


def parse_angulo(texto: str | None) -> Angulo | None:
    """Read one cell as an angle.

    Raises:
        CelulaIlegivel: the cell holds something that is no angle.
    """
    limpo = clean_celula(texto)
    if limpo is None:
        return None
    limpo = " ".join(limpo.translate(_TROCAS).upper().split())
    if achado := _COMPACTA.fullmatch(limpo.replace(" ", "")):
        return _read_compacta(achado)
    limpo, eixo, sentido = _take_hemisferio(limpo)
    if achado := _DECIMAL.fullmatch(limpo.replace(" ", "")):
        graus = float("".join((achado[1], achado[2], ".", achado[3] or "0", "E", achado[4] or "0")))
        if abs(graus) <= 180:
            return Angulo(_sign(graus, sentido), f"decimal_{len(achado[3] or '')}", eixo)
    if achado := _PARTES.fullmatch(limpo):
        return _read_partes(achado, eixo, sentido)
    if achado := _SO_DIGITOS.fullmatch(limpo):
        digitos = re.sub(r"\D", "", re.sub(r"[.,]0*$", "", achado[2]))
        if 3 <= len(digitos) <= 18:
            return Angulo(float(achado[1] + digitos), "digitos", eixo, exato=False)
    raise CelulaIlegivel("não é uma coordenada")


def _take_hemisferio(texto: str) -> tuple[str, str | None, int]:
    for padrao in (_ANTES, _DEPOIS):
        if achado := (padrao.match if padrao is _ANTES else padrao.search)(texto):
            eixo, sentido = _HEMISFERIOS[achado[1]]
            return (texto[: achado.start()] + texto[achado.end() :]).strip(), eixo, sentido
    return texto, None, 0


def _sign(graus: float, sentido: int) -> float:
    return abs(graus) * sentido if sentido else graus


def _read_compacta(achado: re.Match[str]) -> Angulo:
    """Read ``DDHMMSShh``; five digits after the letter may also have lost a zero, hence not exact."""
    eixo, sentido = _HEMISFERIOS[achado[2]]
    minutos, segundos = int(achado[3]), int(achado[4] or 0)
    fracao = achado[5] or ""
    graus = _join(int(achado[1]), minutos, float(f"{segundos}.{fracao or 0}"))
    return Angulo(graus * sentido, f"dms_{len(fracao)}", eixo, exato=len(fracao) != 1)


def _read_partes(achado: re.Match[str], eixo: str | None, sentido: int) -> Angulo:
    minutos = float(achado[3].replace(",", "."))
    segundos = float((achado[4] or "0").replace(",", "."))
    if achado[4] and not minutos.is_integer():
        raise CelulaIlegivel("minutos com fração e segundos")
    graus = _join(int(achado[2]), minutos, segundos)
    fracao = re.split(r"[.,]", achado[4] or achado[3])[1:]
    casas = max(0, len(fracao[0]) - (0 if achado[4] else 1)) if fracao else 0
    return Angulo(_sign(-graus if achado[1] == "-" else graus, sentido), f"dms_{casas}", eixo)


def _join(graus: int, minutos: float, segundos: float) -> float:
    if minutos >= 60 or segundos >= 60 or graus > 180:
        raise CelulaIlegivel("minutos ou segundos impossíveis")
    return graus + minutos / 60 + segundos / 3600


def read_posicao(latitude: str | None, longitude: str | None, regiao: Regiao = BRASIL) -> Posicao:
    """Read a pair of cells and say how far it can be trusted.

    Args:
        latitude: cell of the latitude column.
        longitude: cell of the longitude column.
        regiao: where the position is expected.

    Returns:
        ``ok`` or ``convertida`` where the cells say exactly this; ``reparada`` where a sign, an exchange or a
        decimal point had to be deduced and only one deduction falls in ``regiao`` (or one is nearest to its
        centre); ``fora_do_municipio``, ``fora_do_brasil`` with the position as written; ``ausente`` where
        nothing can be read.
    """
    try:
        norte, leste = parse_angulo(latitude), parse_angulo(longitude)
    except CelulaIlegivel:
        return AUSENTE
    if norte is None or leste is None or (norte.graus == 0 and leste.graus == 0):
        return AUSENTE
    escritas = norte.graus, leste.graus
    if _is_escrita(norte, leste) and BRASIL.has(escritas) and regiao.has(escritas):
        return _accept(escritas, norte, _describe(norte, leste))
    reparadas = list(dict.fromkeys(par for par in _iter_reparos(norte, leste) if regiao.has(par)))
    if not reparadas and (par := _read_disfarcada(norte, leste)) and regiao.centro and regiao.has(par):
        reparadas = [par]
    if reparadas and regiao.centro is not None:
        centro = regiao.centro
        reparadas = [min(reparadas, key=lambda par: distance_km(par, centro))]
    if len(reparadas) == 1:
        return _accept(reparadas[0], norte, QualidadeCoordenada.REPARADA)
    return _refuse(norte, leste)


def _accept(par: tuple[float, float], norte: Angulo, qualidade: QualidadeCoordenada) -> Posicao:
    return Posicao(round(par[0], 7), round(par[1], 7), norte.forma, qualidade)


def _describe(norte: Angulo, leste: Angulo) -> QualidadeCoordenada:
    if not (norte.exato and leste.exato):
        return QualidadeCoordenada.REPARADA
    decimais = norte.forma.startswith("decimal") and leste.forma.startswith("decimal")
    return QualidadeCoordenada.OK if decimais else QualidadeCoordenada.CONVERTIDA


def _refuse(norte: Angulo, leste: Angulo) -> Posicao:
    """Keep what was written, with the word that says where it falls."""
    if "digitos" in {norte.forma, leste.forma} or abs(norte.graus) > 90:
        return Posicao(None, None, norte.forma, QualidadeCoordenada.FORA_DO_BRASIL)
    dentro = BRASIL.has((norte.graus, leste.graus))
    qualidade = QualidadeCoordenada.FORA_DO_MUNICIPIO if dentro else QualidadeCoordenada.FORA_DO_BRASIL
    return Posicao(round(norte.graus, 7), round(leste.graus, 7), norte.forma, qualidade)


def _is_escrita(norte: Angulo, leste: Angulo) -> bool:
    return (
        norte.eixo != "longitude"
        and leste.eixo != "latitude"
        and norte.forma != "digitos"
        and leste.forma != "digitos"
    )


def _iter_reparos(norte: Angulo, leste: Angulo) -> Iterator[tuple[float, float]]:
    """Yield what the pair may have been, inside Brazil: other signs, exchanged, with its point put back."""
    for primeiro, segundo in ((norte, leste), (leste, norte)):
        for latitude in _readings(primeiro, "latitude"):
            for longitude in _readings(segundo, "longitude"):
                if BRASIL.has((latitude, longitude)):
                    yield latitude, longitude


def _read_disfarcada(norte: Angulo, leste: Angulo) -> tuple[float, float] | None:
    """Read ``-23.2818`` as 23° 28' 18": degrees, minutes and seconds written as if they were a decimal."""
    graus = []
    for angulo in (norte, leste):
        achado = re.fullmatch(r"decimal_([1-4])", angulo.forma)
        digitos = f"{abs(angulo.graus):.4f}".split(".")
        if not achado or int(digitos[1][:2]) >= 60 or int(digitos[1][2:]) >= 60:
            return None
        valor = int(digitos[0]) + int(digitos[1][:2]) / 60 + int(digitos[1][2:]) / 3600
        graus.append(math.copysign(valor, angulo.graus))
    return graus[0], graus[1]


def _readings(angulo: Angulo, eixo: str) -> tuple[float, ...]:
    """Return the values that a cell may stand for on an axis; a hemisphere letter is never contradicted."""
    if angulo.eixo is not None:
        return (angulo.graus,) if angulo.eixo == eixo and angulo.forma != "digitos" else ()
    if angulo.forma != "digitos":
        return (angulo.graus, -angulo.graus)
    digitos = str(int(abs(angulo.graus)))
    casas = (2, 1) if eixo == "latitude" else (2,)
    valores = [float(f"{digitos[:casa]}.{digitos[casa:]}") for casa in casas]
    return tuple(sinal * valor for valor in valores for sinal in (-1, 1))


def distance_km(uma: tuple[float, float], outra: tuple[float, float]) -> float:
    """Return the great-circle distance of two (latitude, longitude) pairs, in kilometres."""
    f1, f2 = math.radians(uma[0]), math.radians(outra[0])
    seno = math.sin((f2 - f1) / 2) ** 2
    seno += math.cos(f1) * math.cos(f2) * math.sin(math.radians(outra[1] - uma[1]) / 2) ** 2
    return 2 * RAIO_DA_TERRA_KM * math.asin(math.sqrt(min(1.0, seno)))
