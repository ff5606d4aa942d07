"""One malformed ANATEL file per error, with the words that its message or its refusal must contain."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel
from etrdash.staging.anatel import load_anatel

CORPUS = Path(__file__).resolve().parents[1] / "malformed" / "anatel"

RECUSADOS = {
    "vazio.csv": ("está vazio", "Baixe"),
    "so_linhas_em_branco.csv": ("está vazio", "Baixe"),
    "pagina_de_erro.csv": ("página da internet", "linha 1", "baixe"),
    "outro_layout.csv": ("nenhum layout conhecido", "mais parecido", "Número Estação", "registro_id"),
    "coluna_obrigatoria_ausente.csv": ("mais parecido é o B", "NumeroQualquer", "NumEstacao"),
    "sem_cabecalho.csv": ("nenhum layout conhecido",),
    "truncado.zip": ("truncado ou corrompido", "Baixe"),
    "com_senha.zip": ("protegido por senha", "estacoes.csv"),
    "sem_csv.zip": ("nenhum .csv",),
    "tres_niveis.zip": ("zip dentro de zip", "no máximo 2 níveis"),
    "cortado.csv.gz": ("truncado ou corrompido",),
    "planilha.csv": ("formato xlsx", "salve os dados como CSV"),
}
"""Files that cannot be read at all: exit code 2."""

LINHAS = {
    "colunas_a_mais.csv": ("colunas a mais", None, "41 colunas em vez de 40"),
    "colunas_a_menos.csv": ("colunas a menos", None, "39 colunas em vez de 40"),
    "aspas_abertas.csv": ("aspas abertas ou fora do lugar", None, ""),
    "byte_nulo.csv": ("byte nulo na linha", None, "1 byte(s) nulo(s)"),
    "data_que_nao_existe.csv": ("data que não existe", "DataValidade", "2021-02-30"),
    "data_ilegivel.csv": ("não é uma data", "DataPrimeiroLicenciamento", "***"),
    "numero_de_estacao_ausente.csv": ("número de estação ausente", "NumEstacao", ""),
    "numero_de_estacao_ilegivel.csv": ("número de estação ilegível", "NumEstacao", "***"),
    "municipio_desconhecido.csv": ("município desconhecido", "CodMunicipio", "3557999"),
    "azimute_ilegivel.csv": ("não é um número", "Azimute", "***"),
    "potencia_impossivel.csv": ("número fora do possível", "PotenciaTransmissorWatts", "***"),
    "nao_licenciada.csv": ("situação que não é de estação licenciada", "Status.state", "***"),
}
"""Files of three rows whose second, on line 3, is refused: the others are loaded."""


def test_the_corpus_and_the_lists_agree():
    assert sorted(caminho.name for caminho in CORPUS.iterdir()) == sorted([*RECUSADOS, *LINHAS])


@pytest.mark.parametrize("nome", sorted(RECUSADOS))
def test_a_file_that_cannot_be_read_says_why(tmp_path, nome):
    with pytest.raises(EntradaIlegivel) as erro:
        load_anatel(duckdb.connect(), [CORPUS / nome], PastaDeDados.open(), tmp_path)
    mensagem = str(erro.value)
    assert nome in mensagem
    assert [palavra for palavra in RECUSADOS[nome] if palavra not in mensagem] == []
    assert erro.value.exit_code == 2
    assert "52998224725" not in mensagem


@pytest.mark.parametrize("nome", sorted(LINHAS))
def test_a_bad_row_is_listed_and_its_neighbours_are_loaded(tmp_path, nome):
    con = duckdb.connect()
    load_anatel(con, [CORPUS / nome], PastaDeDados.open(), tmp_path)
    motivo, coluna, valor = LINHAS[nome]
    ((arquivo, linha, *resto),) = con.execute("FROM stg_rejeitos").fetchall()
    assert (arquivo, linha, *resto) == (nome, 3, motivo, coluna, valor)
    assert con.execute("SELECT lidas, carregadas, repetidas, rejeitadas FROM stg_arquivos").fetchall() == [
        (3, 2, 0, 1)
    ]
    assert con.execute("SELECT linha FROM stg_emissoes ORDER BY linha").fetchall() == [(2,), (4,)]
