#include "cli/shared/crd_copies.h"

#include <utility>

#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/json/value.h"

namespace structural::cli {

CrdCopies::CopyKind CrdCopies::Add(const FileDocument& crd, std::string_view group, std::string_view version,
                                   std::string_view kind) {
  const std::string place = document::PlaceText(crd.file, crd.At(0));
  std::string key(group);
  key.append("/").append(version).append("/").append(kind);
  const auto known = by_version_.find(key);
  if (known == by_version_.end()) {
    by_version_.emplace(std::move(key), crds_.try_emplace(place, crd.json).first);
    return CopyKind::kFirst;
  }
  if (place != compared_.place || known->second != compared_.with) {
    base::Arena arena;
    const auto before = json::Parser(arena).Parse(known->second->second);
    compared_ = {place, known->second, before.ok() && EqualForObjects(*before, crd.value)};
  }
  if (compared_.equal) return CopyKind::kCopy;
  ReportError(crd, "two different CRDs have kind " + base::Quote(kind) + " in version " + base::Quote(version) +
                       " of group " + base::Quote(group) + ": this one and that of " + known->second->first);
  return CopyKind::kDifferent;
}

}  // namespace structural::cli
