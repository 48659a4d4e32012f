#include "schema/go/url.h"
#include "schema/kubernetes/format.h"

namespace structural::kubernetes::formats {

bool IsUri(std::string_view text) { return std::holds_alternative<go::Url>(go::ParseUrl(text, go::UrlKind::kRequest)); }

}  // namespace structural::kubernetes::formats
