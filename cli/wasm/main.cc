// The functions that the WebAssembly module exports. They run the commands of the program that need no cluster. The
// host provides files, standard streams, the clock and environment variables as functions of WASI
// (wasi_snapshot_preview1).
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <vector>

#include <unistd.h>

#include "cli/program.h"
#include "cli/shared/output.h"

namespace {

void PrepareOnce() {
  static const bool prepared = [] {
    structural::cli::GuardStreams();
    return true;
  }();
  static_cast<void>(prepared);
}

}  // namespace

// The compiler inserts calls of this function, which registers the destructor of a thread_local variable. It does
// nothing, because the only thread never ends.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

// Returns memory of this size for the arguments of Run; null if not enough memory is left.
extern "C" __attribute__((export_name("structural_allocate"))) void* Allocate(std::size_t size) {
  return std::malloc(size);
}

// Runs one command, and returns its exit code. `words` are the working folder, and the arguments without the program's
// name. Each word ends with a zero byte; `size` is the size of all words in bytes. Run frees `words`, which Allocate
// must have returned. It can be called again after it has returned; after a trap, the module must be instantiated
// again.
extern "C" __attribute__((export_name("structural_run"))) int Run(char* words, std::size_t size) {
  PrepareOnce();
  std::vector<char*> arguments;
  for (char* word = words; word < words + size; word += std::strlen(word) + 1) arguments.push_back(word);
  static char name[] = "structural";
  if (chdir(arguments.front()) != 0) std::cerr << "structural: the working folder does not exist\n";
  arguments.front() = name;
  std::cin.clear();
  std::clearerr(stdin);
  structural::cli::SetColorMode(structural::cli::ColorMode::kAuto);
  const int exit_code = structural::cli::RunProgram(static_cast<int>(arguments.size()), arguments.data());
  std::free(words);
  return exit_code;
}
