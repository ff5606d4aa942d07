#!/bin/sh
# Wait until the replica of port $1 answers a query, a minute and a half at most, then until it has shown its first page.
set -eu

raiz=/opt/etrdash
for _ in $(seq 90); do
    if "$raiz/.venv/bin/python" - "$1" <<'PY'; then
import sys
import urllib.request

try:
    urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/healthz", timeout=5)
except OSError:
    sys.exit(1)
PY
        exec "$raiz/.venv/bin/python" "$raiz/deploy/primeira_pagina.py" "$1"
    fi
    sleep 1
done
echo "A réplica da porta $1 não respondeu a /healthz." >&2
exit 1
