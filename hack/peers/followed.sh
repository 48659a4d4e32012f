# Functions of hack/follow that build Kubernetes' own code in another version and compare with it; sourced after lib.sh,
# never run.
# shellcheck shell=bash disable=SC2154 # lib.sh sets root and cache, hack/follow the others

apiextensions=k8s.io/apiextensions-apiserver

# Sets `go` to the Go command. Exports GOTOOLCHAIN, so that Go downloads the toolchain that a module requires.
find_followed_go() {
  local found
  found=$(find_go test/oracle/judge)
  [ -n "$found" ] || die 'no Go; hack/setup installs one'
  go=${found#* }
  export GOTOOLCHAIN=${GOTOOLCHAIN:-auto} CGO_ENABLED=0 GOFLAGS='-mod=mod -buildvcs=false -trimpath'
}

versions_of() { (cd / && GOFLAGS='' "$go" list -m -versions -f '{{range .Versions}}{{println .}}{{end}}' "$1" | grep .); }

# module_version VERSION: prints the version of Kubernetes' modules for VERSION, which can be the name of a release.
module_version() {
  local of
  case $1 in
    v0.*) echo "$1" ;;
    1.*.*) echo "v0.${1#1.}" ;;
    1.*)
      of=$(version_of_release "$1")
      [ -n "$of" ] || of=$(versions_of $apiextensions | grep "^v0\.${1#1.}\." | tail -n 1)
      [ -n "$of" ] || die "no release '$1'"
      echo "$of" ;;
    *) die "'$1' is not a version, see --help" ;;
  esac
}

# require_followed VERSION FOLDER: copies the oracle to FOLDER, and makes the copy require VERSION of Kubernetes'
# modules. If their dependencies cannot be downloaded, the copy has no go.mod afterwards. FOLDER/notes.md describes the
# replaced dependencies, FOLDER/replaced lists them, one MODULE@VERSION on each line. FOLDER/versions lists all modules.
require_followed() {
  local requires each wanted
  cp -r test/oracle/judge "$2"
  echo "The oracle requires \`$apiextensions\` $1." >"$2/notes.md"
  : >"$2/replaced"
  pushd "$2" >/dev/null
  "$go" mod download "$apiextensions@$1" || die "the module proxy has no $apiextensions $1"
  requires=$(required_by "$1")
  while read -r each wanted; do
    "$go" mod download "$each@$wanted" 2>/dev/null || stand_in "$1" "$each" "$wanted"
  done < <(sed 's/^require //' "$requires" | awk -v own="$1" '$1 ~ /^(sigs\.)?k8s\.io\// && $2 ~ /^v/ && $2 != own {print $1, $2}')
  # Requires the Go version and all modules of the release, even if the oracle requires newer ones.
  {
    awk '/^replace \($/ {block = 1} block || /^(module|replace) /; $1 == ")" {block = 0}' go.mod
    awk '$1 == "go"' "$requires"
    sed 's/^require //' "$requires" | awk '$1 ~ /[.].*\// && $2 ~ /^v/ {print "require", $1, $2}'
  } >released.mod
  mv released.mod go.mod
  if "$go" get "$apiextensions@$1" "k8s.io/apimachinery@$1" "k8s.io/apiserver@$1" "k8s.io/client-go@$1" 2>get.log; then
    "$go" list -m -f '{{.Path}} {{with .Replace}}{{.Version}}{{else}}{{.Version}}{{end}}' all >versions
    echo "The Go toolchain is $("$go" env GOVERSION)." >>notes.md
  else
    sed 's/^require //' "$requires" | awk '$1 ~ /[.].*\// && $2 ~ /^v/ {print $1, $2}' >versions
    printf 'The oracle cannot be built, so no result is compared:\n\n```\n%s\n```\n' "$(tail -n 2 get.log)" >>notes.md
    say "$(tail -n 2 get.log)"
    rm go.mod
  fi
  echo >>notes.md
  popd >/dev/null
}

# required_by VERSION: prints the path of the go.mod of apiextensions-apiserver in that version.
required_by() { "$go" mod download -json "$apiextensions@$1" | sed -n 's/.*"GoMod": "\(.*\)".*/\1/p'; }

# stand_in VERSION MODULE WANTED: replaces MODULE, because the module proxy does not have its version WANTED. Tries
# other versions until one can be downloaded: those that versions of apiextensions-apiserver after VERSION require, then
# those that the five versions before VERSION require, then the newest one.
stand_in() {
  local other found versions
  versions=$(versions_of $apiextensions)
  for other in $(awk -v from="$1" 'seen {print} $1 == from {seen = 1}' <<<"$versions") \
    $(awk -v from="$1" '$1 == from {exit} {print}' <<<"$versions" | tail -n 5 | tac) latest; do
    if [ "$other" = latest ]; then
      found=$("$go" list -m -f '{{.Version}}' "$2@latest")
    else
      "$go" mod download "$apiextensions@$other" 2>/dev/null || continue
      found=$(sed 's/^require //' "$(required_by "$other")" | awk -v name="$2" '$1 == name && !seen++ {print $2}')
    fi
    if [ -n "$found" ] && [ "$found" != "$3" ] && "$go" mod download "$2@$found" 2>/dev/null; then
      "$go" mod edit -replace "$2=$2@$found"
      echo "$2@$found" >>replaced
      say "the module proxy has no $2 $3; $found replaces it"
      echo "The module proxy does not have \`$2\` $3; $found replaces it." >>notes.md
      return
    fi
  done
  die "the module proxy has no $2 $3"
}

# judge_of_followed FOLDER: builds the oracle in FOLDER/judge, the copy that require_followed made. Sets `judge` to the
# path of the program, and `hash` to the hash of its sources.
judge_of_followed() {
  hash=$({ "$go" -C "$1/judge" env GOVERSION GOOS GOARCH && cd "$1/judge" && cat -- *.go go.mod versions; } | sha256sum | cut -c 1-16)
  judge=$cache/followed/$hash/judge
  (cached "$cache/followed/$hash" "building the judge with Kubernetes $module" build_followed "$1/judge" \
    "$(followed_tags "$(echo "$module" | cut -d. -f2)")")
}

# followed_tags MINOR: prints the build tags of the oracle's sources that depend on the release. They are
# kubernetes1_38,kubernetes1_39 for 1.39, if 1.37 is the default, and before1_36,before1_37 for 1.35.
followed_tags() {
  local default
  default=$(default_minor)
  if [ "$1" -gt "$default" ]; then
    seq -f 'kubernetes1_%.0f' -s , $((default + 1)) "$1"
  elif [ "$1" -lt "$default" ]; then
    seq -f 'before1_%.0f' -s , $(($1 + 1)) "$default"
  fi
}

# build_followed FOLDER TAGS OUTPUT-FOLDER: builds the oracle in FOLDER as OUTPUT-FOLDER/judge.
build_followed() {
  cd "$1"
  "$go" build -tags "$2" -ldflags '-s -w' -o "$3/judge" .
}

# results FOLDER: compares the results of structural and of the oracle in FOLDER/judge, and writes FOLDER/results.md.
# Fails if a result differs.
results() {
  local need operation arguments hash judge status=0
  [ -e "$1/judge/go.mod" ] || return 1
  judge_of_followed "$1" || {
    { printf '## Results\n\nThe oracle does not compile with this version:\n\n```\n' &&
      grep -v '^go: downloading' "$cache/followed/$hash.log" | head -n 40 && printf '```\n\n'; } >"$1/results.md"
    return 1
  }
  mkdir "$1/compared"
  while IFS='|' read -r need operation arguments <&3; do
    need=${need% } operation=${operation# } operation=${operation% }
    [ -n "$need" ] && [[ ! $need =~ ^# && $operation =~ $only ]] || continue
    [ "$need" != corpus ] || [ -e "$corpus" ] || {
      say "== $operation: skipped, there is no corpus"
      echo "skipped: no corpus" >"$1/compared/$operation$(printf ' %s' $arguments | tr / _)"
      continue
    }
    say "== $operation${arguments%% }"
    # `ulimit` stops the oracle if a CEL rule needs too much memory: some releases do not limit the memory of a rule.
    # shellcheck disable=SC2046 # words
    (ulimit -v $((12 << 20)) && STRUCTURAL_TEST_RELEASE=$as STRUCTURAL_TEST_JUDGE=$judge exec python3 test/oracle/compare --structural "$structural" --op "$operation" --show 1000 --characters 1000000 \
      $(eval echo "$arguments") >"$1/compared/$operation$(echo "$arguments" | tr / _)" 2>&1) || status=1
  done 3<hack/checks/follow.txt
  for need in validation expressions; do # compares the results for the tables of Kubernetes' own tests
    operation="tables of $need"
    [[ $operation =~ $only ]] || continue
    say "== $operation"
    STRUCTURAL_TEST_RELEASE=$as STRUCTURAL_BINARY=$(realpath "$structural") STRUCTURAL_TEST_JUDGE=$judge STRUCTURAL_JUDGE_MODULE=$1/judge \
      test/oracle/upstream/compare $need >"$1/compared/$operation" 2>&1 || status=1
  done
  python3 test/follow/results.py "$1/compared" >"$1/results.md"
  return $status
}

# adopt_version VERSION: updates the list of releases, the go.mod files, and the data that scripts of hack/update/
# write. The steps before and after this one are in docs/following.md.
adopt_version() {
  local each folder release minor replaced scripts
  [ -z "$(git status --porcelain)" ] || die '--adopt changes sources: commit or remove your changes first'
  minor=$(echo "$1" | cut -d. -f2) release=1.$minor
  folder=$(mktemp -d)
  require_followed "$1" "$folder/judge"
  [ -e "$folder/judge/go.mod" ] || die "the modules of $1 cannot be had, see above"
  mapfile -t replaced <"$folder/judge/replaced"
  rm -rf "$folder"
  sed -i "/^${release//./\\.} /d" test/oracle/releases/versions.txt
  echo "$release $1${replaced[*]:+ ${replaced[*]}}" >>test/oracle/releases/versions.txt
  scripts=('cel-functions --newest')
  if [[ $1 != *-* ]]; then # a release; pre-releases contain a "-"
    for each in test/oracle/judge test/apiserver/current; do
      require_release "$each" "$1" "${replaced[@]}" || die "$each cannot require $1"
    done
    sed -i "s/kubeVersion = \"v.*\"/kubeVersion = \"v1.${1#v0.}\"/" test/apiserver/current/main.go
    # The new release becomes the default one: its sources get the tag !before1_N, and the tag kubernetes1_N disappears.
    sed -i -E "/^\/\/go:build /{s/!kubernetes1_$minor\b/before1_$minor/; s/\bkubernetes1_$minor\b/!before1_$minor/}" test/oracle/judge/*.go
    scripts+=(published openapi letter-case zones cel-cases)
  fi
  [[ $1 != *-* ]] || scripts+=(next-cases)
  # `upstream` is last, because it fails if a mirrored function no longer exists.
  for each in "${scripts[@]}" upstream; do
    # shellcheck disable=SC2086 # words
    step "hack/update/$each" 600 hack/update/$each
  done
  remaining_steps "$1" "$minor"
}

# require_release FOLDER VERSION MODULE@OTHER...: makes the Go module in FOLDER require VERSION of Kubernetes' modules.
# Each MODULE@OTHER replaces a version that the module proxy does not have.
require_release() (
  local each
  cd "$1"
  for each in "${@:3}"; do "$go" mod edit -replace "${each%@*}=$each"; done
  awk '$1 ~ /^k8s.io\/(api|apiextensions-apiserver|apimachinery|apiserver|client-go|component-base)$/ && $2 ~ /^v0/ {print $1}' go.mod |
    sed "s/\$/@$2/" | xargs "$go" get && "$go" mod tidy
)

remaining_steps() {
  say "The data is that of $1. These steps remain:"
  say "- schema/kubernetes/releases.h: kNewestMinor is $2$([[ $1 == *-* ]] || echo ', and so is kDefaultMinor')"
  say "- differences of results: hack/follow --kubernetes-version 1.$2 $1"
  say '- docs/stability.md, the changelog, and what the test hack.follow names'
}
