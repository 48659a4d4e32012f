/* Models Kubernetes' own controller. It computes the condition from the copy in its informer, and replaces the whole
 * status, with the resourceVersion of that copy.
 * Upstream: pkg/controller/nonstructuralschema sync (apiextensions-apiserver v0.37.2). */
proctype BuiltInWatch() {
end:
  do
  :: atomic {
       !builtin.known ->
       if
       :: builtin.uid != uid || !exists -> builtin.last_seen = 0 /* it received the deletion, and forgets the CRD */
       :: builtin.uid != uid || !exists                          /* it received only later events */
       :: exists && builtin.uid == uid
       fi;
       builtin.known = true; builtin.queued = true; builtin.exists = exists;
       builtin.spec = spec; builtin.uid = uid; builtin.generation = generation;
       Copy(list, builtin.list)
     }
  od
}

#ifdef OLD_RELEASE
#define ItsCondition(s) ((s) == IS_A -> OLD_A : (s))
#else
#define ItsCondition(s) (s)
#endif

#ifdef BUILT_IN_FORGETS /* as in older releases, whose controller does not remember generations */
#define Remembers false
#else
#define Remembers (builtin.last_seen >= builtin.generation)
#endif

#define ItIsContent(l, s) (CountOurs(l) == 0 -> (s) == 0 : \
                           (s) != 0 && l[FirstOf(l)] == ItsCondition(s))

proctype BuiltInWorker() {
  bool sent;
  byte its_generation, at;
end:
  do
  :: atomic {
       builtin.queued && !builtin.crashed ->
       builtin.queued = false;
       if
       :: !builtin.exists || Remembers || ItIsContent(builtin.list, builtin.spec)
       :: else -> sent = true; builtin.fresh = builtin.known; its_generation = builtin.generation
       fi;
       builtin.spec = 0; builtin.generation = 0; Copy(nothing, builtin.list)
     }
  :: atomic {
       sent ->
       sent = false;
       if
       :: builtin.crashed
       :: exists && builtin.fresh -> /* no conflict: the server's list is the one in the informer */
          if
          :: CountOurs(list) == 0 -> at = EndOf(list); list[at] = ItsCondition(spec)
          :: CountOurs(list) > 0 && spec != 0 -> at = FirstOf(list); list[at] = ItsCondition(spec)
          :: CountOurs(list) > 0 && spec == 0 ->
             do
             :: CountOurs(list) > 0 -> at = FirstOf(list); RemoveAt(list, at)
             :: else -> break
             od
          fi;
                  Changed();
          builtin.last_seen = its_generation
       :: else /* a conflict: the controller waits for the next event */
       fi;
       its_generation = 0; at = 0; builtin.fresh = false
     }
  :: atomic { builtin.crashed && !sent -> builtin.crashed = false }
  od
}
