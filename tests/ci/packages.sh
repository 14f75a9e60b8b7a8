#!/usr/bin/env bash
# What the tests need beside Rust, from Debian's packages: a C++ compiler for the fuzzer, a file
# system in a loop image for the power cuts, what starts and stops the program, a clean Debian to host it on, a
# browser, a PostgreSQL server and a load balancer, and other languages for their Discord libraries.
set -euo pipefail

declare -A package=(
    [c++]=g++ [curl]=curl [pkill]=procps [mkfs.ext4]=e2fsprogs [losetup]=util-linux [mount]=mount
    [chromium]=chromium [node]=nodejs [npm]=npm [python3]=python3 [caddy]=caddy
    [debootstrap]=debootstrap
)
wanted=()
for program in "${!package[@]}"; do
    command -v "$program" >/dev/null || wanted+=("${package[$program]}")
done
# Debian's python3 comes without the module that makes environments whole.
python3 -c 'import ensurepip, venv' 2>/dev/null || wanted+=(python3-venv)
# Its programs are in no folder of PATH.
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || wanted+=(postgresql)
if [ ${#wanted[@]} -gt 0 ]; then
    apt-get update -q
    apt-get install -qy --no-install-recommends "${wanted[@]}"
fi
for program in cargo rustfmt cargo-clippy "${!package[@]}"; do
    command -v "$program" || { echo "missing: $program"; exit 1; }
done
rustc --version
