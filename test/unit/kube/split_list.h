// Passes a list to a splitter in blocks, for the tests of lists in JSON and in protobuf.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kube/list_splitter.h"

namespace structural::kube {

struct SplitOutcome {
  std::vector<std::string> items;
  ListPage page;
  std::string error;
};

inline SplitOutcome SplitList(std::string_view list, std::size_t piece) {
  SplitOutcome outcome;
  ListSplitter splitter([&](std::string_view item) { outcome.items.emplace_back(item); });
  for (std::size_t at = 0; at < list.size(); at += piece) {
    const base::Status fed = splitter.Feed(list.substr(at, piece));
    if (fed.ok()) continue;
    outcome.error = fed.error().message();
    return outcome;
  }
  auto page = splitter.End();
  if (page.ok()) {
    outcome.page = *page;
  } else {
    outcome.error = page.error().message();
  }
  return outcome;
}

}  // namespace structural::kube
