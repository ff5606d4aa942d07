#!/bin/sh
# Print the path of a Chromium that runs; as root, where apt-get exists, install one if there is none.
#   ETRDASH_CHROMIUM=/path/to/chromium   use this one
set -eu

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

if [ -n "${ETRDASH_CHROMIUM:-}" ]; then
    if found=$(command -v "$ETRDASH_CHROMIUM") && "$found" --version >/dev/null 2>&1; then
        printf '%s\n' "$found"
        exit 0
    fi
    echo "ETRDASH_CHROMIUM aponta para $ETRDASH_CHROMIUM, que não é um Chromium que funcione." >&2
    exit 1
fi
if find_chromium; then
    exit 0
fi
pacotes="chromium fonts-dejavu-core fonts-liberation"
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "Instalando o Chromium para os testes de navegador…" >&2
    {
        apt-get update
        # shellcheck disable=SC2086 # the list is meant to be split
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $pacotes
    } </dev/null >&2
    if find_chromium; then
        exit 0
    fi
fi
{
    echo "Os testes de navegador precisam de um Chromium ou Google Chrome, e nenhum foi encontrado."
    if command -v apt-get >/dev/null; then
        echo "Execute:  sudo apt-get update && sudo apt-get install -y $pacotes"
    elif command -v dnf >/dev/null; then
        echo "Execute:  sudo dnf install -y chromium dejavu-sans-fonts"
    elif command -v brew >/dev/null; then
        echo "Execute:  brew install --cask chromium"
    else
        echo "Instale um deles pelo gerenciador de pacotes do sistema."
    fi
    echo "Ou aponte um que já exista:  ETRDASH_CHROMIUM=/caminho/do/chromium make test"
} >&2
exit 1
