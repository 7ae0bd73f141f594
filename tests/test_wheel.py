"""The built wheel carries its data and works away from the checkout."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

from tests.wheels import ROOT, build


def test_the_wheel_has_its_data_and_runs(tmp_path: Path):
    assert build(tmp_path, GM_COMPILE="0").returncode == 0
    (wheel,) = tmp_path.glob("gm_desk-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("grammars", "maps", "templates", "examples"):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                assert f"gm/{file.relative_to(ROOT)}" in names

    found = subprocess.run(
        [sys.executable, "-m", "gm", "parse", "--game", "sengoku", "--power", "takeda"],
        input="Army Kai moves to Sagami", env={"PYTHONPATH": str(wheel), "HOME": str(tmp_path)},
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert "A Kai - Sagami" in found.stdout
    tables = {name.split(".")[0] for name in names if name.endswith(".tables")}
    assert tables == {f"gm/tables/{file.stem}" for file in (ROOT / "grammars").glob("*.lark")} - {
        "gm/tables/words"  # the words that the grammars share
    }
    assert not list(tmp_path.rglob(".cache/**/*.tables")), "The tables of the wheel were not used."


LOADED = """
import importlib.metadata, runpy, sys
from pathlib import Path
hook = runpy.run_path("gm/cli/build.py")  # as hatchling loads it: not as a part of the program
hook["prepared_files"](Path("."), Path(sys.argv[1]))
known = importlib.metadata.packages_distributions()
print(*sorted({one for name in sys.modules for one in known.get(name.split(".")[0], ())}))
"""


def test_the_build_asks_for_all_that_it_loads(tmp_path: Path):
    # pip builds in an environment that holds nothing but what the build asks for
    run = [sys.executable, "-c", LOADED, str(tmp_path)]
    loaded = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    own, asked = (
        {re.split(r"[<>=!~ ]", one)[0].lower() for one in names}
        for names in (project["project"]["dependencies"], project["build-system"]["requires"])
    )
    assert {one.lower() for one in loaded.split()} & own <= asked
