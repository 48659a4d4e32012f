#include "cli/shared/list_items.h"

#include "cli/shared/head.h"
#include "document/json_parts.h"

namespace structural::cli {
namespace {

void AddItems(std::string_view json, std::vector<std::string_view>& to) {
  const lint::Head head = lint::ReadHead(json);
  if (!head.IsList()) return to.push_back(json);
  for (const std::string_view item : document::Elements(head.items)) AddItems(item, to);
}

}  // namespace

std::vector<std::string_view> ItemsOf(std::string_view json) {
  std::vector<std::string_view> items;
  AddItems(json, items);
  return items;
}

}  // namespace structural::cli
