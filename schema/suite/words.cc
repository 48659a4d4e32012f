#include "schema/suite/words.h"

#include <algorithm>
#include <cctype>
#include <span>
#include <string>
#include <vector>

namespace structural::suite {
namespace {

constexpr std::size_t kMaxOrderedErrors = 5;
constexpr std::size_t kMaxOrderedBytes = 64 * 1024;
constexpr std::string_view kInvalid = "Invalid value: ";
constexpr std::string_view kTypes[] = {"object", "array", "string", "integer", "number", "boolean", "null", ""};

// Returns the number of bytes of a quoted type at the beginning of an older message, with the ": " after it if the text
// continues. Returns 0 if the text does not begin with a type.
std::size_t TypeBytes(std::string_view text) {
  for (const std::string_view type : kTypes) {
    const std::string quoted = "\"" + std::string(type) + "\"";
    if (!text.starts_with(quoted)) continue;
    const std::string_view behind = text.substr(quoted.size());
    if (behind.empty()) return quoted.size();
    if (behind.starts_with(": ")) return quoted.size() + 2;
  }
  return 0;
}

// Returns the parts of an expected message of an older release that are before, between and after the types in it. This
// release prints values in the place of these types.
std::vector<std::string> PiecesOf(std::string_view wanted) {
  std::vector<std::string> pieces(1);
  while (!wanted.empty()) {
    const bool first = pieces.size() == 1 && pieces[0].empty();
    const std::size_t type = first || pieces.back().ends_with(kInvalid) ? TypeBytes(wanted) : 0;
    if (type != 0) {
      if (first) pieces[0] = kInvalid;
      pieces.emplace_back();
      wanted.remove_prefix(type);
    } else {
      pieces.back() += wanted[0];
      wanted.remove_prefix(1);
    }
  }
  return pieces;
}

// Whether text[begin, end) is something that this release prints in the place of a type: nothing, null, or a value
// followed by ": ".
bool IsValue(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view value = text.substr(begin, end - begin);
  return value.empty() || value == "null" || value.ends_with(": ");
}

// Whether the text contains the pieces in this order, with values between them. Takes the first match of each piece: it
// leaves the longest rest of the text for the pieces after it.
bool HasPieces(std::string_view text, const std::vector<std::string>& pieces) {
  std::size_t at = text.find(pieces[0]);
  if (at == std::string_view::npos) return false;
  at += pieces[0].size();
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    std::size_t next = text.find(pieces[i], at);
    while (next != std::string_view::npos && !IsValue(text, at, next)) next = text.find(pieces[i], next + 1);
    if (next == std::string_view::npos) return false;
    at = next + pieces[i].size();
  }
  return true;
}

// Converts the text that Go's %#v prints for a map or list to JSON: removes the names of types, and the spaces after
// commas.
class GoSyntax {
 public:
  explicit GoSyntax(std::string_view text) : rest_(text) {}

  std::string AsJson() && {
    while (!rest_.empty()) Next();
    return std::move(json_);
  }

 private:
  static constexpr std::string_view kMap = "map[string]interface {}{";
  static constexpr std::string_view kList = "[]interface {}{";
  static constexpr std::string_view kNil = "interface {}(nil)";

  bool Skip(std::string_view what) {
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }

  void Open(char bracket, char closer) {
    json_ += bracket;
    closers_ += closer;
  }

  void Next() {
    if (!quoted_ && Skip(kMap)) return Open('{', '}');
    if (!quoted_ && Skip(kList)) return Open('[', ']');
    if (!quoted_ && Skip(kNil)) {
      json_ += "null";
      return;
    }
    const char c = rest_[0];
    rest_.remove_prefix(1);
    const bool inside = !closers_.empty();
    if (inside && c == '"') quoted_ = !quoted_;
    if (inside && !quoted_ && c == '}') {
      json_ += closers_.back();
      closers_.pop_back();
      return;
    }
    json_ += c;
    if (inside && quoted_ && c == '\\' && !rest_.empty()) {
      json_ += rest_[0];
      rest_.remove_prefix(1);
    }
    if (inside && !quoted_ && c == ',') Skip(" ");
  }

  std::string_view rest_;
  std::string json_;
  std::string closers_;  // the closing brackets in JSON of the maps and lists that are open, the innermost last
  bool quoted_ = false;
};

// The text that precedes the required type in an error about a value of the wrong type.
constexpr std::string_view kOfType = " in body must be of type ";

// A word in messages of this release, and the word that older releases have in its place.
struct OlderWord {
  std::string_view now;
  std::string_view older;
};

// The words for the type that the schema requires, in an error about a value of the wrong type. This release prints the
// format of a number, and older releases print the type.
constexpr OlderWord kNumberFormats[] = {{"int32", "integer"}, {"int64", "integer"}, {"integer", "integer"},
                                        {"float", "number"},  {"double", "number"}, {"number", "number"}};
// The words for the type of the refused value in such an error.
constexpr OlderWord kValueTypes[] = {{"\"int64\"", "\"integer\""}, {"\"float64\"", "\"number\""}};
// If the schema has a format, this release prints an empty type for values that are not numbers. In this table, `now`
// is the word of older releases, and `older` is the word of this release.
constexpr OlderWord kUnnamedValueTypes[] = {{"\"boolean\"", "\"\""}, {"\"object\"", "\"\""}};

// Moves a word from the beginning of `text` to the end of `to`, in the wording of older releases. Returns false if the
// text does not begin with one of the words.
bool MoveWord(std::span<const OlderWord> words, std::string_view& text, std::string& to) {
  for (const OlderWord& word : words) {
    const std::string_view behind = text.substr(std::min(text.size(), word.now.size()));
    if (!text.starts_with(word.now) || (!behind.empty() && std::isalnum(static_cast<unsigned char>(behind[0])) != 0))
      continue;
    to += word.older;
    text = behind;
    return true;
  }
  return false;
}

// Returns the text with the type names of older releases. `found`: the words for the types of refused values.
std::string WithOlderTypes(std::string_view text, std::span<const OlderWord> found) {
  constexpr std::string_view kColon = ": ";
  std::string older;
  for (auto at = text.find(kOfType); at != text.npos; at = text.find(kOfType)) {
    at += kOfType.size();
    older += text.substr(0, at);
    text.remove_prefix(at);
    if (!MoveWord(kNumberFormats, text, older) || !text.starts_with(kColon)) continue;
    older += kColon;
    text.remove_prefix(kColon.size());
    MoveWord(found, text, older);
  }
  return older.append(text);
}

// Whether `has` is true for a message that the server could have sent. Such a message has a single error, or all errors
// in any order.
template <typename Has>
bool AnyMessage(const admission::Answer& answer, const Has& has) {
  if (has(admission::StatusMessage(answer))) return true;
  std::vector<std::string> errors = kubernetes::TextsOf(answer.errors);
  if (std::ranges::any_of(errors, has)) return true;
  if (!answer.is_invalid || errors.size() < 2) return false;
  std::ranges::sort(errors);
  const auto repeated = std::ranges::unique(errors);
  errors.erase(repeated.begin(), repeated.end());
  const std::string message = admission::InvalidMessage(answer.refused_object, errors);
  if (errors.size() > kMaxOrderedErrors || message.size() > kMaxOrderedBytes) return has(message);
  do {
    if (has(admission::InvalidMessage(answer.refused_object, errors))) return true;
  } while (std::ranges::next_permutation(errors).found);
  return false;
}

}  // namespace

MatchKind FindError(std::string_view wanted, const admission::Answer& answer, Wording words) {
  if (AnyMessage(answer, [&](std::string_view text) { return text.find(wanted) != std::string_view::npos; }))
    return MatchKind::kExact;
  if (words == Wording::kExact) return MatchKind::kNone;
  const std::string json = WithOlderTypes(GoSyntax(wanted).AsJson(), kValueTypes);
  const auto pieces = PiecesOf(json), unnamed = PiecesOf(WithOlderTypes(json, kUnnamedValueTypes));
  const bool older = AnyMessage(answer, [&](std::string_view text) {
    const std::string typed = WithOlderTypes(text, kValueTypes);
    return HasPieces(typed, pieces) || HasPieces(typed, unnamed);
  });
  return older ? MatchKind::kOlder : MatchKind::kNone;
}

}  // namespace structural::suite
