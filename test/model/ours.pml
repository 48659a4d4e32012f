/* This project's controller. */

#define Load(me) \
  ours[me].spec = spec; ours[me].uid = uid; ours[me].generation = generation; \
  Copy(list, ours[me].list)
/* Sets variables that are no longer needed to zero, which reduces the number of states. */
#define Unload(me) \
  ours[me].spec = 0; ours[me].uid = 0; ours[me].generation = 0; Copy(nothing, ours[me].list)

/* Models Reflector and Store: events arrive late, one event may replace several, and the store keeps only the newest
 * text. */
proctype Watch(byte me) {
end:
  do
  :: atomic {
       !ours[me].known ->
       ours[me].known = true; ours[me].same = false; ours[me].queued = true;
       ours[me].pending = exists; ours[me].current = exists;
       if
       :: exists -> Load(me)
       :: else -> Unload(me)
       fi
     }
  od
}

/* Models Store::Pop, or a GET of the CRD if the store has no text of it. */
inline Read(me) {
  ours[me].queued = false;
  ours[me].fresh = true; ours[me].same = ours[me].known; ours[me].echo = false;
  if
  :: ours[me].pending -> ours[me].fresh = ours[me].current; ours[me].same = true
  :: else -> Load(me)
  fi;
  ours[me].pending = false; ours[me].current = false
}

/* Models decide.cc. The patch either appends `set`, or replaces the entry at `first` by `set`, or keeps that entry. It
 * removes the entries in `remove`, a set of bits. */
inline Decide(me) {
  writes = true; add = false; set = NONE; remove = 0;
  first = FirstOf(ours[me].list);
  if
  :: IsOurs(ours[me].list[0]) -> remove = remove | 1
  :: else
  fi;
  if
  :: IsOurs(ours[me].list[1]) -> remove = remove | 2
  :: else
  fi;
  if
  :: IsOurs(ours[me].list[2]) -> remove = remove | 4
  :: else
  fi;
  if
  :: ours[me].spec == 0 -> writes = remove != 0
  :: ours[me].spec != 0 && remove == 0 -> add = true; set = ours[me].spec
  :: ours[me].spec != 0 && remove != 0 ->
     remove = remove & ~(1 << first);
     if
     :: IsRight(ours[me].list[first], ours[me].spec) -> writes = remove != 0
     :: else -> set = ours[me].spec
     fi
  fi
}

#define RemoveIf(bit, l, i) \
  if \
  :: remove & bit -> RemoveAt(l, i) \
  :: else \
  fi

#define ApplyTo(l) \
  if \
  :: add -> first = EndOf(l); l[first] = set \
  :: !add && set != NONE -> l[first] = set \
  :: else \
  fi; \
  RemoveIf(4, l, 2); \
  RemoveIf(2, l, 1); \
  RemoveIf(1, l, 0)

/* The server applies the patch. A JSON Patch changes the current list. With BAD_MERGE_PATCH, a
 * mistake made on purpose, a merge patch replaces the current list by the changed copy of the list that was read. */
inline Apply(me) {
#ifdef BAD_MERGE_PATCH
  ApplyTo(merged);
  Copy(merged, list);
#else
  assert(ours[me].fresh); /* a JSON Patch has a test, so it applies only to the object that was read */
  ApplyTo(list);
#endif
  assert(CountForeign(list) == foreign);
  assert(CountOurs(list) <= 1);
  Changed();
  ours[me].echo = true
}

#if defined(BAD_MERGE_PATCH) || defined(BAD_NO_TEST)
#define Applies(me) exists
#else
#define Applies(me) (exists && ours[me].fresh)
#endif

#if BUDGET == 0 || defined(BAD_NO_BUDGET)
#define MayWrite(me) true
#else
#define MayWrite(me) (ours[me].writes < BUDGET)
#endif

inline OpenBudget(me) {
  if
  :: ours[me].of_uid != ours[me].uid || ours[me].of_generation != ours[me].generation ->
     ours[me].writes = 0
  :: else
  fi;
  ours[me].of_uid = ours[me].uid; ours[me].of_generation = ours[me].generation
}

#define ForgetPatch(me) \
  add = false; set = 0; first = 0; remove = 0; \
  ours[me].fresh = false; ours[me].same = false; ours[me].echo = false; \
  if \
  :: ours[me].writes == 0 -> ours[me].of_uid = 0; ours[me].of_generation = 0 \
  :: else \
  fi

proctype Worker(byte me) {
  bool writes, add, sent, applied;
  byte set, first, remove;
#ifdef BAD_MERGE_PATCH
  byte merged[SLOTS];
#endif
end:
  do
  :: atomic {
       ours[me].leads && ours[me].queued && !ours[me].crashed ->
       if
       :: !exists && !ours[me].pending -> ours[me].queued = false /* neither the server nor the store has the CRD */
       :: else ->
          Read(me); Decide(me); OpenBudget(me);
#ifdef BAD_MERGE_PATCH
          Copy(ours[me].list, merged);
#endif
          if
          :: !writes
          :: writes && !MayWrite(me) -> ours[me].backs_off = true
          :: writes && MayWrite(me) -> sent = true
          fi;
          writes = false;
          if
          :: !sent -> ForgetPatch(me)
          :: sent
          fi;
          Unload(me)
       fi
     }
  :: atomic { /* the request arrives at the server, gets lost, or was never sent */
       sent ->
       sent = false; applied = false;
       if
       :: ours[me].crashed
       :: losses > 0 -> losses--
       :: true ->
          if
          :: Applies(me) -> Apply(me); applied = true
          :: else
          fi
       fi
     };
     atomic { /* the answer arrives, or gets lost */
       if
       :: ours[me].crashed
       :: !ours[me].crashed && applied ->
#if BUDGET
          ours[me].writes++;
          assert(ours[me].writes <= BUDGET);
#endif
          if /* models Store::Assume: if the write is the only change, its event needs no evaluation */
#ifdef BAD_SETTLE
          :: true -> ours[me].known = true
#else
          :: ours[me].same -> ours[me].known = ours[me].echo
          :: !ours[me].same
#endif
          :: losses > 0 -> losses--; ours[me].queued = true /* the controller handles a lost answer as a failure */
          fi
       :: !ours[me].crashed && !applied ->
#ifndef BAD_NO_RETRY
          ours[me].queued = true
#endif
       fi;
       applied = false;
       ForgetPatch(me)
     }
  :: atomic { /* time passes, so the write budget is full again */
       ours[me].backs_off && !sent ->
       ours[me].backs_off = false; ours[me].writes = 0; ours[me].queued = true;
       ours[me].of_uid = 0; ours[me].of_generation = 0
     }
  :: atomic { ours[me].crashed && !sent -> ours[me].crashed = false }
  od
}

/* Models a controller that crashes and starts again. It knows no CRD before its first list. */
inline Crash(me) {
  ours[me].crashed = true;
  ours[me].queued = false; ours[me].known = false; ours[me].pending = false; ours[me].current = false;
  ours[me].same = false; ours[me].backs_off = false; Unload(me);
  ours[me].writes = 0; ours[me].of_uid = 0; ours[me].of_generation = 0
}

/* Models a change of the leader: for a while, both replicas write, and then the first one ends. */
proctype Failover() {
  atomic { ours[1].leads = true; ours[1].queued = true };
  atomic { ours[0].leads = false; ours[0].queued = false }
}
