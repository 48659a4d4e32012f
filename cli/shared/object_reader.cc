#include "cli/shared/object_reader.h"

#include <algorithm>

#include "cli/shared/wrap.h"
#include "schema/base/quote.h"

namespace structural::cli {

using document::Position;
using document::Tree;

namespace {

constexpr std::size_t kMaxProblems = 100;  // maximum number of stored problems of a file

}  // namespace

void ObjectReader::Add(Position at, std::string message, bool error) {
  failed_ |= error;
  if (problems_.size() < kMaxProblems) problems_.push_back({at, Printable(message), error});
}

void ObjectReader::CheckKeys(Node object, std::span<const std::string_view> known, bool error) {
  for (Node member = tree_.FirstChild(object); member != Tree::kNone; member = tree_.Next(member)) {
    const std::string key = tree_.Key(member);
    if (std::ranges::find(known, key) != known.end()) continue;
    Add(PlaceOfKey(member), "unknown field " + base::Quote(key) + DidYouMean(MostSimilar(key, known)), error);
  }
}

void ObjectReader::CheckRepeatedKeys(const document::Document& document, std::uint32_t line) {
  for (const auto& key : document.duplicates) {
    const Position at{line + key.second.line, key.second.column};
    Add(at, "the key " + base::Quote(key.key) + " is already in line " + std::to_string(line + key.first.line), true);
  }
}

std::vector<std::string> ObjectReader::KeysOf(Node object) const {
  std::vector<std::string> keys;
  for (Node member = tree_.FirstChild(object); member != Tree::kNone; member = tree_.Next(member))
    keys.push_back(tree_.Key(member));
  return keys;
}

ObjectReader::Node ObjectReader::FindNonNullMember(Node object, std::string_view key) const {
  if (!tree_.IsObject(object)) return Tree::kNone;
  const Node member = tree_.Member(object, key);
  return member == Tree::kNone || tree_.Scalar(member) == "null" ? Tree::kNone : member;
}

Position ObjectReader::PlaceIn(Node object, std::string_view key) const {
  const Node member = FindNonNullMember(object, key);
  return member == Tree::kNone ? PlaceOf(object) : document_.At(tree_.Offset(member));
}

std::string ObjectReader::Text(Node object, std::string_view key) {
  const Node member = FindNonNullMember(object, key);
  if (member == Tree::kNone) return {};
  if (IsText(member)) return tree_.String(member);
  Fail(member, base::Quote(key) + " must be a string");
  return {};
}

std::vector<std::string> ObjectReader::Texts(Node object, std::string_view key) {
  const Node member = FindNonNullMember(object, key);
  if (member == Tree::kNone) return {};
  if (IsText(member)) return {tree_.String(member)};
  std::vector<std::string> texts;
  bool all = tree_.IsArray(member);
  for (Node each = tree_.FirstChild(member); all && each != Tree::kNone; each = tree_.Next(each)) {
    all = IsText(each);
    texts.push_back(tree_.String(each));
  }
  if (all) return texts;
  Fail(member, base::Quote(key) + " must be a string or a list of strings");
  return {};
}

void ObjectReader::ForEach(Node object, std::string_view key, const std::function<void(Node, std::size_t)>& visit) {
  const Node list = FindNonNullMember(object, key);
  if (list == Tree::kNone) return;
  if (!tree_.IsArray(list)) return Fail(list, base::Quote(key) + " must be a list");
  std::size_t index = 0;
  for (Node each = tree_.FirstChild(list); each != Tree::kNone; each = tree_.Next(each)) {
    if (tree_.IsObject(each)) {
      visit(each, index);
    } else {
      Fail(each, "an element of " + base::Quote(key) + " must be an object");
    }
    ++index;
  }
}

std::string ObjectReader::Word(Node scalar) const {
  if (IsText(scalar)) return tree_.String(scalar);
  if (tree_.IsObject(scalar) || tree_.IsArray(scalar)) return {};
  const auto* written = document_.ImplicitScalarAt(PlaceOf(scalar));
  return written == nullptr ? std::string(tree_.Scalar(scalar)) : written->written;
}

}  // namespace structural::cli
