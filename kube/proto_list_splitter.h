// ProtoListSplitter: splits a list in protobuf into its items while it arrives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "kube/list.h"
#include "schema/base/result.h"

namespace structural::kube {

// Stores only the current item, and the fields besides the items. Not thread-safe.
//
// A field is read as gogo's decoders read it: fields may be in any order, the last of repeated ones counts, and unknown
// ones are skipped.
class ProtoListSplitter {
 public:
  // on_item receives each item as a base::ProtoObject without apiVersion and kind, in order, valid during the call.
  explicit ProtoListSplitter(OnItem on_item);

  // Takes the next bytes, which can end at any place. The first ones are base::kProtoMagic.
  // kInvalidInput: the bytes are not a list. kLimitExceeded: an item, or the text besides the items, is too large.
  base::Status Feed(std::string_view bytes);

  // Must be called at the end of the body. kInvalidInput: the list is incomplete.
  base::Result<ListPage> End();

 private:
  // The kind of the next bytes. kTag: a tag, and the size of its value. kSmall: a value that is read when it is complete.
  enum class Next { kMagic, kTag, kSmall, kItem, kSkip };

  bool TakeHead(std::string_view* bytes, std::uint64_t* tag, std::uint64_t* size, base::Status* failure);
  base::Status BeginField(std::uint64_t tag, std::uint64_t size);
  base::Status BeginValue(Next next, std::uint64_t size);
  base::Status EndValue();
  base::Status ReadSmall();
  base::Status TakeFromList(std::uint64_t bytes);

  const OnItem on_item_;
  Next next_ = Next::kMagic;
  bool in_list_ = false;  // in the field raw of Unknown, which is the list
  bool has_list_ = false;
  std::uint64_t list_left_ = 0;  // bytes of the list that were not taken yet
  std::uint64_t left_ = 0;       // bytes of the current value that were not taken yet
  int field_ = 0;
  std::size_t small_bytes_ = 0;  // sum of the sizes of all values read with kSmall
  std::string partial_;          // the current tag or value
  ListPage page_;
};

}  // namespace structural::kube
