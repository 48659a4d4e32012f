// What a crash leaves behind: lines on standard error that a report of it can hold.
#pragma once

namespace structural::cli {

// From now on the signals of a bug (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) are told on standard
// error, with the program's version and the addresses of the calls that led there. Then they do
// what they always do: the process ends by that signal, with a core dump where the system writes
// one. Nothing of what the memory holds is printed.
//
// Call it once, before the first thread starts. Threads that start later, a library's too, get a
// stack to speak from when their own is used up. Does nothing where a sanitizer does the same.
void ReportCrashes();

}  // namespace structural::cli
