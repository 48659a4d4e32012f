# Functions for Debian packages; sourced after hack/lib.sh, never run.
# shellcheck shell=bash

# missing_packages PACKAGE...: prints the packages that are not installed, one a line.
missing_packages() {
  local wanted installed
  wanted=$(printf '%s\n' "$@" | sort)
  # shellcheck disable=SC2016 # dpkg-query's own format; it fails when one is unknown
  installed=$({ dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true; } |
    sed -n 's/^installed //p' | sort -u)
  comm -23 <(echo "$wanted") <(echo "$installed")
}

can_be_root() { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif can_be_root; then
    sudo "$@"
  else
    die "not root and no sudo; to be run as root: $*"
  fi
}

system_name() { (. /etc/os-release 2>/dev/null && echo "$PRETTY_NAME") || uname -s; }

# install_packages PACKAGE...: installs the packages. If they cannot be installed, ends the script with a message that
# lists the missing ones.
install_packages() {
  local missing
  command -v apt-get >/dev/null ||
    die "$(system_name) has no apt-get. Install what these packages of Debian have: $*. Or use the container of .devcontainer."
  can_be_root || die "these packages are missing, and only root can install them: apt-get install $*"
  say "installing: $*"
  as_root apt-get -q update
  missing=$(unknown_packages "$@")
  [ -z "$missing" ] ||
    die "$(system_name) has no $missing; Debian 12 and 13 have all. Install $missing in another way, then run this again."
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "$@"
}

# unknown_packages PACKAGE...: prints the packages that apt cannot install, on one line.
unknown_packages() {
  local package
  for package in "$@"; do
    apt-cache show "$package" >/dev/null 2>&1 || echo "$package"
  done | xargs
}
