// Source: where the parts of a document stand in its text.
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

// Splices: parts of a text to be replaced, all at once.
//
// Not thread-safe.
class Splices {
 public:
  struct Splice {
    std::size_t begin;
    std::size_t end;
    std::string with;
    SourceId about;
    bool if_kept = false;
  };

  // What is noted from now on is about this part of the source. Returns what it was about before.
  SourceId About(SourceId part) { return std::exchange(about_, part); }

  // Of what is inserted at one place, the first comes first.
  void Insert(std::size_t at, std::string text) { Replace(at, at, std::move(text)); }
  void Remove(std::size_t begin, std::size_t end) { Replace(begin, end, {}); }
  void Replace(std::size_t begin, std::size_t end, std::string with) {
    splices_.push_back({begin, end, std::move(with), about_});
  }
  // The same, but where all around it is replaced anyway.
  void ReplaceIfKept(std::size_t begin, std::size_t end, std::string with) {
    splices_.push_back({begin, end, std::move(with), about_, true});
  }

  // In the order of the text, each at least one byte, taken or given. nullopt: two of them overlap.
  std::optional<std::vector<Splice>> Take();

 private:
  std::vector<Splice> splices_;
  SourceId about_ = 0;
};

// Steps by lines and over what says nothing, in a text of YAML.
inline bool IsBreak(char c) { return c == '\n' || c == '\r'; }
inline bool IsBlank(char c) { return c == ' ' || c == '\t'; }

// Where the line of `at` begins, and where it ends, without its break.
std::size_t LineBegin(std::string_view text, std::size_t at);
std::size_t LineEnd(std::string_view text, std::size_t at);
// Where the line behind begins; the end of the text where there is none.
std::size_t NextLine(std::string_view text, std::size_t at);

// The same place, or before the break that ends there.
std::size_t BeforeBreak(std::string_view text, std::size_t at);

// Over blanks, breaks and comments.
std::size_t SkipSpace(std::string_view text, std::size_t at);

// Whether the part is blanks and breaks only.
bool IsSpace(std::string_view text, std::size_t begin, std::size_t end);
bool HasBreak(std::string_view text, std::size_t begin, std::size_t end);

// The blanks that the line of `at` begins with.
std::string_view IndentOf(std::string_view text, std::size_t at);

}  // namespace structural::document
