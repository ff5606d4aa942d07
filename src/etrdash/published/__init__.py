"""Writes, keeps and reads acervos and their published files."""
