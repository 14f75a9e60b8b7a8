#!/usr/bin/env bash
# What the tests name from npm and PyPI: the page's test packages beside them, and other people's
# Discord libraries under target/libraries. The versions are pinned.
set -euo pipefail
cd "$(dirname "$0")/../.."

npm ci --prefix tests/browser --no-audit --no-fund --ignore-scripts
place=${CARGO_TARGET_DIR:-target}/libraries pinned=tests/libraries
mkdir -p "$place"
[ -x "$place/python/bin/pip" ] || python3 -m venv "$place/python"
"$place/python/bin/pip" install -q --disable-pip-version-check -r "$pinned/requirements.txt"
cp "$pinned/package.json" "$pinned/package-lock.json" "$place/"
npm ci --prefix "$place" --no-audit --no-fund --ignore-scripts
