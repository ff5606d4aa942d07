"""Decides: situações, counts per municipality, the monthly course."""
