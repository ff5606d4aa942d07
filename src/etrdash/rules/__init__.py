"""The laws as data and the pure evaluation of one station's facts on one date."""
