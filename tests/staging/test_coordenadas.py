"""Coordinates in every notation that was seen, and in any text at all."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from etrdash.staging.celulas import CelulaIlegivel
from etrdash.staging.coordenadas import (
    BRASIL,
    LATITUDES,
    LONGITUDES,
    Regiao,
    distance_km,
    parse_angulo,
    read_posicao,
)
from etrdash.vocabulario import QualidadeCoordenada as Q

latitudes = st.floats(*LATITUDES).filter(lambda x: abs(x) > 0.01)
longitudes = st.floats(*LONGITUDES)
casas = st.integers(4, 9)
marcas = st.sampled_from((".", ","))
SAO_VICENTE = Regiao(centro=(-23.96, -46.39), raio_km=30)


def in_dms(graus: float, casas: int) -> tuple[int, int, int, int]:
    """Return degrees, minutes, seconds and their fraction (``casas`` digits) of an angle without its sign."""
    total = round(abs(graus) * 3600 * 10**casas)
    fracao = total % 10**casas
    segundos = total // 10**casas
    return segundos // 3600, segundos // 60 % 60, segundos % 60, fracao


def letter(graus: float, eixo: str, letras: str) -> str:
    return {"latitude": "NS", "longitude": letras}[eixo][graus < 0]


@given(latitudes, longitudes, casas, marcas, marcas)
def test_a_decimal_is_itself_with_a_dot_or_a_comma(latitude, longitude, casas, marca_a, marca_b):
    a, b = f"{latitude:.{casas}f}", f"{longitude:.{casas}f}"
    assume(BRASIL.has((float(a), float(b))))
    lida = read_posicao(a.replace(".", marca_a), b.replace(".", marca_b))
    assert lida.qualidade is Q.OK
    assert (lida.latitude, lida.longitude) == (round(float(a), 7), round(float(b), 7))
    assert lida.forma == f"decimal_{casas}"


@given(latitudes, longitudes, st.integers(0, 4).filter(lambda n: n != 1), st.booleans())
def test_packed_degrees_are_read_to_their_last_digit(latitude, longitude, casas, minusculas):
    celulas = []
    for graus, eixo in ((latitude, "latitude"), (longitude, "longitude")):
        g, m, s, f = in_dms(graus, casas)
        fracao = f"{f:0{casas}d}" if casas else ""
        celulas.append(f"{g:02d}{letter(graus, eixo, 'EW')}{m:02d}{s:02d}{fracao}")
    lida = read_posicao(*(celula.lower() if minusculas else celula for celula in celulas))
    assume(lida.qualidade is not Q.FORA_DO_BRASIL)  # rounding may step over the border
    assert lida.qualidade is Q.CONVERTIDA
    assert lida.latitude == pytest.approx(latitude, abs=0.51 / 3600 / 10**casas + 1e-7)
    assert lida.longitude == pytest.approx(longitude, abs=0.51 / 3600 / 10**casas + 1e-7)


@given(
    latitudes,
    longitudes,
    st.sampled_from(
        (
            "{g}° {m}' {s}\" {h}",
            "{g}º{m}'{s}''{h}",
            "{g}°{m}′{s}″ {h}",
            "{h} {g}° {m}' {s}\"",
            "{g} {m} {s} {h}",
            "{g}:{m}:{s}{h}",
            "{g}Â° {m}' {s}\" {h}",
            "  {g}°  {m}'  {s}\"   {h} ",
        )
    ),
    st.integers(0, 3),
    marcas,
    st.sampled_from(("OL", "WE", "Oeste Leste", "OESTE LESTE")),
)
def test_spelled_degrees_are_read_whatever_their_signs(latitude, longitude, forma, casas, marca, sentidos):
    celulas = []
    for graus, eixo in ((latitude, "latitude"), (longitude, "longitude")):
        g, m, s, f = in_dms(graus, casas)
        palavras = sentidos.split() if " " in sentidos else list(sentidos)
        if eixo == "latitude":
            h = ("Sul" if len(palavras[0]) > 1 else "S") if graus < 0 else "N"
        else:
            h = palavras[0]
        segundos = f"{s:02d}{marca}{f:0{casas}d}" if casas else f"{s:02d}"
        celulas.append(forma.format(g=g, m=f"{m:02d}", s=segundos, h=h))
    lida = read_posicao(*celulas)
    assume(lida.qualidade is not Q.FORA_DO_BRASIL)
    assert lida.qualidade is Q.CONVERTIDA
    assert lida.forma == f"dms_{casas}"
    assert lida.latitude == pytest.approx(latitude, abs=0.51 / 3600 / 10**casas + 1e-7)
    assert lida.longitude == pytest.approx(longitude, abs=0.51 / 3600 / 10**casas + 1e-7)


@given(latitudes, longitudes)
def test_each_cell_has_its_own_notation(latitude, longitude):
    g, m, s, f = in_dms(longitude, 2)
    decimal = f"{latitude:.6f}"
    lida = read_posicao(decimal, f"{g:02d}W{m:02d}{s:02d}{f:02d}")
    assume(BRASIL.has((float(decimal), longitude)))
    assert lida.latitude == round(float(decimal), 7)
    assert lida.longitude == pytest.approx(longitude, abs=1e-5)
    assert lida.qualidade is Q.CONVERTIDA


@given(st.text(max_size=30))
def test_no_text_breaks_the_reader(texto):
    try:
        angulo = parse_angulo(texto)
    except CelulaIlegivel as erro:
        assert str(erro) in {
            "não é uma coordenada",
            "minutos ou segundos impossíveis",
            "minutos com fração e segundos",
        }
    else:
        assert angulo is None or math.isfinite(angulo.graus)


@given(st.text(alphabet="0123456789.,-+ NSWEOL°'\"", max_size=16), st.text(max_size=16))
def test_no_pair_of_texts_breaks_the_reader(latitude, longitude):
    lida = read_posicao(latitude, longitude, SAO_VICENTE)
    if lida.qualidade is Q.AUSENTE:
        assert (lida.latitude, lida.longitude) == (None, None)
    if lida.qualidade in {Q.OK, Q.CONVERTIDA, Q.REPARADA}:
        assert SAO_VICENTE.has((lida.latitude, lida.longitude))


@pytest.mark.parametrize(
    ("latitude", "longitude", "esperada", "qualidade"),
    [
        ("21S151580", "45W001490", (-21.2543889, -45.0041389), Q.CONVERTIDA),
        ("21S143667", "45W001490", (-21.2435194, -45.0041389), Q.CONVERTIDA),
        ("21S1515", "45W0014", (-21.2541667, -45.0038889), Q.CONVERTIDA),
        ("21S15158", "45W00149", (-21.2543889, -45.0041389), Q.REPARADA),
        ("23° 18' 36\" S", "46° 30' 00\" O", (-23.31, -46.5), Q.CONVERTIDA),
        ("23° 18' 36\" Sul", "46° 30' 00\" Oeste", (-23.31, -46.5), Q.CONVERTIDA),
        ("23º18.6'S", "46º30'W", (-23.31, -46.5), Q.CONVERTIDA),
        ("23.31 S", "46.5 W", (-23.31, -46.5), Q.OK),
        ("-2.331E1", "-4.65E1", (-23.31, -46.5), Q.OK),
        ("-21.266222", "-45.00389", (-21.266222, -45.00389), Q.OK),
        ("-46.5", "-23.31", (-23.31, -46.5), Q.REPARADA),
        ("23.31", "46.5", (-23.31, -46.5), Q.REPARADA),
        ("46W300000", "23S183600", (-23.31, -46.5), Q.REPARADA),
        ("0", "0", (None, None), Q.AUSENTE),
        ("0,000", "0.0", (None, None), Q.AUSENTE),
        ("", "-46.5", (None, None), Q.AUSENTE),
        ("N/I", "-46.5", (None, None), Q.AUSENTE),
        ("21S9960", "45W001490", (None, None), Q.AUSENTE),
        ("rua", "-46.5", (None, None), Q.AUSENTE),
        ("48.8566", "2.3522", (48.8566, 2.3522), Q.FORA_DO_BRASIL),
        ("-34.6037", "-58.3816", (-34.6037, -58.3816), Q.FORA_DO_BRASIL),
        ("23N183600", "46W300000", (23.31, -46.5), Q.FORA_DO_BRASIL),
        ("-239575481911.0", "-463856789.0", (None, None), Q.FORA_DO_BRASIL),
    ],
)
def test_a_pair_without_context(latitude, longitude, esperada, qualidade):
    lida = read_posicao(latitude, longitude)
    assert (lida.latitude, lida.longitude, lida.qualidade) == (*esperada, qualidade)


@pytest.mark.parametrize(
    ("latitude", "longitude", "esperada", "qualidade"),
    [
        ("-239575481911.0", "-463856789.0", (-23.9575482, -46.3856789), Q.REPARADA),
        ("239575481911", "463856789", (None, None), Q.AUSENTE),
        ("-23.957.548", "-46.385.678", (-23.957548, -46.385678), Q.REPARADA),
        ("23.96", "46.39", (-23.96, -46.39), Q.REPARADA),
        ("-46.39", "-23.96", (-23.96, -46.39), Q.REPARADA),
        ("-23.5736", "-46.2324", (-23.96, -46.39), Q.REPARADA),
        ("-23.55", "-46.63", (-23.55, -46.63), Q.FORA_DO_MUNICIPIO),
        ("-3.1", "-60.02", (-3.1, -60.02), Q.FORA_DO_MUNICIPIO),
        ("-23.96", "-46.39", (-23.96, -46.39), Q.OK),
        ("23S573600", "46W232400", (-23.96, -46.39), Q.CONVERTIDA),
    ],
)
def test_a_pair_judged_from_its_municipality(latitude, longitude, esperada, qualidade):
    lida = read_posicao(latitude, longitude, SAO_VICENTE)
    assert (lida.latitude, lida.longitude, lida.qualidade) == (*esperada, qualidade)


def test_two_possible_repairs_are_none():
    sem_sinal = read_posicao("2.8", "60.7")
    assert sem_sinal.qualidade is Q.FORA_DO_BRASIL
    assert read_posicao("2.8", "60.7", Regiao(centro=(2.82, -60.67), raio_km=50)).latitude == 2.8


def test_one_degree_of_latitude_is_111_km():
    assert distance_km((-23, -46), (-24, -46)) == pytest.approx(111.19, abs=0.01)
