"""``/api/v1/estacoes/{numero}``: everything that is known of one station."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from etrdash.api.answers import Refusal, answer_json
from etrdash.api.municipios import describe_source
from etrdash.api.parameters import check_names, read_numero
from etrdash.api.service import Service


def get_estacao(service: Service, request: Request) -> Response:
    """Answer one station: its row, the explanation of its situação, sources, acts, links and neighbours."""
    check_names(request)
    numero = read_numero(request)
    acervo = service.open_asked(request)
    estacao = acervo.find_estacao(numero)
    if estacao is None:
        raise Refusal(404, "Este acervo não tem estação com este número.", acervo=acervo.id)
    return answer_json(
        request,
        {
            **describe_source(acervo),
            "estacao": estacao,
            "emissoes": acervo.list_emissoes(numero).to_pylist(),
            "atos": acervo.list_atos(numero).to_pylist(),
            "vinculos": acervo.list_vinculos(numero_estacao=numero),
            "recusados": acervo.list_recusados(numero).to_pylist(),
            "mesmo_sitio": [linha["numero_estacao"] for linha in acervo.list_vizinhas(numero).to_pylist()],
            "manifestacoes": acervo.list_manifestacoes(
                codigo_ibge=estacao["codigo_ibge"], numero_estacao=numero
            ).to_pylist(),
        },
    )
