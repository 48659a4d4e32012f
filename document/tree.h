// Tree: an index of a well-formed JSON text, to find its parts by name.
//
// Has views of the text, which must outlive it. Not thread-safe: large objects and lists are
// indexed at the first access.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace structural::document {

class Tree {
 public:
  // Index in nodes_; the outermost value is kRoot.
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;
  static constexpr Node kNone = 0xFFFFFFFF;

  explicit Tree(std::string_view json);

  bool IsObject(Node node) const { return Text(node) == '{'; }
  bool IsArray(Node node) const { return Text(node) == '['; }
  bool IsTrue(Node node) const { return Text(node) == 't'; }

  // Return the member or the element; kNone if it does not exist.
  Node Member(Node object, std::string_view key) const;
  Node Element(Node array, std::size_t index) const;
  bool IsTrueAt(Node object, std::string_view key) const;

  Node FirstChild(Node node) const { return nodes_[node].first_child; }
  Node Next(Node node) const { return nodes_[node].next; }
  // Returns the size in bytes of the object's longest key, with quotes and escapes.
  std::size_t LongestKey(Node object) const { return nodes_[object].longest_key; }
  // Returns the key of a member, without escapes.
  std::string Key(Node member) const;

  // Returns the content of a string value; empty for another value.
  std::string String(Node node) const;

  // Returns the JSON of a value; only the bracket of an object or list.
  std::string_view Scalar(Node node) const;

  // Return the offsets of the value and of its key; for an element, both are the value's.
  std::size_t ValueOffset(Node node) const { return nodes_[node].value; }
  std::size_t Offset(Node node) const { return nodes_[node].key; }

 private:
  struct Item {
    std::uint32_t key;
    std::uint32_t value;
    Node first_child = kNone;
    Node next = kNone;
    std::uint32_t children = 0;
    std::uint32_t longest_key = 0;  // longest key of the children, in bytes
  };
  // Children by key, with its quotes and escapes.
  using Index = std::unordered_map<std::string_view, Node>;

  char Text(Node node) const { return json_[nodes_[node].value]; }
  std::string_view RawKey(const Item& item) const;
  const Index& IndexOf(Node object) const;
  const std::vector<Node>& ElementsOf(Node array) const;

  std::string_view json_;
  std::vector<Item> nodes_;
  mutable std::unordered_map<Node, Index> indexes_;
  mutable std::unordered_map<Node, std::vector<Node>> elements_;
};

// A member of an object: views of the JSON text.
struct JsonMember {
  std::string_view key;  // JSON text of the key, with quotes and escapes
  std::string_view value;
};

// Returns the members of an object in their order; empty for another value. Precondition: the JSON
// is well formed.
std::vector<JsonMember> Members(std::string_view object);

// Returns the elements of a list in their order; empty for another value. Precondition: the JSON is
// well formed.
std::vector<std::string_view> Elements(std::string_view list);

// Returns the content of a JSON string, without quotes and escapes.
std::string StringValue(std::string_view string);

}  // namespace structural::document
