"""Takes the pictures of the report page: docs/img/report-*.png and tutorial-*.png, in headless Chromium.

    python docs/pictures.py

They show the bundled excerpts of AMI meetings. Run it after a change of the page.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parent
EXAMPLES = DOCS.parent / "examples"
SYSTEMS = {"VBx": "ami_vbx.stm", "DiaPer": "ami_diaper.stm"}


class Picture(NamedTuple):
    metric: str
    fragment: str
    height: int
    shown: str = ""
    """Selector of the elements that are shown; empty for the window."""


BESIDE = "against=DiaPer/{metric}"
PICTURES = {
    "report-overview": Picture("tcpwer", "", 1150),
    "report-timeline": Picture("tcpwer", f"session=ES2004a-04&{BESIDE}&range=354.50-361.50", 1000),
    "report-blame": Picture("tcpwer", "session=ES2004a-04&view=errors", 860),
    "report-reading": Picture("tcpwer", f"session=ES2004a-04&{BESIDE}&view=reading", 900),
    "report-speech": Picture("der", f"session=ES2004a-04&{BESIDE}&range=300.00-380.00", 900),
    "tutorial-speech": Picture("der", f"session=ES2004a-04&{BESIDE}", 900),
    "tutorial-sessions": Picture("tcpwer", "", 1150, ".sessions"),
    "tutorial-causes": Picture("tcpwer", "session=ES2004a-04&view=errors", 860),
    "tutorial-compare": Picture("tcpwer", "", 1150, ".compared"),
}


def report(metric: str, folder: str) -> Path:
    """Writes the report page of both systems under a metric."""
    page = Path(folder) / f"{metric}.html"
    collar = ["--collar", "5"] if metric == "tcpwer" else []
    systems = [argument for name, file in SYSTEMS.items() for argument in ("-h", f"{name}={EXAMPLES / file}")]
    command = [
        sys.executable,
        "-m",
        "hubbub",
        "report",
        "-m",
        metric,
        *collar,
        "-r",
        EXAMPLES / "ami_ref.stm",
        *systems,
    ]
    subprocess.run([*command, "-o", page, "--quiet"], check=True)
    return page


def main() -> None:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        pages = {metric: report(metric, folder) for metric in ("tcpwer", "der")}
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, (metric, fragment, height, shown) in PICTURES.items():
            page = browser.new_page(viewport={"width": 1440, "height": height}, color_scheme="light")
            page.goto(f"{pages[metric].as_uri()}#{fragment.format(metric=metric)}")
            page.wait_for_selector(".sessions tbody tr, .picture canvas[data-detail], .by-speaker, .reading p")
            page.wait_for_timeout(500)
            target = page.locator(shown).first if shown else page
            target.screenshot(path=DOCS / "img" / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
