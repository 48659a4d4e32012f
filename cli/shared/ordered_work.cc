#include "cli/shared/ordered_work.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace structural::cli {
namespace {

struct Item {
  UntypedWork::Block block;  // `block.value` is freed after the work; `block.bytes` counts until the result is written
  std::shared_ptr<void> result;
  bool done = false;
};

class Pipeline {
 public:
  Pipeline(const UntypedWork& work, std::size_t workers, std::size_t bytes_in_flight)
      : work_(work), room_(workers * 4), room_bytes_(workers * bytes_in_flight) {}

  // Runs the work in the calling thread and in other threads. An exception in any thread ends the work.
  void Run(std::size_t workers);

 private:
  void Start(std::vector<std::jthread>& threads, std::size_t workers);
  void Guard(void (Pipeline::*part)());
  void End(std::exception_ptr why);

  void Read() {
    for (auto block = work_.read(); block.value != nullptr; block = work_.read()) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ended_ || HasRoom(block.bytes); });
      if (ended_) break;
      auto item = std::make_shared<Item>();
      item->block = std::move(block);
      bytes_ += item->block.bytes;
      in_order_.push_back(item);
      to_do_.push_back(std::move(item));
      changed_.notify_all();
    }
    const std::lock_guard lock(mutex_);
    read_all_ = true;
    changed_.notify_all();
  }

  void Work() {
    const int worker = NextWorker();
    while (const auto item = Take()) {
      std::shared_ptr<void> result = work_.work(item->block.value.get(), worker);
      const std::lock_guard lock(mutex_);
      item->block.value = nullptr;
      item->result = std::move(result);
      item->done = true;
      changed_.notify_all();
    }
  }

  void Write() {
    while (const auto item = TakeDone()) {
      if (!work_.write(item->result.get())) return End(nullptr);
    }
  }

  int NextWorker() {
    const std::lock_guard lock(mutex_);
    return workers_++;
  }

  bool HasRoom(std::size_t bytes) const {
    return in_order_.empty() || (in_order_.size() < room_ && bytes_ + bytes <= room_bytes_);
  }

  std::shared_ptr<Item> Take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || read_all_ || !to_do_.empty(); });
    if (ended_ || to_do_.empty()) return nullptr;
    auto item = std::move(to_do_.front());
    to_do_.pop_front();
    return item;
  }

  std::shared_ptr<Item> TakeDone() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || (in_order_.empty() ? read_all_ : in_order_.front()->done); });
    if (ended_ || in_order_.empty()) return nullptr;
    auto item = std::move(in_order_.front());
    in_order_.pop_front();
    bytes_ -= item->block.bytes;
    changed_.notify_all();
    return item;
  }

  const UntypedWork& work_;
  const std::size_t room_;
  const std::size_t room_bytes_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Item>> to_do_;
  std::deque<std::shared_ptr<Item>> in_order_;
  std::size_t bytes_ = 0;  // sum of the bytes of the blocks in in_order_
  bool read_all_ = false;
  bool ended_ = false;  // true: the work ends without further results
  int workers_ = 0;     // number of workers that have started
  std::exception_ptr thrown_;
};

void Pipeline::End(std::exception_ptr why) {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  if (!thrown_) thrown_ = std::move(why);
  changed_.notify_all();
}

void Pipeline::Guard(void (Pipeline::*part)()) {
  try {
    (this->*part)();
  } catch (...) {
    End(std::current_exception());
  }
}

void Pipeline::Start(std::vector<std::jthread>& threads, std::size_t workers) {
  try {
    for (std::size_t i = 0; i < workers; ++i) {
      threads.emplace_back([this] { Guard(&Pipeline::Work); });
    }
    threads.emplace_back([this] { Guard(&Pipeline::Write); });
  } catch (...) {  // the system cannot start a thread, so the work ends with this error
    End(std::current_exception());
  }
}

void Pipeline::Run(std::size_t workers) {
  {
    std::vector<std::jthread> threads;
    Start(threads, workers);
    Guard(&Pipeline::Read);
  }
  if (thrown_) std::rethrow_exception(thrown_);
}

}  // namespace

void RunUntyped(const UntypedWork& work, int workers, std::size_t bytes_in_flight) {
  if (workers <= 1) return RunInCallingThread(work);
  const auto count = static_cast<std::size_t>(workers);
  Pipeline(work, count, bytes_in_flight).Run(count);
}

}  // namespace structural::cli
