"""The fixture is a fresh venue for each test that takes it; outcry.py is copied from clients/python."""

from outcry import outcry_venue

__all__ = ["outcry_venue"]
