"""The files of deploy/ and the operations guide speak of one service, and of commands that exist."""

from __future__ import annotations

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import click
import pytest
import yaml

from etrdash.cli.principal import etrdash

RAIZ = Path(__file__).resolve().parents[2]
NGINX, SYSTEMD = RAIZ / "deploy" / "nginx", RAIZ / "deploy" / "systemd"
GUIA = RAIZ / "docs" / "operacao.md"
SERVICOS = sorted(SYSTEMD.glob("*.service"))
DUREZA = {
    "NoNewPrivileges": "yes",
    "CapabilityBoundingSet": "",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "RestrictSUIDSGID": "yes",
}


def read_unit(caminho: Path) -> ConfigParser:
    unidade = ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    unidade.optionxform = str  # type: ignore[assignment,method-assign]
    unidade.read_string(caminho.read_text())
    return unidade


def test_ports_agree() -> None:
    portas = re.findall(r"server 127\.0\.0\.1:(\d+) ", (NGINX / "maquina.conf").read_text())
    assert portas == ["8501", "8502"]
    for porta in portas:
        assert f"etrdash-serve@{porta}" in GUIA.read_text()


def test_the_containers_nginx_differs_only_by_the_replicas() -> None:
    maquina, conteineres = (
        [linha for linha in (NGINX / nome).read_text().splitlines()[1:] if "    server " not in linha]
        for nome in ("maquina.conf", "maquina-compose.conf")
    )
    assert maquina == conteineres


def test_compose_mounts_acervos_read_only_and_gives_no_privilege() -> None:
    servicos = yaml.safe_load((RAIZ / "deploy" / "compose.yaml").read_text())["services"]
    replicas = re.findall(r"server (\w+):8501 ", (NGINX / "maquina-compose.conf").read_text())
    assert replicas == servicos["nginx"]["depends_on"]
    for nome in replicas:
        assert servicos[nome]["volumes"] == ["acervos:/acervos:ro"]
        assert servicos[nome]["read_only"] is True
        assert servicos[nome]["cap_drop"] == ["ALL"]
    for montagem in servicos["nginx"]["volumes"]:
        if montagem.startswith("./"):
            assert (RAIZ / "deploy" / montagem.partition(":")[0]).is_file()


@pytest.mark.parametrize("caminho", SERVICOS, ids=lambda caminho: caminho.name)
def test_services_are_ordinary_users_that_may_do_little(caminho: Path) -> None:
    servico = read_unit(caminho)["Service"]
    assert servico["User"] in {"etrdash", "etrdash-web"}
    assert {chave: servico.get(chave) for chave in DUREZA} == DUREZA
    grava = servico.get("ReadWritePaths")
    assert (grava == "/var/lib/etrdash") is (servico["User"] == "etrdash")
    for chave in ("EnvironmentFile",):
        if chave in servico:
            assert (SYSTEMD / Path(servico[chave]).name).is_file()


def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    assert len(SERVICOS) == 3
    programa = shutil.which("systemd-analyze")
    if programa is None:
        pytest.skip("needs systemd-analyze, which a bare container has not")
    for caminho in SYSTEMD.iterdir():
        (tmp_path / caminho.name.replace("@.", "@8501.")).write_bytes(caminho.read_bytes())
    for servico in tmp_path.glob("*.service"):
        seguranca = subprocess.run(
            [programa, "security", "--offline=true", "--threshold=20", str(servico)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert seguranca.returncode == 0, seguranca.stdout[-300:]
        conferida = subprocess.run(
            [programa, "verify", str(servico)], capture_output=True, text=True, check=False
        )
        queixas = [
            linha
            for linha in conferida.stderr.splitlines()
            if servico.name in linha and "is not executable" not in linha
        ]
        assert queixas == []


def test_every_command_named_exists_with_its_options() -> None:
    assert isinstance(etrdash, click.Group)
    textos = [caminho.read_text() for caminho in (*SERVICOS, GUIA, RAIZ / "docs" / "escala.md")]
    chamadas = re.findall(r"(?:bin/|`|^)etrdash ([a-z]+)((?: [^\n`'|]*)?)", "\n".join(textos), re.MULTILINE)
    assert {nome for nome, _ in chamadas} >= {
        "serve",
        "fetch",
        "build",
        "status",
        "rollback",
        "diff",
        "export",
    }
    for nome, resto in chamadas:
        comando = etrdash.get_command(click.Context(etrdash), nome)
        assert comando is not None, nome
        opcoes = {opcao for parametro in comando.params for opcao in parametro.opts}
        assert set(re.findall(r"--[a-z-]+", resto)) <= opcoes, f"{nome}{resto}"


def test_every_file_named_in_the_guide_exists() -> None:
    for nome in re.findall(r"\bdeploy/[\w./*-]+", GUIA.read_text()):
        assert list(RAIZ.glob(nome.rstrip("."))), nome
