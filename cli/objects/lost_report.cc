#include "cli/objects/lost_report.h"

#include <algorithm>
#include <set>
#include <utility>

#include "schema/base/quote.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

// Keys may hold anything; a terminal must not obey them.
std::string Shown(std::string_view text) {
  return base::EscapeUnprintable(text) == text ? std::string(text) : base::Quote(text);
}

std::string Count(std::size_t n, std::string_view one) {
  return std::to_string(n).append(" ").append(one).append(n == 1 ? "" : "s");
}

class TextReport : public LostReport {
 public:
  explicit TextReport(bool summary_only) : summary_only_(summary_only) {}

  std::string Kind(const StoredKind& kind) override {
    return Shown(kind.crd) + ", stored as " + Shown(kind.version) + "\n";
  }

  std::string Object(std::string_view namespace_, std::string_view name,
                     const std::vector<std::string>& fields) override {
    if (summary_only_) return {};
    std::string text = "  ";
    if (!namespace_.empty()) text.append(Shown(namespace_)).append("/");
    text += Shown(name);
    char separator = ':';
    for (const std::string& field : fields) {
      text.append(1, std::exchange(separator, ',')).append(" ").append(Shown(field));
    }
    return text += '\n';
  }

  std::string EndKind(const LostFields& lost, const std::vector<std::string>& notes,
                      const std::string& failure) override {
    std::string text;
    for (const std::string& note : notes) text += "  note: " + base::EscapeUnprintable(note) + "\n";
    if (!failure.empty()) text += "  incomplete: " + base::EscapeUnprintable(failure) + "\n";
    text += "  " + std::to_string(lost.losing()) + " of " + Count(lost.objects(), "object") +
            " would lose something" + (lost.losing() == 0 ? "\n" : ":\n");
    for (const auto& [path, field] : lost.fields()) {
      text += "    " + Shown(path) + ": " + Count(field.objects, "object") + ", first " +
              base::EscapeUnprintable(field.first) + "\n";
    }
    if (lost.in_further_fields() > 0) {
      text += "    other fields, in total: " + std::to_string(lost.in_further_fields()) + "\n";
    }
    return text += '\n';
  }

 private:
  const bool summary_only_;
};

class JsonReport : public LostReport {
 public:
  explicit JsonReport(bool summary_only) : summary_only_(summary_only) {}

  std::string Begin() override { return "{\"kinds\": ["; }

  std::string Kind(const StoredKind& kind) override {
    object_separator_ = "\n";
    std::string text = std::exchange(kind_separator_, ",\n");
    json::Writer to(text);
    to.BeginObject().Add("crd", kind.crd).Add("kind", kind.kind).Add("version", kind.version);
    if (!summary_only_) to.Key("objects").BeginList();
    return text;
  }

  std::string Object(std::string_view namespace_, std::string_view name,
                     const std::vector<std::string>& fields) override {
    if (summary_only_) return {};
    std::string text = std::exchange(object_separator_, ",\n");
    json::Writer to(text);
    to.BeginObject();
    if (!namespace_.empty()) to.Add("namespace", namespace_);
    to.Add("name", name).Add("fields", fields).EndObject();
    return text;
  }

  std::string EndKind(const LostFields& lost, const std::vector<std::string>& notes,
                      const std::string& failure) override {
    std::string text = summary_only_ ? "," : "],";
    json::Writer to(text);
    to.Add("read", lost.objects()).Add("losing", lost.losing()).Key("fields").BeginList();
    for (const auto& [path, field] : lost.fields()) {
      to.BeginObject().Add("path", path).Add("objects", field.objects).Add("first", field.first);
      to.EndObject();
    }
    to.EndList();
    if (lost.in_further_fields() > 0) to.Add("inFurtherFields", lost.in_further_fields());
    if (!notes.empty()) to.Add("notes", notes);
    if (!failure.empty()) to.Add("error", failure);
    to.EndObject();
    return text;
  }

  std::string End(const LostSummary& summary) override {
    std::string text = "\n],\n\"summary\": ";
    json::Writer to(text);
    to.BeginObject().Add("kinds", summary.kinds).Add("unread", summary.unread);
    to.Add("objects", summary.objects).Add("losing", summary.losing).EndObject();
    return text + "}\n";
  }

 private:
  const bool summary_only_;
  std::string kind_separator_ = "\n";
  std::string object_separator_ = "\n";
};

}  // namespace

std::string Sentence(const LostSummary& summary) {
  std::string text = Count(summary.kinds, "kind") + ", " + Count(summary.objects, "object") + ": " +
                     std::to_string(summary.losing) + " would lose something";
  if (summary.unread > 0) text += "; " + Count(summary.unread, "kind") + " not read completely";
  return text;
}

std::unique_ptr<LostReport> NewLostTextReport(bool summary_only) {
  return std::make_unique<TextReport>(summary_only);
}

std::unique_ptr<LostReport> NewLostJsonReport(bool summary_only) {
  return std::make_unique<JsonReport>(summary_only);
}

std::string FieldPattern(std::string_view path) {
  std::string pattern;
  while (!path.empty()) {
    const auto open = path.find('[');
    pattern += path.substr(0, open);
    if (open == std::string_view::npos) break;
    path.remove_prefix(open + 1);
    const auto digits = std::min(path.find_first_not_of("0123456789"), path.size());
    const bool index = digits > 0 && path.substr(digits).starts_with(']');
    pattern += index ? "[*]" : "[";
    if (index) path.remove_prefix(digits + 1);
  }
  return pattern;
}

void LostFields::Add(std::string_view object, const std::vector<std::string>& paths) {
  ++objects_;
  if (paths.empty()) return;
  ++losing_;
  std::set<std::string> patterns;
  for (const std::string& path : paths) patterns.insert(FieldPattern(path));
  for (const std::string& pattern : patterns) {
    const auto found = fields_.find(pattern);
    if (found != fields_.end()) {
      ++found->second.objects;
    } else if (fields_.size() < kMostFields) {
      fields_[pattern] = {1, std::string(object)};
    } else {
      ++further_;
    }
  }
}

}  // namespace structural::cli
