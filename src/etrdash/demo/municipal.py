"""The municipal records of the demonstration: the canonical acts file, one per municipality."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from etrdash.demo.roteiro import Documento
from etrdash.demo.torres import Ato, Torre

COLUNAS = (
    "codigo_ibge", "registro_id", "instrumento", "ato", "data", "validade", "detentora_nome",
    "detentora_documento", "prestadora_nome", "prestadora_cnpj", "numero_estacao", "tipo_estacao",
    "instalacao", "tipo_infraestrutura", "compartilhada", "area_sensivel", "zona", "construcao",
    "equiparada", "substituicao", "motivo", "prazo", "favoravel", "suspensivo", "altura_m", "logradouro",
    "numero", "bairro", "cep", "latitude", "longitude", "data_instalacao", "observacao",
)  # fmt: skip
OBSERVACAO = "DADO FICTÍCIO"


def write_acts(torres: Iterable[Torre], path: Path) -> None:
    """Write the acts of the towers, by date and process: UTF-8, comma, ISO dates.

    Args:
        torres: towers of one municipality.
        path: file to write.
    """
    linhas = [_row(torre, ato) for torre in torres for ato in torre.atos]
    linhas.sort(key=lambda linha: (linha["data"], linha["registro_id"]))
    with path.open("w", encoding="utf-8", newline="") as file:
        escritor = csv.DictWriter(file, COLUNAS, restval="", lineterminator="\n")
        escritor.writeheader()
        escritor.writerows(linhas)


def _row(torre: Torre, ato: Ato) -> dict[str, str]:
    roteiro, documento = ato.roteiro, _find_paper(torre, ato)
    linha = {
        "codigo_ibge": torre.cidade.codigo_ibge,
        "registro_id": ato.registro_id,
        "instrumento": roteiro.instrumento,
        "ato": roteiro.ato,
        "data": ato.data.isoformat(),
        "validade": ato.validade.isoformat() if ato.validade else "",
        "tipo_estacao": documento.tipo_estacao or "",
        "instalacao": documento.instalacao or "",
        "tipo_infraestrutura": documento.tipo_infraestrutura,
        "compartilhada": _flag(documento.compartilhada),
        "area_sensivel": _flag(documento.area_sensivel),
        "zona": documento.zona or "",
        "construcao": _flag(documento.construcao),
        "equiparada": _flag(documento.equiparada),
        "substituicao": _flag(documento.substituicao),
        "motivo": roteiro.motivo,
        "prazo": roteiro.prazo,
        "favoravel": _flag(roteiro.favoravel),
        "suspensivo": _flag(roteiro.suspensivo),
        "altura_m": str(torre.acaso.between("altura", 12, 60)),
        "observacao": OBSERVACAO,
    }
    return linha | _companies(torre, ato) | _place(torre, ato)


def _companies(torre: Torre, ato: Ato) -> dict[str, str]:
    documento = _find_paper(torre, ato)
    acaso = torre.acaso.inside("processo", ato.registro_id)
    if not acaso.happens("empresas", documento.com_empresas):
        return {}
    operadora = ato.estacoes[0].operadora if ato.estacoes else None
    numeros = [estacao.numero for estacao in ato.estacoes]
    return {
        "detentora_nome": torre.detentora.nome,
        "detentora_documento": torre.detentora.cnpj,
        "prestadora_nome": operadora.nome if operadora else "",
        "prestadora_cnpj": operadora.cnpj if operadora else "",
        "numero_estacao": "|".join(numeros) if acaso.happens("numero", documento.com_numero) else "",
    }


def _place(torre: Torre, ato: Ato) -> dict[str, str]:
    documento, lugar = _find_paper(torre, ato), torre.lugar
    acaso = torre.acaso.inside("processo", ato.registro_id)
    certo = acaso.happens("endereço", documento.com_endereco)
    linha = {
        "logradouro": lugar.rua if certo else acaso.pick("outra rua", lugar.ruas_do_bairro),
        "numero": str(lugar.numero),
        "bairro": lugar.bairro,
        "cep": lugar.cep,
    }
    if acaso.happens("coordenada", documento.com_coordenada):
        latitude, longitude = lugar.shift(acaso.inside("erro"), documento.erro_m)
        linha |= {"latitude": f"{latitude:.6f}", "longitude": f"{longitude:.6f}"}
    return linha


def _find_paper(torre: Torre, ato: Ato) -> Documento:
    return ato.roteiro.documento or torre.cenario.documento


def _flag(valor: bool | None) -> str:
    return "" if valor is None else "S" if valor else "N"
