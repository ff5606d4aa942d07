"""Typed rows: ANATEL's emissions and stations, municipal acts; what was refused is counted."""
