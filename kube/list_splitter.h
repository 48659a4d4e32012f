// ListSplitter: splits a list into its items while the list arrives.
//
// A server that answers from its watch cache ignores `limit`, and sends a list of any size in one body. The splitter
// stores only the current item and the text outside of the items.
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
// It does not check whether the text is valid, because each part is parsed later. For example, it accepts "[" closed by
// "}". Not thread-safe.
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

  // Counts the next bytes until at most `floor` brackets are open, but at least one byte. Returns the number of counted
  // bytes.
  std::size_t TakeUntil(std::string_view bytes, int floor);

  int depth() const { return depth_; }
  bool in_string() const { return in_string_; }

 private:
  bool TakeBlock(const char* block, int floor);

  int depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;  // the last byte is a backslash that escapes the next byte
};

// Splits one list in JSON or protobuf. Not thread-safe.
class ListSplitter {
 public:
  // on_item receives each item, in order: the JSON of each element of .items, or a base::ProtoObject
  // (ProtoListSplitter). The bytes are valid only during the call. `accept`: the content types that were requested. A
  // list in protobuf is malformed if only JSON was requested.
  explicit ListSplitter(OnItem on_item, std::string_view accept = kProtobufOrJson)
      : on_item_(std::move(on_item)), may_be_proto_(accept != kJsonType) {}

  // Reads the next bytes of the body, which can end at any place. kInvalidInput: an item is not a JSON object.
  // kLimitExceeded: an item, or the text outside of the items, is too large.
  base::Status Feed(std::string_view bytes);

  // Must be called at the end of the body. Returns the list's fields other than its items. kInvalidInput: the body is
  // not a list, or is incomplete.
  base::Result<ListPage> End();

 private:
  enum class Place { kEnvelope, kItems, kItem };

  base::Status ReadOutsideItem(char c);
  base::Status ReadInItem(std::string_view* bytes);
  base::Status EmitItem();
  bool StartsItems() const;

  const OnItem on_item_;
  const bool may_be_proto_;
  std::optional<ProtoListSplitter> proto_;  // reads the list if it is in protobuf; nullopt for JSON
  bool has_begun_ = false;
  JsonSlicer slicer_;
  Place place_ = Place::kEnvelope;
  std::string envelope_;  // the list without its items
  std::string item_;
  JsonDepth depth_;
  bool needs_comma_ = false;  // a comma must follow before the next item
};

}  // namespace structural::kube
