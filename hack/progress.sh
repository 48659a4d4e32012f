# Programs in the background, and how far they are; sourced after lib.sh, never run. The caller calls
# progress_in first, and stop_background when it ends, however it ends.
# shellcheck shell=bash

progress_seconds=${STRUCTURAL_PROGRESS_SECONDS:-15} # from one line to the next
declare -A background=()                            # what it does: its process group

# progress_in FOLDER: where the programs print to, and have their temporary files.
progress_in() {
  progress_folder=$1
  mkfifo "$1/ended"
  exec {ended}<>"$1/ended"
}

# in_background WHAT COMMAND...: starts a program, which prints to FOLDER/WHAT.log. Its exit status comes to
# FOLDER/WHAT.status; the line to FOLDER/ended only wakes await, whose read can lose a part of it when its time is up.
in_background() {
  # shellcheck disable=SC2016 # for the shell that it starts
  TMPDIR=$progress_folder setsid flock --shared "$progress_folder/running" \
    bash -c '"${@:3}" && status=0 || status=$?; echo "$status" >"$2"; echo >&"$1"' bash \
    "$ended" "$progress_folder/$1.status" "${@:2}" >"$progress_folder/$1.log" 2>&1 </dev/null &
  background[$1]=$!
}

# await: until all programs in the background have ended; says every progress_seconds how far they are. Ends the
# script, with what was printed last, when one has failed.
await() {
  while [ ${#background[@]} -gt 0 ]; do
    read -r -t "$progress_seconds" -u "$ended" || say_how_far
    take_ended
  done
}

take_ended() {
  local status what
  for what in "${!background[@]}"; do
    [ -s "$progress_folder/$what.status" ] || continue
    status=$(<"$progress_folder/$what.status")
    unset "background[$what]"
    [ "$status" = 0 ] || { tail -n 50 "$progress_folder/$what.log" >&2 && die "$what: failed with $status"; }
  done
}

# What ninja said last stands for how far it is: [120/340].
say_how_far() {
  local what line=''
  for what in "${!background[@]}"; do
    line+="$what $(tail -c 4096 "$progress_folder/$what.log" | grep -ao '^\[[0-9]*/[0-9]*\]' | tail -n 1 || true)"
    line="${line% }, "
  done
  say "$line$SECONDS s"
}

# Ends every program that the script has started and not waited for, the last one first, with all that those of
# in_background started. The list is bash's own: a signal can arrive before the script has noted the program. A program
# that is just being started can lose a signal: it gets a second one.
stop_background() {
  local pids i
  mapfile -t pids < <(jobs -p)
  for ((i = ${#pids[@]} - 1; i >= 0; i--)); do
    for _ in 1 2; do
      kill -- "-${pids[i]}" 2>/dev/null || kill "${pids[i]}" 2>/dev/null || break
      timeout 10 tail -s 0.05 --pid="${pids[i]}" -f /dev/null || true
    done
  done
  [ -z "${progress_folder:-}" ] || flock --wait 10 "$progress_folder/running" true || true
}
