#include "kube/list.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "kube/json_slicer.h"
#include "kube/transport/api_error.h"
#include "schema/base/hex.h"
#include "schema/base/utf8.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using simdjson::error_code;

constexpr int kOk = 200;

// Pages: reads all pages of one list.
class Pages {
 public:
  Pages(std::string_view path, const ListOptions& options)
      : path_(path), options_(options), limit_(options.limit), resource_version_(options.resource_version) {}

  Result<ListResult> ReadAll(const ReadPage& read);

 private:
  std::string Path() const;
  bool CanContinueAfter(const Error& failure, std::size_t items);
  bool RequestSmallerPages();
  void Restart();
  bool IsOther(const ListPage& page) const;
  Error TooMany(int max, const std::string& what) const {
    return {ErrorCode::kLimitExceeded,
            "list " + std::string(path_) + ": more than " + std::to_string(max) + " pages" + what};
  }
  Error LeadsNowhere(const std::string& why) const {
    return {ErrorCode::kInvalidInput, "list " + std::string(path_) + ": " + why};
  }

  const std::string_view path_;
  const ListOptions& options_;
  int limit_;
  std::string resource_version_;
  std::string token_;
  std::unordered_set<std::size_t> tokens_;  // hashes of all continue tokens that the server has sent
  bool expired_ = false;                    // a continue token has expired, so the list is read without pages
  int pages_ = 0;
  int short_pages_ = 0;
  ListResult result_;
};

std::string Pages::Path() const {
  Query query(path_);
  if (limit_ > 0) query.Add("limit", std::to_string(limit_));
  // Sends resourceVersion only without a continue token. The token contains the resourceVersion, and the server refuses
  // requests with both.
  if (!token_.empty()) {
    query.Add("continue", token_);
  } else if (!resource_version_.empty()) {
    query.Add("resourceVersion", resource_version_);
  }
  return query.text();
}

void Pages::Restart() {
  if (options_.on_restart) options_.on_restart();
  token_.clear();
  tokens_.clear();
}

// Makes the next request ask for smaller pages, or for the newest list if the server ignores the page size. Returns
// false if a page has only one item already.
bool Pages::RequestSmallerPages() {
  constexpr int kLess = 4;
  const bool ignored = token_.empty() && !resource_version_.empty();
  if (limit_ == 0) {
    limit_ = options_.limit > 0 ? options_.limit : kPageSize;
  } else if (!ignored) {
    if (limit_ == 1) return false;
    limit_ = std::max(1, limit_ / kLess);
  }
  if (!resource_version_.empty()) result_.from_newest = true;
  resource_version_.clear();
  return true;
}

// Decides how to continue after a failure: reads the list again without pages, or requests smaller pages. Returns false
// if reading must end with the failure. `items`: number of items of the failed page that were delivered.
bool Pages::CanContinueAfter(const Error& failure, std::size_t items) {
  if (failure.code() == ErrorCode::kGone && !token_.empty() && !std::exchange(expired_, true)) {
    Restart();
    limit_ = 0;
    return true;
  }
  if (failure.code() != ErrorCode::kLimitExceeded || !RequestSmallerPages()) return false;
  if (items > 0) Restart();  // otherwise some items of the page would be delivered twice
  return true;
}

// Returns the apiVersion in the path of a collection: /apis/GROUP/VERSION/… or /api/VERSION/…
std::string_view ApiVersionIn(std::string_view path) {
  for (const auto& [prefix, parts] : {std::pair<std::string_view, int>("/apis/", 2), {"/api/", 1}}) {
    if (!path.starts_with(prefix)) continue;
    const std::string_view rest = path.substr(prefix.size());
    std::size_t end = rest.find('/');
    if (parts == 2 && end != rest.npos) end = rest.find('/', end + 1);
    return rest.substr(0, end);
  }
  return {};
}

// Returns whether the page has another kind or apiVersion than requested, or no kind although one was requested. The
// kind "List" is accepted, because it can contain objects of any kind.
bool Pages::IsOther(const ListPage& page) const {
  if (page.kind == "List") return false;
  if (page.kind.empty()) return !options_.kind.empty();
  if (!options_.kind.empty() && page.kind != options_.kind) return true;
  const std::string_view wanted = ApiVersionIn(path_);
  return !page.api_version.empty() && !wanted.empty() && page.api_version != wanted;
}

Result<ListResult> Pages::ReadAll(const ReadPage& read) {
  while (true) {
    if (++pages_ > kMaxPages) return TooMany(kMaxPages, "");
    std::size_t items = 0;
    Result<ListPage> page = read(Path(), &items);
    if (!page.ok()) {
      if (!CanContinueAfter(page.error(), items)) return page.error();
      continue;
    }
    if (IsOther(*page)) {
      return LeadsNowhere(page->kind.empty() ? "the answer is a list without a kind, so it is not that of an API server"
                                             : "the answer is a " + page->kind + " of " + page->api_version);
    }
    result_.resource_version = page->resource_version;
    result_.last_page_limit = limit_;
    if (page->continue_token.empty()) return result_;
    if (items == 0) return LeadsNowhere("a page has a continue token and no item");
    if (items < static_cast<std::size_t>(limit_) && ++short_pages_ > kMaxShortPages) {
      return TooMany(kMaxShortPages, " with fewer items than asked for");
    }
    if (!tokens_.insert(std::hash<std::string>()(page->continue_token)).second) {
      return LeadsNowhere("two pages have the same continue token");
    }
    token_ = std::move(page->continue_token);
    result_.paged = true;
  }
}

error_code ReadMetadata(JsonSlicer::Value value, ListPage* page) {
  JsonSlicer::Object metadata;
  error_code code = value.get_object().get(metadata);
  if (code != simdjson::SUCCESS) return code;
  for (auto field : metadata) {
    std::string_view key;
    std::string_view text;
    if ((code = field.unescaped_key().get(key)) != simdjson::SUCCESS) return code;
    std::string* target = key == "resourceVersion" ? &page->resource_version
                          : key == "continue"      ? &page->continue_token
                                                   : nullptr;
    if (target == nullptr) continue;
    if ((code = field.value().get_string().get(text)) != simdjson::SUCCESS) return code;
    target->assign(text);
  }
  return simdjson::SUCCESS;
}

error_code ReadText(JsonSlicer::Value value, std::string* to) {
  std::string_view text;
  const error_code code = value.get_string().get(text);
  if (code == simdjson::SUCCESS) to->assign(text);
  return code;
}

error_code ReadItems(JsonSlicer::Value value, const OnItem& on_item) {
  if (value.is_null()) return simdjson::SUCCESS;  // Go writes an empty list as null
  simdjson::ondemand::array items;
  error_code code = value.get_array().get(items);
  if (code != simdjson::SUCCESS) return code;
  for (auto element : items) {
    JsonSlicer::Object item;
    std::string_view bytes;
    if ((code = element.get_object().get(item)) != simdjson::SUCCESS) return code;
    if ((code = item.raw_json().get(bytes)) != simdjson::SUCCESS) return code;
    on_item(bytes);
  }
  return simdjson::SUCCESS;
}

bool IsUnreserved(char c) { return base::IsLetterOrDigit(c) || c == '-' || c == '_' || c == '.' || c == '~'; }

}  // namespace

Result<ListResult> ReadAllPages(std::string_view path, const ListOptions& options, const ReadPage& read) {
  return Pages(path, options).ReadAll(read);
}

base::Error StatusInsteadOfList(std::string_view body) {
  return ToError(ParseApiError(kOk, body)).In("the answer is a Status instead of a list");
}

base::Result<ListPage> ReadListPage(std::string& body, const OnItem& on_item) {
  JsonSlicer slicer;
  base::Result<JsonSlicer::Object> root = slicer.Start(body);
  if (!root.ok()) return root.error().In("list");
  ListPage page;
  bool has_items = false;
  for (auto field : *root) {
    std::string_view key;
    JsonSlicer::Value value;
    error_code code = field.unescaped_key().get(key);
    if (code == simdjson::SUCCESS) code = field.value().get(value);
    if (code != simdjson::SUCCESS) return MalformedJson("list", code);
    if (key == "metadata") code = ReadMetadata(value, &page);
    if (key == "kind") code = ReadText(value, &page.kind);
    if (key == "apiVersion") code = ReadText(value, &page.api_version);
    if (key == "items") {
      has_items = true;
      code = ReadItems(value, on_item);
    }
    if (code != simdjson::SUCCESS) return MalformedJson("list: " + std::string(key), code);
  }
  const base::Status end = slicer.Finish();
  if (!end.ok()) return end.error().In("list");
  // Like client-go's Result.Into, returns the error of a Status even if the HTTP status is 200.
  if (!has_items && page.kind == "Status") return StatusInsteadOfList(body);
  if (!has_items) {
    return base::Error(base::ErrorCode::kInvalidInput, "the response is not a list, because it has no items");
  }
  return page;
}

void Query::Add(std::string_view name, std::string_view value) {
  text_ += text_.find('?') == std::string::npos ? '?' : '&';
  text_.append(name) += '=';
  for (const char c : value) {
    if (IsUnreserved(c)) {
      text_ += c;
    } else {
      base::AppendPercentEscape(static_cast<unsigned char>(c), text_);
    }
  }
}

}  // namespace structural::kube
