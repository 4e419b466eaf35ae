"""Write constraints.txt: the versions this environment has, which the tests ran with.

Names and versions only, never an address: where a package comes from is the business of the machine that installs.
"""

from __future__ import annotations

import sys
from importlib.metadata import distributions
from pathlib import Path

from packaging.utils import canonicalize_name

FILE = Path(__file__).resolve().parent.parent / "constraints.txt"
OWN = {"expedition", "pip", "setuptools", "wheel"}
HEAD = "# The versions the tests ran with; `make pins` writes them. `pip install -c constraints.txt …` keeps to them.\n"


def pins() -> list[str]:
    found = {canonicalize_name(d.metadata["Name"]): d.version.partition("+")[0] for d in distributions()}
    return [f"{name}=={version}" for name, version in sorted(found.items()) if name not in OWN]


def main() -> int:
    FILE.write_text(HEAD + "".join(f"{pin}\n" for pin in pins()), encoding="utf-8")
    print(f"{FILE.name} written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
