// Builder: writes a Document while a text in YAML or JSON is read.
//
//   builder.BeginObject(at);
//   builder.Key(at) += "\"name\"";
//   builder.EndKey();
//   builder.Value(at) += "5";
//   builder.EndObject();
//   builder.Finish();
//
// Calls must be in the order of the text and well nested. If a key is repeated, its last value counts. Earlier values
// stay in the JSON until Finish, because an alias can refer to them. One Builder writes one Document, which must
// outlive it. Not thread-safe.
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

// The place of a member in Document::json.
struct Member {
  std::size_t hash;        // hash of the key
  std::uint32_t begin;     // offset of the key
  std::uint32_t key_size;  // size in bytes of the key, including its quotes
  std::uint32_t end;       // offset after the value
  std::uint32_t origin;    // number of the merge that the member comes from; 0: the object itself has it
};

// KeyIndex: finds the members of an object by key while the object is written. Refers to the JSON text of the members,
// which must outlive the index and can grow. Not thread-safe.
//
// It is a hash table. A member for which no slot near its hash is free is stored in an ordered set instead. Therefore
// an operation costs at most the logarithm of the number of members, even if hashes collide.
class KeyIndex {
 public:
  explicit KeyIndex(const std::string& json) : json_(&json) {}

  void Clear();

  // Returns the index of the member with this key, or -1.
  int Find(std::size_t hash, std::string_view key) const;
  // Adds the member, and returns its index. Precondition: no member has this key.
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
  void AddToTable(int place);
  void RebuildTable();

  const std::string* json_;
  std::vector<Member> members_;
  std::vector<int> slots_;  // hash table: indexes of members, -1 in a free slot; empty for an object with few members
  std::set<Key, Less> members_without_slot_{Less{json_}};
};

// A half-open range [begin, end) of offsets or indexes.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Where a complete value is in the builder's data.
struct Span {
  Range json;             // offsets in Document::json
  Range marks;            // indexes in Document::marks
  Range removed_members;  // indexes in Builder::removed_members_
};

class Builder {
 public:
  explicit Builder(Document& to) : out_(to) {}

  void BeginObject(Position at) { Begin('{', at); }
  void BeginArray(Position at) { Begin('[', at); }
  void EndObject();
  void EndArray();

  // Key and Value return Document::json. The caller appends to it: after Key the key as a JSON string, and after Value
  // a scalar as JSON. EndKey must be called after the key was appended.
  std::string& Key(Position at);
  void EndKey();
  std::string& Value(Position at);

  // BeginMerge begins the value of YAML's `<<`: the members up to EndMerge are added to the surrounding object, and
  // replace its members with the same keys. Calls can be nested.
  void BeginMerge() { Top().origins.push_back(++last_origin_); }
  void EndMerge() { Top().origins.pop_back(); }
  // Adds the members of a value that was written before to the surrounding object, as for `<<: *alias`. They replace
  // earlier members with the same keys. Precondition: the value is an object.
  void Merge(const Span& span);

  // Begins a value of `<<` that must be complete before its members are added to the surrounding object. The caller
  // writes the value, and then calls EndMergedValue.
  void BeginMergedValue(Position at);
  // Returns the number of bytes of JSON since BeginMergedValue. EndMergedValue copies at most this number of bytes.
  std::size_t MergedBytes() const { return size() - frames_[depth_ - 1].key_begin; }
  // Adds the members of the value that was written since BeginMergedValue: an object, or a list of objects. If several
  // objects of the list have the same key, the first one counts. Returns false if the value is neither an object nor a
  // list of objects.
  bool EndMergedValue();

  // BeginSpan must be called directly before a value is written, and EndSpan directly after it, with the result of
  // BeginSpan. Then the span can be passed to Repeat and Merge.
  Span BeginSpan() const;
  void EndSpan(Span& span) const;
  // Writes the value of the span once more, as for an alias.
  void Repeat(const Span& span);

  std::size_t size() const { return out_.json.size(); }

  // Completes the document: removes the members that later ones with the same key have replaced. Precondition: the
  // outermost value has ended.
  void Finish();

 private:
  struct Frame {
    explicit Frame(const std::string& json) : keys(json) {}

    bool is_object = false;
    bool is_empty = true;                // nothing was written in the object or list yet
    int member_index = -1;               // index in `keys` of the member whose value is being written; -1: none
    std::uint32_t key_begin = 0;         // offset in the JSON of the last key
    std::uint32_t removed_before = 0;    // size of removed_members_ at BeginMergedValue
    std::vector<std::uint32_t> origins;  // numbers of the merges that have not ended
    KeyIndex keys;
  };

  void Begin(char opening, Position at);
  Frame& Enter();
  Frame& Top() {
    assert(depth_ > 0);
    return frames_[depth_ - 1];
  }
  void WriteComma();
  void EndMember();
  void AddKey(std::uint32_t origin);
  std::string TextOf(const Span& span) const;
  void MergeMembers(std::string_view value, std::size_t offset, std::string_view object);
  void CopyMarks(std::size_t begin, std::size_t end);

  Document& out_;
  std::vector<Frame> frames_;  // one for each open object or list; those beyond depth_ are kept for reuse
  std::size_t depth_ = 0;
  std::uint32_t last_origin_ = 0;
  std::vector<Range> removed_members_;  // offsets of members that Finish removes, in the order in which they were found
};

}  // namespace structural::document
