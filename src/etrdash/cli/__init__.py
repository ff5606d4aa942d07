"""The etrdash command."""

from etrdash.cli.principal import main

__all__ = ["main"]
