"""Wheels of the program as they are in the working tree, for tests that need an installed one."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


def build(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, check=False
    )


def compiled_program(folder: Path) -> dict[str, Any]:
    """Where and with what settings to run a program so that it finds ``gm`` compiled."""
    built = build(folder, GM_COMPILE="1")
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("gm_desk-*.whl")
    site = folder / "site"
    zipfile.ZipFile(wheel).extractall(site)
    return {"cwd": site, "env": os.environ | {"PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}}
