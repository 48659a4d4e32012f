// JsonIterator: reads JSON as the Go library jsoniter does, which servers up to 1.37 use for fieldsV1 and its keys.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::merge {

// Reads one text. jsoniter accepts some texts that are not JSON, such as a repeated name in an object. The errors have
// its messages, which quote the text around the position. After the first error, nothing else is read. Not thread-safe.
//
// Upstream: jsoniter iter.go Iterator (v1.1.12).
class JsonIterator {
 public:
  // Values point into `text` and `arena`. `block`: the size of the blocks in which the text is read, as from a Go reader;
  // an error quotes only the current block. 0: the text is one block.
  JsonIterator(std::string_view text, base::Arena& arena, std::size_t block = 0);

  // Reads the next value. All numbers are doubles.
  //
  // Upstream: jsoniter iter.go Iterator.Read (v1.1.12).
  json::Value Read();

  // Reads an object or null, and calls `on_member` with each name. It must read the value.
  //
  // Upstream: jsoniter iter_object.go Iterator.ReadMapCB, Iterator.ReadObjectCB (v1.1.12).
  template <typename OnMember>
  void ReadMap(OnMember on_member) {
    ReadMembers("ReadMapCB", on_member);
  }
  template <typename OnMember>
  void ReadObject(OnMember on_member) {
    ReadMembers("ReadObjectCB", on_member);
  }

  // Reports an error unless the whole text was read.
  void ExpectEnd();

  // Sets the error, unless there is one. Its text has the position, and the text around it.
  //
  // Upstream: jsoniter iter.go Iterator.ReportError (v1.1.12).
  void ReportError(std::string_view operation, std::string_view message);

  bool failed() const { return state_ == State::kFailed; }
  const std::string& error() const { return error_; }

 private:
  enum class State { kReading, kEnd, kFailed };

  template <typename OnMember>
  void ReadMembers(std::string_view operation, OnMember& on_member) {
    if (!BeginMembers(operation)) return;
    do {
      const std::string_view name = ReadName(operation);
      if (!failed()) on_member(name);
    } while (!failed() && HasMore("", '}', operation));
  }

  bool LoadMore();
  char NextToken();
  char ReadByte();
  void Unread();
  bool BeginMembers(std::string_view operation);
  std::string_view ReadName(std::string_view operation);
  bool HasMore(std::string_view expected, char end, std::string_view operation);
  void ExpectBytes(std::string_view bytes);
  std::string_view ReadString();
  std::string_view ReadEscapedString();
  void ReadEscape(char c, std::string& to);
  char32_t ReadHex();
  double ReadNumber();
  double ReadPositiveNumber();
  std::string ReadNumberText();
  json::Value ReadArray();
  json::Value ReadObjectValue();

  base::Arena& arena_;
  const std::size_t block_size_;
  std::string_view rest_;   // the text after the block
  std::string_view block_;  // the current block
  std::size_t head_ = 0;    // position in the block
  int levels_left_;
  bool in_name_list_ = false;  // whether the next name follows a comma
  State state_ = State::kReading;
  std::string error_;
};

}  // namespace structural::merge
