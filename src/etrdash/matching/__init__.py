"""Sites, registros and the links between stations and registros."""
