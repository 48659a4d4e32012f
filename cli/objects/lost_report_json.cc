#include <nlohmann/json.hpp>

#include "cli/objects/lost_report.h"
#include "cli/shared/dump_json.h"

namespace structural::cli {
namespace {

using nlohmann::ordered_json;

// An object without its closing brace.
std::string Open(const ordered_json& value) {
  std::string text = lint::DumpJson(value);
  text.pop_back();
  return text;
}

class JsonReport : public LostReport {
 public:
  explicit JsonReport(bool summary_only) : summary_only_(summary_only) {}

  std::string Begin() override { return "{\"kinds\": ["; }

  std::string Kind(const StoredKind& kind) override {
    object_separator_ = "\n";
    return std::exchange(kind_separator_, ",\n") +
           Open({{"crd", kind.crd}, {"kind", kind.kind}, {"version", kind.version}}) +
           (summary_only_ ? "" : ",\"objects\":[");
  }

  std::string Object(std::string_view namespace_, std::string_view name,
                     const std::vector<std::string>& fields) override {
    if (summary_only_) return {};
    ordered_json entry = ordered_json::object();
    if (!namespace_.empty()) entry["namespace"] = namespace_;
    entry["name"] = name;
    entry["fields"] = fields;
    return std::exchange(object_separator_, ",\n") + lint::DumpJson(entry);
  }

  std::string EndKind(const LostFields& lost, const std::vector<std::string>& notes,
                      const std::string& failure) override {
    ordered_json fields = ordered_json::array();
    for (const auto& [path, field] : lost.fields()) {
      fields.push_back({{"path", path}, {"objects", field.objects}, {"first", field.first}});
    }
    ordered_json counts = {{"read", lost.objects()}, {"losing", lost.losing()}, {"fields", fields}};
    if (lost.in_further_fields() > 0) counts["inFurtherFields"] = lost.in_further_fields();
    if (!notes.empty()) counts["notes"] = notes;
    if (!failure.empty()) counts["error"] = failure;
    return (summary_only_ ? "," : "],") + lint::DumpJson(counts).substr(1);
  }

  std::string End(const LostSummary& summary) override {
    return "\n],\n\"summary\": " +
           lint::DumpJson({{"kinds", summary.kinds},
                           {"unread", summary.unread},
                           {"objects", summary.objects},
                           {"losing", summary.losing}}) +
           "}\n";
  }

 private:
  const bool summary_only_;
  std::string kind_separator_ = "\n";
  std::string object_separator_ = "\n";
};

}  // namespace

std::unique_ptr<LostReport> NewLostJsonReport(bool summary_only) {
  return std::make_unique<JsonReport>(summary_only);
}

}  // namespace structural::cli
