"""Reads many recorded games at once: tables to be queried, and how unlike players play and talk."""
