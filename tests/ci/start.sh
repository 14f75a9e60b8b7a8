#!/usr/bin/env bash
# The program as `cargo run --release` starts it: it says where it is, can be reached there, is told
# to stop, and stops.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
address=127.0.0.1:4193
KRADAN_FOLDER=$folder/games KRADAN_ADDRESS=$address \
    cargo run --locked --release >"$folder/said" 2>"$folder/log" &
child=$!
reached() { curl -sf "http://$address/local/world" >"$folder/world"; }
registered() { grep -q 'the commands are registered' "$folder/log"; }
tries=0
until reached && registered; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { cat "$folder/said" "$folder/log"; exit 1; }
    sleep 0.1
done
cat "$folder/said"
pkill -TERM -P "$child" kradan || kill -TERM "$child"
wait "$child"
