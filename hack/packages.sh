# Debian packages; sourced after hack/lib.sh, never run.
# shellcheck shell=bash

# missing_packages PACKAGE...: those that are not installed, one a line.
missing_packages() {
  local wanted installed
  wanted=$(printf '%s\n' "$@" | sort)
  # shellcheck disable=SC2016 # dpkg-query's own format; it fails when one is unknown
  installed=$({ dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true; } |
    sed -n 's/^installed //p' | sort -u)
  comm -23 <(echo "$wanted") <(echo "$installed")
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "not root and no sudo; to be run as root: $*"
  fi
}

install_packages() {
  command -v apt-get >/dev/null || die "no apt-get; needed are: $*"
  say "installing: $*"
  as_root apt-get -q update
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "$@"
}
