"""A Streamlit page with an empty map: what any map page costs before it shows anything of its own."""

import pydeck as pdk
import streamlit as st

st.title("Mapa vazio")
st.pydeck_chart(
    pdk.Deck(
        layers=[
            pdk.Layer("ScatterplotLayer", [{"p": [-50.0, -20.4]}], get_position="p", get_radius=5, id="ponto")
        ],
        initial_view_state=pdk.ViewState(longitude=-50.0, latitude=-20.4, zoom=11),
        map_provider=None,
    ),
    height=480,
)
