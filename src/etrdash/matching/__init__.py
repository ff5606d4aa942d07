"""Reconciliation: sites, registros by place, and the links between stations and registros."""

from etrdash.matching.lembranca import Lembranca
from etrdash.matching.ligacao import link

__all__ = ["Lembranca", "link"]
