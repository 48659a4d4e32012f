#include "cli/ordered_work.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace structural::cli {
namespace {

void RunAlone(const OrderedWork& work) {
  for (std::string block; work.read(block);) {
    if (!work.write(work.work(block, 0))) return;
  }
}

struct Item {
  std::string block;
  std::size_t bytes = 0;  // of the block, also when it is gone
  std::string result;
  bool done = false;
};

class Pipeline {
 public:
  Pipeline(const OrderedWork& work, std::size_t workers, std::size_t bytes_in_flight)
      : work_(work), room_(workers * 4), room_bytes_(workers * bytes_in_flight) {}

  // The reader's thread.
  void Read() {
    for (std::string block; work_.read(block);) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ended_ || HasRoom(block.size()); });
      if (ended_) break;
      auto item = std::make_shared<Item>();
      item->bytes = block.size();
      item->block = std::move(block);
      bytes_ += item->bytes;
      in_order_.push_back(item);
      to_do_.push_back(std::move(item));
      changed_.notify_all();
    }
    const std::lock_guard lock(mutex_);
    read_all_ = true;
    changed_.notify_all();
  }

  void Work(int worker) {
    while (const auto item = Take()) {
      std::string result = work_.work(item->block, worker);
      const std::lock_guard lock(mutex_);
      item->block = {};
      item->result = std::move(result);
      item->done = true;
      changed_.notify_all();
    }
  }

  void Write() {
    while (const auto item = TakeDone()) {
      if (work_.write(item->result)) continue;
      const std::lock_guard lock(mutex_);
      ended_ = true;
      changed_.notify_all();
      return;
    }
  }

 private:
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
    changed_.wait(lock, [&] { return in_order_.empty() ? read_all_ : in_order_.front()->done; });
    if (in_order_.empty()) return nullptr;
    auto item = std::move(in_order_.front());
    in_order_.pop_front();
    bytes_ -= item->bytes;
    changed_.notify_all();
    return item;
  }

  const OrderedWork& work_;
  const std::size_t room_;
  const std::size_t room_bytes_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Item>> to_do_;
  std::deque<std::shared_ptr<Item>> in_order_;
  std::size_t bytes_ = 0;  // of in_order_
  bool read_all_ = false;
  bool ended_ = false;  // nothing more can be written
};

}  // namespace

void RunOrdered(const OrderedWork& work, int workers, std::size_t bytes_in_flight) {
  if (workers <= 1) return RunAlone(work);
  Pipeline pipeline(work, static_cast<std::size_t>(workers), bytes_in_flight);
  std::vector<std::jthread> threads;
  for (int i = 0; i < workers; ++i) threads.emplace_back([&, i] { pipeline.Work(i); });
  threads.emplace_back([&] { pipeline.Write(); });
  pipeline.Read();
}

}  // namespace structural::cli
