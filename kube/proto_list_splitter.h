// ProtoListSplitter: splits a list in protobuf into its items while the list arrives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kube/list.h"
#include "schema/base/result.h"

namespace structural::kube {

// Stores only the current item and the fields other than items. Not thread-safe.
//
// Reads fields as the decoders of gogo/protobuf do. Fields can be in any order. If a field is repeated, its last value
// counts. Unknown fields are skipped.
class ProtoListSplitter {
 public:
  // on_item receives each item, in order, as a base::ProtoObject without apiVersion and kind. The bytes are valid only
  // during the call.
  explicit ProtoListSplitter(OnItem on_item);

  // Reads the next bytes of the body, which can end at any place. The body must begin with base::kProtoMagic.
  // kInvalidInput: the bytes are not a list. kLimitExceeded: an item, or the data outside of the items, is too large.
  base::Status Feed(std::string_view bytes);

  // Must be called at the end of the body. Returns the list's fields other than its items. kInvalidInput: the list is
  // incomplete. If the body is a Status in place of a list, the error is StatusInsteadOfList.
  base::Result<ListPage> End();

 private:
  // The kind of the next bytes. kTag: a tag and the size of its value. kSmall: a value, such as metadata, that is read
  // when it is complete. kItem: an item. kStatus: the Status that is in place of the list.
  // kSkip: a value of an unknown field.
  enum class Next { kMagic, kTag, kSmall, kItem, kStatus, kSkip };

  bool TakeHead(std::string_view* bytes, std::uint64_t* tag, std::uint64_t* size, base::Status* failure);
  base::Status BeginField(std::uint64_t tag, std::uint64_t size);
  base::Status BeginValue(Next next, std::uint64_t size);
  base::Status EndValue();
  base::Status ReadSmall();
  base::Status ChargeList(std::uint64_t bytes);

  const OnItem on_item_;
  Next next_ = Next::kMagic;
  bool in_list_ = false;                // the next bytes are in the list: in the field `raw` of the message Unknown
  bool has_list_ = false;               // the list has begun
  std::uint64_t list_bytes_left_ = 0;   // number of bytes of the list that were not read yet
  std::uint64_t value_bytes_left_ = 0;  // number of bytes of the current value that were not read yet
  int field_ = 0;                       // number of the current field
  std::size_t small_bytes_ = 0;         // sum of the sizes of all values read with kSmall or kStatus
  std::string partial_;                 // the bytes of the current tag or value that have arrived
  ListPage page_;
  std::optional<base::Error> status_;  // the error of a Status in place of the list
};

}  // namespace structural::kube
