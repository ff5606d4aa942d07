#!/bin/sh
# Create .venv and install the locked requirements in it, then the package itself, editable.
#
#   scripts/venv.sh run     what the dashboard needs   (requirements.txt)
#   scripts/venv.sh test    and what its tests need    (requirements-dev.txt)
#
# A second call with nothing changed returns at once. Uses uv where it works, else the pip of the chosen Python.
#   ETRDASH_PYTHON=/path/to/python   choose the interpreter
#   ETRDASH_SEM_UV=1                 leave uv aside
set -eu

cd "$(dirname "$0")/.."
case "${1:-}" in
run) lock=requirements.txt ;;
test) lock=requirements-dev.txt ;;
*)
    echo "uso: scripts/venv.sh run|test" >&2
    exit 2
    ;;
esac

# Somebody else's settings must not steer what the lock already decides.
unset PIP_CONSTRAINT PIP_REQUIREMENT PIP_TARGET PIP_PREFIX PIP_USER PIP_REQUIRE_VIRTUALENV PIP_NO_INDEX
unset UV_CONSTRAINT UV_OVERRIDE UV_TARGET UV_SYSTEM_PYTHON UV_PROJECT_ENVIRONMENT
unset PYTHONPATH PYTHONHOME

print_stamp() { # the state that an installation from lock $1 answers for
    printf '%s\n' "$PWD"
    cksum "$1" pyproject.toml scripts/venv.sh
}

is_current() { # whether lock $1 is installed as it stands
    [ -f ".venv/.instalado-$1" ] && print_stamp "$1" | cmp -s - ".venv/.instalado-$1" &&
        .venv/bin/python -c '' 2>/dev/null
}

# The development lock holds everything of the run lock, in the same versions.
if is_current "$lock" || is_current requirements-dev.txt; then
    exit 0
fi

has_uv() { [ -z "${ETRDASH_SEM_UV:-}" ] && uv --version >/dev/null 2>&1; }

find_python() { # the newest Python that the lock covers, as a real path (a version manager's stub may not run)
    for name in ${ETRDASH_PYTHON:-python3.14 python3.13 python3.12 python3.11 python3 python}; do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue
        "$name" -c 'import sys; print(sys.executable)'
        return 0
    done
    return 1
}

if ! python=$(find_python); then
    echo "etrdash precisa do Python 3.11 ou mais novo, e nenhum foi encontrado${ETRDASH_PYTHON:+ em $ETRDASH_PYTHON}." >&2
    echo "Instale-o (Debian ou Ubuntu: sudo apt-get install python3 python3-venv) ou aponte-o com ETRDASH_PYTHON=/caminho/do/python." >&2
    exit 1
fi

if ! has_uv && ! "$python" -c 'import venv, ensurepip' >/dev/null 2>&1; then
    versao=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    echo "O Python $versao ($python) está sem o módulo venv." >&2
    echo "Instale-o (Debian ou Ubuntu: sudo apt-get install python$versao-venv) e repita o comando." >&2
    exit 1
fi

if ! .venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 ||
    [ "$(cat .venv/.raiz 2>/dev/null || pwd)" != "$PWD" ]; then # moved: its scripts name the old folder
    rm -rf .venv
    if has_uv; then
        uv venv --quiet --python "$python" .venv
    else
        "$python" -m venv .venv
    fi
    printf '%s\n' "$PWD" >.venv/.raiz
fi

echo "Instalando as dependências travadas em $lock (só na primeira vez ou quando mudam)…" >&2
if has_uv; then
    uv pip install --python .venv/bin/python --require-hashes --no-build -r "$lock"
    uv pip install --python .venv/bin/python --offline --no-deps --no-build-isolation -e .
else
    .venv/bin/python -m pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip >/dev/null
    .venv/bin/python -m pip install --disable-pip-version-check --no-input --require-hashes \
        --only-binary :all: -r "$lock"
    .venv/bin/python -m pip install --disable-pip-version-check --no-input --quiet --no-index \
        --no-deps --no-build-isolation -e .
fi
print_stamp "$lock" >".venv/.instalado-$lock"
