// A list as a whole: its pages one after the other.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "kube/list_page.h"
#include "schema/base/result.h"

namespace structural::kube {

struct ListOptions {
  int limit = 500;  // items a page; 0: all in one page
  // Of the first page: "" is the newest, "0" whatever a cache holds, any other one at least as new.
  // Servers may ignore `limit` where it is "0".
  std::string resource_version = {};
  // Called when what was handed out so far does not count any more, as the list starts again.
  std::function<void()> on_restart = nullptr;
};

struct ListResult {
  std::string resource_version;  // from which a watch goes on
  bool paged = false;            // the server sent it in more than one page
};

// Reads one page; the argument is the path with its query.
using ReadPage = std::function<base::Result<ListPage>(const std::string& path)>;

// Reads all pages. Where the continue token expires on the way, the list is read once more, as a
// whole and from its beginning.
// Upstream: tools/pager/pager.go ListPager.list, FullListIfExpired (client-go 0.37)
base::Result<ListResult> ReadAllPages(std::string_view path, const ListOptions& options,
                                      const ReadPage& read);

}  // namespace structural::kube
