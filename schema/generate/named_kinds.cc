#include "schema/generate/named_kinds.h"

#include <algorithm>

namespace structural::generate {

std::vector<NamedKind> NameKinds(const std::vector<const Kind*>& kinds, Names& names) {
  std::vector<NamedKind> named;
  for (std::size_t i = 0; i < kinds.size(); ++i) named.push_back({*kinds[i], i, "", ""});
  const auto before = [](const NamedKind& a, const NamedKind& b) {
    return a.kind.resource.kind < b.kind.resource.kind;
  };
  std::vector<NamedKind*> order;
  for (NamedKind& kind : named) order.push_back(&kind);
  std::ranges::sort(order, [&](const auto* a, const auto* b) { return before(*a, *b); });
  for (NamedKind* kind : order) {
    const std::string_view is = kind->kind.resource.kind;
    kind->name = names.Take(IsExportedName(is) ? std::string(is) : ExportedName(is));
  }
  for (NamedKind* kind : order) kind->list = names.Take(kind->name + "List");
  return named;
}

}  // namespace structural::generate
