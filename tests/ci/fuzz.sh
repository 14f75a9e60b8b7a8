#!/usr/bin/env bash
# Builds the fuzz targets as `cargo fuzz --sanitizer none` does, and runs each for FUZZ_SECONDS.
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
for name in position moves record; do
    mkdir -p "corpus/$name"
    # The figures at the end say enough, and a crash says all.
    "target/$host/release/$name" "corpus/$name" "seeds/$name" \
        -max_total_time="${FUZZ_SECONDS:-40}" -timeout=10 -dict=dictionary.txt \
        -print_final_stats=1 -verbosity=0 2>&1 |
        sed '/^###### Recommended dictionary/,/^###### End of recommended/d'
done
