// Blocks of text worked on by several threads, their results in the order of the blocks.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace structural::cli {

struct OrderedWork {
  // Called by the calling thread: the next block; false when there is none.
  std::function<bool(std::string& block)> read;
  // Called by the workers, each with a number of its own from 0 on: the block's result.
  std::function<std::string(const std::string& block, int worker)> work;
  // Called by one thread, in order; false ends the work.
  std::function<bool(const std::string& result)> write;
};

// Bytes of blocks for each worker that are in memory at a time. A longer one is worked on alone:
// what is made of it on the way is many times as large.
inline constexpr std::size_t kBytesInFlight = 512 * 1024;

// Blocks until all is written, or write returned false. At most four blocks for each worker are in
// memory at a time, however long the input is. With one worker no thread is started. What one of
// the functions throws ends the work, and is thrown again once all threads have ended.
void RunOrdered(const OrderedWork& work, int workers, std::size_t bytes_in_flight = kBytesInFlight);

}  // namespace structural::cli
