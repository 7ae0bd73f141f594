"""``gm doctor``: is everything there that the desk needs?"""

from pathlib import Path

import click

from gm.cli.options import clock, clock_option, desk_option, json_option, print_json


@click.command()
@desk_option
@json_option
@clock_option
def doctor(desk: Path, moment: str | None, *, as_json: bool) -> int:
    r"""Try all that the desk needs, and say what to do about what fails.

    Settings, passwords, mailbox and mail server with their logins, folders, store, clock, time
    zones, and the files of each match. Nothing is taken, sent or changed.

    \b
    Example: gm doctor --desk /srv/gm
    """
    from gm.desk.checkup import Finding, Grade, examine, exit_code

    findings: list[Finding] = []
    for finding in examine(desk, clock(moment)):
        findings.append(finding)
        if not as_json:
            click.echo(f"{finding.grade.value:>7}  {finding.about}: {finding.said}")
    code = exit_code(findings)
    if as_json:
        found = [
            {"about": one.about, "grade": one.grade.value, "said": one.said} for one in findings
        ]
        print_json({"findings": found, "exit_code": code})
        return code
    counts = {grade: sum(one.grade is grade for one in findings) for grade in Grade}
    click.echo(
        f"{counts[Grade.GOOD]} things are as they should be, {counts[Grade.WARNING]} want a look, "
        f"{counts[Grade.BAD]} fail."
    )
    return code
