#include "test/e2e/crds.h"

#include <algorithm>
#include <cctype>

namespace structural::e2e {

json Crd(const std::string& kind, const json& schema, const json& more) {
  std::string plural = kind;
  for (char& c : plural) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  json crd = {{"apiVersion", "apiextensions.k8s.io/v1beta1"},
              {"kind", "CustomResourceDefinition"},
              {"metadata", {{"name", plural + ".e2e.example.com"}}},
              {"spec",
               {{"group", "e2e.example.com"},
                {"scope", "Namespaced"},
                {"version", "v1"},
                {"names", {{"plural", plural}, {"kind", kind}}},
                {"validation", {{"openAPIV3Schema", schema}}}}}};
  crd["spec"].update(more);
  return crd;
}

json Structural(const std::string& kind) { return Crd(kind, {{"type", "object"}}, {{"preserveUnknownFields", false}}); }

json NonStructural(const std::string& kind) { return Crd(kind, {{"properties", {{"a", {{"minimum", 1}}}}}}); }

json InGroup(json crd, const std::string& group) {
  crd["spec"]["group"] = group;
  crd["metadata"]["name"] = crd.at("/spec/names/plural"_json_pointer).get<std::string>() + "." + group;
  crd["metadata"]["labels"]["group"] = group;
  return crd;
}

std::string NameOf(const json& crd) { return crd.at("metadata").at("name"); }

}  // namespace structural::e2e
