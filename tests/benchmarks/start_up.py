"""What a cold start costs, beside what Python needs to import the libraries.

``python -m tests.benchmarks.start_up [ROUNDS]`` measures the installed program: the processor time
of whole processes. In every round each command runs once, so a machine that drifts or is shared
does so for all of them.
"""

import os
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROUNDS = 15
HINDRANCES = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
"""Not passed on: bytecode is to be kept, and the installed program to be measured."""
IMPORTS = "import click, lark, msgspec, yaml"
LETTERS = {
    "sengoku": (
        "takeda",
        """Dear gamemaster,

here are the orders of the Takeda for spring.

Takeda Orders, Spring 1570

1. Army Kai moves to Sagami
2. Army South Shinano supports Army Kai moving to Sagami

By the way, I shall be away next weekend.

If Army Kai is dislodged, it retreats to North Shinano.
Army Kaii moves to Musashi
Kai -> Sagami

Kind regards,
Takeda Shingen
""",
    ),
    "far_east_war": (
        "japan",
        """Dear gamemaster,

my orders for the turn:

Attack K1 with J5, supported by J6
J5 advances if it wins
Move J3 to J4
Deploy Kato in J8

Thanks, and have a good week!
""",
    ),
    "three_kingdoms": (
        "wei",
        """Dear gamemaster,

here is what we do this time.

Cao Cao -> Yan
Attack Jiujiang from Yu with Xiahou Dun.
If attacked in Yu, stand siege
We farm.
Xun Yu must stay out of battle

Kind regards
""",
    ),
}
CASES = """
- id: one
  map: sengoku
  phase: movement
  units: {takeda: [A kai, A ssh]}
  orders: {takeda: [A kai - sag, A ssh - min]}
- id: two
  map: sengoku
  phase: movement
  units: {takeda: [A kai], hojo: [A sag]}
  orders: {takeda: [A kai - sag], hojo: [A sag - kai]}
"""


def commands(folder: Path) -> dict[str, list[str]]:
    """The arguments of each command after ``python``; what they read is written into *folder*."""
    (folder / "cases.yaml").write_text(CASES, encoding="utf-8")
    for game, (_, text) in LETTERS.items():
        (folder / f"{game}.txt").write_text(text, encoding="utf-8")
    parse = {
        f"gm parse, {game}": ["-m", "gm", "parse", "--game", game, "--power", power, f"{game}.txt"]
        for game, (power, _) in LETTERS.items()
    }
    desk = ["--desk", "desk"]
    return {
        IMPORTS: ["-c", IMPORTS],
        "gm --help": ["-m", "gm", "--help"],
        **parse,
        "gm sandbox, two cases": ["-m", "gm", "sandbox", "cases.yaml"],
        "gm status, one match": ["-m", "gm", "status", *desk],
        "gm tick, nothing to do": ["-m", "gm", "tick", *desk],
    }


def seconds(arguments: list[str], folder: Path) -> float:
    """The processor time of one process, its own and the system's for it.

    Raises:
        ChildProcessError: it failed.
    """
    with (folder / "said").open("wb") as said:
        child = os.posix_spawn(
            sys.executable,
            [sys.executable, *arguments],
            {name: value for name, value in os.environ.items() if name not in HINDRANCES},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, said.fileno(), 1),
                (os.POSIX_SPAWN_DUP2, said.fileno(), 2),
            ],
        )
        _, status, used = os.wait4(child, 0)
    if status:
        raise ChildProcessError((folder / "said").read_text(encoding="utf-8"))
    return used.ru_utime + used.ru_stime


def prepare(folder: Path) -> None:
    """A desk with one match of Sengoku, told of and published."""
    seats = [f"--seat={power}={power}@example.org" for power in ("takeda", "hojo", "oda")]
    new = ["new", "edo", "--desk", "desk", "--game", "sengoku", *seats]
    for arguments in (
        ["init", "desk", "--address", "gm@example.org"],
        new,
        ["tick", "--desk", "desk"],
    ):
        seconds(["-m", "gm", *arguments], folder)


def main(rounds: int) -> None:
    """Prints the least and the middle time of each command, and its ratio to the imports."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        os.chdir(folder)
        prepare(folder)
        chosen = commands(folder)
        for arguments in chosen.values():
            seconds(arguments, folder)  # makes what is kept
        taken = [
            {called: seconds(arguments, folder) for called, arguments in chosen.items()}
            for _ in range(rounds)
        ]
    say = sys.stdout.write
    say("| command | least ms | middle ms | ratio to the imports |\n|---|---|---|---|\n")
    for called in chosen:
        times = [one[called] * 1000 for one in taken]
        ratio = statistics.median(one[called] / one[IMPORTS] for one in taken)
        middle = statistics.median(times)
        say(f"| `{called}` | {min(times):.0f} | {middle:.0f} | {ratio:.1f} |\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
