// Judge: an item of a server's list becomes a row.
#pragma once

#include <optional>
#include <string_view>

#include "cli/scan/row.h"
#include "schema/base/arena.h"
#include "schema/crd/crd.h"

namespace structural::scan {

struct Judged {
  Row row;  // its context is left empty
  // Views into the text and the arena; none where the row is kUnreadable.
  std::optional<crd::CustomResourceDefinition> crd;
  std::string_view text = {};  // the item, as the server sent it; of ListRows only
};

// `asked_for` is the version in which the list was asked for. `arena` is working memory: to be
// reset when the result is of no more use. Pure.
Judged Judge(std::string_view item, crd::ApiVersion asked_for, base::Arena& arena);

}  // namespace structural::scan
