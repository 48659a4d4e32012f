// Builder: writes a Document while a text is read, whatever its syntax.
//
//   builder.BeginObject(at);
//   builder.Key(at) += "\"name\"";
//   builder.EndKey();
//   builder.Value(at) += "5";
//   builder.EndObject();
//   builder.Finish();
//
// Calls come in the order of the text, well nested: the caller reads a grammar. Of a repeated key
// the last value counts. The first one stays in the text until Finish, as an alias may ask for it.
// One Builder makes one Document, which must outlive it. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "document/key_index.h"

namespace structural::document {

// Parts of a Document that is being written.

// Bytes of the JSON.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// A whole value with what belongs to it: which of the marks, and of the members to be taken out.
struct Span {
  Range json;
  Range marks;
  Range blanks;
};

class Builder {
 public:
  explicit Builder(Document& to) : out_(to) {}

  void BeginObject(Position at) { Begin('{', at); }
  void BeginArray(Position at) { Begin('[', at); }
  void EndObject();
  void EndArray();

  // The text to which the caller appends a key as a JSON string, and then a scalar value as JSON.
  std::string& Key(Position at);
  void EndKey();
  std::string& Value(Position at);

  // YAML's `<<`: what follows, up to the end of the merge, are members of another object that
  // become those of the object around, in place of what it had under these keys. Calls nest.
  void BeginMerge() { Top().origins.push_back(++last_origin_); }
  void EndMerge() { Top().origins.pop_back(); }
  // The same with the members of a value that was written before.
  // Precondition: it is an object.
  void Merge(const Span& span);

  // A value that is merged only when it is complete: the caller writes it in between.
  void BeginMergedValue(Position at);
  // Its bytes, which EndMergedValue copies.
  std::size_t MergedBytes() const { return size() - frames_[depth_ - 1].key_begin; }
  // An object, or a list of objects of which the first one counts most. False: it is neither.
  bool EndMergedValue();

  // Just before a value, and just after it: the value, for Repeat and Merge.
  Span Begin() const;
  void End(Span& span) const;
  // Writes the same once more.
  void Repeat(const Span& span);

  std::size_t size() const { return out_.json.size(); }

  // Precondition: the outermost value has ended.
  void Finish();

 private:
  struct Frame {
    explicit Frame(const std::string& json) : keys(json) {}

    bool object = false;
    bool first = true;
    int member = -1;  // that is being written
    std::uint32_t key_begin = 0;
    std::uint32_t blanks_before = 0;  // of a merged value
    std::vector<std::uint32_t> origins;  // of the merges that are open
    KeyIndex keys;
  };

  void Begin(char opening, Position at);
  Frame& Enter();
  Frame& Top() { return frames_[depth_ - 1]; }
  void Separate();
  void EndMember();
  void AddKey(std::uint32_t origin);
  std::string TextOf(const Span& span) const;
  void MergeMembers(std::string_view value, std::size_t offset, std::string_view object);
  void CopyMarks(std::size_t begin, std::size_t end);

  Document& out_;
  std::vector<Frame> frames_;  // beyond depth_: kept for their memory
  std::size_t depth_ = 0;
  std::uint32_t last_origin_ = 0;
  std::vector<Range> blanks_;  // members that do not count, in the order in which they were found
};

}  // namespace structural::document
