"""The command sandtable. Its processes for slow work import this module too, so it imports nothing heavy."""

from sandtable.kernel.garbage import until_the_end


def main() -> None:
    with until_the_end():
        from sandtable.cli.main import main as command  # noqa: PLC0415

        command()


if __name__ == "__main__":
    main()
