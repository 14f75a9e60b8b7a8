#!/usr/bin/env bash
# What Kradan depends on: licences, sources and duplicates, and RustSec's advisories where their
# database can be reached. tests/ci/deny.toml says what is allowed, and why.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo metadata --locked --format-version 1 --manifest-path tests/fuzz/Cargo.toml >/dev/null
tools=${CARGO_TARGET_DIR:-$PWD/target}/ci-tools
export PATH="$tools/bin:$PATH"
# Not optimised: it runs for seconds, and would be built for minutes.
command -v cargo-deny >/dev/null ||
    cargo install --quiet --locked --debug --root "$tools" --version 0.20.2 cargo-deny
cargo deny --locked check --config tests/ci/deny.toml licenses sources bans
database=https://github.com/RustSec/advisory-db
if timeout 30 git ls-remote --exit-code "$database" HEAD >/dev/null 2>&1; then
    cargo deny --locked check --config tests/ci/deny.toml advisories
else
    echo "the advisories are not checked: $database cannot be reached"
fi
