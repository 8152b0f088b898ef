"""Findings about rule files: what they are, which codes there are, how they are printed."""

from rulelang.diagnostics.diagnostic import (
    Code,
    Diagnostic,
    Findings,
    Fix,
    Related,
    Severity,
    did_you_mean,
    in_order,
)

__all__ = ["Code", "Diagnostic", "Findings", "Fix", "Related", "Severity", "did_you_mean", "in_order"]
