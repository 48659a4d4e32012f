/* The server's object, what each controller knows of it, and what can be said of a list. */

/* A condition. What is wanted for spec 0 is none, for 1 IS_A, for 2 IS_B. OLD_A is what another
 * release of Kubernetes writes for 1: the same violations in other words. */
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

/* The API server's object. The resourceVersion is not a number here: whoever read the object knows
 * whether it is still as it was then, which is what comparing resourceVersions tells. */
bool exists = true;
byte uid, spec, generation = 1;
byte list[SLOTS], nothing[SLOTS];

bool foreign;  /* the other controller has its condition there, and nobody else may lose it */
byte losses = LOSSES;

/* A replica of our controller. */
typedef Replica {
  bool leads;
  bool queued;         /* WorkQueue */
  bool known;          /* Store: its resourceVersion is the server's */
  bool pending;        /* Store: a text waits, the following, */
  bool current;        /* which is what the server has */
  byte spec, uid, generation;
  byte list[SLOTS];
  bool fresh;          /* the worker's text is what the server has */
  bool same;           /* the store has the resourceVersion of the worker's text */
  bool echo;           /* the server has what this replica's write made of it */
  bool backs_off;
  byte writes, of_uid, of_generation;  /* WriteBudget */
  bool crashed;
}
Replica ours[2];

/* The built-in controller: an informer, a queue, and the generation that it wrote last. */
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

/* Every write to the object: what anybody had read is old now. */
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
