# How .ci/run tells what it does: sourced by it.

declare -a took=() names=() children=()
outputs=$(mktemp -d)

# step NAME COMMAND…: runs the command, which must succeed, and says how long it took.
step() {
    local name=$1 begin=$SECONDS
    shift
    printf '\n==> %s: %s\n' "$name" "$*"
    "$@" || return
    took+=("$(printf '%5d s  %s' $((SECONDS - begin)) "$name")")
    printf '==> %s: %d s\n' "$name" $((SECONDS - begin))
}

# beside NAME COMMAND…: runs the command while others run. What it prints is shown by await_all.
beside() {
    local name=$1 file=$outputs/${#names[@]}
    shift
    printf '\n==> %s, beside what follows: %s\n' "$name" "$*"
    { step "$name" "$@" && printf '%s\n' "${took[-1]}" >"$file.took"; } >"$file" 2>&1 &
    # Where children were taken out, += would begin at 0 again.
    children[${#names[@]}]=$!
    names+=("$name")
}

# Waits for what runs beside, all of which must succeed.
await_all() {
    local at
    for at in "${!children[@]}"; do
        local failed=0
        wait "${children[at]}" || failed=1
        cat "$outputs/$at"
        [ $failed -eq 0 ] || { printf 'failed: %s\n' "${names[at]}"; return 1; }
        took+=("$(cat "$outputs/$at.took"), beside others")
        unset "children[at]"
    done
}

summary() {
    printf '\nall is well, in %d s:\n' "$SECONDS"
    printf '%s\n' "${took[@]}"
}
