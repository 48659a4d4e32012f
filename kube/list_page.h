// One page of a list, cut into its items without decoding them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::kube {

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

}  // namespace structural::kube
