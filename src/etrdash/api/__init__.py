"""HTTP routes beside the pages, on the same port."""
