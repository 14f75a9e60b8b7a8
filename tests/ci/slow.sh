#!/usr/bin/env bash
# What takes too long for `cargo test`: the tests that it ignores, but for the hundreds of kills, which
# .ci/run runs at the same time, and for thousands of conflicting moves and of moves on the emulator, of
# which the tests make hundreds.
set -euo pipefail
cd "$(dirname "$0")/../.."

targets=(--lib)
for name in $(grep -rlE '#\[ignore' tests --include='*.rs' | cut -d/ -f2 | sort -u); do
    targets+=(--test "${name%.rs}")
done
# Each of these has work for a core.
RUST_TEST_THREADS=2 cargo test --locked "${targets[@]}" -- --ignored --skip killed:: --skip conflicts:: --skip many::
