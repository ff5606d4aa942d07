"""The agenda of terms and validities as a calendar to subscribe to (iCalendar, RFC 5545).

The same rows give the same bytes: every time stamp is the acervo's date, never the clock's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from icalendar import Calendar, Event

from etrdash.vocabulario import Grupo

PRODUTO = "-//etrdash//agenda de prazos//PT-BR"
REVISAO_ZERO = date(2020, 1, 1)
"""Day of revision number 0: a later acervo has a higher one, as calendars that merge events ask."""


@dataclass(frozen=True, slots=True)
class Agenda:
    """What a calendar says besides its rows.

    Attributes:
        titulo: name that calendars show.
        acervo: id of the acervo.
        em: as-of date.
        site: address of the dashboard, ending in ``/``.
        aviso: warning put in every event (invented data), empty without one.
        situacoes: name of each situação.
        leis: short name of each law.
    """

    titulo: str
    acervo: str
    em: date
    site: str
    aviso: str
    situacoes: Mapping[str, str]
    leis: Mapping[str, str]


def write_agenda(linhas: Iterable[Mapping[str, Any]], agenda: Agenda) -> bytes:
    """Return the calendar of the rows of ``Acervo.list_prazos``: one all-day event a station.

    An event's UID is its station's, so that a term that moves moves the event instead of adding another.
    """
    calendario = Calendar()
    calendario.add("prodid", PRODUTO)
    calendario.add("version", "2.0")
    calendario.add("method", "PUBLISH")
    calendario.add("x-wr-calname", agenda.titulo)
    calendario.add("x-published-ttl", "P1D")
    for linha in linhas:
        calendario.add_component(_build_evento(linha, agenda))
    return bytes(calendario.to_ical())


def _build_evento(linha: Mapping[str, Any], agenda: Agenda) -> Event:
    ultimo: date = linha["prazo_em"]
    carimbo = datetime(agenda.em.year, agenda.em.month, agenda.em.day, tzinfo=UTC)
    artigos = "; ".join(linha["base_legal"] or ())
    numero = str(linha["numero_estacao"])
    o_que = "Fim da validade" if linha["grupo"] == Grupo.VERDE else "Último dia do prazo"
    titulo = f"{o_que}: estação {numero} ({linha['prestadora'] or 'prestadora não informada'})"
    site = f"{agenda.site}estacao?numero={numero}"
    frases = [
        agenda.aviso,
        f"Situação em {agenda.em:%d/%m/%Y}: {agenda.situacoes.get(linha['situacao'], linha['situacao'])}.",
        f"Município: {linha['municipio']} ({linha['uf']}).",
        f"Base: {agenda.leis.get(linha['lei'], linha['lei'])}, {artigos}." if artigos else "",
        f"Prazo nominal: {linha['prazo_nominal']:%d/%m/%Y}." if linha["prazo_nominal"] else "",
        f"Acervo {agenda.acervo}: {site}",
    ]
    evento = Event()
    evento.add("uid", f"prazo-{linha['codigo_ibge']}-{numero}@etrdash")
    evento.add("dtstamp", carimbo)
    evento.add("last-modified", carimbo)
    evento.add("sequence", max(0, (agenda.em - REVISAO_ZERO).days))
    evento.add("dtstart", ultimo)
    evento.add("dtend", ultimo + timedelta(days=1))
    evento.add("summary", f"{titulo}, {artigos}" if artigos else titulo)
    evento.add("description", "\n".join(frase for frase in frases if frase))
    evento.add("location", ", ".join(filter(None, (linha["endereco"], linha["municipio"]))))
    evento.add("url", site)
    evento.add("class", "PUBLIC")
    evento.add("transp", "TRANSPARENT")
    return evento
