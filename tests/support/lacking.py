"""Features of the platform that some tests are about, which may be switched off: see `hubbub.platform`."""

from __future__ import annotations

import os
import sys

import pytest

from hubbub.platform import FEATURES, VARIABLE, lacking

ALL = ",".join(FEATURES)
LACKING = lacking(sys.platform, os.environ.get(VARIABLE, ""))


def needs(*features: str) -> pytest.MarkDecorator:
    """Skips a test that is about features which are switched off."""
    missing = sorted(LACKING & {*features})
    return pytest.mark.skipif(bool(missing), reason=f"without {', '.join(missing)}")


EXECUTORS = needs("threads", "processes")
"""Tests of executors, which are refused without either."""
