"""Writes `tables.bin` anew: `python -m rulelang.parse.build`, after each change of the grammar."""

from __future__ import annotations

from pathlib import Path

from rulelang.parse.tables import build, pack


def main() -> None:
    path = Path(__file__).with_name("tables.bin")
    path.write_bytes(pack(build(strict=True)))
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
