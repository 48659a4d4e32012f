#include "schema/go/url.h"
#include "schema/objects/format.h"

namespace structural::objects::formats {

bool IsUri(std::string_view text) {
  return std::holds_alternative<go::Url>(go::ParseUrl(text, go::UrlKind::kRequest));
}

}  // namespace structural::objects::formats
