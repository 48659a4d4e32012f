#include "cli/publish/go_source/tokens.h"

#include <utility>

#include "schema/base/quote.h"

namespace structural::go_source {
namespace {

std::string Shown(const Token& token) {
  if (token.kind == TokenKind::kEnd) return "the end of the file";
  return token.Is(";") ? "the end of the line" : base::Quote(token.text);
}

bool Opens(const Token& token) { return token.Is("(") || token.Is("[") || token.Is("{"); }
bool Closes(const Token& token) { return token.Is(")") || token.Is("]") || token.Is("}"); }

// Returns the value of a key with its escapes, which names in JSON do not have.
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

void Tokens::Want(std::string_view symbol) {
  if (!Skip(symbol)) Fail(base::Quote(symbol) + " is expected, not " + Shown(token_));
}

std::string Tokens::WantName(const char* what) {
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
    read.omitted |= option == "omitempty" || option == "omitzero";
    at = end;
  }
  return read;
}

}  // namespace structural::go_source
