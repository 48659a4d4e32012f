#include "controller/log_fields.h"

#include <algorithm>

namespace structural::controller {
namespace {

std::vector<LogField>& All() {
  thread_local std::vector<LogField> fields;
  return fields;
}

}  // namespace

LogFields::LogFields(std::initializer_list<LogField> fields) : outer_(All().size()) {
  All().insert(All().end(), fields);
}

LogFields::~LogFields() { All().erase(All().begin() + static_cast<std::ptrdiff_t>(outer_), All().end()); }

std::vector<LogField> LogFields::OfThread() {
  std::vector<LogField> fields;
  for (const LogField& field : All()) {
    const auto same = std::ranges::find(fields, field.key, &LogField::key);
    if (same == fields.end()) {
      fields.push_back(field);
    } else {
      same->value = field.value;
    }
  }
  std::erase_if(fields, [](const LogField& field) {
    const auto* text = std::get_if<std::string>(&field.value);
    return text != nullptr && text->empty();
  });
  return fields;
}

}  // namespace structural::controller
