"""What a path holds: files, zips, zips in zips, gzips, folders, and what is refused with which words."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from etrdash.erros import EntradaIlegivel
from etrdash.sources import containers
from etrdash.sources.containers import list_membros, open_membro

TEXTO = b"a;b\r\n1;2\r\n"


def pack(membros: dict[str, bytes], metodo: int = zipfile.ZIP_DEFLATED) -> bytes:
    saida = io.BytesIO()
    with zipfile.ZipFile(saida, "w", metodo) as zipado:
        for nome, dados in membros.items():
            zipado.writestr(nome, dados)
    return saida.getvalue()


def read_all(caminhos: list[Path], tmp: Path) -> dict[str, bytes]:
    lidos = {}
    for membro in list_membros(caminhos, tmp):
        with open_membro(membro) as fluxo:
            lidos[membro.arquivo] = fluxo.read()
    return lidos


def refusal(caminho: Path, tmp: Path) -> str:
    with pytest.raises(EntradaIlegivel) as erro:
        read_all([caminho], tmp)
    return str(erro.value)


def test_a_plain_file_is_itself(tmp_path):
    (tmp_path / "x.csv").write_bytes(TEXTO)
    assert read_all([tmp_path / "x.csv"], tmp_path) == {"x.csv": TEXTO}


def test_the_form_is_told_by_bytes_not_by_name(tmp_path):
    (tmp_path / "x.csv").write_bytes(pack({"dentro.txt": TEXTO}))
    (tmp_path / "y.zip").write_bytes(gzip.compress(TEXTO))
    assert read_all([tmp_path / "x.csv", tmp_path / "y.zip"], tmp_path) == {
        "x.csv!dentro.txt": TEXTO,
        "y.zip": TEXTO,
    }


def test_a_zip_yields_its_members_in_name_order_with_folders_and_inner_containers(tmp_path):
    interno = pack({"fundo/c.csv": b"3"})
    zipado = pack(
        {
            "b.csv": TEXTO,
            "pasta/a.csv": b"2",
            "interno.zip": interno,
            "d.csv.gz": gzip.compress(b"4"),
            "__MACOSX/._b.csv": b"lixo",
        }
    )
    (tmp_path / "z.zip").write_bytes(zipado)
    assert list(read_all([tmp_path / "z.zip"], tmp_path).items()) == [
        ("z.zip!b.csv", TEXTO),
        ("z.zip!d.csv.gz", b"4"),
        ("z.zip!interno.zip!fundo/c.csv", b"3"),
        ("z.zip!pasta/a.csv", b"2"),
    ]
    assert [caminho.name for caminho in tmp_path.iterdir()] == ["z.zip"]


def test_members_that_are_no_text_are_reported_beside_the_first(tmp_path):
    (tmp_path / "z.zip").write_bytes(pack({"leia.pdf": b"%PDF", "a.csv": TEXTO, "b.csv": TEXTO}))
    membros = list(list_membros([tmp_path / "z.zip"], tmp_path))
    assert [(m.arquivo, m.ignorados, m.explicito) for m in membros] == [
        ("z.zip!a.csv", ("leia.pdf",), False),
        ("z.zip!b.csv", (), False),
    ]


def test_a_folder_is_walked_in_name_order_without_hidden_files(tmp_path):
    pasta = tmp_path / "entrada"
    (pasta / "sub").mkdir(parents=True)
    (pasta / ".oculta").mkdir()
    for nome in ("b.csv", "sub/a.csv", ".oculta/x.csv", "leia.md"):
        (pasta / nome).write_bytes(TEXTO)
    assert list(read_all([pasta], tmp_path)) == ["b.csv", "sub/a.csv"]


def test_names_of_members_are_made_safe(tmp_path):
    (tmp_path / "z.zip").write_bytes(pack({"../../etc/x\x1b[31m.csv": TEXTO}))
    assert list(read_all([tmp_path / "z.zip"], tmp_path)) == ["z.zip!etc/x?[31m.csv"]
    assert sorted(caminho.name for caminho in tmp_path.iterdir()) == ["z.zip"]


@pytest.mark.parametrize(
    ("nome", "dados", "palavras"),
    [
        ("vazio.csv", b"", "está vazio"),
        ("brancos.csv", b"  \r\n\r\n ", "está vazio"),
        ("pagina.csv", b"<!DOCTYPE html><html><body>404</body></html>", "página da internet"),
        ("pagina.csv", b"\xef\xbb\xbf \n<html>", "página da internet"),
        ("planilha.csv", pack({"[Content_Types].xml": b"x", "xl/a.xml": b"y"}), "xlsx"),
        ("texto.csv", b"%PDF-1.7", "pdf"),
        ("bytes.csv", b"\x89PNG\r\n" + bytes(range(32)) * 20, "binario"),
        ("cortado.zip", pack({"a.csv": TEXTO * 5000})[:-60], "truncado"),
        ("so_pdf.zip", pack({"a.pdf": b"%PDF"}), "nenhum .csv"),
        ("cortado.csv.gz", gzip.compress(TEXTO * 5000)[:-20], "truncado"),
        ("fundo.zip", pack({"1.zip": pack({"2.zip": pack({"3.csv": TEXTO})})}), "zip dentro de zip"),
    ],
)
def test_refusals_say_why(tmp_path, nome, dados, palavras):
    (tmp_path / nome).write_bytes(dados)
    mensagem = refusal(tmp_path / nome, tmp_path)
    assert nome in mensagem
    assert palavras in mensagem
    assert sorted(caminho.name for caminho in tmp_path.iterdir()) == [nome]


def test_a_missing_path_and_a_folder_without_files(tmp_path):
    assert "não existe" in refusal(tmp_path / "nada.csv", tmp_path)
    assert "nenhum arquivo" in refusal(tmp_path, tmp_path)


def test_a_damaged_member_fails_its_check(tmp_path):
    dados = bytearray(pack({"a.csv": TEXTO * 100}, zipfile.ZIP_STORED))
    dados[200] ^= 1
    (tmp_path / "z.zip").write_bytes(dados)
    assert "corrompido" in refusal(tmp_path / "z.zip", tmp_path)


def test_a_protected_member_is_refused(tmp_path):
    dados = bytearray(pack({"a.csv": TEXTO}))
    for assinatura, posicao in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        dados[dados.index(assinatura) + posicao] |= 1
    (tmp_path / "z.zip").write_bytes(dados)
    assert "senha" in refusal(tmp_path / "z.zip", tmp_path)


def test_a_bomb_is_not_opened(tmp_path, monkeypatch):
    monkeypatch.setattr(containers, "_RAZAO_A_PARTIR_DE", 1 << 20)
    (tmp_path / "z.zip").write_bytes(pack({"a.csv": b"0" * (4 << 20)}))
    assert "além do razoável" in refusal(tmp_path / "z.zip", tmp_path)
    monkeypatch.setattr(containers, "MAX_MEMBROS", 2)
    (tmp_path / "muitos.zip").write_bytes(pack({f"{n}.csv": b"" for n in range(3)}))
    assert "3 membro(s)" in refusal(tmp_path / "muitos.zip", tmp_path)
