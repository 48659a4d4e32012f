// ClientTest: a client of an API server in memory, and lists that it reads.
#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kube/client.h"
#include "test/support/fake_answers.h"
#include "test/support/fake_transport.h"

namespace structural::kube {

inline constexpr const char* kWidgets = "/apis/example.com/v1/widgets";

inline std::string Widget(const std::string& name) { return std::string(kWidgets) + "/" + name; }

class ClientTest : public ::testing::Test {
 protected:
  base::Result<std::vector<std::string>> ListNames(const ListOptions& options) {
    std::vector<std::string> names;
    const auto on_item = [&](std::string_view item) {
      names.push_back(nlohmann::json::parse(item)["metadata"]["name"]);
    };
    const auto list = client_.List(kWidgets, options, on_item, {});
    if (!list.ok()) return list.error();
    version_ = list->resource_version;
    paged_ = list->paged;
    return names;
  }

  Response Ok(std::string body) { return {200, {}, std::move(body)}; }

  test::FakeTransport server_;
  std::vector<std::chrono::milliseconds> waits_;
  Client client_{server_, {.sleep = [this](std::chrono::milliseconds wait, std::stop_token) {
                   waits_.push_back(wait);
                   return true;
                 }}};
  std::string version_;
  bool paged_ = false;
};

}  // namespace structural::kube
