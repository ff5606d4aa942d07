"""The fictitious demonstration: invented stations and acts for the municipalities of ``data/demo``."""

from etrdash.demo.escrita import DemoInputs, write_demo

__all__ = ["DemoInputs", "write_demo"]
