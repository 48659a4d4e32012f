#include "schema/cel/syntax/token_stream.h"

namespace structural::cel::syntax {
namespace {

constexpr TokenSet kSkipped = {TokenType::kWhitespace, TokenType::kComment};

}  // namespace

const Token& TokenStream::At(std::size_t index) {
  while (visible_.size() <= index) {
    if (!visible_.empty() && all_.back().type == TokenType::kEnd) return all_.back();
    all_.push_back(lexer_.Next());
    if (!kSkipped.Has(all_.back().type)) visible_.push_back(all_.back().index);
  }
  return all_[visible_[index]];
}

std::string TokenStream::Text(const Token& first, const Token& last) const {
  std::string text;
  for (std::int32_t i = first.index; i <= last.index; ++i) {
    if (all_[i].type != TokenType::kEnd) text += all_[i].text;
  }
  return text;
}

}  // namespace structural::cel::syntax
