"""Main script of the dashboard, run by Streamlit once per interaction."""

from etrdash.ui.casca import run_shell

run_shell()
