"""Reads bytes: containers, encodings, layouts, downloads. Knows no database table."""
