"""Which addresses a download may call."""

from __future__ import annotations

import socket

import pytest

from etrdash.erros import EntradaIlegivel
from etrdash.sources.baixa_enderecos import check_endereco, is_local, is_public, open_session


@pytest.mark.parametrize(
    "url",
    ["https://exemplo.invalid/a", "https://exemplo.invalid:8443/a", "http://127.0.0.1:9/", "http://[::1]/a"],
)
def test_accepted(url):
    assert check_endereco(url).geturl() == url


@pytest.mark.parametrize(
    ("url", "mensagem"),
    [
        ("http://exemplo.invalid/a", "só é aceito para esta máquina"),
        ("http://10.0.0.1/a", "só é aceito para esta máquina"),
        ("http://localhost.exemplo.invalid/", "só é aceito para esta máquina"),
        ("ftp://exemplo.invalid/a", "não é https"),
        ("file:///etc/passwd", "não é https"),
        ("exemplo.invalid/a", "não é https"),
        ("https:///a", "não é https"),
        ("https://exemplo.invalid:porta/", "não é https"),
        ("https://[::1/", "não é https"),
        ("https://alguem:segredo@exemplo.invalid/", "usuário ou senha"),
        ("", "não é https"),
    ],
)
def test_refused(url, mensagem):
    with pytest.raises(EntradaIlegivel, match=mensagem) as recusa:
        check_endereco(url)
    assert "segredo" not in str(recusa.value)


@pytest.mark.parametrize(
    ("numero", "publico"),
    [
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("127.0.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fc00::1", False),
        ("::ffff:10.0.0.1", False),
        ("::ffff:8.8.8.8", True),
    ],
)
def test_public(numero, publico):
    assert is_public(numero) is publico


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("LOCALHOST.", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("10.0.0.1", False),
        ("a", False),
    ],
)
def test_local(host, local):
    assert is_local(host) is local


def test_a_watched_session_sends_nothing_to_a_private_machine():
    with socket.create_server(("127.0.0.1", 0)) as ouvinte:
        ouvinte.settimeout(5)
        porta = ouvinte.getsockname()[1]
        with pytest.raises(EntradaIlegivel, match="máquina de rede privada"):
            open_session(vigiada=True).get(f"http://localhost:{porta}/", proxies={"http": ""}, timeout=5)
        conexao, _ = ouvinte.accept()
        with conexao:
            conexao.settimeout(5)
            assert conexao.recv(1000) == b""
