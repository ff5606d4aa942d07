#!/bin/sh
# Print the path of a Chromium that the browser tests can drive; as root, where apt-get exists, install what lacks.
#   ETRDASH_CHROMIUM=/path/to/chromium   use this one
set -eu

pacotes="chromium fonts-dejavu-core fonts-liberation libatomic1"

find_chromium() {
    for name in chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
        "/Applications/Chromium.app/Contents/MacOS/Chromium"; do
        found=$(command -v "$name") || continue
        "$found" --version >/dev/null 2>&1 || continue # a stub that only asks for a snap does not count
        printf '%s\n' "$found"
        return 0
    done
    return 1
}

runs_driver() { # Playwright's own program needs libatomic, which a bare system lacks
    "$(dirname "$0")/../.venv/bin/python" - <<'PY'
import subprocess
import sys

from playwright._impl._driver import compute_driver_executable

sys.exit(subprocess.run([compute_driver_executable()[0], "--version"], capture_output=True).returncode != 0)
PY
}

install_packages() {
    echo "Instalando o que falta para os testes de navegador…" >&2
    {
        apt-get update
        # shellcheck disable=SC2086 # the list is meant to be split
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $pacotes
    } </dev/null >&2
}

explain() {
    echo "$1"
    if command -v apt-get >/dev/null; then
        echo "Execute:  sudo apt-get update && sudo apt-get install -y $pacotes"
    elif command -v dnf >/dev/null; then
        echo "Execute:  sudo dnf install -y chromium dejavu-sans-fonts libatomic"
    elif command -v brew >/dev/null; then
        echo "Execute:  brew install --cask chromium"
    else
        echo "Instale pelo gerenciador de pacotes do sistema: $pacotes"
    fi
    echo "Ou aponte um Chromium que já exista:  ETRDASH_CHROMIUM=/caminho/do/chromium make test"
}

if [ -n "${ETRDASH_CHROMIUM:-}" ]; then
    if ! found=$(command -v "$ETRDASH_CHROMIUM") || ! "$found" --version >/dev/null 2>&1; then
        echo "ETRDASH_CHROMIUM aponta para $ETRDASH_CHROMIUM, que não é um Chromium que funcione." >&2
        exit 1
    fi
else
    found=$(find_chromium) || found=
fi

if [ -z "$found" ] || ! runs_driver; then
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        install_packages
        [ -n "$found" ] || found=$(find_chromium) || found=
    fi
fi
if [ -z "$found" ]; then
    explain "Os testes de navegador precisam de um Chromium ou Google Chrome, e nenhum foi encontrado." >&2
    exit 1
fi
if ! runs_driver; then
    explain "O Playwright, que conduz o navegador nos testes, não roda neste sistema: falta uma biblioteca." >&2
    exit 1
fi
printf '%s\n' "$found"
