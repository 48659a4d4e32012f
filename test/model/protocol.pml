/* One CustomResourceDefinition, and all who write its status.conditions. README.md says what stands
 * for what in the code, and `check` what is run: with which switches, and what spin has to find. */

#ifndef USERS
#define USERS 2    /* changes by users */
#endif
#ifndef FOREIGNS
#define FOREIGNS 1 /* changes by the controller of another condition */
#endif
#ifndef CRASHES
#define CRASHES 1  /* crashes and restarts, of any controller at any step */
#endif
#ifndef LOSSES
#define LOSSES 1   /* requests or answers that get lost */
#endif
#ifndef BUDGET
#define BUDGET 0   /* writes per object and generation, until time passes; 0: not modelled */
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
    if /* the other condition may stand before ours or come after it */
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
  /* Nobody has anything left to do: */
  timeout -> assert(RightNow)
#endif
}
