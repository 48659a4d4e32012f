// Tree: an index of a JSON text, which must be well formed. It finds members by key and elements by index.
//
// Has views of the text, which must outlive it. Not thread-safe: the first access to a large object or list builds an
// index of its children.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace structural::document {

class Tree {
 public:
  // Number that identifies a value of the text. The outermost value is kRoot.
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;
  static constexpr Node kNone = 0xFFFFFFFF;

  explicit Tree(std::string_view json);

  bool IsObject(Node node) const { return Text(node) == '{'; }
  bool IsArray(Node node) const { return Text(node) == '['; }
  bool IsTrue(Node node) const { return Text(node) == 't'; }

  // Member returns the value of the member `key`, and Element the element `index`; kNone if it does not exist.
  Node Member(Node object, std::string_view key) const;
  Node Element(Node array, std::size_t index) const;
  // Returns whether the object has this member with the value true.
  bool IsTrueAt(Node object, std::string_view key) const;

  // FirstChild returns the value of the first member or the first element of `node`. Next returns the one after `node`
  // in the same object or list. Both return kNone if none exists.
  Node FirstChild(Node node) const { return nodes_[node].first_child; }
  Node Next(Node node) const { return nodes_[node].next; }
  // Returns the size in bytes of the object's longest key, with quotes and escapes.
  std::size_t LongestKeyBytes(Node object) const { return nodes_[object].max_key_bytes; }
  // Returns the key of a member, without escapes.
  std::string Key(Node member) const;

  // Returns the content of a string value; empty for another value.
  std::string String(Node node) const;

  // Returns the JSON of a scalar; for an object or list, only its opening bracket.
  std::string_view Scalar(Node node) const;

  // ValueOffset returns the offset of the value in the text; Offset returns the offset of the value's key. An element
  // and the root have no key: Offset returns the offset of the value.
  std::size_t ValueOffset(Node node) const { return nodes_[node].value; }
  std::size_t Offset(Node node) const { return nodes_[node].key; }

 private:
  struct Item {
    std::uint32_t key;    // offset of the key; of the value, if it has no key
    std::uint32_t value;  // offset of the value
    Node first_child = kNone;
    Node next = kNone;
    std::uint32_t child_count = 0;
    std::uint32_t max_key_bytes = 0;  // size of the longest key of the children, in bytes
  };
  // Members by their key, which includes quotes and escapes.
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

// A member of an object, as views of the JSON text.
struct JsonMember {
  std::string_view key;  // JSON text of the key, with quotes and escapes
  std::string_view value;
};

// Returns the members of an object in the order of the text; empty for another value. Precondition: the JSON is well
// formed.
std::vector<JsonMember> Members(std::string_view object);

// Returns the elements of a list; empty for another value. Precondition: the JSON is well formed.
std::vector<std::string_view> Elements(std::string_view list);

// Returns the value of a JSON string: its text without quotes and escapes.
std::string StringValue(std::string_view string);

}  // namespace structural::document
