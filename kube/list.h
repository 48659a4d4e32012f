// ReadAllPages: reads the pages of a list one after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "kube/transport/transport.h"
#include "schema/base/result.h"

namespace structural::kube {

// Receives one item of a list: its raw JSON, or a base::ProtoObject without apiVersion and kind.

using OnItem = std::function<void(std::string_view item)>;

struct ListPage {
  std::string resource_version;  // metadata.resourceVersion
  std::string continue_token;    // metadata.continue; empty on the last page
  std::string api_version = {};
  std::string kind = {};
};

// Calls on_item with the raw JSON of each element of .items, in order. The bytes are valid during
// the call. metadata may be before or after items. The body's capacity may grow (the parser reads
// beyond the end); its bytes stay unchanged.
// kInvalidInput: the body is not a list. An error as of ToError: it is a Status. Items before the error were delivered already.
base::Result<ListPage> ReadListPage(std::string& body, const OnItem& on_item);

// Number of items of a page. A page of that many CRDs usually is one chunk of two or three
// megabytes.
inline constexpr int kPageSize = 250;
// A list of more pages counts as endless.
inline constexpr int kMaxPages = 100'000;
// API servers fill each page except the last one. A list with more incomplete pages counts as
// endless.
inline constexpr int kMaxShortPages = 1'000;
// A list of more bytes counts as endless: twice what etcd should store at most.
inline constexpr std::uint64_t kMaxListBytes = std::uint64_t{16} << 30;

struct ListOptions {
  int limit = kPageSize;  // items of a page; 0: all in one page
  // Kind of the list, such as CustomResourceDefinitionList; empty: any. An answer that names another is refused.
  std::string kind = {};
  std::uint64_t max_bytes = kMaxListBytes;  // maximum number of bytes of all pages together
  // resourceVersion of the first page: "" is the newest, "0" any version in the server's cache,
  // another one at least that version. Servers may ignore `limit` with "0".
  std::string resource_version = {};
  // Called when the list is read again from its start. The receiver must discard all items that were delivered before.
  std::function<void()> on_restart = nullptr;
  // Called when a page is read again after a server error or a broken connection. Its items are
  // delivered again. Null: a page is read once.
  std::function<void()> on_page_retry = nullptr;
  // Content types of the answer, most preferred first. A consumer of kProtobufOrJson must read items in both.
  std::string_view accept = kJsonType;
};

struct ListResult {
  std::string resource_version;  // version of the list; a watch can begin there
  bool paged = false;            // the server sent more than one page
  bool from_newest = false;      // the list at the requested version was too large, so the newest list was read
  int limit = 0;                 // limit of the last page; smaller than requested after too large pages
};

// Reads one page; `path` includes its query. Adds the number of delivered items to *items, also on
// failure.
using ReadPage = std::function<base::Result<ListPage>(const std::string& path, std::size_t* items)>;

// Reads all pages. If the continue token expires meanwhile, reads the list once more, from its
// beginning and without pages. If a page exceeds the limit of a response (kLimitExceeded), requests
// smaller pages, down to one item. A server that ignores `limit` because it answers from its cache
// then gets a request for the newest list, which has pages.
// kGone: the first page is too old, or a second continue token expired, because the whole list was
// too large. kInvalidInput: a page names another kind, or another apiVersion than the path; or it has
// a continue token without an item, or the continue token of an earlier page. kLimitExceeded: an item
// is too large, or there are more than kMaxPages pages, or kMaxShortPages incomplete ones.
// Upstream: tools/pager/pager.go ListPager.list, FullListIfExpired (client-go 0.37)
base::Result<ListResult> ReadAllPages(std::string_view path, const ListOptions& options, const ReadPage& read);

// Query: appends query parameters to a path.
class Query {
 public:
  // The path may have a query already.
  explicit Query(std::string_view path) : text_(path) {}

  // Escapes the value, but not the name.
  void Add(std::string_view name, std::string_view value);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace structural::kube
