#!/usr/bin/env bash
# Runs the commands of the READMEs that use the program; the others must be steps of .ci/run, or
# nobody runs them.
set -euo pipefail
cd "$(dirname "$0")/../.."

# In blocks marked sh all lines but comments, in those marked console all that begin with "$ ".
commands() {
    awk '/^```/ { block = block == "" ? substr($0, 4) : ""; if (block == "") next; else next }
         block == "sh" && /^[^#]/ { print }
         block == "console" && /^\$ / { print substr($0, 3) }' README.md src/README.md \
        src/cli/README.md assets/players.md assets/host/README.md
}

export PATH="${CARGO_TARGET_DIR:-$PWD/target}/release:$PATH"
# Some of them write there.
mkdir -p target
count=0
while IFS= read -r command; do
    case $command in
        'cargo build --release' | 'cargo run --release' | 'cargo test' | 'cargo bench' | 'cargo bench '* | .ci/run | tests/host/*)
            printf -- '-- a step of its own: %s\n' "$command" ;;
        *'node tests/browser/'*)
            printf -- '-- for eyes and for clocks; the tests of the page do the like: %s\n' "$command" ;;
        *curl* | 'KRADAN_TOKEN='* | 'KRADAN_STORE='*)
            printf -- '-- the step that starts the program does the like: %s\n' "$command" ;;
        'kradan verify' | 'kradan backup '* | 'KRADAN_FOLDER='*'kradan restore '* | 'kradan ratings'* | 'cargo test --release '*)
            printf -- '-- the tests of the program and the slow tests do the like: %s\n' "$command" ;;
        'UPDATE_PICTURES=1 '*)
            printf -- '-- the tests compare what it would write: %s\n' "$command" ;;
        *' | jq '*)
            printf -- '-- it goes on until it is stopped; the tests read the log: %s\n' "$command" ;;
        'cargo install '*)
            printf -- '-- %s\n' "$command"
            CARGO_INSTALL_ROOT=target/installed bash -euo pipefail -c "$command"
            count=$((count + 1)) ;;
        *kradan* | 'cargo run '*)
            printf -- '-- %s\n' "$command"
            bash -euo pipefail -c "$command"
            count=$((count + 1)) ;;
        *)
            printf 'no step runs this command of a README: %s\n' "$command"
            exit 1 ;;
    esac
done < <(commands)
printf 'READMEs: %d commands ran\n' "$count"
