"""Exit codes, and the exception that ends a command with one."""

from __future__ import annotations

CLEAN = 0
FINDINGS = 1
USAGE = 2
OUR_BUG = 70
INTERRUPTED = 130
PIPE_CLOSED = 141


class Stop(Exception):
    """End the command with `code`, after one line of `message` on stderr where there is one."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
