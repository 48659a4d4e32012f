#include "test/bench/synthetic.h"

namespace structural::bench {
namespace {

constexpr char kHead[] = R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",)"
                         R"("metadata":{"name":"cases.example.com"},"spec":{"group":"example.com","scope":"Cluster",)"
                         R"("names":{"plural":"cases","kind":"Case"},"versions":[{"name":"v1","served":true,)"
                         R"("storage":true,"schema":{"openAPIV3Schema":)";
constexpr char kTail[] = "}}]}}";

constexpr char kObject[] = R"({"type":"object","properties":{)";
constexpr char kString[] =
    R"({"description":"What the controller does when it meets the object for the first time, and )"
    R"(what it leaves to the next one.\nDefaults to nothing.","type":"string","maxLength":63})";

// Calls append(text) `count` times, as members "fN" of an object.
template <typename Append>
void AppendObject(std::size_t count, std::string& to, Append append) {
  to += kObject;
  for (std::size_t i = 0; i < count; ++i) {
    to.append(i == 0 ? "\"f" : ",\"f").append(std::to_string(i)).append("\":");
    append();
  }
  to += "}}";
}

}  // namespace

std::string OfSize(std::size_t bytes) {
  constexpr std::size_t kFields = 20;
  std::string group;
  AppendObject(kFields, group, [&] { group += kString; });
  std::string text = kHead;
  const std::size_t rest = bytes > text.size() ? bytes - text.size() : 0;
  AppendObject(rest / group.size() + 1, text, [&] { text += group; });
  return text + kTail;
}

std::string Siblings(std::size_t count) {
  std::string text = kHead;
  AppendObject(count, text, [&] { text += R"({"type":"string"})"; });
  return text + kTail;
}

std::string Nested(std::size_t depth) {
  std::string text = kHead, closers;
  for (std::size_t i = 0; i < depth; ++i) {
    text.append(kObject).append("\"f\":");
    closers += "}}";
  }
  return text + R"({"type":"object"})" + closers + kTail;
}

std::string Violating(std::size_t count) {
  std::string text = kHead;
  AppendObject(count, text, [&] { text += "{}"; });
  return text + kTail;
}

}  // namespace structural::bench
