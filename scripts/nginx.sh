#!/bin/sh
# Print the path of an nginx for the tests of deploy/; as root, where apt-get exists, install it (about 3 MB).
# Without one prints nothing: those tests then say what they lack.
#   ETRDASH_NGINX=/path/to/nginx   use this one
set -eu

PATH=$PATH:/usr/sbin:/usr/local/sbin

if [ -n "${ETRDASH_NGINX:-}" ]; then
    if ! command -v "$ETRDASH_NGINX"; then
        echo "ETRDASH_NGINX aponta para $ETRDASH_NGINX, que não existe." >&2
        exit 1
    fi
    exit 0
fi
if ! command -v nginx >/dev/null && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "Instalando o nginx para os testes de deploy/…" >&2
    {
        apt-get update
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends nginx-light
    } </dev/null >&2
fi
command -v nginx || echo "Sem nginx, os testes de deploy/ não rodam. Execute:  sudo apt-get install -y nginx-light" >&2
