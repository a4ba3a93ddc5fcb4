"""Whisper's normalisers, by the package whisper-normalizer."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from hubbub.errors import OptionError

Normalize = Callable[[str], str]


def _module(name: str) -> Any:
    try:
        return import_module(f"whisper_normalizer.{name}")
    except ImportError:
        raise OptionError("whisper's normalizers need a package; install it by: pip install hubbub[whisper]") from None


def english() -> Normalize:
    """For English: contractions apart, numbers in digits, American spelling."""
    made: Normalize = _module("english").EnglishTextNormalizer()
    return made


def basic() -> Normalize:
    """For other languages: small letters, without signs and what stands in brackets."""
    made: Normalize = _module("basic").BasicTextNormalizer()
    return made


def package_version() -> str:
    """The version of the package, which is that of the step."""
    from importlib.metadata import version

    return version("whisper-normalizer")
