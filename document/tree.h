// Tree: a JSON text that is well formed, opened once to look up parts of it by name.
//
// Views into the text, which must outlive it. Not thread-safe: large objects and lists are
// indexed when they are first looked into.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace structural::document {

class Tree {
 public:
  // Places in nodes_; the outermost value is kRoot.
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;
  static constexpr Node kNone = 0xFFFFFFFF;

  explicit Tree(std::string_view json);

  bool IsObject(Node node) const { return Text(node) == '{'; }
  bool IsArray(Node node) const { return Text(node) == '['; }
  bool IsTrue(Node node) const { return Text(node) == 't'; }

  // kNone: there is no such member or element.
  Node Member(Node object, std::string_view key) const;
  Node Element(Node array, std::size_t index) const;
  bool IsTrueAt(Node object, std::string_view key) const;

  Node FirstChild(Node node) const { return nodes_[node].first_child; }
  Node Next(Node node) const { return nodes_[node].next; }
  // Bytes that no key of the object exceeds.
  std::size_t LongestKey(Node object) const { return nodes_[object].longest_key; }
  // Of a member, without escapes.
  std::string Key(Node member) const;

  // Of a string value; empty for another.
  std::string String(Node node) const;

  // The JSON of a value that is neither an object nor a list; of these their bracket.
  std::string_view Scalar(Node node) const;

  // Where the value begins in the text, and where its key does: for an element, the value.
  std::size_t ValueOffset(Node node) const { return nodes_[node].value; }
  std::size_t Offset(Node node) const { return nodes_[node].key; }

 private:
  struct Item {
    std::uint32_t key;
    std::uint32_t value;
    Node first_child = kNone;
    Node next = kNone;
    std::uint32_t children = 0;
    std::uint32_t longest_key = 0;  // of them
  };
  using Index = std::unordered_map<std::string_view, Node>;  // by key, as it stands in the text

  char Text(Node node) const { return json_[nodes_[node].value]; }
  std::string_view RawKey(const Item& item) const;
  const Index& IndexOf(Node object) const;
  const std::vector<Node>& ElementsOf(Node array) const;

  std::string_view json_;
  std::vector<Item> nodes_;
  mutable std::unordered_map<Node, Index> indexes_;
  mutable std::unordered_map<Node, std::vector<Node>> elements_;
};

// The parts of JSON text that is known to be well formed, one level of them.

// Views into the text that was asked for.
struct JsonMember {
  std::string_view key;  // with its quotes and escapes
  std::string_view value;
};

// Of an object, in their order. Empty for another value.
std::vector<JsonMember> Members(std::string_view object);

// Of a list, in their order. Empty for another value.
std::vector<std::string_view> Elements(std::string_view list);

// What a JSON string says: without quotes and escapes.
std::string StringValue(std::string_view string);

}  // namespace structural::document
