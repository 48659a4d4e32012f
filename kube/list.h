// A list as a whole: its pages one after the other.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::kube {

// One page of a list, cut into its items without decoding them.

using OnItem = std::function<void(std::string_view item)>;

struct ListPage {
  std::string resource_version;  // metadata.resourceVersion
  std::string continue_token;    // metadata.continue; empty on the last page
};

// Calls on_item with the raw JSON of each element of .items, in order. The bytes are valid during
// the call. metadata may stand before or after items. The body's capacity may grow (the parser
// reads ahead of the end), its bytes stay.
// kInvalidInput: the body is no list. Items that came before the mistake were handed out already.
base::Result<ListPage> ReadListPage(std::string& body, const OnItem& on_item);

// Items a page. A page of so many CRDs is mostly one chunk of two or three megabytes.
inline constexpr int kPageSize = 250;
// A list of more pages has no end.
inline constexpr int kMaxPages = 100'000;
// API servers fill each page but the last one. A list of more pages that are not full has no end.
inline constexpr int kMaxShortPages = 1'000;

struct ListOptions {
  int limit = kPageSize;  // items a page; 0: all in one page
  // Of the first page: "" is the newest, "0" whatever a cache holds, any other one at least as new.
  // Servers may ignore `limit` where it is "0".
  std::string resource_version = {};
  // Called when what was handed out so far does not count any more, as the list starts again.
  std::function<void()> on_restart = nullptr;
  // Of a Client: called when a page is read again, as the server failed or the connection broke. What
  // was handed out of the page comes again. Null: a page is read once.
  std::function<void()> on_page_again = nullptr;
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
// kGone: the first page is too old, or a second continue token expired, as the whole list was too large.
// kInvalidInput: the pages lead nowhere: one has a continue token and no item, or a token that was
// there before; kLimitExceeded: an item is too large, or there are more than kMaxPages pages or kMaxShortPages.
// Upstream: tools/pager/pager.go ListPager.list, FullListIfExpired (client-go 0.37)
base::Result<ListResult> ReadAllPages(std::string_view path, const ListOptions& options,
                                      const ReadPage& read);

// Query: a path that gains query parameters.
class Query {
 public:
  // The path may have a query already.
  explicit Query(std::string_view path) : text_(path) {}

  // The value is escaped, the name is taken as it is.
  void Add(std::string_view name, std::string_view value);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace structural::kube
