// Builder: writes a Document while a text is read, whatever its syntax.
//
//   builder.BeginObject(at);
//   builder.Key(at) += "\"name\"";
//   builder.EndKey();
//   builder.Value(at) += "5";
//   builder.EndObject();
//   builder.Finish();
//
// Calls must be in the order of the text and well nested. The last value of a repeated key counts.
// Earlier ones stay in the JSON until Finish, because an alias can refer to them. One Builder makes
// one Document, which must outlive it. Not thread-safe.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace structural::document {

// The place of a member in the JSON text: its key begins at `begin`, its value ends at `end`.
struct Member {
  std::size_t hash;
  std::uint32_t begin;
  std::uint32_t key_size;  // size in bytes of the key, including its quotes
  std::uint32_t end;
  std::uint32_t origin;  // 0: the object itself; otherwise the number of a merge
};

// Finds the members that an object has so far by their keys. Refers to the text of the members, which must outlive the
// index and can grow. Not thread-safe.
//
// The index is a hash table of indexes of members. A member that finds no free slot near the slot of its hash is stored
// in an ordered set instead. So an operation costs at most the logarithm of the number of members, even if hashes
// collide.
class KeyIndex {
 public:
  explicit KeyIndex(const std::string& json) : json_(&json) {}

  void Clear();

  // Returns the index of the member with this key, or -1.
  int Find(std::size_t hash, std::string_view key) const;
  // Returns the member's index. Precondition: no member has this key.
  int Add(const Member& member);

  Member& operator[](int place) { return members_[place]; }

 private:
  struct Key {
    std::size_t hash;
    std::uint32_t begin;
    std::uint32_t size;
    int place;
  };
  struct SearchedKey {
    std::size_t hash;
    std::string_view key;
  };
  struct Less {
    using is_transparent = void;
    bool operator()(const Key& a, const Key& b) const { return (*this)(a, Of(b)); }
    bool operator()(const Key& a, const SearchedKey& b) const;
    bool operator()(const SearchedKey& a, const Key& b) const;
    SearchedKey Of(const Key& key) const;
    const std::string* json;
  };

  bool HasKey(int place, std::size_t hash, std::string_view key) const;
  void Index(int place);
  void IndexAll();

  const std::string* json_;
  std::vector<Member> members_;
  std::vector<int> slots_;                    // indexes of members, or -1; empty for an object with few members
  std::set<Key, Less> ordered_{Less{json_}};  // members without a slot
};

// Bytes of the JSON: [begin, end).
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// A complete value: its JSON, and the ranges of its marks and of its removed members in the lists
// of the document and the builder.
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

  // Return the text to which the caller appends the key as a JSON string, or a scalar value as
  // JSON.
  std::string& Key(Position at);
  void EndKey();
  std::string& Value(Position at);

  // Begins YAML's `<<`: the members up to EndMerge are members of another object. They are added to
  // the surrounding object and replace its members with the same keys. Calls can be nested.
  void BeginMerge() { Top().origins.push_back(++last_origin_); }
  void EndMerge() { Top().origins.pop_back(); }
  // Merges the members of a value that was written before.
  // Precondition: it is an object.
  void Merge(const Span& span);

  // Begins a value that is merged after it is complete. The caller writes it before EndMergedValue.
  void BeginMergedValue(Position at);
  // Returns the number of bytes that the value begun by BeginMergedValue has so far; EndMergedValue copies them.
  std::size_t MergedBytes() const { return size() - frames_[depth_ - 1].key_begin; }
  // Merges the value: an object, or a list of objects, of which earlier ones take precedence.
  // Returns false if the value is neither.
  bool EndMergedValue();

  // Call Begin just before a value is written, and End just after it. End returns the value's span, which can be passed
  // to Repeat and Merge.
  Span Begin() const;
  void End(Span& span) const;
  // Writes the value of the span again.
  void Repeat(const Span& span);

  std::size_t size() const { return out_.json.size(); }

  // Completes the document. Precondition: the outermost value has ended.
  void Finish();

 private:
  struct Frame {
    explicit Frame(const std::string& json) : keys(json) {}

    bool object = false;
    bool first = true;
    int member = -1;  // index of the member being written
    std::uint32_t key_begin = 0;
    std::uint32_t blanks_before = 0;     // size of blanks_ before a merged value
    std::vector<std::uint32_t> origins;  // numbers of the merges that have not ended
    KeyIndex keys;
  };

  void Begin(char opening, Position at);
  Frame& Enter();
  Frame& Top() {
    assert(depth_ > 0);
    return frames_[depth_ - 1];
  }
  void Separate();
  void EndMember();
  void AddKey(std::uint32_t origin);
  std::string TextOf(const Span& span) const;
  void MergeMembers(std::string_view value, std::size_t offset, std::string_view object);
  void CopyMarks(std::size_t begin, std::size_t end);

  Document& out_;
  std::vector<Frame> frames_;  // never shrinks: entries beyond depth_ keep their memory for reuse
  std::size_t depth_ = 0;
  std::uint32_t last_origin_ = 0;
  std::vector<Range> blanks_;  // removed members, in the order in which they were found
};

}  // namespace structural::document
