"""Shows results: tables for a terminal, files for programs, a page to look at. Nothing is counted here.

The package can be called: `hubbub.report(scores, "report.html")` is `hubbub.report.page.report`. A plain function
`hubbub.report` would not last: importing `hubbub.report.table` would replace it by the package.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hubbub.report.page import Page


class _Callable(ModuleType):
    def __call__(self, *arguments: Any, **choices: Any) -> Page:
        from hubbub.report.page import report

        return report(*arguments, **choices)


sys.modules[__name__].__class__ = _Callable
