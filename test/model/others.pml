/* Models all other clients of the API server, and failures. */

proctype Users() {
  byte i, at;
end:
  do
  :: atomic {
       i < USERS ->
       i++;
       if
       :: exists && spec != 0 -> spec = 0; generation++
       :: exists && spec != 1 -> spec = 1; generation++
       :: exists && spec != 2 -> spec = 2; generation++
       :: exists && CountOurs(list) > 0 -> at = FirstOf(list); RemoveAt(list, at)
       :: exists && CountOurs(list) > 0 -> at = FirstOf(list); list[at] = NONSENSE
       :: exists && CountOurs(list) < 2 -> at = EndOf(list); list[at] = NONSENSE
       :: exists -> exists = false
       :: exists -> /* the CRD is deleted, and another one with the same name is created at once */
          uid++; generation = 1; list[0] = NONE; list[1] = NONE; list[2] = NONE; foreign = false;
          if
          :: spec = 0
          :: spec = 1
          fi
       :: !exists ->
          exists = true; uid++; generation = 1; spec = 1;
          list[0] = NONE; list[1] = NONE; list[2] = NONE; foreign = false
       fi;
       at = 0;
       Changed()
     }
  od
}

proctype Foreign() {
  byte i, at;
end:
  do
  :: atomic {
       i < FOREIGNS && exists ->
       i++;
       at = (IsForeign(list[0]) -> 0 : (IsForeign(list[1]) -> 1 : 2));
       if
       :: !foreign -> foreign = true; at = EndOf(list); list[at] = OTHER
       :: foreign -> foreign = false; RemoveAt(list, at)
       fi;
       Changed();
       at = 0
     }
  od
}

/* Models a client that replaces this controller's condition by a wrong one again and again. */
proctype Fighter() {
  byte at;
end:
  do
  :: atomic {
       exists && CountOurs(list) == 1 && list[FirstOf(list)] != NONSENSE ->
       at = FirstOf(list); list[at] = NONSENSE; at = 0; Changed()
     }
  od
}

proctype Crashes() {
  byte i;
end:
  do
  :: atomic { i < CRASHES && !ours[0].crashed -> i++; Crash(0) }
  :: atomic { i < CRASHES && !ours[1].crashed -> i++; Crash(1) }
  :: atomic {
       i < CRASHES && !builtin.crashed ->
       i++; builtin.crashed = true; builtin.queued = false; builtin.known = false;
       builtin.last_seen = 0
     }
  od
}
