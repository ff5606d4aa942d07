"""What a law file may get wrong although it can be applied: words that nothing uses, rules never reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from etrdash.erros import Problema
from etrdash.rules.compilacao import Fonte, compile_regras, list_emendas, list_opcao, read_lei, split_lei
from etrdash.rules.declaracao import Dispositivo
from etrdash.rules.esquema import Obrigacao, Predicado
from etrdash.rules.federal import PREFIXO, Federal
from etrdash.rules.indice import IndiceMensal
from etrdash.rules.lei import Lei, Leitura
from etrdash.rules.mensagens import suggest
from etrdash.rules.referencias import iterate_citacoes
from etrdash.rules.regras import Regras
from etrdash.rules.sintaxe import locate_problemas, parse_toml

MAXIMO_DE_PALAVRAS = 40
"""Longest quotation of a provision: enough to recognise it, short enough to stay a quotation."""
_ASSUNTOS = ("laudo", "prazo", "silencio")


def review_lei(
    conteudo: bytes, arquivo: str, federal: Federal, indices: Mapping[str, IndiceMensal]
) -> tuple[Lei | None, list[Problema]]:
    """Read a law file and look for every mistake, those that do not prevent its use included."""
    lei, problemas = read_lei(conteudo, arquivo, federal, indices)
    tabela, _ = parse_toml(conteudo, arquivo)
    if tabela is None:
        return None, problemas
    fonte, _ = split_lei(tabela, arquivo)
    citados: set[str] = set()
    achados = list(_review_opcoes(fonte, federal, arquivo, citados))
    if lei is not None:
        for regras in (redacao.regras for redacao in lei.redacoes):
            citados |= {chave for _, chave in iterate_citacoes(regras)}
            achados += _review_regras(regras, indices, arquivo)
        achados += _find_sem_uso(lei, citados, arquivo)
    achados += _review_dispositivos(tabela.get("dispositivo"), arquivo)
    novos = [problema for problema in dict.fromkeys(achados) if problema not in problemas]
    return lei, locate_problemas([*problemas, *novos], conteudo)


def find_federais_sem_uso(federal: Federal, leis: Iterable[Lei], arquivo: str) -> list[Problema]:
    """Return one problem for each provision of the federal file that neither it nor any law cites."""
    citados = {chave for _, chave in iterate_citacoes(federal)}
    for lei in leis:
        for redacao in lei.redacoes:
            citados |= {chave for _, chave in iterate_citacoes(redacao.regras)}
    return [
        _report_sem_uso(chave, arquivo)
        for chave in federal.dispositivo
        if not {chave, PREFIXO + chave} & citados
    ]


def _review_opcoes(fonte: Fonte, federal: Federal, arquivo: str, citados: set[str]) -> Iterator[Problema]:
    """Apply every option of every reading: each must give a law, and another one than the adopted."""
    for nome, leitura in fonte.leituras.items():
        yield from _review_toca(fonte, nome, leitura, arquivo)
        if leitura.adotada not in leitura.opcao:
            continue
        propria = f"leitura.{nome}."
        outras = [par for par in fonte.escolhas if not par[0].startswith(propria)]
        for opcao in leitura.opcao:
            if opcao == leitura.adotada:
                continue
            muda = quebrada = False
            for emendas in list_emendas(fonte.declaradas):
                _, adotada, _ = compile_regras(fonte, [*emendas, *fonte.escolhas], federal, arquivo)
                alternativa = [*emendas, *outras, *list_opcao(nome, leitura, opcao)]
                regras, tabela, problemas = compile_regras(fonte, alternativa, federal, arquivo)
                muda = muda or tabela != adotada
                proprios = [p for p in problemas if (p.coluna or "").startswith(propria)]
                quebrada = quebrada or bool(proprios)
                yield from proprios
                if regras is not None:
                    citados |= {chave for _, chave in iterate_citacoes(regras)}
            if not muda and not quebrada:
                falta = "não muda nada" if leitura.opcao[opcao].altera else "não diz o que altera"
                yield _report_opcao(nome, leitura, opcao, arquivo, falta)


def _report_opcao(nome: str, leitura: Leitura, opcao: str, arquivo: str, falta: str) -> Problema:
    return Problema(
        f'a opção "{opcao}" da leitura {nome} {falta}: a lei fica igual à da opção adotada',
        arquivo=arquivo,
        coluna=f"leitura.{nome}.opcao.{opcao}.altera",
        esperado=f'uma alteração que a distinga de "{leitura.adotada}"',
        remedio="Escreva em altera a chave e o valor que mudam, ou retire a opção.",
    )


def _review_toca(fonte: Fonte, nome: str, leitura: Leitura, arquivo: str) -> Iterator[Problema]:
    obrigacoes = fonte.corpo.get("obrigacao")
    instrumentos = fonte.corpo.get("instrumento")
    conhecidos = [
        *_ASSUNTOS,
        *(chave for chave in Regras.model_fields if chave in fonte.corpo),
        *(f"instrumento.{codigo}" for codigo in (instrumentos if isinstance(instrumentos, dict) else ())),
        *(
            f"obrigacao.{item.get('id')}"
            for item in (obrigacoes if isinstance(obrigacoes, list) else ())
            if isinstance(item, dict)
        ),
    ]
    for posicao, regra in enumerate(leitura.toca, 1):
        if regra not in conhecidos:
            yield Problema(
                f'a leitura {nome} diz que toca "{regra}", que não existe na lei',
                arquivo=arquivo,
                coluna=f"leitura.{nome}.toca.{posicao}",
                encontrado=f'"{regra}"',
                esperado="uma tabela da lei, obrigacao.<id>, instrumento.<código>, prazo, silencio ou laudo",
                remedio=suggest(regra, conhecidos) or "Confira o nome: sem ele, a leitura nunca é mostrada.",
            )


def _review_regras(regras: Regras, indices: Mapping[str, IndiceMensal], arquivo: str) -> list[Problema]:
    problemas = [*_find_inalcancadas(regras.obrigacao, arquivo), *_find_repetidas(regras, arquivo)]
    atualizacao = regras.atualizacao
    if atualizacao is not None and atualizacao.indice not in indices:
        problemas.append(
            Problema(
                f'os valores são atualizados por "{atualizacao.indice}", índice que não está disponível',
                arquivo=arquivo,
                coluna="atualizacao.indice",
                encontrado=f'"{atualizacao.indice}"',
                esperado="um destes: " + ", ".join(indices)
                if indices
                else "um índice de referencia/indices.toml",
                remedio=suggest(atualizacao.indice, indices)
                or "Acrescente a série em referencia/indices.toml.",
            )
        )
    return problemas


def _find_inalcancadas(obrigacoes: tuple[Obrigacao, ...], arquivo: str) -> Iterator[Problema]:
    """Yield obligations that an earlier one always takes the place of: the first that fits is the one."""
    for posicao, obrigacao in enumerate(obrigacoes):
        for anterior in obrigacoes[:posicao]:
            if anterior.vigora is None and _covers(anterior.quando, obrigacao.quando):
                yield Problema(
                    f'a obrigação "{obrigacao.id}" nunca é alcançada: "{anterior.id}", antes dela, vale para '
                    "todas as suas estações",
                    arquivo=arquivo,
                    coluna=f"obrigacao.{obrigacao.id}",
                    esperado="da mais específica à mais geral: vale a primeira cujo quando combina",
                    remedio=f'Ponha-a antes de "{anterior.id}", ou corrija o quando de uma das duas.',
                )
                break


def _covers(geral: Predicado, particular: Predicado) -> bool:
    """Whether every station of ``particular`` is also one of ``geral``."""
    for nome in Predicado.model_fields:
        um, outro = getattr(geral, nome), getattr(particular, nome)
        if isinstance(um, tuple):
            if um and (not outro or not set(outro) <= set(um)):
                return False
        elif um is not None and um is not outro:
            return False
    return True


def _find_repetidas(regras: Regras, arquivo: str) -> Iterator[Problema]:
    for nome, ids in (
        ("obrigacao", [item.id for item in regras.obrigacao]),
        ("distancia", [item.id for item in regras.distancia]),
    ):
        for chave, vezes in Counter(ids).items():
            if vezes > 1:
                yield Problema(
                    f'o id "{chave}" aparece {vezes} vezes em [[{nome}]]',
                    arquivo=arquivo,
                    coluna=f"{nome}.{len(ids) - ids[::-1].index(chave)}.id",
                    encontrado=f'"{chave}"',
                    esperado="um id para cada uma",
                    remedio="Dê outro id a uma delas.",
                )
    for rotulo, vezes in Counter(d.rotulo for d in regras.dispositivo.values()).items():
        if vezes > 1:
            chaves = [chave for chave, d in regras.dispositivo.items() if d.rotulo == rotulo]
            yield Problema(
                f'o rótulo "{rotulo}" é de {vezes} dispositivos: {", ".join(chaves)}',
                arquivo=arquivo,
                coluna=f"dispositivo.{chaves[-1]}.rotulo",
                encontrado=f'"{rotulo}"',
                esperado="um rótulo para cada dispositivo",
                remedio="Corrija o rótulo ou junte os dispositivos.",
            )


def _find_sem_uso(lei: Lei, citados: set[str], arquivo: str) -> Iterator[Problema]:
    declarados: dict[str, Dispositivo] = {}
    for redacao in lei.redacoes:
        declarados |= redacao.regras.dispositivo
    for chave in declarados:
        if chave not in citados:
            yield _report_sem_uso(chave, arquivo)


def _report_sem_uso(chave: str, arquivo: str) -> Problema:
    return Problema(
        f'o dispositivo "{chave}" nunca é citado',
        arquivo=arquivo,
        coluna=f"dispositivo.{chave}",
        esperado="cada dispositivo sustenta pelo menos uma regra ou nota",
        remedio="Cite-o na regra que ele sustenta (ou numa [[nota]]), ou retire-o.",
    )


def _review_dispositivos(tabela: Any, arquivo: str) -> Iterator[Problema]:
    for chave, escrito in tabela.items() if isinstance(tabela, dict) else ():
        trecho = escrito.get("trecho") if isinstance(escrito, dict) else None
        palavras = len(trecho.split()) if isinstance(trecho, str) else 0
        if palavras > MAXIMO_DE_PALAVRAS:
            yield Problema(
                f'o trecho de "{chave}" é longo demais',
                arquivo=arquivo,
                coluna=f"dispositivo.{chave}.trecho",
                encontrado=f"{palavras} palavras",
                esperado=f"até {MAXIMO_DE_PALAVRAS} palavras seguidas do texto da lei",
                remedio="Fique só com as palavras que dizem a regra.",
            )
