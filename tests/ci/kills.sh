#!/usr/bin/env bash
# Kills the bot two hundred times: the test of `host` that is ignored for its length, which must be found.
set -euo pipefail
cd "$(dirname "$0")/../.."

output=$(mktemp)
trap 'rm -f "$output"' EXIT
cargo test --locked --test host -- --ignored killed:: | tee "$output"
grep -q '^test result: ok. [1-9]' "$output"
