"""Ask a replica for its first page, as a browser would, so that no reader waits for what it loads only once.

python deploy/primeira_pagina.py PORTA
"""

from __future__ import annotations

import sys

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect


def open_first_page(porta: str) -> None:
    """Open a session and return when its script has finished.

    Raises:
        OSError: nobody listens there.
        websockets.WebSocketException: who listens refuses the session, or leaves it.
        TimeoutError: no message for a minute.
    """
    servidor = f"127.0.0.1:{porta}"
    pedido = BackMsg()
    pedido.rerun_script.query_string = ""
    with connect(
        f"ws://{servidor}/_stcore/stream",
        origin=f"http://{servidor}",
        subprotocols=["streamlit"],
        max_size=None,
    ) as sessao:
        sessao.send(pedido.SerializeToString())
        resposta = ForwardMsg()
        while resposta.WhichOneof("type") != "script_finished":
            resposta.ParseFromString(sessao.recv(timeout=60))


if __name__ == "__main__":
    open_first_page(sys.argv[1])
