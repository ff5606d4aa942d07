"""etrdash: ANATEL's licensed stations beside the municipal records that antenna laws demand."""

__version__ = "0.1.0"
