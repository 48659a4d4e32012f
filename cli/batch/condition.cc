// {CRD} -> {"apiVersion","condition","errors","name"}: the condition that the CRD should carry.
#include "cli/batch/batch.h"
#include "schema/base/quote.h"
#include "schema/crd/evaluate.h"

namespace structural::cli {
namespace {

void AppendMember(std::string_view key, std::string_view value, std::string& to) {
  to.append("\"").append(key).append("\":");
  base::AppendJsonString(value, to);
}

void AppendCondition(const crd::Condition& condition, std::string& to) {
  to += '{';
  AppendMember("type", crd::kNonStructuralSchema, to);
  AppendMember("status", condition.status, to += ',');
  AppendMember("reason", condition.reason, to += ',');
  AppendMember("message", condition.message, to += ',');
  to += '}';
}

void AppendErrors(const crd::Verdict& verdict, std::string& to) {
  to += ",\"errors\":";
  if (verdict.violations.empty()) {
    to += "null";
    return;
  }
  char separator = '[';
  for (const kubernetes::Violation& violation : verdict.violations) {
    to += std::exchange(separator, ',');
    base::AppendJsonString(violation.text, to);
  }
  to += ']';
}

}  // namespace

base::Result<std::string> BatchCondition(std::string_view line, base::Arena& arena) {
  const auto crd = crd::Decode(line, arena);
  if (!crd.ok()) return crd.error();
  const crd::Verdict verdict = crd::Evaluate(*crd, arena);
  std::string out = "{";
  AppendMember("apiVersion", crd::Name(crd->api_version), out);
  out += ",\"condition\":";
  if (verdict.condition) {
    AppendCondition(*verdict.condition, out);
    AppendErrors(verdict, out);
  } else {
    out += "null";
  }
  AppendMember("name", crd->metadata.name, out += ',');
  return out + "}";
}

}  // namespace structural::cli
