# How Ann and Ben play on the local Discord, whose address is in $page: sourced by cluster and debian.

ann=1300000000000000011 ben=1300000000000000012 channel=1300000000000000101
# Waits until a command succeeds.
await() {
    local tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 1200 ] || { echo "in vain: $*"; tail -n 20 "$folder"/*.log; exit 1; }
        sleep 0.1
    done
}
as() {
    curl -sS -X POST -H 'Content-Type: application/json' -d "$3" "$page/local/users/$1/$2?wait_ms=20000"
}
has_board() {
    curl -sS "$page/local/channels/$channel/messages?as=$ann" >"$folder/messages"
    grep -q "othello-[0-9]*-$1-" "$folder/messages"
}
# moves WHO MOVE PLIES: makes a move, and waits for the board after so many plies.
moves() {
    local said tries
    # What a load balancer had just sent to a Kradan that was killed gets no answer, and is asked again.
    for tries in 1 2 3; do
        said=$(as "$1" command "{\"channel\": \"$channel\", \"name\": \"move\", \"options\": {\"move\": \"$2\"}}")
        grep -q '"answered":null' <<<"$said" || break
    done
    # The board is the answer, or a message after it.
    await has_board "$3"
    echo "$2: a board after $3 plies"
}
begin() {
    local challenge accept message
    challenge=$(as $ann command "{\"channel\": \"$channel\", \"name\": \"play\", \"options\": {\"game\": \"othello\", \"opponent\": \"$ben\", \"side\": \"first\"}}")
    accept=$(grep -o 'accept:[0-9]*' <<<"$challenge" | head -n 1)
    message=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["message"]["id"])' <<<"$challenge")
    as $ben click "{\"message\": \"$message\", \"control\": \"$accept\"}" >/dev/null
}
