"""A checked game becomes a Program: statements to instructions, triggers to calls where they are heard."""

from rulelang.lower.program import lower

__all__ = ["lower"]
