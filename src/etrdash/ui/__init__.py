"""Streamlit components; the pages only arrange them."""
