#!/usr/bin/env bash
# The lock file of the fuzz targets is whole.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo metadata --locked --format-version 1 --manifest-path tests/fuzz/Cargo.toml >/dev/null
