# Shared by the scripts of this folder; sourced, never run. The caller has set -euo pipefail.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${STRUCTURAL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/structural}

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$(basename "$0"): $*"
  exit 1
}

# What --help prints: the comment at the top of the calling script.
usage() { sed -n '2,/^[^#]/ s/^# \{0,1\}//p' "$0"; }

# step NAME BUDGET COMMAND...: runs it and says how long it took. A budget is a promise to
# people, not a limit: exceeding it is shown and fails nothing.
step() {
  local name=$1 budget=$2 start=$SECONDS took
  shift 2
  say "== $name"
  "$@" || die "$name failed"
  took=$((SECONDS - start))
  say "== $name: $took s (budget $budget s)$( ((took <= budget)) || echo ', over budget')"
}

# The Go that test/apiserver's go.mod asks for, newest enough first: the one on PATH, the one on
# PATH fetching its own successor, the one that hack/setup has put into the cache folder.
# Prints "GOTOOLCHAIN-VALUE PATH", nothing when there is none.
find_go() {
  local wanted go toolchain have
  wanted=$(awk '$1 == "go" {print $2}' "$root/test/apiserver/go.mod")
  for go in "$(command -v go || true)" "$cache/go/bin/go"; do
    [ -x "$go" ] || continue
    for toolchain in local auto; do
      have=$(cd "$root/test/apiserver" && GOTOOLCHAIN=$toolchain "$go" env GOVERSION 2>/dev/null) || continue
      if [ "$(printf '%s\n' "$wanted" "${have#go}" | sort -V | head -n 1)" = "$wanted" ]; then
        echo "$toolchain $go"
        return
      fi
    done
  done
}
