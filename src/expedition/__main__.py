"""`python -m expedition` is the `expedition` command."""

from expedition.cli import main

if __name__ == "__main__":
    main()
