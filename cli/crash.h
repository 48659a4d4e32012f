// ReportCrashes: prints information about a crash on standard error, for a bug report.
#pragma once

namespace structural::cli {

// Installs handlers for the signals of a bug (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT). They print the program's
// version and the addresses of the call stack on standard error. Then the process ends by that signal, with a core dump
// if the system writes one. They do not print any content of the memory.
//
// Must be called once, before the first thread starts. Threads that start later, also those of libraries, get a second
// stack, on which the handlers run if the first one overflows. Does nothing in a build with a sanitizer that has its
// own handlers.
void ReportCrashes();

}  // namespace structural::cli
