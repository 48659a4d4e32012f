// The text of an expression, and positions in it like cel-go's: in code points, lines from 1, columns from 0.
//
// Upstream: cel-go common/source.go, common/location.go, common/ast SourceInfo (v0.29.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace structural::cel {

// A position: the number of code points before it.
using Offset = std::int32_t;

// The offset of a node without a position.
inline constexpr Offset kNowhere = -1;

struct Location {
  int line = -1;
  int column = -1;

  friend auto operator<=>(const Location&, const Location&) = default;
};

inline constexpr Location kNoLocation;

// The text of an expression. Immutable, so thread-safe.
class Source {
 public:
  // Copies the text. Bytes that are not UTF-8 become U+FFFD, as in cel-go. `description` is the source's name in error
  // messages.
  explicit Source(std::string_view text, std::string description = "<input>");

  const std::string& text() const { return text_; }
  const std::string& description() const { return description_; }

  // Returns the number of code points.
  Offset size() const { return size_; }

  // Returns the location of a code point. For kNowhere, returns column -1 of line 1.
  Location Locate(Offset offset) const;

  // Returns a line without its line break; nullopt if the text has no such line.
  std::optional<std::string_view> Line(int line) const;

 private:
  struct Start {
    Offset offset;
    std::size_t byte;
  };

  std::string text_;
  std::string description_;
  Offset size_ = 0;
  std::vector<Start> lines_;  // starts of the lines after the first one, followed by the end of the text
};

// The positions of an expression's nodes in the source, by id.
//
// Upstream: cel-go common/ast SourceInfo, parser/helper.go (v0.29.2).
//
// NodePositions also allocates the ids, from 1. A value type.
class NodePositions {
 public:
  // Returns a new id for a node at the position `offset`.
  std::int64_t Add(Offset offset);

  // Frees an id. If the id is last_id(), the next call of Add returns it again.
  void Remove(std::int64_t id);

  // Returns the position of a node; kNowhere if the id is unknown or has no position.
  Offset Find(std::int64_t id) const;
  bool Has(std::int64_t id) const;

  // Returns the location of a node; kNoLocation if the id is unknown.
  Location Locate(std::int64_t id, const Source& source) const;

  // Returns the largest allocated id; all ids are from 1 to last_id().
  std::int64_t last_id() const { return static_cast<std::int64_t>(offsets_.size()); }

 private:
  static constexpr Offset kRemoved = -2;

  std::vector<Offset> offsets_;
};

}  // namespace structural::cel
