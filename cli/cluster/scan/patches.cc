#include "cli/cluster/scan/patches.h"

#include <algorithm>

#include "cli/report/fix/file_plan.h"
#include "cli/shared/head.h"

namespace structural::cli {
namespace {

// Adds apiVersion and kind, which the server omits in a list.
std::string WithHead(const scan::CheckedCrd& judged) {
  const std::string_view text = judged.text;
  if (ReadHead(text).IsCrd()) return std::string(text);
  return "{\"apiVersion\":\"" + std::string(crd::Name(judged.crd->api_version)) +
         "\",\"kind\":\"CustomResourceDefinition\"," + std::string(text.substr(text.find('{') + 1));
}

// Returns a patch that only applies to this state of the CRD.
std::vector<std::string> PatchOf(const scan::CheckedCrd& judged, const fix::Plan& plan) {
  std::vector<std::string> patch;
  const auto add_test = [&](const char* path, std::string_view value) {
    if (value.empty()) return;
    json::Writer to(patch.emplace_back());
    to.BeginObject().Add("op", "test").Add("path", path).Add("value", value).EndObject();
  };
  add_test("/metadata/uid", judged.crd->metadata.uid);
  add_test("/metadata/resourceVersion", judged.crd->metadata.resource_version);
  for (const fix::Edit& edit : plan.edits) {
    json::Writer to(patch.emplace_back());
    AppendOperation(edit, "", to);
  }
  return patch;
}

// Returns the text on one line, for a comment or for quotes of the shell.
std::string OnOneLine(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
  return text;
}

std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

class Patches : public scan::Reporter {
 public:
  explicit Patches(fix::ChangeImpact most) : max_(most) {}

  std::string Add(const scan::CheckedCrd& judged) final {
    const bool broken =
        judged.row.state == scan::State::kNonStructural || judged.row.state == scan::State::kStructuralError;
    if (!broken || !judged.crd) return {};
    const auto plan = fix::MakePlan(WithHead(judged), max_, {.keep_status = true});
    if (!plan.ok()) return Unplanned(judged.row, plan.error().message());
    return Planned(judged, *plan);
  }

 private:
  virtual std::string Planned(const scan::CheckedCrd& judged, const fix::Plan& plan) = 0;
  virtual std::string Unplanned(const scan::Row& row, const std::string& why) = 0;

  const fix::ChangeImpact max_;
};

class Script : public Patches {
 public:
  Script(fix::ChangeImpact most, bool contexts) : Patches(most), contexts_(contexts) {}

  std::string Begin() override {
    return "#!/bin/sh\n"
           "# This script changes nothing: --dry-run=server only tries each patch. Read the effect of each\n"
           "# change, then remove --dry-run=server from the patches that you accept.\n"
           "set -e\n";
  }

  std::string End(const scan::Totals&, const std::vector<scan::ClusterOutcome>&) override { return {}; }

 private:
  std::string Planned(const scan::CheckedCrd& judged, const fix::Plan& plan) override {
    std::string text = "\n# " + OnOneLine(judged.row.name) + (plan.left == 0 ? "\n" : ": still not structural\n");
    for (const fix::Item& item : plan.items) {
      const std::string more = item.done ? "" : " (not done)";
      text += OnOneLine("#   " + std::string(NameOf(item.impact)) + " " + item.rule + more + " " + item.path + ": " +
                        item.reason) +
              "\n";
    }
    return plan.edits.empty() ? text : text + Call(judged, plan);
  }

  std::string Unplanned(const scan::Row& row, const std::string& why) override {
    return "\n# " + OnOneLine(row.name + ": " + why) + "\n";
  }

  // Returns a call of kubectl with the patch as a here-document. It ends at the line PATCH, which
  // JSON cannot contain.
  std::string Call(const scan::CheckedCrd& judged, const fix::Plan& plan) const {
    std::string text = "kubectl patch customresourcedefinition " + Quoted(judged.row.name);
    if (contexts_) text += " --context " + Quoted(OnOneLine(judged.row.context));
    text += " --type=json --dry-run=server --patch-file=/dev/stdin <<'PATCH'\n";
    const char* separator = "[";
    for (const std::string& operation : PatchOf(judged, plan)) {
      text += std::exchange(separator, ",\n ") + operation;
    }
    return text + "]\nPATCH\n";
  }

  const bool contexts_;
};

class List : public Patches {
 public:
  using Patches::Patches;

  std::string Begin() override { return "["; }

  std::string End(const scan::Totals&, const std::vector<scan::ClusterOutcome>&) override { return "]\n"; }

 private:
  std::string Planned(const scan::CheckedCrd& judged, const fix::Plan& plan) override {
    std::string text = Open(judged.row);
    json::Writer to(text);
    to.Key("items").BeginList();
    for (const fix::Item& item : plan.items) AppendItem(item, "", nullptr, to);
    to.EndList().Add("left", plan.left).Key("patch").BeginList();
    if (!plan.edits.empty()) {
      for (const std::string& operation : PatchOf(judged, plan)) to.Raw(operation);
    }
    to.EndList().EndObject();
    return text;
  }

  std::string Unplanned(const scan::Row& row, const std::string& why) override {
    std::string text = Open(row);
    json::Writer(text).Add("error", why).EndObject();
    return text;
  }

  std::string Open(const scan::Row& row) {
    std::string text = std::exchange(separator_, ",\n");
    json::Writer(text).BeginObject().Add("context", row.context).Add("crd", row.name);
    return text;
  }

  std::string separator_;
};

}  // namespace

std::unique_ptr<scan::Reporter> NewPatchScript(fix::ChangeImpact most, bool contexts) {
  return std::make_unique<Script>(most, contexts);
}

std::unique_ptr<scan::Reporter> NewPatchList(fix::ChangeImpact most) { return std::make_unique<List>(most); }

}  // namespace structural::cli
