#include "cli/objects/diagnostic_report.h"

#include <iostream>

#include "cli/shared/output.h"
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
  void Object(const Value& object, Tree::Node node);
  void Array(const Value& array, Tree::Node node);

  const Tree& tree_;
  json::Writer to_;
};

void Ordered::Object(const Value& object, Tree::Node node) {
  to_.BeginObject();
  for (Tree::Node child = tree_.FirstChild(node); child != Tree::kNone; child = tree_.Next(child)) {
    const std::string key = tree_.Key(child);
    const Value* value = object.Find(key);
    if (value == nullptr) continue;
    to_.AnyKey(key);
    Write(*value, child);
  }
  for (const json::Member& member : object.members()) {
    if (tree_.Member(node, member.key) == Tree::kNone) to_.AnyKey(member.key).Add(member.value);
  }
  to_.EndObject();
}

void Ordered::Array(const Value& array, Tree::Node node) {
  to_.BeginList();
  Tree::Node child = tree_.FirstChild(node);
  for (const Value& element : array.elements()) {
    Write(element, child);
    if (child != Tree::kNone) child = tree_.Next(child);
  }
  to_.EndList();
}

void Ordered::Write(const Value& value, Tree::Node node) {
  const bool there = node != Tree::kNone;
  if (there && value.is_object() && tree_.IsObject(node)) return Object(value, node);
  if (there && value.is_array() && tree_.IsArray(node)) return Array(value, node);
  to_.Add(value);
}

}  // namespace

void DiagnosticReport::Add(const PlacedDiagnostic& diagnostic) {
  if (form_ != Form::kNone) PrintError(document::PlaceText(diagnostic.file, diagnostic.at) + ": " + diagnostic.text);
}

void DiagnosticReport::End(const findings::Summary& summary, const findings::SummaryWords& words) const {
  if (form_ == Form::kNone) return;
  std::cout.flush();
  summary.skipped.PrintSentence();
  PrintError(findings::Sentence(summary, words));
}

std::string JsonInOriginalOrder(const Value& value, const Tree& tree) {
  std::string json;
  Ordered(tree, json).Write(value, Tree::kRoot);
  return json;
}

}  // namespace structural::cli
