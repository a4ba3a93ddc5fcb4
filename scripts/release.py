"""Builds and tries what a release uploads, and prints the remaining steps: `make release`.

Stops if anything is missing, such as the public address. With an address as argument it is a trial: it prints what is
missing and runs to the end as if that were the address.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PLACEHOLDER = "https://address.invalid"
"""The value in [project.urls] until there is a public address."""
MEETING = ("-r", "examples/meeting_ref.stm", "-h", "examples/meeting_hyp.stm")
COMMANDS = (
    ("--version",),
    ("demo",),
    ("cpwer", *MEETING, "--pairing"),
    ("score", "-m", "wer,cpwer,orcwer,mimower", *MEETING),
    ("tcpwer", "--collar", "5", *MEETING),
    ("orcwer", "-r", "examples/overlap_ref.stm", "-h", "examples/overlap_hyp.ctm"),
    ("report", *MEETING, "-o", "report.html", "--quiet"),
)
"""Commands that an installed package must run, with a copy of examples/ in the current folder."""
IN_WHEEL = (
    "hubbub/py.typed",
    "hubbub/__init__.pyi",
    "hubbub/_core.pyi",
    "hubbub/page/viewer.html",
    "hubbub/examples/meeting_ref.stm",
    ".dist-info/licenses/LICENSE",
    ".dist-info/licenses/THIRD-PARTY.txt",
)
"""Suffixes of names that a wheel must contain: type information, the report page, the example, licenses."""

NEXT = """\
1. git tag -s v{version} -m "hubbub {version}" && git push origin v{version}
   The workflow "wheels" then builds and tests the wheels of all platforms and uploads them after an approval in the
   environment "pypi". PyPI must know this workflow as a trusted publisher of hubbub.
2. In a clean environment: pip install hubbub=={version}, and score a file.
3. Publish a release of the tag, with the section of CHANGELOG.md.
4. Offer dist/recipe.yaml to conda-forge: as staged-recipes the first time, to the feedstock after that.
   Compare its digest with that of the source distribution on the index, and write into `recipe-maintainers` who
   maintains it there.
5. Raise __version__ in src/hubbub/version.py and the version in CITATION.cff.
   Then run `PYTHONPATH=tests python -m support.blocks README.md docs/*.md docs/*/*.md`; tests name the rest."""
"""The steps left to a person after everything is built and tried."""


def text(name: str, root: Path = ROOT) -> str:
    return (root / name).read_text(encoding="utf-8")


def public_address(root: Path = ROOT) -> str:
    return str(tomllib.loads(text("pyproject.toml", root))["project"]["urls"]["Homepage"])


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout


def missing(version: str, root: Path = ROOT) -> list[str]:
    """Returns a line for each reason why this tree cannot be released."""
    found = []
    title, _, body = text("CHANGELOG.md", root).partition("\n## ")[2].partition("\n")
    newest, _, date = title.partition(" - ")
    if newest != f"[{version}]":
        found.append(f"CHANGELOG.md begins with {newest}, but src/hubbub/version.py has {version}")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        found.append(f"CHANGELOG.md has no date for {newest}; write ## [{version}] - YYYY-MM-DD")
    if not body.partition("\n## ")[0].strip():
        found.append(f"CHANGELOG.md has no entries for {newest}")
    citation, address = text("CITATION.cff", root), public_address(root)
    if f"\nversion: {version}\n" not in citation:
        found.append(f"CITATION.cff does not have version {version}")
    if address == PLACEHOLDER:
        found.append(f"no public address; in [project.urls] of pyproject.toml, replace {PLACEHOLDER}")
    elif f"\nrepository-code: {address}\n" not in citation:
        found.append(f"CITATION.cff lacks the line repository-code: {address}")
    if git("status", "--porcelain", "--untracked-files=no"):
        found.append("uncommitted changes")
    if git("tag", "--list", f"v{version}").strip():
        found.append(f"the tag v{version} exists already")
    return found


def give_address(folder: Path, address: str, ref: str) -> None:
    """Writes the address into the metadata, and makes the README's links lead to a tag or branch there, for PyPI."""

    def write(name: str, new: str) -> None:
        (folder / name).write_text(new, encoding="utf-8", newline="\n")

    write("pyproject.toml", text("pyproject.toml", folder).replace(PLACEHOLDER, address))
    citation = re.sub(r"\nrepository-code: .*", "", text("CITATION.cff", folder))
    write("CITATION.cff", citation.replace("\nlicense:", f"\nrepository-code: {address}\nlicense:"))

    def linked(found: re.Match[str]) -> str:
        kind = "raw" if found[1] else "blob"
        return f"{found[1]}[{found[2]}]({address}/{kind}/{ref}/{found[3]})"

    write("README.md", re.sub(r"(!?)\[([^]]*)\]\((?!\w+:|#)([^)]+)\)", linked, text("README.md", folder)))


def run(*command: str | Path, **environment: str) -> str:
    """Runs a command and returns its output. Prints the output and exits if the command fails."""
    print("$", *(Path(command[0]).name, *command[1:]), flush=True)
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nexit code {done.returncode}")
    return done.stdout


def lacking(names: Iterable[str]) -> list[str]:
    """Returns what a wheel with these names lacks."""
    held = list(names)
    return [end for end in IN_WHEEL if not any(name.endswith(end) for name in held)]


def build(address: str, version: str, folder: Path) -> tuple[Path, Path]:
    """Builds the source distribution of the committed files, and a wheel from it; returns both paths."""
    with tarfile.open(folder / "committed.tar", "w") as archive:
        for name in git("ls-files", "-z").rstrip("\0").split("\0"):
            archive.add(ROOT / name, name)
    with tarfile.open(folder / "committed.tar") as archive:
        archive.extractall(folder / "hubbub", filter="data")
    give_address(folder / "hubbub", address, f"v{version}")
    run(sys.executable, "-m", "build", "--outdir", folder / "built", folder / "hubbub")
    (source,), (wheel,) = (folder / "built").glob("*.tar.gz"), (folder / "built").glob("*.whl")
    shutil.copy(source, DIST)
    if sys.platform != "linux":
        shutil.copy(wheel, DIST)
        return DIST / source.name, DIST / wheel.name
    run(
        sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", DIST, wheel,
        PATH=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    )  # fmt: skip
    (repaired,) = DIST.glob("*.whl")
    system = re.findall(r"manylinux_\d+_\d+", repaired.name)
    print(f"  {repaired.name}: this machine's compiler and C library support {system[0]} and later")
    return DIST / source.name, repaired


def tried(package: Path) -> str:
    """Installs a package into its own environment outside this tree; returns what COMMANDS print there."""
    with tempfile.TemporaryDirectory(prefix="hubbub try ") as name:
        folder = Path(name)
        run(sys.executable, "-m", "venv", folder / "env")
        programs = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        alone = {"PYTHONPATH": "", "PYTHONUTF8": "1", "COLUMNS": "80"}
        run(programs / "python", "-m", "pip", "install", "--quiet", package, **alone)
        shutil.copytree(ROOT / "examples", folder / "examples")
        os.chdir(folder)
        try:
            return "".join(run(programs / "hubbub", *command, **alone) for command in COMMANDS)
        finally:
            os.chdir(ROOT)


def write_recipe(source: Path, address: str, version: str) -> str:
    """Writes the conda recipe of this source distribution; returns the digest."""
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    recipe = text("scripts/conda/recipe.yaml").partition("\n")[2].replace('version: "0"', f'version: "{version}"')
    recipe = recipe.replace("0" * 64, digest).replace(PLACEHOLDER, address)
    (DIST / "recipe.yaml").write_text(recipe, encoding="utf-8", newline="\n")
    return digest


def main(given: str) -> None:
    version = re.findall(r'__version__ = "(.+)"', text("src/hubbub/version.py"))[0]
    address, faults = given or public_address(), missing(version)
    for fault in faults:
        print("missing:", fault)
    if faults and not given:
        sys.exit("Nothing was built. For a trial run, add ADDRESS=https://example.org.")
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    with tempfile.TemporaryDirectory(prefix="hubbub-release-") as name:
        source, wheel = build(address, version, Path(name))
    run(sys.executable, "-m", "twine", "check", "--strict", source, wheel)
    with ZipFile(wheel) as archive:
        lost = lacking(archive.namelist())
    if lost:
        sys.exit(f"{wheel.name} lacks {', '.join(lost)}")
    said = tried(wheel)
    print(said)
    if tried(source) != said:
        sys.exit("the source distribution and the wheel print different output")
    digest = write_recipe(source, address, version)
    print(f"\ndist/ has {source.name}, {wheel.name} and recipe.yaml, sha256 of the source: {digest}")
    print(next_steps(version, faults, trial=bool(given)))


def next_steps(version: str, faults: list[str], trial: bool) -> str:
    """Returns the remaining steps; after a trial, they start with what is still missing."""
    steps = NEXT.format(version=version)
    if not trial:
        return f"\nNext steps:\n{steps}"
    still = "".join(f"- still missing: {fault}\n" for fault in faults)
    return (
        f"\nThis was a trial; do not upload its files.\n{still}"
        f"\nNext steps after a release (not after this trial):\n{steps}"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--give-address"]:  # used by the workflow in its checkout
        give_address(ROOT, sys.argv[2], sys.argv[3])
    else:
        main(sys.argv[1] if len(sys.argv) > 1 else "")
