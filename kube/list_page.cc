#include "kube/list_page.h"

#include "kube/json_slicer.h"

namespace structural::kube {
namespace {

using simdjson::error_code;

error_code ReadMetadata(JsonSlicer::Value value, ListPage* page) {
  JsonSlicer::Object metadata;
  error_code code = value.get_object().get(metadata);
  if (code != simdjson::SUCCESS) return code;
  for (auto field : metadata) {
    std::string_view key;
    std::string_view text;
    if ((code = field.unescaped_key().get(key)) != simdjson::SUCCESS) return code;
    std::string* target = key == "resourceVersion" ? &page->resource_version
                          : key == "continue"      ? &page->continue_token
                                                   : nullptr;
    if (target == nullptr) continue;
    if ((code = field.value().get_string().get(text)) != simdjson::SUCCESS) return code;
    target->assign(text);
  }
  return simdjson::SUCCESS;
}

error_code ReadItems(JsonSlicer::Value value, const OnItem& on_item) {
  if (value.is_null()) return simdjson::SUCCESS;  // an empty Go slice
  simdjson::ondemand::array items;
  error_code code = value.get_array().get(items);
  if (code != simdjson::SUCCESS) return code;
  for (auto element : items) {
    JsonSlicer::Object item;
    std::string_view bytes;
    if ((code = element.get_object().get(item)) != simdjson::SUCCESS) return code;
    if ((code = item.raw_json().get(bytes)) != simdjson::SUCCESS) return code;
    on_item(bytes);
  }
  return simdjson::SUCCESS;
}

}  // namespace

base::Result<ListPage> ReadListPage(std::string& body, const OnItem& on_item) {
  JsonSlicer slicer;
  base::Result<JsonSlicer::Object> root = slicer.Start(body);
  if (!root.ok()) return root.error().In("list");
  ListPage page;
  bool has_items = false;
  for (auto field : *root) {
    std::string_view key;
    JsonSlicer::Value value;
    error_code code = field.unescaped_key().get(key);
    if (code == simdjson::SUCCESS) code = field.value().get(value);
    if (code != simdjson::SUCCESS) return MalformedJson("list", code);
    if (key == "metadata") code = ReadMetadata(value, &page);
    if (key == "items") {
      has_items = true;
      code = ReadItems(value, on_item);
    }
    if (code != simdjson::SUCCESS) return MalformedJson("list: " + std::string(key), code);
  }
  const base::Status end = slicer.Finish();
  if (!end.ok()) return end.error().In("list");
  if (!has_items) {
    return base::Error(base::ErrorCode::kInvalidInput,
                       "the response is not a list, because it has no items");
  }
  return page;
}

}  // namespace structural::kube
