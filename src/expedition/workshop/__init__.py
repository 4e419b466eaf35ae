"""The route workshop: design a route for The Quest for El Dorado, know how it plays, play it tonight."""

from expedition.workshop.generate import propose

__all__ = ["propose"]
