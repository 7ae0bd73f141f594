"""Makes the mutants of all modules in setup.cfg, and lists those that the types refuse.

    mutmut 3.8.1; from the root of a copy: python tests/mutation/make.py

The first steps of ``mutmut run``, which then collects statistics of all tests; ``quick`` needs
none. The names of the mutants refused are in ``mutants/refused.txt``.
"""

from pathlib import Path

from mutmut import __main__ as mutmut


def main() -> None:
    mutmut.set_mutant_under_test("mutant_generation")
    folder = Path("mutants")
    folder.mkdir(exist_ok=True)
    mutmut.copy_src_dir()
    mutmut.copy_also_copy_files()
    mutmut.setup_source_paths()
    mutmut.create_mutants(1)
    refused = sorted(mutmut.filter_mutants_with_type_checker())
    (folder / "refused.txt").write_text("\n".join(refused), "utf-8")


if __name__ == "__main__":
    main()
