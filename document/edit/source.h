// Source: where the keys and values of a YAML or JSON document are in its text, as offsets in bytes.
//
// Plain data with views of the text, which must outlive it. Safe to read from several threads.
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

// Index of a node in Source::nodes. The outermost value has the index 0.
using SourceId = std::uint32_t;
inline constexpr SourceId kNoSource = 0xFFFFFFFF;

// A member or an element. Offsets are in bytes.
struct SourceEntry {
  std::string key;    // key as in Document
  SourceId key_node;  // kNoSource for an element
  SourceId value;
  std::uint32_t begin = 0;          // offset of the dash or question mark; without either, of the key or element
  std::uint32_t indicator_end = 0;  // offset after `-` or `:`; for an element in brackets, the same as `begin`
  std::uint32_t end = 0;            // offset after the value
  bool has_colon = true;            // false: a member without colon and value
  bool is_merge = false;            // the key is `<<`
};

struct SourceNode {
  enum class Kind : char { kMapping, kSequence, kScalar, kAlias };
  enum class Style : char { kBlock, kFlow, kPlain, kSingleQuoted, kDoubleQuoted, kLiteral, kFolded };

  bool IsCollection() const { return kind == Kind::kMapping || kind == Kind::kSequence; }
  bool block() const { return style == Style::kBlock; }
  // Returns whether the node is a null that is written without characters, as the value in `a:`.
  bool absent() const { return kind == Kind::kScalar && begin == end; }

  Kind kind = Kind::kScalar;
  Style style = Style::kPlain;
  std::uint32_t begin = 0;    // offset of the node with its anchor and tag
  std::uint32_t content = 0;  // offset after anchor and tag
  std::uint32_t end = 0;
  std::string_view anchor;      // the anchor's name, or the name that an alias refers to
  SourceId target = kNoSource;  // for an alias: the node with its anchor
  SourceId parent = kNoSource;
  std::uint32_t index_in_parent = 0;  // index among the entries of the parent
  std::vector<SourceEntry> entries;
};

struct Source {
  std::string_view text;
  bool is_json = false;
  bool has_aliases = false;       // the text has aliases or merges
  std::vector<SourceNode> nodes;  // empty: the text has no value

  // Returns the column of the offset, in bytes and from 0.
  std::uint32_t Column(std::uint32_t offset) const;
  // Returns a JSON Pointer to the node, with the keys of the text.
  std::string PointerOf(SourceId id) const;
  // Returns whether the node is a mapping or list with its own brackets. The mapping in `[a: 1]` has no brackets of its
  // own.
  bool InBrackets(const SourceNode& node) const;
};

// Reads the Source of a document. Precondition: ReadYaml or, if `json`, ReadJson has accepted the text. Errors:
// kInternal if a part is not found where the parser reported it.
base::Result<Source> ReadSource(std::string_view text, bool json);

// Splices: collects replacements of parts of one text. All offsets refer to the text before any replacement.
class Splices {
 public:
  struct Splice {
    std::size_t begin;
    std::size_t end;
    std::string with;
    SourceId node;              // the node that the replaced text belongs to
    bool if_text_kept = false;  // drop this splice if another splice replaces the text around it
  };

  // Sets the node that later splices belong to. Returns the previous node.
  SourceId SetNode(SourceId node) { return std::exchange(node_, node); }

  // Inserts a text. Several texts at the same place are kept in the order of the calls.
  void Insert(std::size_t at, std::string text) { Replace(at, at, std::move(text)); }
  void Remove(std::size_t begin, std::size_t end) { Replace(begin, end, {}); }
  void Replace(std::size_t begin, std::size_t end, std::string with) {
    splices_.push_back({begin, end, std::move(with), node_});
  }
  // Replaces the text unless another splice replaces the text around it.
  void ReplaceIfTextKept(std::size_t begin, std::size_t end, std::string with) {
    splices_.push_back({begin, end, std::move(with), node_, true});
  }

  // Returns the splices in the order of the text, without those that change nothing. Returns nullopt if two of them
  // overlap. Must be called only once.
  std::optional<std::vector<Splice>> Take();

 private:
  std::vector<Splice> splices_;
  SourceId node_ = 0;
};

inline bool IsBreak(char c) { return c == '\n' || c == '\r'; }
inline bool IsBlank(char c) { return c == ' ' || c == '\t'; }

// LineBegin returns the offset of the first byte of the line that contains `at`; LineEnd returns the offset of the line
// break after that line.
std::size_t LineBegin(std::string_view text, std::size_t at);
std::size_t LineEnd(std::string_view text, std::size_t at);
// Returns the start of the line after the one that contains `at`; the size of the text if that is the last line.
std::size_t NextLine(std::string_view text, std::size_t at);

// Returns the offset before the line break that ends at `at`, or `at` if no line break ends there.
std::size_t BeforeBreak(std::string_view text, std::size_t at);

// Returns the offset of the first text at or after `at` that is not a blank, a line break or a comment.
std::size_t SkipSpace(std::string_view text, std::size_t at);

// Returns whether the bytes from `begin` to `end` are only blanks and line breaks.
bool IsSpace(std::string_view text, std::size_t begin, std::size_t end);
// Returns whether a line break is among the bytes from `begin` to `end`.
bool HasBreak(std::string_view text, std::size_t begin, std::size_t end);

// Returns the spaces and tabs at the start of the line that contains `at`.
std::string_view IndentOf(std::string_view text, std::size_t at);

}  // namespace structural::document
