#include "cli/crash.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <new>
#include <string>
#include <string_view>

#include <boost/stacktrace/safe_dump_to.hpp>
#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <unistd.h>

#include "cli/shared/command.h"

namespace structural::cli {
namespace {

struct Fatal {
  int number;
  std::string_view name;
};

constexpr Fatal kFatal[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"}, {SIGABRT, "SIGABRT"}};
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
constexpr std::size_t kFrames = 64;
constexpr std::size_t kStack = std::size_t{64} << 10;

// Data of the signal handler. The variables are set before a signal arrives, because the handler must not allocate
// memory.
char program[256];
alignas(16) char other_stack[kStack];  // stack on which the signal handler runs in the first thread
std::atomic<pid_t> reporter = 0;       // id of the thread that crashed first; 0: no thread has crashed

// The functions from here to OnCrash run in a signal handler: they must not allocate memory or take
// a lock.

void WriteText(std::string_view text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

void SayNumber(std::uintptr_t number, int base) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, base).ptr;
  WriteText({digits, static_cast<std::size_t>(end - digits)});
}

void SayWhat(int number, const siginfo_t& info) {
  WriteText(program);
  for (const Fatal& fatal : kFatal) {
    if (fatal.number == number) WriteText(fatal.name);
  }
  if (info.si_code == SI_USER) {
    WriteText(" from process ");
    SayNumber(static_cast<std::uintptr_t>(info.si_pid), 10);
  } else if (info.si_code > 0) {
    WriteText(" at address 0x");
    SayNumber(reinterpret_cast<std::uintptr_t>(info.si_addr), 16);
  }
  WriteText(", thread ");
  SayNumber(static_cast<std::uintptr_t>(::gettid()), 10);
  WriteText(". The calls, the last one first:\n");
}

void SayCalls() {
  void* frames[kFrames + 1] = {};
  boost::stacktrace::safe_dump_to(frames, sizeof frames);
  const auto end = std::find(frames, frames + kFrames, nullptr);
  ::backtrace_symbols_fd(frames, static_cast<int>(end - frames), STDERR_FILENO);
}

// Ends the process by the signal's default action. If the processor raised the signal, it occurs again when the handler
// returns; any other signal is raised again here. Process 1 of a container ignores signals with the default action, so
// _exit ends it.
void EndBy(int number, const siginfo_t& info) {
  std::signal(number, SIG_DFL);
  if (info.si_code > 0) return;
  sigset_t this_one;
  sigemptyset(&this_one);
  sigaddset(&this_one, number);
  pthread_sigmask(SIG_UNBLOCK, &this_one, nullptr);
  ::raise(number);
  ::_exit(128 + number);
}

void OnCrash(int number, siginfo_t* info, void*) {
  pid_t first = 0;
  if (reporter.compare_exchange_strong(first, ::gettid())) {
    SayWhat(number, *info);
    SayCalls();
  } else if (first != ::gettid()) {
    while (true) ::pause();  // waits until the thread that crashed first has ended the process
  }
  EndBy(number, *info);
}

void SpeakFrom(char* stack) {
  stack_t other{};
  other.ss_sp = stack;
  other.ss_size = kStack;
  ::sigaltstack(&other, nullptr);
}

}  // namespace

void ReportCrashes() {
  if (kSanitized) return;
  const std::string words = Version() + ", commit " + Commit() + ", has crashed: ";
  std::strncpy(program, words.c_str(), sizeof program - 1);
  SpeakFrom(other_stack);
  struct sigaction action {};
  action.sa_sigaction = &OnCrash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const Fatal& fatal : kFatal) ::sigaction(fatal.number, &action, nullptr);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

using Start = void* (*)(void*);

struct Beginning {
  Start start;
  void* argument;
};

// Returns whether the stack of the calling thread is large enough to contain an alternate stack, on which signal
// handlers run.
bool HasRoom() {
  pthread_attr_t attributes;
  std::size_t size = 0;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return false;
  const bool told = ::pthread_attr_getstacksize(&attributes, &size) == 0;
  ::pthread_attr_destroy(&attributes);
  return told && size >= 8 * kStack;
}

// Runs a thread with an alternate stack for signals. The alternate stack is a variable at the start of the thread's own
// stack, which overflows at its other end. Only pages that are used cost memory.
[[gnu::noinline]] void* RunWithOtherStack(const Beginning& thread) {
  alignas(16) char stack[kStack];
  SpeakFrom(stack);
  void* const result = thread.start(thread.argument);
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  ::sigaltstack(&none, nullptr);
  return result;
}

void* Begin(void* beginning) {
  const Beginning thread = *static_cast<Beginning*>(beginning);
  delete static_cast<Beginning*>(beginning);
  return HasRoom() ? RunWithOtherStack(thread) : thread.start(thread.argument);
}

}  // namespace

#endif

}  // namespace structural::cli

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// Replaces glibc's pthread_create, and calls it. Each thread, also one that a library creates, gets an alternate stack
// for signals.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, structural::cli::Start start,
                              void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, structural::cli::Start, void*);
  static const auto create = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
  auto* const beginning = new (std::nothrow) structural::cli::Beginning{start, argument};
  if (beginning == nullptr) return EAGAIN;
  const int failed = create(thread, attributes, &structural::cli::Begin, beginning);
  if (failed != 0) delete beginning;
  return failed;
}

#endif
