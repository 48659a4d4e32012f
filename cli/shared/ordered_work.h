// OrderedWork: processes blocks in several threads, and writes the results in the order of the blocks.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace structural::cli {

template <typename Block, typename Result>
struct OrderedWork {
  // Reads the next block; returns false at the end of the input. Runs in the thread that started the work.
  std::function<bool(Block& block)> read;
  // Returns the result of a block. Runs in the workers; `worker` is the worker's number, from 0.
  std::function<Result(Block block, int worker)> work;
  // Writes a result; returns false to end the work. Runs in one thread, in the order of the blocks.
  std::function<bool(Result result)> write;
};

// Maximum bytes of blocks in memory at a time, for each worker. A block above this size is processed alone, because its
// intermediate results are many times as large.
inline constexpr std::size_t kBytesInFlight = 512 * 1024;

// OrderedWork with type-erased blocks and results, so that the implementation is not a template.
struct UntypedWork {
  struct Block {
    std::shared_ptr<void> value;  // may be null
    std::size_t bytes = 0;
  };
  std::function<Block()> read;
  std::function<std::shared_ptr<void>(void* block, int worker)> work;
  std::function<bool(void* result)> write;
};
void RunUntyped(const UntypedWork& work, int workers, std::size_t bytes_in_flight);

// Processes the blocks one after another in the calling thread.
inline void RunAlone(const UntypedWork& work) {
  for (auto block = work.read(); block.value != nullptr; block = work.read()) {
    if (!work.write(work.work(block.value.get(), 0).get())) return;
  }
}

// Returns the bytes of a block that count as memory: the size of a string; 0 for a block that only refers to text.
inline std::size_t BytesOf(const std::string& block) { return block.size(); }
template <typename Block>
std::size_t BytesOf(const Block&) {
  return 0;
}

// Returns when all results are written, or `write` has returned false. At most four blocks for each worker are in
// memory at a time, for inputs of any size. With one worker, no thread is started. An exception of one of the functions
// ends the work; it is rethrown after all threads have ended.
template <typename Block, typename Result>
void RunOrdered(const OrderedWork<Block, Result>& work, int workers, std::size_t bytes_in_flight = kBytesInFlight) {
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
