# apt with lists and a cache of its own, in the current folder: the installed packages of this machine do not change.
# Sourced after hack/lib.sh, never run.
# shellcheck shell=bash

# debian_places deb|deb-src [RELEASE]: prints Debian's archives from this machine's apt. With RELEASE, prints the
# archives of that release without its updates and security fixes, which not every old release has.
debian_places() {
  local key=/usr/share/keyrings/debian-archive-keyring.gpg signed=''
  [ ! -e "$key" ] || signed="[signed-by=$key] "
  apt-get indextargets --format "\$(ORIGIN) $1 $signed\$(REPO_URI) \$(RELEASE) \$(COMPONENT)" \
    'Created-By: Packages' | sed -n 's/^Debian //p' | sort -u |
    if [ -n "${2:-}" ]; then sed -nE "s/ [a-z]+ main$/ $2 main/p"; else cat; fi
}

# own_apt ARGUMENT...: runs apt-get with the package lists in the current folder. Precondition: own_apt_lists was
# called.
own_apt() {
  apt-get -q -o "Dir::Etc::sourcelist=$PWD/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o "Dir::State::lists=$PWD/lists" -o "Dir::Cache=$PWD/cache" -o APT::Sandbox::User=root "$@"
}

# own_apt_lists deb|deb-src ARGUMENT...: fetches the package lists for later calls of own_apt, for the release $release,
# or for this machine's if it is empty.
own_apt_lists() {
  debian_places "$1" "${release:-}" >sources.list
  [ -s sources.list ] || die "apt has no package lists of Debian; run 'apt-get update' as root, then this again"
  mkdir -p lists/partial cache/archives/partial
  own_apt "${@:2}" update ||
    die "no lists ($1) from $(awk '{print $(NF - 2)}' sources.list | sort -u | xargs); is the mirror reachable, and does it carry them?"
}
