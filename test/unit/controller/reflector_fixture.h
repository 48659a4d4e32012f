// ReflectorFixture: a reflector on an API server in memory, and a handler that records the events.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "controller/reflector.h"
#include "test/support/fake_clock.h"
#include "test/support/fake_transport.h"

namespace structural::controller {

inline std::string PathOf(const std::string& name) { return CrdCollection(crd::ApiVersion::kV1) + "/" + name; }
inline std::string Crd(const std::string& name) { return R"({"metadata":{"name":")" + name + R"("},"spec":{}})"; }

// Records the names of the objects that exist. Lets the test wait until certain names exist.
class NameRecorder : public ReflectorHandler {
 public:
  void OnObject(const crd::Meta& meta, std::string_view, std::stop_token) override {
    if (const auto once = std::exchange(on_first_object, nullptr)) once();
    if (meta.name == "poison") throw std::runtime_error("poison");
    Change([&] {
      names_.insert(meta.name);
      default_version_ = meta.default_version;
    });
  }
  void OnDeleted(const std::string& name) override {
    Change([&] { names_.erase(name); });
  }
  void OnPanic(const std::string& name, const std::string&) override {
    Change([&] { panics_.push_back(name); });
  }
  void OnReplace(const std::set<std::string>& names) override {
    Change([&] {
      names_ = names;
      ++lists_;
    });
  }

  bool WaitFor(const std::set<std::string>& names, int lists) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return names_ == names && lists_ == lists; });
  }

  std::vector<std::string> panics() {
    const std::lock_guard lock(mutex_);
    return panics_;
  }

  crd::ApiVersion default_version() {
    const std::lock_guard lock(mutex_);
    return default_version_;
  }

  std::function<void()> on_first_object;

 private:
  template <typename F>
  void Change(F change) {
    const std::lock_guard lock(mutex_);
    change();
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::string> names_;
  int lists_ = 0;
  std::vector<std::string> panics_;
  crd::ApiVersion default_version_{};
};

class ReflectorFixture : public testing::Test {
 protected:
  void Start() {
    reflector.emplace(client, api, names, clock,
                      ReflectorOptions{.page_size = 2,
                                       .watch_list = watch_list,
                                       .max_objects = 20,
                                       .on_incomplete_watch_list =
                                           [this](const std::string& text) {
                                             const std::lock_guard lock(mutex);
                                             incomplete_watch_lists.push_back(text);
                                           },
                                       .sleep =
                                           [this](std::chrono::milliseconds wait, std::stop_token stop) {
                                             const std::lock_guard lock(mutex);
                                             waits.push_back(wait);
                                             return !stop.stop_requested();
                                           },
                                       .random = [] { return 0.0; },
                                       .stats = &stats});
    thread = std::jthread([this](std::stop_token stop) { EXPECT_TRUE(reflector->Run(stop).ok()); });
  }

  void Put(const std::string& name) { server.Put(PathOf(name), Crd(name)); }

  std::vector<std::chrono::milliseconds> Waits() {
    const std::lock_guard lock(mutex);
    return waits;
  }

  int CountLists() {
    int lists = 0;
    for (const auto& request : server.requests()) {
      lists += request.path.find("customresourcedefinitions") != std::string::npos &&
               request.path.find("watch=") == std::string::npos && request.path.find("continue=") == std::string::npos;
    }
    return lists;
  }

  test::FakeTransport server;
  kube::Client client{server};
  CrdApi api{client};
  bool watch_list = false;
  test::FakeClock clock;
  WatchStats stats{clock};
  NameRecorder names;
  std::mutex mutex;
  std::vector<std::chrono::milliseconds> waits;
  std::vector<std::string> incomplete_watch_lists;
  std::optional<Reflector> reflector;
  // Must be the last member, so that its destructor joins the thread before the other members are destroyed.
  std::jthread thread;
};

}  // namespace structural::controller
