#include "cli/objects/in_order.h"

#include <utility>

#include "schema/base/quote.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using document::Tree;
using json::Value;

class Ordered {
 public:
  Ordered(const Tree& tree, std::string& to) : tree_(tree), to_(to) {}

  void Write(const Value& value, Tree::Node node);

 private:
  void Member(char& separator, std::string_view key, const Value& value, Tree::Node node);
  void Object(const Value& object, Tree::Node node);
  void Array(const Value& array, Tree::Node node);

  const Tree& tree_;
  std::string& to_;
};

void Ordered::Member(char& separator, std::string_view key, const Value& value, Tree::Node node) {
  to_ += std::exchange(separator, ',');
  base::AppendJsonString(key, to_);
  to_ += ':';
  Write(value, node);
}

void Ordered::Object(const Value& object, Tree::Node node) {
  char separator = '{';
  for (Tree::Node child = tree_.FirstChild(node); child != Tree::kNone; child = tree_.Next(child)) {
    const std::string key = tree_.Key(child);
    if (const Value* value = object.Find(key)) Member(separator, key, *value, child);
  }
  for (const json::Member& member : object.members()) {
    if (tree_.Member(node, member.key) != Tree::kNone) continue;
    Member(separator, member.key, member.value, Tree::kNone);
  }
  to_ += separator == '{' ? "{}" : "}";
}

void Ordered::Array(const Value& array, Tree::Node node) {
  char separator = '[';
  Tree::Node child = tree_.FirstChild(node);
  for (const Value& element : array.elements()) {
    to_ += std::exchange(separator, ',');
    Write(element, child);
    if (child != Tree::kNone) child = tree_.Next(child);
  }
  to_ += separator == '[' ? "[]" : "]";
}

void Ordered::Write(const Value& value, Tree::Node node) {
  const bool there = node != Tree::kNone;
  if (there && value.is_object() && tree_.IsObject(node)) return Object(value, node);
  if (there && value.is_array() && tree_.IsArray(node)) return Array(value, node);
  json::AppendJson(value, to_);
}

}  // namespace

std::string JsonInOrder(const Value& value, const Tree& tree) {
  std::string json;
  Ordered(tree, json).Write(value, Tree::kRoot);
  return json;
}

}  // namespace structural::cli
