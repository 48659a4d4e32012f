# Shared by the scripts of this folder; sourced, never run. The caller has set -euo pipefail.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${STRUCTURAL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/structural}

homepage() { sed -n 's/.*HOMEPAGE_URL "\([^"]*\)".*/\1/p' "$root/CMakeLists.txt"; }

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$(basename "$0"): $*"
  exit 1
}

# Prints the help: the comment at the top of the calling script.
usage() { sed -n '2,/^[^#]/ s/^# \{0,1\}//p' "$0"; }

# step NAME BUDGET COMMAND...: runs the command and prints its duration. BUDGET is the documented maximum of the
# duration in seconds. A longer duration is reported, but is not a failure.
step() {
  local name=$1 budget=$2 start=$SECONDS took
  shift 2
  say "== $name"
  "$@" || die "$name failed"
  took=$((SECONDS - start))
  say "== $name: $took s (budget $budget s)$( ((took <= budget)) || echo ', over budget')"
}

# cached FOLDER WHAT COMMAND...: prints WHAT and creates FOLDER with `COMMAND... NEW-FOLDER`, if FOLDER does not exist.
# FOLDER does not exist after a failure. If two processes need it at the same time, only one creates it. The output of
# the command is in FOLDER.log.
cached() (
  set -e
  [ ! -d "$1" ] || exit 0
  mkdir -p "$(dirname "$1")"
  exec 9>"$1.lock"
  flock 9
  [ ! -d "$1" ] || exit 0
  say "$2"
  rm -rf "$1.partial"
  mkdir "$1.partial"
  set +e # not "(...) || ...": bash ignores set -e in it, and continues after a command that fails
  (set -e && "${@:3}" "$1.partial") >"$1.log" 2>&1
  status=$?
  set -e
  [ $status = 0 ] || { tail -n 20 "$1.log" >&2 && die "failed, see $1.log"; }
  mv -T "$1.partial" "$1"
)

# Prints the minor version of the release whose behaviour is the default.
default_minor() { awk '/ kDefaultMinor = / {print $NF + 0}' "$root/schema/kubernetes/releases.h"; }

# older_releases: prints the releases in test/oracle/releases/versions.txt before the default one, the oldest first, in
# the form 1.36.
older_releases() { awk -F '[. ]' -v default="$(default_minor)" '$2 < default {print $1 "." $2}' "$root/test/oracle/releases/versions.txt"; }

# version_of_release 1.N: prints the version of Kubernetes' modules in test/oracle/releases/versions.txt, or nothing.
version_of_release() { awk -v name="$1" '$1 == name {print $2}' "$root/test/oracle/releases/versions.txt"; }

# find_go MODULE: finds a Go that is new enough for the go.mod in the folder MODULE. It tries the one on PATH, then the
# one on PATH with a download of a newer toolchain, then the one that hack/setup has put into the cache folder. Prints
# "GOTOOLCHAIN-VALUE PATH", or nothing.
find_go() {
  local module=$root/${1:-test/apiserver} wanted go toolchain have
  wanted=$(awk '$1 == "go" {print $2}' "$module/go.mod")
  for go in "$(command -v go || true)" "$cache/go/bin/go"; do
    [ -x "$go" ] || continue
    for toolchain in local auto; do
      have=$(cd "$module" && GOTOOLCHAIN=$toolchain "$go" env GOVERSION 2>/dev/null) || continue
      if [ "$(printf '%s\n' "$wanted" "${have#go}" | sort -V | head -n 1)" = "$wanted" ]; then
        echo "$toolchain $go"
        return
      fi
    done
  done
}

# go_program MODULE BINARY: prints the path of the program of the Go module in the folder MODULE. Tests and builds it
# first if it is not in the cache folder yet:
#   $cache/NAME-OF-MODULE/HASH/BINARY
# HASH is over the whole input: the Go version, the sources and these functions. Several checkouts share the folder.
go_program() (
  set -e
  cd "$root/$1"
  read -r GOTOOLCHAIN go <<<"$(find_go "$1")" || true
  [ -n "${go:-}" ] || die "no Go that can build $1; hack/setup installs one"
  export GOTOOLCHAIN CGO_ENABLED=0 GOFLAGS='-mod=readonly -buildvcs=false -trimpath'
  folder=$cache/$(basename "$1")/$(go_inputs "$go" | sha256sum | cut -c 1-16)
  cached "$folder" "building $2 (several minutes the first time)" go_build "$go" "$2"
  echo "$folder/$2"
)

go_inputs() {
  "$1" env GOVERSION GOOS GOARCH
  declare -f go_program go_inputs go_build
  local folders=(.)
  # The module's own folder, and those of other modules of this checkout that its go.mod uses.
  mapfile -t -O 1 folders < <(awk '/=> \.\./ {print $NF}' go.mod)
  find "${folders[@]}" -type f \( -name '*.go' -o -name '*.s' -o -name go.mod -o -name go.sum \) -exec sha256sum {} + |
    LC_ALL=C sort -k 2
}

# Tests and builds a module. vet is off, because it reads every imported package, including Kubernetes, and takes more
# than a minute; hack/nightly runs it.
go_build() {
  [ ! -d internal ] || "$1" test -vet=off ./internal/...
  "$1" build -ldflags '-s -w' -o "$3/$2" .
}
