"""Municipality files beside what they name: IBGE's table, the laws, the profiles, the calendar."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from etrdash.dados import PastaDeDados
from etrdash.erros import Problema
from etrdash.rules.carga import read_municipio
from etrdash.rules.lei import Lei
from etrdash.rules.mensagens import suggest
from etrdash.rules.sintaxe import DATA_TROCADA, locate_problemas, parse_toml
from etrdash.staging.identificadores import fold_texto
from etrdash.vocabulario import Completude


@dataclass(frozen=True, slots=True)
class Referencias:
    """What a municipality file may name.

    Attributes:
        oficiais: IBGE code → name and state.
        leis: id → law, those that could be read.
        nomes_de_leis: ids of all law files, those with mistakes included.
        perfis: names of the profiles.
    """

    oficiais: Mapping[str, tuple[str, str]]
    leis: Mapping[str, Lei]
    nomes_de_leis: Sequence[str]
    perfis: Sequence[str]

    @classmethod
    def load(cls, pasta: PastaDeDados, leis: Mapping[str, Lei]) -> Referencias:
        """Read IBGE's table and the names of the law and profile files."""
        with pasta.file("referencia/municipios.csv").open(encoding="utf-8", newline="") as entrada:
            oficiais = {
                linha["codigo_ibge"]: (linha["nome"], linha["uf"]) for linha in csv.DictReader(entrada)
            }
        nomes = [[Path(nome).stem for nome in pasta.files(base, "*.toml")] for base in ("leis", "perfis")]
        return cls(oficiais, leis, sorted({*nomes[0], *leis}), nomes[1])


def check_municipio(conteudo: bytes, arquivo: str, referencias: Referencias) -> list[Problema]:
    """Return every mistake of one municipality file."""
    _, problemas = read_municipio(conteudo, arquivo)
    tabela, _ = parse_toml(conteudo, arquivo)
    if tabela is None:
        return problemas
    achados = [
        *_check_ibge(tabela, arquivo, referencias),
        *_check_lei(tabela, arquivo, referencias),
        *_check_registros(tabela.get("registros"), arquivo, referencias),
    ]
    return locate_problemas([*problemas, *achados], conteudo)


def is_municipio(conteudo: bytes) -> bool:
    """Whether a TOML file speaks of a municipality."""
    try:
        return "codigo_ibge" in tomllib.loads(conteudo.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return conteudo.lstrip(b"\xef\xbb\xbf").startswith(b"codigo_ibge")


def _check_ibge(tabela: Mapping[str, Any], arquivo: str, referencias: Referencias) -> Iterator[Problema]:
    """Compare code, name and state with IBGE's table; invented municipalities are not in it."""
    escritos = [tabela.get(chave) for chave in ("codigo_ibge", "nome", "uf")]
    codigo, nome, uf = (escrito if isinstance(escrito, str) else "" for escrito in escritos)
    if tabela.get("ficticio") is True or not (re.fullmatch(r"\d{7}", codigo) and nome and uf):
        return
    oficial = referencias.oficiais.get(codigo)
    certo = _find_codigo(nome, uf, referencias)
    if oficial is None:
        yield Problema(
            "o código IBGE não é de nenhum município",
            arquivo=arquivo,
            coluna="codigo_ibge",
            encontrado=f'"{codigo}"',
            esperado=f'"{certo}", o de {nome} ({uf})' if certo else "7 dígitos da tabela do IBGE",
            remedio=f'Você quis dizer "{certo}"?' if certo else suggest(codigo, referencias.oficiais) or None,
        )
    elif (fold_texto(oficial[0]), oficial[1]) != (fold_texto(nome), uf):
        yield Problema(
            "o código IBGE é de outro município",
            arquivo=arquivo,
            coluna="codigo_ibge",
            encontrado=f"{nome} ({uf})",
            esperado=f"{oficial[0]} ({oficial[1]})",
            remedio=f'O código de {nome} ({uf}) é "{certo}".'
            if certo
            else "Corrija o código, o nome ou a UF.",
        )


def _find_codigo(nome: str, uf: str, referencias: Referencias) -> str | None:
    procurado = (fold_texto(nome), uf)
    return next(
        (codigo for codigo, (n, u) in referencias.oficiais.items() if (fold_texto(n), u) == procurado), None
    )


def _check_lei(tabela: Mapping[str, Any], arquivo: str, referencias: Referencias) -> Iterator[Problema]:
    nome = tabela.get("lei")
    if not isinstance(nome, str) or not nome:
        return
    if nome not in referencias.nomes_de_leis:
        yield Problema(
            f'a lei "{nome}" não está cadastrada',
            arquivo=arquivo,
            coluna="lei",
            encontrado=f'"{nome}"',
            esperado="uma destas: " + ", ".join(referencias.nomes_de_leis),
            remedio=suggest(nome, referencias.nomes_de_leis) or "Acrescente o arquivo da lei em leis/.",
        )
    lei = referencias.leis.get(nome)
    if lei is not None:
        yield from _check_datas(tabela, lei, arquivo)


def _check_datas(tabela: Mapping[str, Any], lei: Lei, arquivo: str) -> Iterator[Problema]:
    publicada, prorrogada = _read_data(tabela, "publicada_em"), _read_data(tabela, "prorrogada_em")
    if publicada is None and lei.cabecalho.publicada_em is None and "publicada_em" not in tabela:
        yield Problema(
            f'"{lei.id}" é um modelo: falta o dia em que este município publicou a lei que o adota',
            arquivo=arquivo,
            coluna="publicada_em",
            esperado="publicada_em = aaaa-mm-dd",
            remedio="Sem essa data não há prazo. Se o município não adotou o modelo, retire a chave lei.",
        )
    if prorrogada is None:
        return
    transicao = lei.atual.regras.transicao
    if transicao is None or transicao.prorrogacao is None:
        yield Problema(
            f'a lei "{lei.id}" não prevê prorrogação da transição',
            arquivo=arquivo,
            coluna="prorrogada_em",
            encontrado=str(prorrogada),
            esperado="nenhuma prorrogada_em, ou [transicao.prorrogacao] na lei",
            remedio="Retire a data, ou confira se a lei do município é outra.",
        )
    inicio = publicada or lei.cabecalho.publicada_em
    if inicio is not None and prorrogada < inicio:
        yield Problema(
            "a transição foi prorrogada antes de a lei ser publicada",
            arquivo=arquivo,
            coluna="prorrogada_em",
            encontrado=str(prorrogada),
            esperado=f"um dia desde {inicio}",
            remedio="Confira as duas datas.",
        )


def _check_registros(registros: Any, arquivo: str, referencias: Referencias) -> Iterator[Problema]:
    if not isinstance(registros, dict):
        return
    perfil = registros.get("perfil")
    if isinstance(perfil, str) and perfil and perfil not in referencias.perfis:
        yield Problema(
            f'o perfil "{perfil}" não existe',
            arquivo=arquivo,
            coluna="registros.perfil",
            encontrado=f'"{perfil}"',
            esperado="um destes: " + ", ".join(referencias.perfis) if referencias.perfis else None,
            remedio=suggest(perfil, referencias.perfis)
            or "Gere um com etrdash profile e ponha-o em perfis/.",
        )
    completude = registros.get("completude", Completude.DESCONHECIDA.value)
    if completude != Completude.DESCONHECIDA and "extraida_em" not in registros:
        yield Problema(
            "a completude é afirmada sem o dia em que os registros foram extraídos",
            arquivo=arquivo,
            coluna="registros.extraida_em",
            esperado="extraida_em = aaaa-mm-dd",
            remedio="Sem essa data, nenhum fato pode ser comparado com a base.",
        )
    extraida = _read_data(registros, "extraida_em")
    for instrumento, periodo in completude.items() if isinstance(completude, dict) else ():
        if isinstance(periodo, dict):
            yield from _check_periodo(str(instrumento), periodo, extraida, arquivo)


def _check_periodo(
    instrumento: str, periodo: Mapping[str, Any], extraida: date | None, arquivo: str
) -> Iterator[Problema]:
    desde, ate = _read_data(periodo, "desde"), _read_data(periodo, "ate")
    if desde and ate and desde > ate:
        yield Problema(
            f"o período de {instrumento} termina antes de começar",
            arquivo=arquivo,
            coluna=f"registros.completude.{instrumento}.desde",
            encontrado=f"desde {desde} até {ate}",
            esperado="desde anterior a ate",
            remedio="Troque as datas ou corrija uma delas.",
        )
    if ate and extraida and ate > extraida:
        yield Problema(
            f"os registros de {instrumento} não podem estar completos depois de extraídos",
            arquivo=arquivo,
            coluna=f"registros.completude.{instrumento}.ate",
            encontrado=str(ate),
            esperado=f"um dia até {extraida}, o de extraida_em",
            remedio="Corrija uma das duas datas.",
        )


def _read_data(tabela: Mapping[str, Any], chave: str) -> date | None:
    valor = tabela.get(chave)
    return valor if type(valor) is date and valor != DATA_TROCADA else None
