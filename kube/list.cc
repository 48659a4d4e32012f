#include "kube/list.h"

#include <algorithm>
#include <unordered_set>

#include "kube/query.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

// One reading of a list.
class Pages {
 public:
  Pages(std::string_view path, const ListOptions& options)
      : path_(path),
        options_(options),
        limit_(options.limit),
        resource_version_(options.resource_version) {}

  Result<ListResult> ReadAll(const ReadPage& read);

 private:
  std::string Path() const;
  bool GoesOnAfter(const Error& failure, std::size_t items);
  bool AskForLess();
  void Restart();
  Error LeadsNowhere(const std::string& why) const {
    return {ErrorCode::kInvalidInput, "list " + std::string(path_) + ": " + why};
  }

  const std::string_view path_;
  const ListOptions& options_;
  int limit_;
  std::string resource_version_;
  std::string token_;
  std::unordered_set<std::size_t> tokens_;  // hashes of those that were there
  int pages_ = 0;
  ListResult result_;
};

std::string Pages::Path() const {
  Query query(path_);
  if (limit_ > 0) query.Add("limit", std::to_string(limit_));
  // The token carries the resourceVersion of the first page; the server refuses both at once.
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

// False: there is no less than this.
bool Pages::AskForLess() {
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

// Whether the list can be read in another way than the one that failed.
bool Pages::GoesOnAfter(const Error& failure, std::size_t items) {
  if (failure.code() == ErrorCode::kGone && !token_.empty() && limit_ > 0) {
    Restart();
    limit_ = 0;
    return true;
  }
  if (failure.code() != ErrorCode::kLimitExceeded || !AskForLess()) return false;
  if (items > 0) Restart();  // some of the page would come twice
  return true;
}

Result<ListResult> Pages::ReadAll(const ReadPage& read) {
  while (true) {
    if (++pages_ > kMaxPages) {
      return Error(ErrorCode::kLimitExceeded, "list " + std::string(path_) + ": more than " +
                                                  std::to_string(kMaxPages) + " pages");
    }
    std::size_t items = 0;
    Result<ListPage> page = read(Path(), &items);
    if (!page.ok()) {
      if (!GoesOnAfter(page.error(), items)) return page.error();
      continue;
    }
    result_.resource_version = page->resource_version;
    result_.limit = limit_;
    if (page->continue_token.empty()) return result_;
    if (items == 0) return LeadsNowhere("a page has a continue token and no item");
    if (!tokens_.insert(std::hash<std::string>()(page->continue_token)).second) {
      return LeadsNowhere("two pages have the same continue token");
    }
    token_ = std::move(page->continue_token);
    result_.paged = true;
  }
}

}  // namespace

Result<ListResult> ReadAllPages(std::string_view path, const ListOptions& options,
                                const ReadPage& read) {
  return Pages(path, options).ReadAll(read);
}

}  // namespace structural::kube
