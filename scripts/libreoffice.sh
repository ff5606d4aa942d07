#!/bin/sh
# Make sure that the long tests have a LibreOffice; as root, where apt-get exists, install it (about 400 MB).
# Without one prints how: those tests then fail saying the same.
set -eu

if ! command -v soffice >/dev/null && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "Instalando o LibreOffice para os testes longos…" >&2
    {
        apt-get update
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends libreoffice-calc
    } </dev/null >&2
fi
command -v soffice >/dev/null ||
    echo "Sem LibreOffice, os testes de planilha não rodam. Execute:  sudo apt-get install -y --no-install-recommends libreoffice-calc" >&2
