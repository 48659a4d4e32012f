// Source: where the parts of a document stand in its text.
//
// Plain data that borrows the text. Safe to read from several threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/result.h"

namespace structural::document {

// Places in Source::nodes; the outermost value is 0.
using SourceId = std::uint32_t;
inline constexpr SourceId kNoSource = 0xFFFFFFFF;

// A member or an element. Offsets are bytes of the text.
struct SourceEntry {
  std::string key;    // as Document has it
  SourceId key_node;  // kNoSource: an element
  SourceId value;
  std::uint32_t begin = 0;   // of its `- ` or `? `, or of the key, or of the value
  std::uint32_t header = 0;  // behind `-` or `:`; of an element in brackets: begin
  std::uint32_t end = 0;     // behind the value
  bool colon = true;         // a member without one has no value
  bool merge = false;        // `<<`
};

struct SourceNode {
  enum class Kind : char { kMapping, kSequence, kScalar, kAlias };
  enum class Style : char {
    kBlock,
    kFlow,
    kPlain,
    kSingleQuoted,
    kDoubleQuoted,
    kLiteral,
    kFolded
  };

  bool IsCollection() const { return kind == Kind::kMapping || kind == Kind::kSequence; }
  bool block() const { return style == Style::kBlock; }
  bool absent() const { return kind == Kind::kScalar && begin == end; }  // null, without a word

  Kind kind = Kind::kScalar;
  Style style = Style::kPlain;
  std::uint32_t begin = 0;    // with anchor and tag
  std::uint32_t content = 0;  // without
  std::uint32_t end = 0;
  std::string_view anchor;      // its name, or the one that an alias asks for
  SourceId target = kNoSource;  // of an alias
  SourceId parent = kNoSource;
  std::uint32_t place = 0;  // among the parent's entries
  std::vector<SourceEntry> entries;
};

struct Source {
  std::string_view text;
  bool json = false;
  bool aliases = false;           // or merges
  std::vector<SourceNode> nodes;  // empty: the text has no value

  // From the beginning of its line, in bytes.
  std::uint32_t Column(std::uint32_t offset) const;
  // A JSON Pointer to the node; its keys are those of the text.
  std::string PointerOf(SourceId id) const;
  // A collection in brackets; not the single member in `[a: 1]`, which has none of its own.
  bool InBrackets(const SourceNode& node) const;
};

// Precondition: the text was read as a Document, by ReadYaml or as JSON.
// Errors: kInternal where it is read differently here.
base::Result<Source> ReadSource(std::string_view text, bool json);

}  // namespace structural::document
