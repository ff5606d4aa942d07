"""The store of acervos: one folder an acervo, one pointer, and builds that never harm what is published.

``<store>/<id>/`` is immutable. ``<store>/atual`` holds the id of the current acervo and is replaced
atomically. A build works in ``<store>/.construcao-*``, whose lock it holds while it lives: a folder whose
lock is free was left by a dead build and is removed by the next one.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from etrdash.erros import AcervoError, Problema
from etrdash.published.retiradas import Retirada, log_retirada

PONTEIRO = "atual"
MEMORIA = ".memoria"
PADRAO = Path("data/build")
VARIAVEL = "ETRDASH_STORE"
_TRAVA = ".trava"
_CONSTRUCAO = ".construcao-"
_ID = re.compile(r"(demo-)?\d{4}-\d{2}-\d{2}-[0-9a-f]{8}")


class Store:
    """A folder of acervos.

    Args:
        pasta: the folder; created by the first build.
    """

    def __init__(self, pasta: Path) -> None:
        self.pasta = pasta

    # -- reading --------------------------------------------------------------------------------------

    def list_ids(self) -> list[str]:
        """Return the ids of the acervos in the store, oldest as-of date first."""
        if not self.pasta.is_dir():
            return []
        ids = [item.name for item in self.pasta.iterdir() if item.is_dir() and is_id(item.name)]
        return sorted(ids, key=lambda nome: (nome.removeprefix("demo-"), nome))

    def find_current(self) -> str | None:
        """Return the id that the pointer names, or None where the store has no pointer yet."""
        try:
            return (self.pasta / PONTEIRO).read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as erro:
            raise _cannot("o ponteiro do acervo atual não pôde ser lido", self.pasta / PONTEIRO) from erro

    def find_pasta(self, acervo: str) -> Path:
        """Return the folder of an acervo.

        Raises:
            AcervoError: the id is malformed or the store does not hold it.
        """
        pasta = self.pasta / acervo
        if not is_id(acervo) or not pasta.is_dir():
            raise AcervoError(
                Problema(
                    "acervo não encontrado",
                    arquivo=self.pasta.name,
                    encontrado=acervo if is_id(acervo) else "um identificador malformado",
                    esperado="um destes: " + (", ".join(self.list_ids()) or "nenhum acervo ainda"),
                    remedio="Veja os acervos com `etrdash status`.",
                )
            )
        return pasta

    def find_pasta_current(self) -> Path:
        """Return the folder of the current acervo.

        Raises:
            AcervoError: there is no pointer, or it names an acervo that is not there.
        """
        atual = self.find_current()
        if atual is None:
            raise AcervoError(
                Problema(
                    "ainda não há acervo",
                    arquivo=str(self.pasta),
                    remedio="Construa um com `etrdash build` ou `etrdash demo`.",
                )
            )
        if not is_id(atual) or not (self.pasta / atual).is_dir():
            raise AcervoError(
                Problema(
                    "o ponteiro aponta para um acervo que não existe",
                    arquivo=str(self.pasta / PONTEIRO),
                    esperado="um destes: " + (", ".join(self.list_ids()) or "nenhum acervo"),
                    remedio="Aponte para um deles com `etrdash rollback ID` ou construa de novo.",
                )
            )
        return self.pasta / atual

    # -- writing --------------------------------------------------------------------------------------

    @contextmanager
    def building(self) -> Iterator[Path]:
        """Give an empty working folder inside the store; removed at the end unless it was published.

        Raises:
            AcervoError: the store cannot be written.
        """
        with self._locked():
            self._clean()
            try:
                pasta = Path(tempfile.mkdtemp(prefix=_CONSTRUCAO, dir=self.pasta))
                vida = (pasta / _TRAVA).open("w")
                fcntl.flock(vida, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as erro:
                raise _cannot("a pasta de acervos não pôde ser escrita", self.pasta) from erro
        try:
            yield pasta
        finally:
            shutil.rmtree(pasta, ignore_errors=True)
            vida.close()

    def publish(self, construida: Path, acervo: str, *, repair: bool = False) -> Path:
        """Move a finished folder to its place and point to it.

        Everything in it is on disk before it gets its name; where the same acervo is already there, the new
        copy is dropped and the pointer moves to the one that is published.

        Args:
            construida: folder given by ``building``, complete and checked.
            acervo: its id.
            repair: the folder of that id is damaged: put the new one in its place.

        Returns:
            The acervo's folder.
        """
        destino = self.pasta / acervo
        with self._locked():
            try:
                if repair and destino.is_dir():
                    destino.rename(self.pasta / f"{_CONSTRUCAO}danificado-{acervo}-{construida.name[-8:]}")
                if not destino.is_dir():
                    (construida / _TRAVA).unlink(missing_ok=True)
                    _sync_tree(construida)
                    construida.chmod(0o755)
                    construida.rename(destino)
                    _sync(self.pasta)
                self._write_pointer(acervo)
            except OSError as erro:
                raise _cannot("o acervo não pôde ser publicado", destino) from erro
        return destino

    def point(self, acervo: str) -> None:
        """Make an acervo of the store the current one.

        Raises:
            AcervoError: the store does not hold it, or cannot be written.
        """
        self.find_pasta(acervo)
        with self._locked():
            try:
                self._write_pointer(acervo)
            except OSError as erro:
                raise _cannot("o ponteiro não pôde ser escrito", self.pasta / PONTEIRO) from erro

    def retain(self, quantos: int, em: date) -> list[str]:
        """Remove the oldest acervos beyond ``quantos``, never the current one, and log each.

        Args:
            quantos: acervos to keep, the current one included.
            em: day of the removal, for the log.

        Returns:
            Ids removed.
        """
        with self._locked():
            atual = self.find_current()
            antigos = [acervo for acervo in self.list_ids() if acervo != atual]
            remover = antigos[: max(0, len(antigos) + (atual is not None) - max(quantos, 1))]
            for acervo in remover:
                self._remove(acervo, Retirada(acervo, em.isoformat(), "retencao", atual))
        return remover

    def withdraw(self, acervo: str, em: date, motivo: str) -> Retirada:
        """Take an acervo down for the law's sake and log it; its addresses then name the current acervo.

        What builds remember of their inputs goes too: it may hold what must not stay.

        Args:
            acervo: id to take down; another one must be current.
            em: day of the removal, for the log.
            motivo: one word, e.g. ``dados_pessoais``.

        Raises:
            AcervoError: the store does not hold it, or it is the current one.
        """
        self.find_pasta(acervo)
        with self._locked():
            atual = self.find_current()
            if acervo == atual:
                raise AcervoError(
                    Problema(
                        "o acervo atual não pode ser retirado",
                        encontrado=acervo,
                        remedio="Publique antes o acervo corrigido ou use `etrdash rollback ID`.",
                    )
                )
            retirada = Retirada(acervo, em.isoformat(), motivo, atual)
            self._remove(acervo, retirada)
            shutil.rmtree(self.pasta / MEMORIA, ignore_errors=True)
        return retirada

    def _remove(self, acervo: str, retirada: Retirada) -> None:
        try:
            log_retirada(self.pasta, retirada)
            lixo = self.pasta / f"{_CONSTRUCAO}fora-{acervo}"
            (self.pasta / acervo).rename(lixo)
        except OSError as erro:
            raise _cannot("o acervo não pôde ser retirado", self.pasta / acervo) from erro
        shutil.rmtree(lixo, ignore_errors=True)

    def _write_pointer(self, acervo: str) -> None:
        novo = self.pasta / f".{PONTEIRO}.novo"
        with novo.open("w", encoding="utf-8") as saida:
            saida.write(acervo + "\n")
            saida.flush()
            os.fsync(saida.fileno())
        novo.replace(self.pasta / PONTEIRO)
        _sync(self.pasta)

    def _clean(self) -> None:
        for pasta in self.pasta.glob(f"{_CONSTRUCAO}*"):
            try:
                with (pasta / _TRAVA).open("a") as vida:
                    fcntl.flock(vida, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except FileNotFoundError:
                pass
            except OSError:
                continue
            shutil.rmtree(pasta, ignore_errors=True)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self.pasta.mkdir(parents=True, exist_ok=True)
            trava = (self.pasta / _TRAVA).open("a")
        except OSError as erro:
            raise _cannot("a pasta de acervos não pôde ser escrita", self.pasta) from erro
        with trava:
            fcntl.flock(trava, fcntl.LOCK_EX)
            yield


def find_store() -> Store:
    """Return the store that the environment variable ``ETRDASH_STORE`` names, ``data/build`` by default."""
    return Store(Path(os.environ.get(VARIAVEL) or PADRAO))


def is_id(nome: str) -> bool:
    """Whether a name has the form of an acervo id: ``[demo-]AAAA-MM-DD-8hex``."""
    return _ID.fullmatch(nome) is not None


def _sync(pasta: Path) -> None:
    descritor = os.open(pasta, os.O_RDONLY)
    try:
        os.fsync(descritor)
    finally:
        os.close(descritor)


def _sync_tree(pasta: Path) -> None:
    for item in sorted(pasta.rglob("*")):
        _sync(item)
    _sync(pasta)


def _cannot(mensagem: str, caminho: Path) -> AcervoError:
    return AcervoError(
        Problema(
            mensagem,
            arquivo=str(caminho),
            esperado="uma pasta com espaço livre e permissão de escrita",
            remedio="Confira o espaço em disco e as permissões, ou escolha outra pasta com --store.",
        )
    )
