"""The etrdash command."""
