#!/usr/bin/env bash
# What takes too long for `cargo test`: the tests that it ignores, and the fuzz targets, as suites of some
# minutes each.
#
#   tests/ci/slow.sh --names     the names of the suites, in pairs of one that waits and one that works
#   tests/ci/slow.sh NAME        runs one of them
set -euo pipefail
cd "$(dirname "$0")/../.."

# ignored TARGET FILTER…: runs the ignored tests with these names, of which there must be some.
ignored() {
    local output
    output=$(mktemp)
    # Each of them has work for a core.
    RUST_TEST_THREADS=2 cargo test --locked $1 -- --ignored "${@:2}" | tee "$output"
    grep -q '^test result: ok. [1-9]' "$output"
}

case $1 in
    --names) echo kills-of-the-program perft kills-of-the-bot laws power-cuts fuzzing damage requests ;;
    # Fifty kills of standbys are for whoever changes what is kept there.
    kills-of-the-program) ignored '--test bot' host::killed:: --skip in_fifty_kills ;;
    kills-of-the-bot) ignored '--test bot' killed:: --skip host:: ;;
    requests) ignored '--test bot' random_play:: ;;
    power-cuts) ignored '--test store' power:: ;;
    damage) ignored '--test store' damage:: ;;
    perft) ignored '--test rules' conformance:: ;;
    laws)
        ignored '--test rules' laws::
        ignored '-p kradan-table --test table' warnings::
        ignored '-p kradan-engine --lib' ''
        ignored '-p kradan-exercises --test exercises' ''
        ;;
    fuzzing) tests/ci/fuzz.sh ;;
    *) echo "no suite is named $1" && exit 2 ;;
esac
