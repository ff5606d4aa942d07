"""Page under construction."""

import streamlit as st

st.title("etrdash")
