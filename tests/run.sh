#!/bin/sh
# Installs everything the tests need into .venv and runs them: sh tests/run.sh [pytest arguments]
# System packages (a mail server, a browser, a C compiler) are installed where this user may; otherwise their tests say so and are skipped.
set -eu
cd "$(dirname "$0")/.."

packages="chromium dovecot-imapd dovecot-lmtpd"
missing=""
for package in $packages; do
  dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
done
if ! python3 -c 'import ensurepip, venv' >/dev/null 2>&1; then missing="$missing python3-venv"; fi
if ! command -v cc >/dev/null 2>&1; then missing="$missing gcc libc6-dev"; fi
headers='import pathlib, sysconfig; print(pathlib.Path(sysconfig.get_path("include"), "Python.h").is_file())'
if [ "$(python3 -c "$headers" 2>/dev/null)" != True ]; then missing="$missing python3-dev"; fi
if [ -n "$missing" ] && command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  # A package that cannot be had is reported by the tests that need it.
  { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $missing; } >/dev/null 2>&1 ||
    echo "Could not install:$missing" >&2
fi

[ -x .venv/bin/python ] || python3 -m venv .venv
.venv/bin/python -c 'import sys; sys.exit("gm needs Python 3.11 or newer.") if sys.version_info < (3, 11) else None'
.venv/bin/python -m pip install --quiet --disable-pip-version-check -e '.[test,web,peers]'
exec .venv/bin/python -m pytest -n 2 --dist worksteal "$@"
