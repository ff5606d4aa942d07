"""Every quotation really stands in the law's text; every number cites a provision that exists."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import BaseModel

from etrdash.dados import PastaDeDados
from etrdash.rules.carga import load_federal
from etrdash.rules.lei import Lei
from etrdash.rules.prazo import Termo
from etrdash.rules.referencias import iterate_citacoes
from etrdash.rules.revisao import MAXIMO_DE_PALAVRAS


def normalise(texto: str) -> str:
    return re.sub(r"\s+", " ", texto).strip()


def test_each_trecho_is_verbatim_and_each_text_is_the_one_read(leis: Mapping[str, Lei], shared: Path) -> None:
    for lei in leis.values():
        conteudo = (shared / "leis" / lei.cabecalho.texto.arquivo).read_bytes()
        assert hashlib.sha256(conteudo).hexdigest() == lei.cabecalho.texto.sha256
        texto = normalise(conteudo.decode("utf-8"))
        for redacao in lei.redacoes:
            for chave, dispositivo in redacao.regras.dispositivo.items():
                if dispositivo.trecho:
                    assert normalise(dispositivo.trecho) in texto, f"{lei.id}: {chave}"


NUMEROS = {
    "1y": "anual|a cada ano|1 .um. ano",
    "2y": "dois|2 .dois",
    "3": "três|3 .três",
    "5": "cinco",
    "30": "trinta",
    "180": "cento e oitenta",
}
"""How the laws spell a number where the figure alone is not looked for."""


def iterate_numeros(tabela: object) -> Iterator[tuple[str, list[str]]]:
    """Yield each term or distance written in a table, with the provisions that stand beside it."""
    tabela = dict(tabela) if isinstance(tabela, BaseModel) else tabela
    if isinstance(tabela, Mapping):
        for chave, valor in tabela.items():
            fontes = tabela.get(f"{chave}_dispositivos") or tabela.get("dispositivos") or []
            if isinstance(valor, Termo):
                escrito = str(valor)
                yield escrito if escrito in NUMEROS else escrito[:-1], list(fontes)
            elif str(chave).endswith("_m") and isinstance(valor, float):
                yield f"{valor:g}".replace(".", ","), list(fontes)
            else:
                yield from iterate_numeros(valor)
    elif isinstance(tabela, (list, tuple)):
        for valor in tabela:
            yield from iterate_numeros(valor)


def test_the_trecho_beside_a_number_says_it(leis: Mapping[str, Lei]) -> None:
    vistos = 0
    for lei in leis.values():
        regras = lei.atual.regras
        for numero, fontes in iterate_numeros(regras):
            dispositivos = [lei.find_dispositivo(chave, regras) for chave in fontes]
            if any(dispositivo.lacuna for dispositivo in dispositivos):
                continue
            texto = " ".join(dispositivo.trecho for dispositivo in dispositivos)
            padrao = rf"(?<!\d){numero}(?!\d)|{NUMEROS.get(numero, numero)}"
            assert re.search(padrao, texto), f"{lei.id}: {numero} em {fontes}"
            vistos += 1
    assert vistos > 60


EFEITOS = ("licita", "exclusiv", "laudo", "em dobro", "não oneroso|sem ônus", "trâmite", "condomínio")
"""What a summary may not claim beside a quotation that does not say it."""


def test_the_trecho_beside_a_note_says_the_effect_that_it_claims(leis: Mapping[str, Lei]) -> None:
    vistos = 0
    for lei in leis.values():
        regras = lei.atual.regras
        for nota in regras.nota:
            citados = [lei.find_dispositivo(chave, regras) for chave in nota.dispositivos]
            trechos = " ".join(citado.trecho for citado in citados).lower()
            for efeito in EFEITOS:
                if re.search(efeito, nota.texto.lower()):
                    assert re.search(efeito, trechos), f"{lei.id}: {nota.assunto}: {efeito}"
                    vistos += 1
    assert vistos > 8


def test_trechos_are_short(leis: Mapping[str, Lei]) -> None:
    for lei in leis.values():
        for chave, dispositivo in lei.atual.regras.dispositivo.items():
            assert len(dispositivo.trecho.split()) <= MAXIMO_DE_PALAVRAS, f"{lei.id}: {chave}"


def test_federal_trechos_are_quoted_in_the_matrix(shared: Path) -> None:
    matriz = normalise((shared / "leis" / "matriz.md").read_text(encoding="utf-8"))
    for chave, dispositivo in load_federal(PastaDeDados.open()).dispositivo.items():
        if dispositivo.trecho:
            assert normalise(dispositivo.trecho) in matriz, chave


def test_labels_name_the_article(leis: Mapping[str, Lei]) -> None:
    for lei in leis.values():
        rotulos = [dispositivo.rotulo for dispositivo in lei.atual.regras.dispositivo.values()]
        assert len(rotulos) == len(set(rotulos)), lei.id
        assert all(re.search(r"art\. |cláusula final", rotulo) for rotulo in rotulos), lei.id


def test_every_provision_of_a_sanction_or_term_is_declared(leis: Mapping[str, Lei]) -> None:
    for lei in leis.values():
        citados = {chave for _, chave in iterate_citacoes(lei.atual.regras)}
        assert len(citados) > 30, lei.id
        assert all(lei.find_dispositivo(chave).rotulo for chave in citados)


def test_the_full_texts_stay_out_of_the_repository() -> None:
    for caminho in PastaDeDados.open().files("leis").values():
        assert caminho.suffix == ".toml"


def test_gaps_are_declared_where_the_text_is_missing(leis: Mapping[str, Lei]) -> None:
    com_lacuna = {lei.id for lei in leis.values() if lei.atual.regras.lacuna}
    assert com_lacuna == set(leis)
    incompleta = leis["sao_vicente_lc_1090_2023"]
    assert incompleta.redacoes[0].lacuna
    assert incompleta.atual.regras.dispositivo["art_4"].lacuna
