// ReadAllPages: reads a list page by page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "kube/transport/transport.h"
#include "schema/base/result.h"

namespace structural::kube {

// Receives one item of a list: its JSON, or a base::ProtoObject without apiVersion and kind.
using OnItem = std::function<void(std::string_view item)>;

struct ListPage {
  std::string resource_version;  // metadata.resourceVersion
  std::string continue_token;    // metadata.continue; empty on the last page
  std::string api_version = {};
  std::string kind = {};
};

// Reads a list in JSON. Calls on_item with the JSON of each element of .items, in order; the bytes are valid only
// during the call. metadata can be before or after items. Can enlarge the body's capacity, because the parser reads
// beyond its end, but does not change its bytes. kInvalidInput: the body is not a list. If the body is a Status,
// returns its error (ToError). Items before an error were delivered already.
base::Result<ListPage> ReadListPage(std::string& body, const OnItem& on_item);

// Maximum number of items of a page. A page of 250 CRDs usually is one chunk of two or three megabytes.
inline constexpr int kPageSize = 250;
// Maximum number of pages. A longer list is treated as endless, which is an error.
inline constexpr int kMaxPages = 100'000;
// Maximum number of pages, except the last one, with fewer items than requested. API servers fill each page except the
// last one, so a list with more such pages is treated as endless.
inline constexpr int kMaxShortPages = 1'000;
// Maximum number of bytes of a list: twice the recommended maximum size of etcd's database.
inline constexpr std::uint64_t kMaxListBytes = std::uint64_t{16} << 30;

struct ListOptions {
  int limit = kPageSize;  // maximum number of items of a page; 0: all items in one page
  // Expected kind of the list, such as CustomResourceDefinitionList; empty: any. An answer of another kind is an error.
  std::string kind = {};
  std::uint64_t max_bytes = kMaxListBytes;  // maximum number of bytes of all pages together
  // resourceVersion of the requested list. "": the newest version. "0": any version in the server's cache; the server
  // can then ignore `limit`. Another one: that version or a newer one.
  std::string resource_version = {};
  // Called when the list is read again from its start. The receiver must discard all items that were delivered before.
  std::function<void()> on_restart = nullptr;
  // Called when a page is read again after a server error or a broken connection. The items of that page are delivered
  // again. Null: no page is read again.
  std::function<void()> on_page_retry = nullptr;
  // Accepted content types, most preferred first. With kProtobufOrJson, OnItem must be able to read both.
  std::string_view accept = kJsonType;
};

// Returns the error of a Status that a server has answered in place of a list, with status 200.
//
// Upstream: client-go rest/request.go Result.Into (v0.37.2).
base::Error StatusInsteadOfList(std::string_view body);

struct ListResult {
  std::string resource_version;  // resourceVersion of the list, at which a watch can begin
  bool paged = false;            // the server sent more than one page
  bool from_newest = false;      // the list at the requested version was too large, so the newest list was read
  int last_page_limit = 0;       // `limit` of the last request; smaller than requested if a page was too large
};

// Reads one page. `path` includes the query. Adds the number of delivered items to *items, even if it fails.
using ReadPage = std::function<base::Result<ListPage>(const std::string& path, std::size_t* items)>;

// Reads all pages of the list at `path`.
//
// If a continue token expires, reads the list again from its start and without pages, but only once. If a page is too
// large for one response (kLimitExceeded), requests smaller pages, down to one item. A server that answers from its
// cache ignores `limit`. For such a server, requests the newest list instead, which the server reads from etcd in
// pages.
//
// kGone: the server no longer has the requested resourceVersion, or a second continue token expired. kInvalidInput: a
// page has another kind than requested or another apiVersion than the path, a continue token but no item, or the
// continue token of an earlier page. kLimitExceeded: an item is too large, or the list exceeds kMaxPages or
// kMaxShortPages.
// Upstream: tools/pager/pager.go ListPager.list, FullListIfExpired (client-go 0.37)
base::Result<ListResult> ReadAllPages(std::string_view path, const ListOptions& options, const ReadPage& read);

// Query: appends query parameters to a path.
class Query {
 public:
  // The path can have a query already.
  explicit Query(std::string_view path) : text_(path) {}

  // Appends a parameter. Escapes the value, but not the name.
  void Add(std::string_view name, std::string_view value);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace structural::kube
