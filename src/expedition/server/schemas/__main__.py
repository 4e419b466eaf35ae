"""Print what clients generate their types from."""

from __future__ import annotations

import json
import sys

from expedition.server.app import create_app
from expedition.server.schemas.socket import socket_schemas


def main() -> None:
    json.dump({"openapi": create_app().openapi(), "socket": socket_schemas()}, sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
