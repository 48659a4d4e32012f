// ListSplitter: splits a list into its items while it arrives.
//
// A server may answer a list in one body of any size: it ignores `limit` when it answers from its
// watch cache. The splitter stores only the current item, and the text around the items.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "kube/json_slicer.h"
#include "kube/list.h"
#include "kube/proto_list_splitter.h"
#include "schema/base/result.h"

namespace structural::kube {

// JsonDepth: counts the open objects and arrays while the bytes of a JSON text arrive.
//
// Splits a text into parts for a later parser. It checks only quotes and brackets, and accepts "["
// closed by "}".
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

  // Takes at least one byte, until at most `floor` brackets are open. Returns the number of bytes
  // taken.
  std::size_t TakeUntil(std::string_view bytes, int floor);

  int depth() const { return depth_; }
  bool in_string() const { return in_string_; }

 private:
  bool TakeBlock(const char* block, int floor);

  int depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;  // the last byte is an unescaped backslash
};

// Splits one list, in JSON or protobuf. Not thread-safe.
class ListSplitter {
 public:
  // on_item receives the raw JSON of each element of .items, or what ProtoListSplitter delivers, in order, valid during
  // the call.
  // `accept`: the content types of the request. A list in another one is malformed.
  explicit ListSplitter(OnItem on_item, std::string_view accept = kProtobufOrJson)
      : on_item_(std::move(on_item)), may_be_proto_(accept != kJsonType) {}

  // Takes the next bytes, which can end at any place.
  // kInvalidInput: an item is not a JSON object. kLimitExceeded: an item, or the text around the
  // items, is too large.
  base::Status Feed(std::string_view bytes);

  // Returns the list without its items, at the end of the body. kInvalidInput: the body is not a list, or is
  // incomplete.
  base::Result<ListPage> End();

 private:
  enum class Place { kEnvelope, kItems, kItem };

  base::Status OutsideItem(char c);
  base::Status InItem(std::string_view* bytes);
  base::Status EmitItem();
  bool StartsItems() const;

  const OnItem on_item_;
  const bool may_be_proto_;
  std::optional<ProtoListSplitter> proto_;  // reads a list that begins with base::kProtoMagic
  bool begun_ = false;
  JsonSlicer slicer_;
  Place place_ = Place::kEnvelope;
  std::string envelope_;  // the list without its items
  std::string item_;
  JsonDepth depth_;
  bool comma_due_ = false;  // the next item needs a comma before it
};

}  // namespace structural::kube
