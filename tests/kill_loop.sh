#!/bin/bash
# Kills self-play with SIGKILL at random moments, over and over, in its folder;
# looks after each kill that no game file is damaged, and in the end that the
# games are those of a run that nobody touched.
#
#   tests/kill_loop.sh [ROUNDS] [PROGRAM] [SEED]
#
# 100 rounds of target/release/bingwa by default, seed 1. Exit code 1 at the first
# loss. The short form, 10 kills, is in tests/damage.rs.
set -euo pipefail

rounds=${1:-100}
program=${2:-target/release/bingwa}
RANDOM=${3:-1}
games=20000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*" >&2
    trap - EXIT
    echo "what was left is in $work" >&2
    exit 1
}

selfplay=("$program" selfplay --ruleset kujifunza --games $games --simulations 4
    --seed 3 --threads 2 --out)

play() {
    "${selfplay[@]}" "$1" >/dev/null 2>"$work/said"
}

sum() {
    "$program" games export "$1" --format jsonl | sha256sum
}

start=$(date +%s%N)
play "$work/whole" || fail "self-play: $(cat "$work/said")"
took=$((($(date +%s%N) - start) / 1000000))
expected=$(sum "$work/whole")
echo "$games games take $took ms undisturbed"

killed=0 unfinished=0 folders=0
while [ $killed -lt "$rounds" ]; do
    folders=$((folders + 1))
    out="$work/killed$folders"
    while [ $killed -lt "$rounds" ]; do
        "${selfplay[@]}" "$out" >/dev/null 2>"$work/said" &
        child=$!
        # Anywhere in the time that all of it would take, and a little less.
        wait_ms=$((RANDOM * took / 40000))
        sleep "$(printf '%d.%03d' $((wait_ms / 1000)) $((wait_ms % 1000)))"
        if ! kill -9 $child 2>/dev/null; then
            wait $child || fail "self-play: $(cat "$work/said")"
            break
        fi
        wait $child 2>/dev/null || true
        killed=$((killed + 1))
        if compgen -G "$out/.*.tmp" >/dev/null; then unfinished=$((unfinished + 1)); fi
        if compgen -G "$out/*.games" >/dev/null; then
            "$program" games check "$out" >"$work/checked" 2>&1 ||
                fail "kill $killed: $(grep -v ' sound$' "$work/checked")"
        fi
    done
    play "$out" || fail "going on: $(cat "$work/said")"
    [ "$(sum "$out")" = "$expected" ] || fail "folder $folders holds other games"
    rm -rf "$out"
done
echo "$killed kills in $folders folders, $unfinished of them while a file was written:" \
    "no damaged file, no lost game, the same games in the end"
