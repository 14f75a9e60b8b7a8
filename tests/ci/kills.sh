#!/usr/bin/env bash
# Kills the program two hundred times, and the bot a hundred times over reminders and a hundred times
# over clocks: the tests that are ignored for their length, which must be found. They wait more than
# they work, so both run at the same time.
set -euo pipefail
cd "$(dirname "$0")/../.."

output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT
kill_in() {
    # Fifty kills with the database are for whoever changes what is kept there: the tests do six of them.
    cargo test --locked --test "$1" -- --ignored killed:: --skip in_fifty_kills | tee "$output/$1"
    grep -q '^test result: ok. [1-9]' "$output/$1"
}
kill_in discord &
beside=$!
kill_in host
wait "$beside"
