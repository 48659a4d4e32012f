#include "kube/list.h"

#include "kube/query.h"

namespace structural::kube {
namespace {

using base::ErrorCode;
using base::Result;

std::string PagePath(std::string_view path, const ListOptions& options, int limit,
                     const std::string& token) {
  Query query(path);
  if (limit > 0) query.Add("limit", std::to_string(limit));
  // The token carries the resourceVersion of the first page; the server refuses both at once.
  if (!token.empty()) {
    query.Add("continue", token);
  } else if (!options.resource_version.empty()) {
    query.Add("resourceVersion", options.resource_version);
  }
  return query.text();
}

}  // namespace

Result<ListResult> ReadAllPages(std::string_view path, const ListOptions& options,
                                const ReadPage& read) {
  ListResult result;
  int limit = options.limit;
  for (std::string token;;) {
    Result<ListPage> page = read(PagePath(path, options, limit, token));
    if (!page.ok()) {
      const bool expired = page.error().code() == ErrorCode::kGone && !token.empty() && limit > 0;
      if (!expired) return page.error();
      if (options.on_restart) options.on_restart();
      token.clear();
      limit = 0;
      continue;
    }
    result.resource_version = page->resource_version;
    if (page->continue_token.empty()) return result;
    if (page->continue_token == token) {
      return base::Error(ErrorCode::kInvalidInput,
                         "list " + std::string(path) + ": two pages have one continue token");
    }
    token = page->continue_token;
    result.paged = true;
  }
}

}  // namespace structural::kube
