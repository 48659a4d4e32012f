// ListSplitter: cuts a list into its items while it is still coming in.
//
// A server may answer a list in one body of any size: it ignores `limit` when it answers from its
// watch cache. What is kept here is the item that is coming in, and what stands around the items.
#pragma once

#include <string>
#include <string_view>

#include "kube/json_depth.h"
#include "kube/json_slicer.h"
#include "kube/list_page.h"
#include "schema/base/result.h"

namespace structural::kube {

// For one list. Not thread-safe.
class ListSplitter {
 public:
  // on_item gets the raw JSON of each element of .items, in order, valid during the call.
  explicit ListSplitter(OnItem on_item) : on_item_(std::move(on_item)) {}

  // Takes the next bytes, which may end anywhere.
  // kInvalidInput: an item is no JSON object. kLimitExceeded: an item, or what surrounds the items,
  // is too large.
  base::Status Feed(std::string_view bytes);

  // To be called at the end of the body. kInvalidInput: the body was no list, or is cut short.
  base::Result<ListPage> End();

 private:
  enum class Place { kEnvelope, kItems, kItem };

  base::Status OutsideItem(char c);
  base::Status InItem(std::string_view* bytes);
  base::Status EmitItem();
  bool StartsItems() const;

  const OnItem on_item_;
  JsonSlicer slicer_;
  Place place_ = Place::kEnvelope;
  std::string envelope_;  // the list without its items
  std::string item_;
  JsonDepth depth_;
  bool comma_due_ = false;  // an item has ended, the next needs a comma before it
};

}  // namespace structural::kube
