"""`python -m expedition.server`: the server without the command line around it."""

import argparse

from expedition.core.errors import SetupError
from expedition.server.main import serve


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m expedition.server")
    parser.add_argument("--host")
    parser.add_argument("--port", type=int)
    parser.add_argument("--database", help="a path or postgresql://user@host/name")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--bots", help="where `expedition bots` listens: host:port[,host:port]")
    parser.add_argument("--open", action="store_true", help="open a browser when ready")
    given = parser.parse_args()
    try:
        serve(given.host, given.port, given.database, given.workers, given.open, given.bots)
    except SetupError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
