// Source: the offsets of a document's parts in its text.
//
// Plain data that borrows the text. Safe to read from several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/result.h"

namespace structural::document {

// Index in Source::nodes; the outermost value is 0.
using SourceId = std::uint32_t;
inline constexpr SourceId kNoSource = 0xFFFFFFFF;

// A member or an element. Offsets are in bytes.
struct SourceEntry {
  std::string key;    // key as in Document
  SourceId key_node;  // kNoSource for an element
  SourceId value;
  std::uint32_t begin = 0;   // offset of the `- ` or `? `, otherwise of the key or element
  std::uint32_t header = 0;  // offset after `-` or `:`; for an element in brackets: begin
  std::uint32_t end = 0;     // offset after the value
  bool colon = true;         // false: a member without colon and value
  bool merge = false;        // the key is `<<`
};

struct SourceNode {
  enum class Kind : char { kMapping, kSequence, kScalar, kAlias };
  enum class Style : char { kBlock, kFlow, kPlain, kSingleQuoted, kDoubleQuoted, kLiteral, kFolded };

  bool IsCollection() const { return kind == Kind::kMapping || kind == Kind::kSequence; }
  bool block() const { return style == Style::kBlock; }
  // Null, written as no characters.
  bool absent() const { return kind == Kind::kScalar && begin == end; }

  Kind kind = Kind::kScalar;
  Style style = Style::kPlain;
  std::uint32_t begin = 0;    // offset of the node with its anchor and tag
  std::uint32_t content = 0;  // offset after anchor and tag
  std::uint32_t end = 0;
  std::string_view anchor;      // the anchor's name, or the name that an alias refers to
  SourceId target = kNoSource;  // node with the anchor of an alias
  SourceId parent = kNoSource;
  std::uint32_t place = 0;  // index among the entries of the parent
  std::vector<SourceEntry> entries;
};

struct Source {
  std::string_view text;
  bool json = false;
  bool aliases = false;           // the text has aliases or merges
  std::vector<SourceNode> nodes;  // empty: the text has no value

  // Returns the distance from the start of the line, in bytes.
  std::uint32_t Column(std::uint32_t offset) const;
  // Returns a JSON Pointer to the node, with the keys of the text.
  std::string PointerOf(SourceId id) const;
  // Returns whether the node is a collection with its own brackets. The single member in `[a: 1]`
  // has none.
  bool InBrackets(const SourceNode& node) const;
};

// Reads the Source of a document. Precondition: ReadYaml or ReadJson read the text as a Document. Errors: kInternal if
// ReadSource finds another structure than ReadYaml or ReadJson.
base::Result<Source> ReadSource(std::string_view text, bool json);

// Splices: replacements of parts of a text, applied together.
class Splices {
 public:
  struct Splice {
    std::size_t begin;
    std::size_t end;
    std::string with;
    SourceId owner;
    bool if_kept = false;
  };

  // Sets the part of the source that later splices belong to. Returns the former one.
  SourceId SetOwner(SourceId part) { return std::exchange(owner_, part); }

  // Inserts a text. Several texts at the same place are kept in the order of the calls.
  void Insert(std::size_t at, std::string text) { Replace(at, at, std::move(text)); }
  void Remove(std::size_t begin, std::size_t end) { Replace(begin, end, {}); }
  void Replace(std::size_t begin, std::size_t end, std::string with) {
    splices_.push_back({begin, end, std::move(with), owner_});
  }
  // Replaces the part unless another splice replaces the text around it.
  void ReplaceIfKept(std::size_t begin, std::size_t end, std::string with) {
    splices_.push_back({begin, end, std::move(with), owner_, true});
  }

  // Returns the splices in the order of the text, without empty ones. Returns nullopt if two of
  // them overlap.
  std::optional<std::vector<Splice>> Take();

 private:
  std::vector<Splice> splices_;
  SourceId owner_ = 0;
};

inline bool IsBreak(char c) { return c == '\n' || c == '\r'; }
inline bool IsBlank(char c) { return c == ' ' || c == '\t'; }

// Return the start of the line of `at`, and its end before the line break.
std::size_t LineBegin(std::string_view text, std::size_t at);
std::size_t LineEnd(std::string_view text, std::size_t at);
// Returns the start of the line after the line of `at`, or the end of the text.
std::size_t NextLine(std::string_view text, std::size_t at);

// Returns the offset before the line break that ends at `at`, or `at` if no line break ends there.
std::size_t BeforeBreak(std::string_view text, std::size_t at);

// Skips blanks, line breaks and comments.
std::size_t SkipSpace(std::string_view text, std::size_t at);

// Returns whether the part consists of blanks and line breaks only.
bool IsSpace(std::string_view text, std::size_t begin, std::size_t end);
bool HasBreak(std::string_view text, std::size_t begin, std::size_t end);

// Returns the blanks at the start of the line of `at`.
std::string_view IndentOf(std::string_view text, std::size_t at);

}  // namespace structural::document
