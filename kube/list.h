// A list as a whole: its pages one after the other.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "kube/list_page.h"
#include "schema/base/result.h"

namespace structural::kube {

// Items a page. A page of so many CRDs is mostly one chunk of two or three megabytes.
inline constexpr int kPageSize = 250;
// A list of more pages has no end.
inline constexpr int kMaxPages = 100'000;

struct ListOptions {
  int limit = kPageSize;  // items a page; 0: all in one page
  // Of the first page: "" is the newest, "0" whatever a cache holds, any other one at least as new.
  // Servers may ignore `limit` where it is "0".
  std::string resource_version = {};
  // Called when what was handed out so far does not count any more, as the list starts again.
  std::function<void()> on_restart = nullptr;
};

struct ListResult {
  std::string resource_version;  // from which a watch goes on
  bool paged = false;            // the server sent it in more than one page
  bool from_newest = false;      // as a list at the resourceVersion asked for was too large
  int limit = 0;                 // of the last page: smaller than asked for where it was too large
};

// Reads one page; `path` has its query. *items counts what was handed out, also where it fails.
using ReadPage =
    std::function<base::Result<ListPage>(const std::string& path, std::size_t* items)>;

// Reads all pages. Where the continue token expires on the way, the list is read once more, as a
// whole and from its beginning. Where a page is larger than an answer may be (kLimitExceeded), a
// smaller one is asked for, down to one item; a server that ignores `limit` because it answers from
// its cache is asked for the newest list then, which comes in pages.
// kInvalidInput: the pages lead nowhere: one has a continue token and no item, or a token that was
// there before; kLimitExceeded: an item is too large, or there are more than kMaxPages pages.
// Upstream: tools/pager/pager.go ListPager.list, FullListIfExpired (client-go 0.37)
base::Result<ListResult> ReadAllPages(std::string_view path, const ListOptions& options,
                                      const ReadPage& read);

}  // namespace structural::kube
