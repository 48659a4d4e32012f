#include "test/support/random_yaml.h"

namespace structural::test {
namespace {

using nlohmann::json;

class Writer {
 public:
  explicit Writer(Random& random) : random_(random) {
    indent_ = 1 + Pick(random, 4);
    list_indent_ = Pick(random, 3);
    flow_ = Pick(random, 6);
    comments_ = Pick(random, 4) == 0 ? 3 : 1000;
    anchors_ = Pick(random, 4) == 0;
    merges_ = Pick(random, 2) == 0;
    eol_ = Pick(random, 6) == 0 ? "\r\n" : "\n";
  }

  std::string Write(const json& value) {
    std::string text;
    Comment(0, text);
    if (value.is_object() && !value.empty()) {
      Members(value, Pick(random_, 8) == 0 ? 2 : 0, false, text);
    } else if (value.is_array() && !value.empty()) {
      Elements(value, 0, false, text);
    } else {
      text += Flow(value) + eol_;
    }
    Comment(0, text);
    if (Pick(random_, 5) == 0 && text.ends_with(eol_)) text.resize(text.size() - eol_.size());
    return text;
  }

 private:
  bool One(std::size_t of) { return Pick(random_, of) == 0; }

  void Comment(std::size_t column, std::string& to) {
    if (!One(comments_)) return;
    if (One(3)) to += eol_;
    to += std::string(column + (One(3) ? 3 : 0), ' ') + "# " + (One(2) ? "why" : "a: {") + eol_;
    if (One(3)) to += eol_;
  }

  void EndLine(std::string& to) {
    if (One(comments_)) to += One(2) ? "\t# x: y" : " # x";
    to += eol_;
  }

  std::string Quoted(const std::string& text, bool flow) {
    const bool simple = !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") == text.npos;
    if (simple && !One(5)) return text;
    if (One(2) && text.find_first_of("\n\r\t'\\\"") == text.npos && json(text).dump().size() == text.size() + 2) {
      return "'" + text + "'";
    }
    (void)flow;
    return json(text).dump(-1, ' ', true);
  }

  std::string Anchor() {
    if (!anchors_ || !One(4)) return {};
    return "&a" + std::to_string(names_++) + " ";
  }

  // Returns an alias of a random anchor of the text so far. Returns "" if the text has no anchor, and in five of
  // six cases.
  std::string Alias() {
    if (names_ == 0 || !One(6)) return {};
    return "*a" + std::to_string(Pick(random_, names_));
  }

  std::string Flow(const json& value) {
    if (value.is_string()) return Quoted(value, true);
    if (!value.is_structured()) return value.dump();
    const bool list = value.is_array();
    std::string text = list ? "[" : "{";
    const std::string gap = One(4) ? eol_ + std::string(12, ' ') : One(3) ? "" : " ";
    bool first = true;
    for (const auto& [key, child] : value.items()) {
      if (!std::exchange(first, false)) text += "," + gap;
      if (!list) text += Quoted(key, true) + ": ";
      text += Flow(child);
    }
    if (!first && One(8)) text += ",";
    return text + (list ? "]" : "}");
  }

  bool AsFlow(const json& value) { return value.empty() || Pick(random_, 12) < flow_; }

  // Writes the value after the colon of a key or the dash of an element, up to the end of the value's last line.
  // `column` is the column of that key or dash.
  void Value(const json& value, std::size_t column, bool element, std::string& to) {
    if (const std::string alias = Alias(); !alias.empty()) {
      to += " " + alias;
      EndLine(to);
      return;
    }
    const std::string anchor = Anchor();
    if (!anchor.empty() && value.is_object()) objects_.push_back(anchor.substr(1, anchor.size() - 2));
    if (!value.is_structured() || AsFlow(value)) return Inline(value, anchor, column, to);
    const bool compact = element && One(2) && anchor.empty();
    const std::size_t deeper = element ? 2 : value.is_array() ? list_indent_ : indent_;
    to += compact ? " " : anchor.empty() ? "" : " " + anchor;
    if (!compact) {
      EndLine(to);
      Comment(column + deeper, to);
    }
    value.is_array() ? Elements(value, column + deeper, compact, to) : Members(value, column + deeper, compact, to);
  }

  void Inline(const json& value, const std::string& anchor, std::size_t column, std::string& to) {
    if (value.is_null() && One(2)) {
      to += anchor.empty() ? "" : " " + anchor;
      EndLine(to);
      return;
    }
    to += " " + anchor;
    if (value.is_string() && One(6)) return Block(value, column, to);
    if (One(20)) to += eol_ + std::string(column + 1, ' ');
    to += Flow(value);
    EndLine(to);
  }

  void Block(const std::string&, std::size_t column, std::string& to) {
    static const char* const kHeads[] = {"|", "|-", "|+", ">", ">-", "|2"};
    const std::string head = kHeads[Pick(random_, std::size(kHeads))];
    const std::string indent(column + 2, ' ');
    to += head + (One(4) ? " # head" : "") + eol_ + indent + "one" + eol_;
    if (One(2)) to += indent + "  # two" + eol_;
    if (One(2)) to += (One(2) ? indent : "") + eol_;
  }

  void Merge(std::size_t column, std::string& to) {
    if (!merges_ || objects_.empty() || !One(5)) return;
    const auto any = [&] { return "*" + objects_[Pick(random_, objects_.size())]; };
    const std::string merged[] = {any(), any(), "[" + any() + ", " + any() + "]", "{x: 1}"};
    to += std::string(column, ' ') + "<<: " + merged[Pick(random_, std::size(merged))] + eol_;
  }

  void Members(const json& value, std::size_t column, bool compact, std::string& to) {
    for (const auto& [key, child] : value.items()) {
      if (!compact) Merge(column, to);
      if (!std::exchange(compact, false)) {
        Comment(column, to);
        to += std::string(column, ' ');
      }
      std::string text = Quoted(One(25) ? std::string("again") : key, false);
      if (anchors_ && !merges_ && One(8))
        text = scalars_ > 0 && One(2) ? "*s0 " : "&s" + std::to_string(scalars_++) + " " + text;
      to += One(12) ? "? " + text + eol_ + std::string(column, ' ') + ":" : text + ":";
      Value(child, column, false, to);
    }
  }

  void Elements(const json& value, std::size_t column, bool compact, std::string& to) {
    for (const json& child : value) {
      if (!std::exchange(compact, false)) {
        Comment(column, to);
        to += std::string(column, ' ');
      }
      to += "-";
      Value(child, column, true, to);
    }
  }

  Random& random_;
  std::size_t indent_, list_indent_, flow_, comments_;
  bool anchors_, merges_;
  std::string eol_;
  std::size_t names_ = 0, scalars_ = 0;
  std::vector<std::string> objects_;  // names of the anchors whose values are objects
};

}  // namespace

std::string RandomYaml(Random& random, const json& value) {
  if (Pick(random, 10) == 0) return value.dump(Pick(random, 2) == 0 ? 2 : -1) + "\n";
  return Writer(random).Write(value);
}

}  // namespace structural::test
