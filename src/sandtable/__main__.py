"""python -m sandtable, for when the command itself is not on the path."""

from sandtable.cli.main import main

if __name__ == "__main__":
    main()
