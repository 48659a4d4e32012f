// glog prints a stack trace when it ends the process, and walks the stack with libunwind. The archive of that library
// also defines the functions by which an exception finds its handler. If they are linked in, they can replace the
// compiler's own, and then every throw aborts. So this file defines the four functions that glog calls; they report an
// empty stack. Debian's glog for arm64 does not call libunwind, and the packages for arm64 lack libunwind.h, so the
// file is empty there.
#if __has_include(<libunwind.h>)
#define UNW_LOCAL_ONLY
#include <libunwind.h>

extern "C" {
int unw_getcontext(unw_context_t*) { return -UNW_EUNSPEC; }
int unw_init_local(unw_cursor_t*, unw_context_t*) { return -UNW_EUNSPEC; }
int unw_step(unw_cursor_t*) { return 0; }
int unw_get_reg(unw_cursor_t*, unw_regnum_t, unw_word_t*) { return -UNW_EUNSPEC; }
}
#endif
