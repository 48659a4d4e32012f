// ListSplitter: cuts a list into its items while it is still coming in.
//
// A server may answer a list in one body of any size: it ignores `limit` when it answers from its
// watch cache. What is kept here is the item that is coming in, and what stands around the items.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "kube/json_slicer.h"
#include "kube/list.h"
#include "schema/base/result.h"

namespace structural::kube {

// JsonDepth: how many objects and arrays are open at a place of a JSON text, as its bytes come in.
//
// For cutting a text into its parts before somebody reads them: nothing is checked but quotes and
// brackets, and "[" may be closed by "}".
//
// Not thread-safe.
class JsonDepth {
 public:
  void Take(char c) {
    if (in_string_) {
      in_string_ = escaped_ || c != '"';
      escaped_ = !escaped_ && c == '\\';
      return;
    }
    in_string_ = c == '"';
    depth_ += c == '{' || c == '[';
    depth_ -= c == '}' || c == ']';
  }

  // Takes bytes, the first one in any case, until no more than `floor` are open; how many it took.
  std::size_t TakeUntil(std::string_view bytes, int floor);

  int depth() const { return depth_; }
  bool in_string() const { return in_string_; }

 private:
  bool TakeBlock(const char* block, int floor);

  int depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;  // the last byte was a backslash that is not escaped itself
};

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
