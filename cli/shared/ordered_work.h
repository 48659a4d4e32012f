// OrderedWork: processes blocks of input in several threads, and writes the results in the order of the blocks.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace structural::cli {

template <typename Block, typename Result>
struct OrderedWork {
  // Reads the next block; returns false at the end of the input. Runs in the thread that calls RunOrdered.
  std::function<bool(Block& block)> read;
  // Returns the result of a block. Runs in several threads, the workers; `worker` is the number of the thread, from 0.
  std::function<Result(Block block, int worker)> work;
  // Writes a result; returns false to end the work. Runs in one thread, in the order of the blocks.
  std::function<bool(Result result)> write;
};

// Maximum size in bytes of the blocks in memory, for each worker. Processing a block needs many times its size. So a
// block that is larger than the maximum of all workers is processed alone.
inline constexpr std::size_t kMaxBytesInFlight = 512 * 1024;

// OrderedWork without the types of blocks and results. Its implementation is not a template.
struct UntypedWork {
  struct Block {
    std::shared_ptr<void> value;  // null: the end of the input
    std::size_t bytes = 0;
  };
  std::function<Block()> read;
  std::function<std::shared_ptr<void>(void* block, int worker)> work;
  std::function<bool(void* result)> write;
};
// Does the work of RunOrdered.
void RunUntyped(const UntypedWork& work, int workers, std::size_t bytes_in_flight);

// Processes the blocks in the calling thread, one after another.
inline void RunInCallingThread(const UntypedWork& work) {
  for (auto block = work.read(); block.value != nullptr; block = work.read()) {
    if (!work.write(work.work(block.value.get(), 0).get())) return;
  }
}

// Returns the size of a block for `bytes_in_flight`: the size of a string; 0 for other types, which only refer to text.
inline std::size_t BytesOf(const std::string& block) { return block.size(); }
template <typename Block>
std::size_t BytesOf(const Block&) {
  return 0;
}

// Does the work, and returns when all results are written or `write` has returned false. At most four blocks for each
// worker are in memory at a time. With one worker, no thread is started. An exception in one of the functions ends the
// work, and is rethrown after all threads have ended.
template <typename Block, typename Result>
void RunOrdered(const OrderedWork<Block, Result>& work, int workers, std::size_t bytes_in_flight = kMaxBytesInFlight) {
  RunUntyped({.read = [&]() -> UntypedWork::Block {
                auto block = std::make_shared<Block>();
                if (!work.read(*block)) return {};
                const std::size_t bytes = BytesOf(*block);
                return {std::move(block), bytes};
              },
              .work = [&](void* block, int worker) -> std::shared_ptr<void> {
                return std::make_shared<Result>(work.work(std::move(*static_cast<Block*>(block)), worker));
              },
              .write = [&](void* result) { return work.write(std::move(*static_cast<Result*>(result))); }},
             workers, bytes_in_flight);
}

}  // namespace structural::cli
