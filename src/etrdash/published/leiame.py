"""The text that travels with the files: ``LEIAME.txt``."""

from __future__ import annotations

from textwrap import fill

from etrdash.marts.dicionario import list_publicadas
from etrdash.published.identidade import Identidade
from etrdash.published.pacote import find_licenca

_LARGURA = 100


def write_leiame(identidade: Identidade, linhas: dict[str, int]) -> str:
    """Return the text: what the files are, how to read them, how to cite them.

    Args:
        identidade: the acervo.
        linhas: rows of each published table.
    """
    tabelas = "\n".join(
        fill(
            f"{tabela.nome}: {tabela.descricao} {linhas[tabela.nome]} linhas.",
            _LARGURA,
            initial_indent="  ",
            subsequent_indent="    ",
        )
        for tabela in list_publicadas()
    )
    licenca = find_licenca(identidade)
    aviso = f"{fill(identidade.aviso, _LARGURA)}\n\n" if identidade.aviso else ""
    return f"""{aviso}ETRDASH, acervo {identidade.acervo}
Situação das antenas licenciadas pela ANATEL diante das leis municipais, em {identidade.em:%d/%m/%Y}.

TABELAS
{tabelas}

FORMATOS
  *.csv        UTF-8, vírgula, datas AAAA-MM-DD, ponto decimal, "|" dentro de listas
  *.excel.csv  para o Excel em português: UTF-8 com BOM, ponto e vírgula, vírgula decimal, dd/mm/aaaa
  *.parquet    as mesmas linhas com tipos
  *.xlsx       estações, registros, vínculos e atos em planilha; os códigos são texto
  estacoes.geojson  as estações, para mapas

  Cada coluna está descrita em datapackage.json (Frictionless Data). SHA256SUMS confere os arquivos
  (sha256sum -c SHA256SUMS); manifesto.json diz de que entradas eles saíram e a conta de cada linha lida.
  Nas colunas de texto, uma célula que a planilha executaria como fórmula começa com um apóstrofo.

COMO LER
  A situação compara o licenciamento federal com os registros municipais recebidos e o texto da lei local.
  Cinza quer dizer que não se sabe. "Não consta" fala da base recebida, na data dela: não é acusação.
  As contagens por situação cobrem só as estações de serviços avaliados (coluna "avaliada").

COMO CITAR
  etrdash, acervo {identidade.acervo}, dados de {identidade.em:%d/%m/%Y}.
  Licença da compilação: {licenca["title"]} ({licenca["path"]}).
  Fontes: ANATEL (dados abertos) e os municípios; cite-as também.
"""
