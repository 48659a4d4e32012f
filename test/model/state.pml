/* The CustomResourceDefinition on the API server, its copies in the controllers, and macros for lists of conditions. */

/* Values of an entry in a list of conditions. Spec 0 needs no condition of this project's controller, spec 1 needs
 * IS_A, spec 2 needs IS_B. OLD_A is the condition that another release of Kubernetes writes for spec 1: the same
 * violations in other words. NONSENSE is wrong for each spec. OTHER is the condition of another controller. */
#define NONE 0
#define IS_A 1
#define IS_B 2
#define NONSENSE 3
#define OLD_A 4
#define OTHER 8

#define SLOTS 3
#define IsOurs(v) ((v) > NONE && (v) < OTHER)
#define IsForeign(v) ((v) == OTHER)

#ifdef BAD_NO_EQUIVALENCE
#define IsRight(v, spec) ((v) == (spec))
#else
#define IsRight(v, spec) ((v) == (spec) || ((spec) == IS_A && (v) == OLD_A))
#endif

/* The API server's object. The model has no resourceVersion. Instead, each reader has a flag for whether the object is
 * unchanged since it was read, which is the result of comparing resourceVersions. */
bool exists = true;
byte uid, spec, generation = 1;
byte list[SLOTS], nothing[SLOTS];

bool foreign;  /* OTHER is in the list, and only the process Foreign and a deletion of the object may remove it */
byte losses = LOSSES;

/* A replica of this project's controller. */
typedef Replica {
  bool leads;
  bool queued;         /* WorkQueue: the CRD waits for the worker */
  bool known;          /* Store: the stored resourceVersion is that of the server */
  bool pending;        /* Store: a text waits for the worker: `spec`, `uid`, `generation`, `list` */
  bool current;        /* Store: the waiting text equals the object on the server */
  byte spec, uid, generation;
  byte list[SLOTS];
  bool fresh;          /* the text that the worker has taken equals the object on the server */
  bool same;           /* the store and the text that the worker has taken have the same resourceVersion */
  bool echo;           /* the object on the server is the result of this replica's write */
  bool backs_off;
  byte writes, of_uid, of_generation;  /* WriteBudget: writes to generation of_generation of object of_uid */
  bool crashed;
}
Replica ours[2];

/* Kubernetes' built-in controller of the same condition: an informer, a queue, and the last generation for which it
 * wrote. */
typedef BuiltIn {
  bool queued, known, fresh, crashed;
  bool exists;
  byte spec, uid, generation;
  byte list[SLOTS];
  byte last_seen;
}
BuiltIn builtin;

#define CountOurs(l) (IsOurs(l[0]) + IsOurs(l[1]) + IsOurs(l[2]))
#define CountForeign(l) (IsForeign(l[0]) + IsForeign(l[1]) + IsForeign(l[2]))
#define FirstOf(l) (IsOurs(l[0]) -> 0 : (IsOurs(l[1]) -> 1 : 2))
#define EndOf(l) (l[0] == NONE -> 0 : (l[1] == NONE -> 1 : 2))
#define Holds(v) (list[0] == (v) || list[1] == (v) || list[2] == (v))
#define RightNow (!exists || (spec == 0 && CountOurs(list) == 0) || \
                  (spec == IS_A && CountOurs(list) == 1 && (Holds(IS_A) || Holds(OLD_A))) || \
                  (spec == IS_B && CountOurs(list) == 1 && Holds(IS_B)))

/* Every write to the object makes all copies out of date. */
inline Changed() {
  ours[0].known = false; ours[0].current = false; ours[0].fresh = false; ours[0].echo = false;
  ours[1].known = false; ours[1].current = false; ours[1].fresh = false; ours[1].echo = false;
  builtin.known = false; builtin.fresh = false
}

#define Copy(from, to) to[0] = from[0]; to[1] = from[1]; to[2] = from[2]

#define RemoveAt(l, i) \
  if \
  :: (i) == 0 -> l[0] = l[1]; l[1] = l[2] \
  :: (i) == 1 -> l[1] = l[2] \
  :: (i) == 2 \
  fi; \
  l[2] = NONE
