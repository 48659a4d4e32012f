#include "cli/crash.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <boost/stacktrace/safe_dump_to.hpp>
#include <execinfo.h>
#include <unistd.h>

#include "cli/version.h"

namespace structural::cli {
namespace {

struct Fatal {
  int number;
  std::string_view name;
};

constexpr Fatal kFatal[] = {{SIGSEGV, "SIGSEGV"},
                            {SIGBUS, "SIGBUS"},
                            {SIGFPE, "SIGFPE"},
                            {SIGILL, "SIGILL"},
                            {SIGABRT, "SIGABRT"}};
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
constexpr std::size_t kFrames = 64;
constexpr std::size_t kStack = std::size_t{64} << 10;

// What a handler may not make itself.
char program[256];
alignas(16) char other_stack[kStack];
std::atomic<pid_t> reporter = 0;  // the thread that crashed first

// All from here to OnCrash is for a signal's handler: it takes no memory and no lock.

void Say(std::string_view text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

void SayNumber(std::uintptr_t number, int base) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, base).ptr;
  Say({digits, static_cast<std::size_t>(end - digits)});
}

void SayWhat(int number, const siginfo_t& info) {
  Say(program);
  for (const Fatal& fatal : kFatal) {
    if (fatal.number == number) Say(fatal.name);
  }
  if (info.si_code == SI_USER) {
    Say(" from process ");
    SayNumber(static_cast<std::uintptr_t>(info.si_pid), 10);
  } else if (info.si_code > 0) {
    Say(" at address 0x");
    SayNumber(reinterpret_cast<std::uintptr_t>(info.si_addr), 16);
  }
  Say(", thread ");
  SayNumber(static_cast<std::uintptr_t>(::gettid()), 10);
  Say(". The calls, the last one first:\n");
}

void SayCalls() {
  void* frames[kFrames + 1] = {};
  boost::stacktrace::safe_dump_to(frames, sizeof frames);
  const auto end = std::find(frames, frames + kFrames, nullptr);
  ::backtrace_symbols_fd(frames, static_cast<int>(end - frames), STDERR_FILENO);
}

// By the signal's default action. What the processor objected to comes again by itself, and ends
// even the first process of a container, which other signals do not.
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
    while (true) ::pause();  // until the first one has ended the process
  }
  EndBy(number, *info);
}

}  // namespace

void ReportCrashes() {
  if (kSanitized) return;
  const std::string words = Version() + ", commit " + Commit() + ", has crashed: ";
  std::strncpy(program, words.c_str(), sizeof program - 1);
  stack_t stack{};
  stack.ss_sp = other_stack;
  stack.ss_size = sizeof other_stack;
  ::sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = &OnCrash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const Fatal& fatal : kFatal) ::sigaction(fatal.number, &action, nullptr);
}

}  // namespace structural::cli
