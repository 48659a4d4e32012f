#include "test/support/cel_debug.h"

#include "schema/base/quote.h"
#include "schema/kubernetes/print.h"

namespace structural::cel {
namespace {

template <typename... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

std::string_view KindOf(const Constant& constant) {
  return std::visit(
      Overloaded{[](Null) { return "*expr.Constant_NullValue"; }, [](bool) { return "*expr.Constant_BoolValue"; },
                 [](std::int64_t) { return "*expr.Constant_Int64Value"; },
                 [](std::uint64_t) { return "*expr.Constant_Uint64Value"; },
                 [](double) { return "*expr.Constant_DoubleValue"; },
                 [](std::string_view) { return "*expr.Constant_StringValue"; },
                 [](Bytes) { return "*expr.Constant_BytesValue"; }},
      constant);
}

std::string_view KindOf(const Expr& expr) {
  return std::visit(Overloaded{[](std::monostate) -> std::string_view { return ""; },
                               [](const Constant& constant) { return KindOf(constant); },
                               [](const Ident&) -> std::string_view { return "*expr.Expr_IdentExpr"; },
                               [](const Select&) -> std::string_view { return "*expr.Expr_SelectExpr"; },
                               [](const Call&) -> std::string_view { return "*expr.Expr_CallExpr"; },
                               [](const List&) -> std::string_view { return "*expr.Expr_ListExpr"; },
                               [](const Map&) -> std::string_view { return "*expr.Expr_StructExpr"; },
                               [](const Message&) -> std::string_view { return "*expr.Expr_StructExpr"; },
                               [](const Comprehension*) -> std::string_view { return "*expr.Expr_ComprehensionExpr"; }},
                    expr.node);
}

class DebugWriter {
 public:
  DebugWriter(Adornment adornment, const NodePositions& places, const Source& source)
      : adornment_(adornment), places_(places), source_(source) {}

  void Write(const Expr& expr) {
    std::visit([this](const auto& node) { WriteNode(node); }, expr.node);
    Adorn(expr.id, KindOf(expr));
  }

  std::string Take() { return std::move(text_); }

 private:
  void WriteNode(std::monostate) {}
  void WriteNode(const Constant& constant) {
    std::visit([this](const auto& value) { WriteConstant(value); }, constant);
  }
  void WriteNode(const Ident& ident) { Append(ident.name); }

  void WriteNode(const Select& select) {
    Write(*select.operand);
    Append(".");
    Append(select.field);
    if (select.test_only) Append("~test-only~");
  }

  void WriteNode(const Call& call) {
    if (call.target != nullptr) {
      Write(*call.target);
      Append(".");
    }
    Append(call.function);
    Append("(");
    WriteParts(call.arguments, [this](const Expr* argument) { Write(*argument); });
    Append(")");
  }

  void WriteNode(const List& list) {
    Append("[");
    WriteParts(list.elements, [this](const Expr* element) { Write(*element); });
    Append("]");
  }

  void WriteNode(const Map& map) { WriteEntries(map.entries); }

  void WriteNode(const Message& message) {
    Append(message.type);
    WriteEntries(message.fields);
  }

  void WriteEntries(std::span<const Entry> entries) {
    Append("{");
    WriteParts(entries, [this](const Entry& entry) {
      if (entry.optional) Append("?");
      entry.key != nullptr ? Write(*entry.key) : Append(entry.field);
      Append(":");
      Write(*entry.value);
      Adorn(entry.id, "*expr.Expr_CreateStruct_Entry");
    });
    Append("}");
  }

  void WriteNode(const Comprehension* loop) {
    Append("__comprehension__(");
    ++indent_;
    EndLine();
    Append("// Variable");
    EndLine();
    for (const std::string_view variable : {loop->variable, loop->second_variable}) {
      if (!variable.empty()) Comma(variable);
    }
    Titled("// Target", *loop->range);
    Append("// Accumulator");
    EndLine();
    Comma(loop->accumulator);
    Titled("// Init", *loop->init);
    Titled("// LoopCondition", *loop->condition);
    Titled("// LoopStep", *loop->step);
    Append("// Result");
    EndLine();
    Write(*loop->result);
    Append(")");
    --indent_;
  }

  void Comma(std::string_view text) {
    Append(text);
    Append(",");
    EndLine();
  }

  void Titled(std::string_view title, const Expr& expr) {
    Append(title);
    EndLine();
    Write(expr);
    Comma("");
  }

  // Writes the parts of an expression, one on each line, indented by one more level.
  template <typename Parts, typename WritePart>
  void WriteParts(const Parts& parts, WritePart write) {
    if (parts.empty()) return;
    ++indent_;
    EndLine();
    bool first = true;
    for (const auto& part : parts) {
      if (!first) Comma("");
      first = false;
      write(part);
    }
    --indent_;
    EndLine();
  }

  void WriteConstant(Null) { Append("null"); }
  void WriteConstant(bool value) { Append(value ? "true" : "false"); }
  void WriteConstant(std::int64_t value) { Append(std::to_string(value)); }
  void WriteConstant(std::uint64_t value) { Append(std::to_string(value) + "u"); }
  void WriteConstant(double value) { Append(kubernetes::PrintFloat(value)); }
  void WriteConstant(std::string_view value) { Append(base::Quote(value)); }
  void WriteConstant(Bytes bytes) { Append("b" + base::Quote(bytes.value)); }

  void Adorn(std::int64_t id, std::string_view kind) {
    if (adornment_ == Adornment::kNone) return Append("");
    const std::string start = "^#" + std::to_string(id);
    if (adornment_ == Adornment::kKinds) return Append(start + ":" + std::string(kind) + "#");
    const Location at = places_.Locate(id, source_);
    Append(start + "[" + std::to_string(at.line) + "," + std::to_string(at.column) + "]#");
  }

  void Append(std::string_view text) {
    if (line_starts_) text_.append(2 * indent_, ' ');
    line_starts_ = false;
    text_ += text;
  }

  void EndLine() {
    text_ += '\n';
    line_starts_ = true;
  }

  Adornment adornment_;
  const NodePositions& places_;
  const Source& source_;
  std::string text_;
  std::size_t indent_ = 0;
  bool line_starts_ = true;
};

}  // namespace

std::string DebugString(const Expr& expr, Adornment adornment, const NodePositions& places, const Source& source) {
  DebugWriter writer(adornment, places, source);
  writer.Write(expr);
  return writer.Take();
}

}  // namespace structural::cel
