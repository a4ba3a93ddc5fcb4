"""Build what a release uploads, try it, and say what a person does next: `make release`.

It stops where something is missing, the public address for one. With the address as an argument it is a trial: it says
what is missing and runs to the end, as if that were the address.
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
"""What [project.urls] says until there is a public address."""
MEETING = ("-r", "examples/meeting_ref.stm", "-h", "examples/meeting_hyp.stm")
COMMANDS = (
    ("--version",),
    ("cpwer", *MEETING, "--pairing"),
    ("score", "-m", "wer,cpwer,orcwer,mimower", *MEETING),
    ("tcpwer", "--collar", "5", *MEETING),
    ("orcwer", "-r", "examples/overlap_ref.stm", "-h", "examples/overlap_hyp.ctm"),
    ("report", *MEETING, "-o", "report.html", "--quiet"),
)
"""What an installed package must be able to do with the files of examples/ copied beside it."""
IN_WHEEL = (
    "hubbub/py.typed",
    "hubbub/__init__.pyi",
    "hubbub/_core.pyi",
    "hubbub/page/viewer.html",
    ".dist-info/licenses/LICENSE",
    ".dist-info/licenses/THIRD-PARTY.txt",
)
"""The ends of names that a wheel must have: what type checkers read, the report page, licences."""

NEXT = """\
1. git tag -s v{version} -m "hubbub {version}" && git push origin v{version}
   The workflow "wheels" then builds and tests the wheels of all systems and uploads them, after somebody approved it in
   the environment "pypi". PyPI must know this workflow as a trusted publisher of hubbub.
2. In a clean environment: pip install hubbub=={version}, and score a file.
3. Publish a release of the tag, with the section of CHANGELOG.md.
4. Offer dist/recipe.yaml to conda-forge: as staged-recipes the first time, to the feedstock after that.
   Compare its digest with that of the source distribution on the index, and write into `recipe-maintainers` who
   maintains it there.
5. Raise __version__ in src/hubbub/version.py and the version in CITATION.cff.
   `PYTHONPATH=tests python -m support.blocks README.md docs/*.md docs/*/*.md` follows; tests name the rest."""
"""What is left to a person, once everything is built and tried."""


def text(name: str, root: Path = ROOT) -> str:
    return (root / name).read_text(encoding="utf-8")


def public_address(root: Path = ROOT) -> str:
    return str(tomllib.loads(text("pyproject.toml", root))["project"]["urls"]["Homepage"])


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout


def missing(version: str, root: Path = ROOT) -> list[str]:
    """What keeps this tree from being released."""
    found = []
    heading, _, body = text("CHANGELOG.md", root).partition("\n## ")[2].partition("\n")
    if heading != version:
        found.append(f"CHANGELOG.md begins with {heading}, and src/hubbub/version.py says {version}")
    if not body.partition("\n## ")[0].strip():
        found.append(f"CHANGELOG.md tells nothing of {heading}")
    citation, address = text("CITATION.cff", root), public_address(root)
    if f"\nversion: {version}\n" not in citation:
        found.append(f"CITATION.cff has another version than {version}")
    if address == PLACEHOLDER:
        found.append(f"there is no public address: write it into [project.urls] of pyproject.toml, for {PLACEHOLDER}")
    elif f"\nrepository-code: {address}\n" not in citation:
        found.append(f"CITATION.cff lacks a line: repository-code: {address}")
    if git("status", "--porcelain", "--untracked-files=no"):
        found.append("there are changes that are not committed")
    if git("tag", "--list", f"v{version}").strip():
        found.append(f"there is a tag v{version} already")
    return found


def give_address(folder: Path, address: str, ref: str) -> None:
    """Write the address into the metadata, and make the README's links lead to a tag or branch there: an index shows it
    alone.
    """

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
    """What a command prints; where it fails, all of that is shown."""
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
        sys.exit(f"{done.stdout}\nended with {done.returncode}")
    return done.stdout


def lacking(names: Iterable[str]) -> list[str]:
    """What a wheel with these names should hold and does not."""
    held = list(names)
    return [end for end in IN_WHEEL if not any(name.endswith(end) for name in held)]


def build(address: str, version: str, folder: Path) -> tuple[Path, Path]:
    """The source distribution of what is committed, and the wheel that is built from it."""
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
    print(f"  {repaired.name}: the oldest that this machine's compiler and C library allow is {system[0]}")
    return DIST / source.name, repaired


def tried(package: Path) -> str:
    """What hubbub prints that was installed into an environment of its own, outside this tree."""
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
    """The recipe for conda, of this source distribution; the digest."""
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
        sys.exit("Nothing was built. ADDRESS=https://example.org makes a trial run to the end.")
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
        sys.exit("the source distribution prints something else than the wheel")
    digest = write_recipe(source, address, version)
    print(f"\ndist/ has {source.name}, {wheel.name} and recipe.yaml, sha256 of the source: {digest}")
    print(told_last(version, faults, trial=bool(given)))


def told_last(version: str, faults: list[str], trial: bool) -> str:
    """What is left to a person; after a trial, it is said to be one."""
    steps = NEXT.format(version=version)
    if not trial:
        return f"\nWhat a person does next:\n{steps}"
    still = "".join(f"- still missing: {fault}\n" for fault in faults)
    return (
        f"\nThis was a trial: its files are not for upload.\n{still}"
        f"\nWhat a person does next, after a release and not after this trial:\n{steps}"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--give-address"]:  # what the workflow does in its own checkout
        give_address(ROOT, sys.argv[2], sys.argv[3])
    else:
        main(sys.argv[1] if len(sys.argv) > 1 else "")
