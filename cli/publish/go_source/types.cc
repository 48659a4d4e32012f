// ReadSource: a recursive-descent parser for the declarations of types in Go.
#include "cli/publish/go_source/types.h"

#include <algorithm>

#include "cli/publish/go_source/lexer.h"

namespace structural::go_source {
namespace {

constexpr int kMaxDepth = 200;

class Parser {
 public:
  explicit Parser(std::string_view text) : in_(text) {}

  std::variant<SourceFile, SyntaxError> File();

 private:
  void TopLevel(SourceFile& file);
  void Types(SourceFile& file);
  void OneType(SourceFile& file);
  Type ReadType();
  Type TypeBegun();
  Type Wrapped(Type::Kind kind);
  Type Named();
  Type ListOrArray();
  Type Map();
  Type Function();
  std::shared_ptr<const Struct> Fields();
  void OneField(Struct& fields);
  bool BeginsEmbedded() const;
  bool EndsField() const;
  void Tagged(std::vector<Field> read, Struct& fields);

  Markers MarkersHere(bool of_type) const;
  Type Fail(std::string text) {
    in_.Fail(std::move(text));
    return Type();
  }

  Tokens in_;
  int depth_ = 0;
};

void AddMarkers(const Comment& comment, Markers& markers) {
  for (std::string_view line : comment.lines) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with('+')) continue;
    line.remove_prefix(1);
    markers.emplace(line.substr(0, line.find_first_of("= \t\r")));
  }
}

// Returns the markers in the comment directly above the current token. For a type, also reads the comment above an
// empty line, because code generators read both comments: an empty line can separate it from the type, or from the
// first comment.
//
// Upstream: k8s.io/gengo/v2 parser CommentLines, SecondClosestCommentLines (v2.0.0-20251215205346).
Markers Parser::MarkersHere(bool of_type) const {
  Markers markers;
  const auto& comments = in_.comments();
  std::uint32_t line = in_.current().at.line;
  for (auto comment = comments.rbegin(); comment != comments.rend(); ++comment) {
    if (comment->last_line > line) continue;
    if (comment->token_line != 0 && comment->token_line < in_.current().at.line) break;
    const std::uint32_t lines = line - comment->last_line;
    if (lines > (of_type ? 2U : 1U)) break;
    AddMarkers(*comment, markers);
    if (lines == 2 || !of_type) break;
    line = comment->first_line;
  }
  return markers;
}

Type Parser::Wrapped(Type::Kind kind) {
  Type type{kind, {}, nullptr, nullptr};
  type.element = std::make_shared<const Type>(ReadType());
  return type;
}

Type Parser::ListOrArray() {
  if (!in_.current().Is("]")) {
    while (!in_.Ended() && !in_.current().Is("]")) in_.Step();
  }
  in_.Expect("]");
  return Wrapped(Type::Kind::kList);
}

Type Parser::Map() {
  in_.Expect("[");
  ReadType();
  in_.Expect("]");
  return Wrapped(Type::Kind::kMap);
}

Type Parser::Function() {
  if (in_.current().Is("(")) in_.SkipBalanced();
  if (in_.current().Is("(")) {
    in_.SkipBalanced();
  } else if (in_.current().kind == TokenKind::kName || in_.current().Is("*") || in_.current().Is("[")) {
    ReadType();
  }
  return {};
}

Type Parser::Named() {
  Type type{Type::Kind::kNamed, in_.ExpectName("a type"), nullptr, nullptr};
  if (in_.Skip(".")) {
    type.kind = Type::Kind::kForeign;
    type.name += "." + in_.ExpectName("a type");
  }
  if (in_.current().Is("[")) in_.SkipBalanced();  // skips the parameters of a generic type
  return type;
}

Type Parser::TypeBegun() {
  if (in_.Skip("*")) return Wrapped(Type::Kind::kPointer);
  if (in_.Skip("[")) return ListOrArray();
  if (in_.Skip("(")) {
    Type type = ReadType();
    in_.Expect(")");
    return type;
  }
  if (in_.SkipName("map")) return Map();
  if (in_.SkipName("func")) return Function();
  if (in_.Skip("<")) in_.Expect("-");
  if (in_.SkipName("chan")) {
    if (in_.Skip("<")) in_.Skip("-");
    ReadType();
    return Type();
  }
  if (in_.SkipName("interface")) {
    in_.SkipBalanced();
    return Type();
  }
  if (!in_.SkipName("struct")) return Named();
  Type type{Type::Kind::kStruct, {}, nullptr, nullptr};
  type.fields = Fields();
  return type;
}

Type Parser::ReadType() {
  if (in_.failed()) return {};
  if (depth_ == kMaxDepth) return Fail("types are nested too deeply");
  ++depth_;
  Type type = TypeBegun();
  --depth_;
  return type;
}

std::shared_ptr<const Struct> Parser::Fields() {
  auto fields = std::make_shared<Struct>();
  in_.Expect("{");
  while (!in_.Ended() && !in_.current().Is("}")) {
    if (!in_.Skip(";")) OneField(*fields);
  }
  in_.Expect("}");
  return fields;
}

// Returns whether Go exports the name. Treats letters beyond ASCII as upper case, although Go does not export
// lower-case ones.
bool IsExported(std::string_view name) {
  return !name.empty() && ((name[0] >= 'A' && name[0] <= 'Z') || (name[0] & 0x80) != 0);
}

// Reads the tag at the end of a line of fields. `read` has the fields of this line; applies the tag to them, and adds
// them to `fields`.
//
// Upstream: k8s.io/kube-openapi pkg/generators getReferableName, shouldInlineMembers.
void Parser::Tagged(std::vector<Field> read, Struct& fields) {
  std::optional<JsonTag> tag;
  if (in_.current().kind == TokenKind::kString) {
    tag = ReadJsonTag(in_.current().text);
    in_.Step();
  }
  if (!in_.current().Is("}")) in_.Expect(";");
  for (Field& field : read) {
    const bool embedded = field.inlined;
    field.inlined = (embedded || (tag && tag->inlined)) && (!tag || tag->name.empty());
    field.omits_empty = tag && tag->omits_empty;
    const bool hidden = (tag && tag->name == "-") || (!embedded && !IsExported(field.name));
    if (tag) field.json = tag->name;
    if (field.json.empty()) field.json = field.name;
    if (hidden || field.inlined) field.json.clear();
    field.optional = field.omits_empty || field.markers.contains("optional") ||
                     field.markers.contains("k8s:optional") ||
                     field.markers.contains("kubebuilder:validation:Optional");
    fields.fields.push_back(std::move(field));
  }
}

std::string LastName(const Type& type) {
  const Type& named = type.kind == Type::Kind::kPointer ? *type.element : type;
  return named.name.substr(named.name.rfind('.') + 1);
}

bool Parser::EndsField() const {
  return in_.current().Is(";") || in_.current().Is("}") || in_.current().kind == TokenKind::kString;
}

// Returns whether an embedded field, which has a type but no name, begins at the current token.
bool Parser::BeginsEmbedded() const {
  return in_.current().Is("*") || in_.next().Is(".") || in_.next().Is(";") || in_.next().Is("}") ||
         in_.next().kind == TokenKind::kString;
}

void Parser::OneField(Struct& fields) {
  std::vector<Field> read(1);
  read[0].at = in_.current().at;
  read[0].markers = MarkersHere(false);
  if (BeginsEmbedded()) {
    read[0].inlined = true;
    read[0].type = ReadType();
    read[0].name = LastName(read[0].type);
    return Tagged(std::move(read), fields);
  }
  read[0].name = in_.ExpectName("a field");
  while (in_.Skip(",")) {
    read.push_back(read[0]);
    read.back().at = in_.current().at;
    read.back().name = in_.ExpectName("a field");
  }
  const bool bracket = in_.current().Is("[") && !in_.next().Is("]");
  if (bracket) in_.SkipBalanced();
  if (bracket && EndsField()) {  // true: an embedded List[T]; false: a field such as Three [3]T
    read[0].inlined = true;
    read[0].type = {Type::Kind::kNamed, read[0].name, nullptr, nullptr};
    return Tagged(std::move(read), fields);
  }
  const Type type = bracket ? Wrapped(Type::Kind::kList) : ReadType();
  for (Field& field : read) field.type = type;
  Tagged(std::move(read), fields);
}

void Parser::OneType(SourceFile& file) {
  Declaration declared;
  declared.markers = MarkersHere(true);
  declared.at = in_.current().at;
  declared.name = in_.ExpectName("the name of a type");
  // true for the array "type Three [N]string", but also for the generic type "type List[T any] struct". Only the array
  // has a single token between the brackets; SkipBalanced counts the brackets, too.
  const bool bracket = in_.current().Is("[") && in_.next().kind == TokenKind::kName;
  const bool array = bracket && in_.SkipBalanced() == 3;
  in_.Skip("=");
  declared.type = array ? Wrapped(Type::Kind::kList) : ReadType();
  file.types.push_back(std::move(declared));
}

void Parser::Types(SourceFile& file) {
  if (!in_.Skip("(")) return OneType(file);
  while (!in_.Ended() && !in_.current().Is(")")) {
    if (!in_.Skip(";")) OneType(file);
  }
  in_.Expect(")");
}

void Parser::TopLevel(SourceFile& file) {
  if (in_.current().IsName("type")) {
    in_.Step();
    Types(file);
  } else if (in_.current().IsName("package")) {
    in_.Step();
    file.package = in_.ExpectName("the name of the package");
  } else {
    in_.SkipStatement();
  }
  if (!in_.Ended()) in_.Expect(";");
}

std::variant<SourceFile, SyntaxError> Parser::File() {
  SourceFile file;
  while (!in_.Ended()) {
    if (!in_.Skip(";")) TopLevel(file);
  }
  if (!in_.error().text.empty()) return in_.error();
  if (file.package.empty()) return SyntaxError{{1, 1}, "not a Go source: the package clause is missing"};
  return file;
}

}  // namespace

std::variant<SourceFile, SyntaxError> ReadSource(std::string_view text) { return Parser(text).File(); }

}  // namespace structural::go_source
