// ReportCrashes: prints information about a crash on standard error, for a bug report.
#pragma once

namespace structural::cli {

// Installs handlers for the signals of a bug (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT). They print
// the program's version and the addresses of the call stack on standard error. Then the process
// ends by that signal, with a core dump if the system writes one. No content of the memory is
// printed.
//
// Must be called once, before the first thread starts. Later threads, also those of libraries, get
// a stack for the handler, for the case that their own overflows. Does nothing under a sanitizer
// with its own handlers.
void ReportCrashes();

}  // namespace structural::cli
