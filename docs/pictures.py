"""Takes docs/img/report-*.png: the report page in headless Chromium. Run it after a change of the page:

    python docs/pictures.py REF VBx=HYP DiaPer=HYP

with a reference and two systems on the AMI meetings ES2004a to d, as SegLST.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "img"
WIDE = 1440


class Picture(NamedTuple):
    metric: str
    fragment: str
    height: int


PICTURES = {
    "overview": Picture("tcpwer", "", 900),
    "timeline": Picture("tcpwer", "session=ES2004a&against={other}/tcpwer&range=318.50-331.00", 1000),
    "blame": Picture("tcpwer", "session=ES2004a&view=errors", 860),
    "speech": Picture("der", "session=ES2004a&against={other}/der&range=300.00-400.00", 900),
}


def made(metric: str, folder: str, reference: str, systems: Sequence[str]) -> Path:
    """Writes the page of all systems under a metric."""
    page = Path(folder) / f"{metric}.html"
    options = ["--collar", "5"] if metric == "tcpwer" else []
    given = [argument for system in systems for argument in ("-h", system)]
    command = [sys.executable, "-m", "hubbub", "report", "-m", metric, *options, "-r", reference, *given]
    subprocess.run([*command, "-o", page, "--quiet"], check=True)
    return page


def main(reference: str, systems: Sequence[str]) -> None:
    from playwright.sync_api import sync_playwright

    other = systems[1].partition("=")[0]
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        pages = {metric: made(metric, folder, reference, systems) for metric in ("tcpwer", "der")}
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, (metric, fragment, height) in PICTURES.items():
            page = browser.new_page(viewport={"width": WIDE, "height": height}, color_scheme="light")
            page.goto(f"{pages[metric].as_uri()}#{fragment.format(other=other)}")
            page.wait_for_selector(".sessions tbody tr, .picture canvas[data-detail], .by-speaker")
            page.wait_for_timeout(500)
            page.screenshot(path=FOLDER / f"report-{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
