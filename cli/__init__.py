"""The `rules` command: parses arguments, calls the language and the interpreter, shows what they say."""

__version__ = "0.1.0"
