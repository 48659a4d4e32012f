# Archives of a release by platform; sourced after hack/lib.sh, never run.
# shellcheck shell=bash

# platform PLATFORM=ARCHIVE=URI: sets os, arch, uri and sha256, and ends the script if the archive lacks structural or
# LICENSE.
platform() {
  local archive file
  IFS='=' read -r os archive uri <<<"$1"
  arch=${os#*/} os=${os%/*}
  if [ -z "$uri" ] || [ "$os" = "$arch" ]; then
    die "PLATFORM=ARCHIVE=URI is like linux/amd64=FILE=https://…, not '$1'"
  fi
  for file in structural LICENSE; do
    tar -tzf "$archive" "$file" >/dev/null || die "$archive has no file $file"
  done
  # shellcheck disable=SC2034 # for the caller
  sha256=$(sha256sum "$archive" | cut -d ' ' -f 1)
}
