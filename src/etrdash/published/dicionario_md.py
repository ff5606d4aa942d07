"""The data dictionary as a page: ``python -m etrdash.published.dicionario_md > docs/dicionario.md``."""

from __future__ import annotations

from etrdash.marts.dicionario import Tabela, list_publicadas

_TIPOS = {
    "texto": "texto",
    "inteiro": "número inteiro",
    "numero": "número",
    "data": "data",
    "mes": "mês (AAAA-MM)",
    "logico": "verdadeiro ou falso",
    "lista": "lista, separada por `|`",
    "json": "JSON",
}


def write_dicionario() -> str:
    """Return ``docs/dicionario.md``: every published table and column, in Portuguese and English."""
    partes = [
        "# Dicionário de dados",
        "Gerado de `src/etrdash/marts/dicionario.toml`, a mesma fonte das conferências, do\n"
        "`datapackage.json` e das páginas. Edite lá e rode\n"
        "`python -m etrdash.published.dicionario_md > docs/dicionario.md`.",
    ]
    partes += [_write_tabela(tabela) for tabela in list_publicadas()]
    return "\n\n".join(partes) + "\n"


def _write_tabela(tabela: Tabela) -> str:
    chave = ", ".join(f"`{coluna}`" for coluna in tabela.chave) or "nenhuma; linhas podem repetir-se"
    linhas = [
        f"## {tabela.nome}",
        "",
        f"{tabela.titulo}: {tabela.descricao} *{tabela.title}: {tabela.description}*",
        "",
        f"Chave: {chave}.",
        "",
        "| coluna | tipo | descrição | description |",
        "|---|---|---|---|",
    ]
    for coluna in tabela.colunas:
        valores = (
            f" Valores: {', '.join(f'`{valor}`' for valor in coluna.valores)}." if coluna.valores else ""
        )
        obrigatoria = "" if coluna.obrigatoria else " (pode ser vazia)"
        tipo = f"{_TIPOS[coluna.tipo]}{obrigatoria}"
        linhas.append(f"| `{coluna.nome}` | {tipo} | {coluna.descricao}{valores} | {coluna.description} |")
    return "\n".join(linhas)


if __name__ == "__main__":
    print(write_dicionario(), end="")
