#include "cli/publish/go_source/lexer.h"

#include <algorithm>
#include <utility>

#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::go_source {
namespace {

using base::IsDigit;

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Returns whether Go inserts a semicolon if the line ends after the token. It does so after every
// name except the keywords in kOpen. Upstream: the specification's "Semicolons".
bool EndsStatement(const Token& token) {
  if (token.kind == TokenKind::kSymbol) {
    return token.text == ")" || token.text == "]" || token.text == "}" || token.text == "++" || token.text == "--";
  }
  if (token.kind != TokenKind::kName) return token.kind != TokenKind::kEnd;
  constexpr std::string_view kOpen[] = {"case",    "chan",  "const",  "default", "defer",  "else",      "for",
                                        "func",    "go",    "goto",   "if",      "import", "interface", "map",
                                        "package", "range", "select", "struct",  "switch", "type",      "var"};
  return std::ranges::find(kOpen, token.text) == std::end(kOpen);
}

}  // namespace

void Lexer::Advance(std::size_t bytes) {
  for (; bytes > 0 && at_ < text_.size(); --bytes, ++at_) {
    if (text_[at_] == '\n') {
      place_ = {place_.line + 1, 1};
    } else if ((static_cast<unsigned char>(text_[at_]) & 0xC0) != 0x80) {
      ++place_.column;
    }
  }
}

Token Lexer::Fail(document::Position at, std::string text) {
  if (error_.text.empty()) error_ = {at, std::move(text)};
  at_ = text_.size();
  ends_statement_ = false;
  return {TokenKind::kEnd, {}, at};
}

void Lexer::AddComment(std::uint32_t first, std::string_view text) {
  if (first == token_line_) return;  // ignores a comment after a token on the same line
  if (comments_.empty() || comments_.back().last_line + 1 < first || token_line_ > comments_.back().last_line) {
    comments_.push_back({first, first, 0, {}});
  }
  Comment& comment = comments_.back();
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    comment.lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  comment.last_line = place_.line;
}

void Lexer::SkipLineComment() {
  const std::size_t begin = at_ + 2;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  Advance(end - at_);
  AddComment(place_.line, text_.substr(begin, end - begin));
}

bool Lexer::SkipBlockComment() {
  const document::Position begin = place_;
  const std::size_t text = at_ + 2;
  const std::size_t end = text_.find("*/", text);
  if (end == text_.npos) {
    Fail(begin, "the comment does not end");
    return true;
  }
  const bool has_line_end = text_.substr(text, end - text).find('\n') != text_.npos;
  Advance(end + 2 - at_);
  AddComment(begin.line, text_.substr(text, end - text));
  return !(has_line_end && ends_statement_);
}

bool Lexer::SkipSpace() {
  while (at_ < text_.size()) {
    const std::string_view rest = text_.substr(at_);
    if (rest.front() == '\n' && ends_statement_) return false;
    if (rest.starts_with("//")) {
      SkipLineComment();
    } else if (rest.starts_with("/*")) {
      if (!SkipBlockComment()) return false;
    } else if (rest.front() == ' ' || rest.front() == '\t' || rest.front() == '\r' || rest.front() == '\n') {
      Advance(1);
    } else {
      return true;
    }
  }
  return !ends_statement_;
}

Token Lexer::Take(Token token, TokenKind kind, std::size_t end) {
  token.kind = kind;
  token.text = text_.substr(at_, end - at_);
  Advance(end - at_);
  return token;
}

Token Lexer::TakeName(Token token) {
  std::size_t end = at_;
  while (end < text_.size() && (IsLetter(text_[end]) || IsDigit(text_[end]))) ++end;
  return Take(token, TokenKind::kName, end);
}

// Returns the number at the current position as a token. Also accepts invalid numbers, because the values of numbers
// are not used.
Token Lexer::TakeNumber(Token token) {
  std::size_t end = at_;
  while (end < text_.size() && (IsLetter(text_[end]) || IsDigit(text_[end]) || text_[end] == '.')) {
    ++end;
  }
  return Take(token, TokenKind::kLiteral, end);
}

Token Lexer::TakeQuoted(Token token, char quote) {
  const bool raw = quote == '`';
  for (std::size_t end = at_ + 1; end < text_.size(); ++end) {
    if (!raw && text_[end] == '\n') break;
    if (!raw && text_[end] == '\\') {
      ++end;
    } else if (text_[end] == quote) {
      token = Take(token, quote == '\'' ? TokenKind::kLiteral : TokenKind::kString, end + 1);
      token.text = token.text.substr(1, token.text.size() - 2);
      return token;
    }
  }
  return Fail(token.at, "the quoted text does not end");
}

Token Lexer::ScanToken() {
  Token token{TokenKind::kEnd, {}, place_};
  if (at_ >= text_.size()) return token;
  const char c = text_[at_];
  if (c == '"' || c == '`' || c == '\'') return TakeQuoted(token, c);
  if (IsLetter(c)) return TakeName(token);
  if (IsDigit(c)) return TakeNumber(token);
  if (static_cast<unsigned char>(c) < 0x20) return Fail(place_, "a control character");
  const std::string_view two = text_.substr(at_, 2);
  return Take(token, TokenKind::kSymbol, at_ + (two == "++" || two == "--" ? 2 : 1));
}

Token Lexer::Next() {
  if (!SkipSpace()) {
    ends_statement_ = false;
    return {TokenKind::kSymbol, ";", place_};
  }
  const Token token = ScanToken();
  token_line_ = place_.line;
  if (!comments_.empty() && comments_.back().token_line == 0) {
    comments_.back().token_line = token.at.line;
  }
  ends_statement_ = EndsStatement(token);
  return token;
}

namespace {

std::string Shown(const Token& token) {
  if (token.kind == TokenKind::kEnd) return "the end of the file";
  return token.Is(";") ? "the end of the line" : base::Quote(token.text);
}

bool Opens(const Token& token) { return token.Is("(") || token.Is("[") || token.Is("{"); }
bool Closes(const Token& token) { return token.Is(")") || token.Is("]") || token.Is("}"); }

// Returns the value of a key in the tag of a field; nullopt if the tag does not have the key. Escapes in the value are
// not resolved, because names of JSON fields contain none.
std::optional<std::string_view> Lookup(std::string_view tag, std::string_view key) {
  while (!tag.empty()) {
    tag.remove_prefix(std::min(tag.find_first_not_of(' '), tag.size()));
    const auto colon = tag.find(":\"");
    if (colon == tag.npos) return std::nullopt;
    const std::string_view name = tag.substr(0, colon);
    std::size_t end = colon + 2;
    while (end < tag.size() && tag[end] != '"') end += tag[end] == '\\' ? 2 : 1;
    if (end >= tag.size()) return std::nullopt;
    if (name == key) return tag.substr(colon + 2, end - colon - 2);
    tag.remove_prefix(end + 1);
  }
  return std::nullopt;
}

}  // namespace

void Tokens::Step() { token_ = std::exchange(next_, lexer_.Next()); }

void Tokens::Fail(document::Position at, std::string text) {
  if (!failed()) error_ = {at, std::move(text)};
}

bool Tokens::Skip(std::string_view symbol) {
  const bool there = token_.Is(symbol);
  if (there) Step();
  return there;
}

bool Tokens::SkipName(std::string_view name) {
  const bool there = token_.IsName(name);
  if (there) Step();
  return there;
}

void Tokens::Expect(std::string_view symbol) {
  if (!Skip(symbol)) Fail(base::Quote(symbol) + " is expected, not " + Shown(token_));
}

std::string Tokens::ExpectName(const char* what) {
  if (token_.kind != TokenKind::kName) {
    Fail(std::string(what) + " is expected, not " + Shown(token_));
    return {};
  }
  std::string name(token_.text);
  Step();
  return name;
}

int Tokens::SkipBalanced() {
  const document::Position begin = token_.at;
  int open = 0;
  int tokens = 0;
  do {
    ++tokens;
    if (Opens(token_)) ++open;
    if (Closes(token_)) --open;
    Step();
  } while (open > 0 && !Ended());
  if (open > 0) Fail(begin, "the bracket is not closed");
  return tokens;
}

void Tokens::SkipStatement() {
  while (!Ended() && !token_.Is(";")) {
    if (Opens(token_)) {
      SkipBalanced();
    } else {
      Step();
    }
  }
}

std::optional<JsonTag> ReadJsonTag(std::string_view tag) {
  const auto found = Lookup(tag, "json");
  if (!found) return std::nullopt;
  JsonTag read;
  std::size_t at = std::min(found->find(','), found->size());
  read.name = found->substr(0, at);
  while (at < found->size()) {
    const std::size_t end = std::min(found->find(',', at + 1), found->size());
    const std::string_view option = found->substr(at + 1, end - at - 1);
    read.inlined |= option == "inline";
    read.omits_empty |= option == "omitempty" || option == "omitzero";
    at = end;
  }
  return read;
}

}  // namespace structural::go_source
