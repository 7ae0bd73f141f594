"""Looks for letters that break the program, led by what they make it do (atheris, libFuzzer).

    pip install atheris
    python -m tests.fuzz.run sengoku -max_total_time=300

The first word is a path of ``tests.fuzz.paths``, the rest are options of libFuzzer. What was found
is kept in a folder of its own; ``--keep FOLDER`` writes what adds to the kept corpus into
``tests/fuzz/corpus`` instead of looking for more. A letter that breaks something is written to a
file ``crash-...``: it becomes a case of its own beside the fault's other tests.
"""

import sys
from base64 import b64decode, b64encode
from pathlib import Path
from tempfile import mkdtemp

CORPUS = Path(__file__).parent / "corpus"
MOST_KEPT = 250
"""Letters of a path that are kept: the shortest."""


def main(arguments: list[str]) -> None:
    """Runs the fuzzer for a path."""
    name, *options = arguments
    if options[:1] == ["--keep"]:
        keep(CORPUS / f"{name}.txt", Path(options[1]))
        return
    import atheris  # not needed by anything else

    with atheris.instrument_imports(include=["gm.mail", "gm.parsing", "gm.desk", "gm.games"]):
        from tests.fuzz.paths import LONGEST, PATHS

    PATHS[name](b"")  # what is made only once shall not count as slow
    folder = Path(mkdtemp(prefix=f"fuzz-{name}-"))
    for number, raw in enumerate(seeds(name)):
        (folder / f"seed-{number}").write_bytes(raw[:LONGEST])
    print(f"Kept in {folder}", flush=True)  # noqa: T201 (a script)
    atheris.Setup(
        [sys.argv[0], f"-max_len={LONGEST}", "-timeout=30", "-rss_limit_mb=3000", *options,
         str(folder)],
        PATHS[name],
    )  # fmt: skip
    atheris.Fuzz()


def seeds(name: str) -> list[bytes]:
    """Where the fuzzer begins: the kept corpus, and letters or orders of the other tests."""
    root = Path(__file__).parents[1]
    kept = CORPUS / f"{name}.txt"
    found = [b64decode(line) for line in kept.read_text().split()] if kept.exists() else []
    if name in {"letter", "whole"}:
        return found + [path.read_bytes() for path in sorted((root / "mail").rglob("*.eml"))]
    family = "diplomacy" if name == "sengoku" else name
    examples = Path(root.parent / "examples").glob(f"{name.replace('_', '-')}*/**/*.eml")
    texts = [path.read_bytes().partition(b"\n\n")[2] for path in examples]
    sheets = [*(root / "parsing/sheets").glob("*.yaml")] if name == "sengoku" else []
    cases = [*sheets, *(root / "games" / family).glob("*.yaml")]
    texts += [line for path in cases for line in path.read_bytes().split(b"\n")][:3000]
    return found + [bytes([number % 6]) + text for number, text in enumerate(texts)]


def keep(file: Path, folder: Path) -> None:
    """Writes the shortest letters of a merged corpus into *file*, one in a line."""
    known = {b64decode(line) for line in file.read_text().split()} if file.exists() else set()
    found = {path.read_bytes() for path in folder.iterdir() if path.name[:5] != "seed-"}
    chosen = sorted(known | found, key=lambda raw: (len(raw), raw))[:MOST_KEPT]
    file.write_text("".join(f"{b64encode(raw).decode()}\n" for raw in chosen), "ascii")


if __name__ == "__main__":
    main(sys.argv[1:])
