# Programs in the background, and their progress; sourced after lib.sh, never run. The caller calls progress_in first,
# and stop_background when it ends, in every case.
# shellcheck shell=bash

progress_seconds=${STRUCTURAL_PROGRESS_SECONDS:-15} # seconds between two lines of progress
declare -A background=()                            # process group of each program, by its description

# progress_in FOLDER: sets the folder for the logs and temporary files of the programs.
progress_in() {
  progress_folder=$1
  mkfifo "$1/ended"
  exec {ended}<>"$1/ended"
}

# in_background WHAT COMMAND...: starts a program, whose output goes to FOLDER/WHAT.log. Its exit status is written to
# FOLDER/WHAT.status. When the program ends, a line in FOLDER/ended wakes await. The line is empty, since a read of
# await that times out can lose a part of it.
in_background() {
  # shellcheck disable=SC2016 # for the shell that it starts
  TMPDIR=$progress_folder setsid flock --shared "$progress_folder/running" \
    bash -c '"${@:3}" && status=0 || status=$?; echo "$status" >"$2"; echo >&"$1"' bash \
    "$ended" "$progress_folder/$1.status" "${@:2}" >"$progress_folder/$1.log" 2>&1 </dev/null &
  background[$1]=$!
}

# await: waits until all programs in the background have ended, and prints their progress every progress_seconds. Ends
# the script with the last lines of the log when one has failed.
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

# Prints the progress of each program, such as [120/340] in the last line of ninja, and the elapsed time.
say_how_far() {
  local what line=''
  for what in "${!background[@]}"; do
    line+="$what $(tail -c 4096 "$progress_folder/$what.log" | grep -ao '^\[[0-9]*/[0-9]*\]' | tail -n 1 || true)"
    line="${line% }, "
  done
  say "$line$SECONDS s"
}

# Ends all running programs that the script has started, the last one first. Also ends the children of those that
# in_background has started. Uses bash's own list of jobs, since a signal can arrive before the script has recorded a
# program. Signals each program twice, since a program can lose a signal while it starts.
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
