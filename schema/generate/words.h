// Names of properties as names in code.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace structural::generate {

// "apiVersion" -> "APIVersion", "pod-ips" -> "PodIPs": words capitalised, initialisms in capitals,
// what is no ASCII letter or digit left out. An X comes before a digit; "X" where nothing is left.
std::string ExportedName(std::string_view name);

// Whether that is a name already: a capital, then letters and digits.
bool IsExportedName(std::string_view name);

// "Containers" -> "Container", "Policies" -> "Policy"; "Data" -> "DataItem".
std::string ElementName(const std::string& list);

// Names that are given out once each. Not thread-safe.
class Names {
 public:
  explicit Names(std::set<std::string> reserved) : taken_(std::move(reserved)) {}

  // The name, or with the first number from 2 on that makes it a new one.
  std::string Take(const std::string& name);

 private:
  std::set<std::string> taken_;
};

}  // namespace structural::generate
