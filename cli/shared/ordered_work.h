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
  // Reads the next block; returns false at the end of the input. Called by the calling thread.
  std::function<bool(Block& block)> read;
  // Returns the block's result. Called by the workers, which are numbered from 0.
  std::function<Result(Block block, int worker)> work;
  // Writes the result; false ends the work. Called by one thread, in the order of the blocks.
  std::function<bool(Result result)> write;
};

// Bytes of blocks in memory at a time for each worker. A longer block is processed alone, because
// its intermediate results are many times as large.
inline constexpr std::size_t kBytesInFlight = 512 * 1024;

// OrderedWork without its types.
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

// Returns the bytes of a block that count as memory: all bytes of a text, none of a reference to text.
inline std::size_t BytesOf(const std::string& block) { return block.size(); }
template <typename Block>
std::size_t BytesOf(const Block&) {
  return 0;
}

// Blocks until all is written, or write returned false. At most four blocks for each worker are in
// memory at a time, for inputs of any size. With one worker no thread is started. An exception of one
// of the functions ends the work; it is rethrown after all threads have ended.
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
