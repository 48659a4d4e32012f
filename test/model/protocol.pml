/* Models one CustomResourceDefinition, and all clients that write its status.conditions. README.md lists the parts of
 * the code, each with its model. `check` runs the model with the switches of runs.txt, and compares the results with
 * those in runs.txt. */

#ifndef USERS
#define USERS 2    /* number of changes by users */
#endif
#ifndef FOREIGNS
#define FOREIGNS 1 /* number of changes by the controller of another condition */
#endif
#ifndef CRASHES
#define CRASHES 1  /* number of crashes and restarts, of any controller at any step */
#endif
#ifndef LOSSES
#define LOSSES 1   /* number of requests to the API server, or of its answers, that get lost */
#endif
#ifndef BUDGET
#define BUDGET 0   /* maximum writes of the condition per object and generation, until time passes; 0: no limit */
#endif

#include "state.pml"
#include "ours.pml"
#include "built_in.pml"
#include "others.pml"

init {
  atomic {
    ours[0].leads = true;
    if
    :: spec = 0
    :: spec = 1
    fi;
    if /* the condition OTHER is in the list from the start, or the process Foreign adds it later */
    :: foreign = true; list[0] = OTHER
    :: skip
    fi;
    run Watch(0); run Worker(0);
#ifdef FAILOVER
    run Watch(1); run Worker(1); run Failover();
#else
    ours[1].known = true;
#endif
#ifdef BUILT_IN
    run BuiltInWatch(); run BuiltInWorker();
#else
    builtin.known = true;
#endif
#ifdef FIGHTER
    run Fighter();
#endif
    run Users(); run Foreign(); run Crashes()
  }
#ifndef FIGHTER
  /* `timeout` is true if no process can continue. The list of conditions must then be right. */
  timeout -> assert(RightNow)
#endif
}
