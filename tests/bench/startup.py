"""How long commands take to start, as a ratio to Python itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figure import Figure, best

ROOT = Path(__file__).parents[2]
GAME = ROOT / "rules" / "arkham.rules"
COMMAND = "import sys; from cli.main import main; sys.exit(main())"


def figures() -> Iterator[Figure]:
    """Bare Python, `rules --version`, `rules check`."""
    bare = best(lambda: _run("-c", "pass"), 9)
    yield Figure("python -c pass", bare * 1000, "ms")
    version = best(lambda: _run("-c", COMMAND, "--version"), 9)
    yield Figure("rules --version", version / bare, "x bare python", 6)
    check = best(lambda: _run("-c", COMMAND, "check", str(GAME)), 5)
    yield Figure("rules check arkham.rules", check / bare, "x bare python", 25)


def _run(*args: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, *args], cwd=ROOT, env=env, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{args} ended with {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}")
