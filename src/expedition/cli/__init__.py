"""The `expedition` command."""

from expedition.cli.app import main

__all__ = ["main"]
