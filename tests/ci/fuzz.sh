#!/usr/bin/env bash
# Builds the fuzz targets as `cargo fuzz --sanitizer none` does, and runs each for FUZZ_SECONDS, two
# at a time.
set -euo pipefail
cd "$(dirname "$0")/../fuzz"

host=$(rustc -vV | sed -n 's/^host: //p')
coverage='--cfg fuzzing -Cdebug-assertions -Ccodegen-units=1 -Cpasses=sancov-module'
coverage+=' -Cllvm-args=-simplifycfg-branch-fold-threshold=0'
for flag in level=4 inline-8bit-counters pc-table trace-compares; do
    coverage+=" -Cllvm-args=-sanitizer-coverage-$flag"
done
# With a target named, build scripts and macros are not instrumented.
RUSTFLAGS=$coverage cargo build --locked --release --bins --target "$host"

# What a fuzzer prints at its end says enough, and a crash says all.
fuzz() {
    local name=$1 said failed=0
    mkdir -p "corpus/$name"
    said=$("$PROGRAMS/$name" "corpus/$name" "seeds/$name" -max_total_time="${FUZZ_SECONDS:-40}" \
        -timeout=10 -dict=dictionary.txt -print_final_stats=1 -verbosity=0 2>&1) || failed=1
    sed '/^###### Recommended dictionary/,/^###### End of recommended/d' <<<"$said"
    printf 'fuzz target %s: %s\n' "$name" "$([ $failed = 0 ] && echo done || echo FAILED)"
    return $failed
}
export -f fuzz
export PROGRAMS=${CARGO_TARGET_DIR:-target}/$host/release
# Each uses one core.
printf '%s\n' position moves record | xargs -P 2 -I NAME bash -c 'fuzz NAME'
