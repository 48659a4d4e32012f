#include "kube/watch.h"

#include "kube/config/secrets.h"
#include "kube/json_slicer.h"
#include "kube/list.h"
#include "schema/base/proto_object.h"
#include "schema/base/proto_reader.h"
#include "schema/base/utf8.h"

namespace structural::kube {
namespace {

using simdjson::error_code;
using Type = WatchEvent::Type;

// The default WatchOptions::idle_timeout is timeout_seconds plus this time, because the server can end the watch late.
constexpr std::chrono::seconds kIdleBeyondTimeout{30};

// Maximum number of bytes of a bookmark's object that is parsed, because parsing needs many times its size in memory. A
// bookmark's object has no spec, so it is small.
constexpr size_t kMaxBookmarkBytes = size_t{64} << 10;

// Maximum number of bytes of an unknown event type that an error repeats.
constexpr size_t kMaxTypeBytes = 40;

constexpr std::string_view kInitialEventsEnd = "k8s.io/initial-events-end";

std::optional<Type> TypeNamed(std::string_view name) {
  if (name == "ADDED") return Type::kAdded;
  if (name == "MODIFIED") return Type::kModified;
  if (name == "DELETED") return Type::kDeleted;
  if (name == "BOOKMARK") return Type::kBookmark;
  if (name == "ERROR") return Type::kError;
  return std::nullopt;
}

base::Error MalformedEvent(const std::string& what) {
  return {base::ErrorCode::kInvalidInput, "watch event: " + Secrets::OfProcess().Hide(what)};
}

error_code ReadMember(std::string_view key, JsonSlicer::Value value, std::string_view* type, std::string_view* object) {
  if (key == "type") return value.get_string().get(*type);
  if (key != "object") return simdjson::SUCCESS;
  JsonSlicer::Object inner;
  const error_code code = value.get_object().get(inner);
  return code == simdjson::SUCCESS ? inner.raw_json().get(*object) : code;
}

// Upstream: ObjectMeta of apimachinery pkg/apis/meta/v1/generated.proto (0.37.2).
bool EndsInitialEventsInProto(std::string_view object) {
  constexpr int kMetadata = 1, kAnnotations = 12;
  const auto read = base::ReadProtoObject(object);
  if (!read.ok()) return false;
  base::ProtoReader in(read->raw);
  bool ends = false;
  const auto annotation = [&] {
    std::string_view key, value;
    in.MapEntry([&] { key = in.Bytes(); }, [&] { value = in.Bytes(); });
    if (key == kInitialEventsEnd) ends = value == "true";
  };
  while (in.NextField()) {
    if (in.field() != kMetadata) {
      in.Skip();
      continue;
    }
    in.Message([&] {
      if (in.field() != kAnnotations) return in.Skip();
      annotation();
    });
  }
  return ends && in.ok();
}

base::Result<WatchEvent> Checked(std::string_view type_name, WatchEvent event) {
  const std::optional<Type> type = TypeNamed(type_name);
  if (!type) return MalformedEvent("unknown type \"" + std::string(type_name.substr(0, kMaxTypeBytes)) + "\"");
  if (event.object.empty()) return MalformedEvent("the object is missing");
  event.type = *type;
  return event;
}

}  // namespace

std::string WatchPath(std::string_view path, const WatchOptions& options) {
  Query query(path);
  query.Add("watch", "true");
  query.Add("timeoutSeconds", std::to_string(options.timeout_seconds));
  if (!options.resource_version.empty()) query.Add("resourceVersion", options.resource_version);
  if (options.allow_bookmarks) query.Add("allowWatchBookmarks", "true");
  if (options.send_initial_events) {
    query.Add("sendInitialEvents", "true");
    query.Add("resourceVersionMatch", "NotOlderThan");
  }
  return query.text();
}

std::chrono::milliseconds IdleTimeoutOf(const WatchOptions& options) {
  return options.idle_timeout.value_or(std::chrono::seconds(options.timeout_seconds) + kIdleBeyondTimeout);
}

struct WatchEventReader::State {
  JsonSlicer slicer;
  std::string line;
};

bool EndsInitialEvents(const WatchEvent& event) {
  if (event.type != Type::kBookmark || event.object.size() > kMaxBookmarkBytes) return false;
  if (base::IsProtoObject(event.object)) return EndsInitialEventsInProto(event.object);
  simdjson::dom::parser parser;
  std::string_view value;
  const error_code code = parser.parse(event.object.data(), event.object.size())
                              .at_pointer("/metadata/annotations/k8s.io~1initial-events-end")
                              .get(value);
  return code == simdjson::SUCCESS && value == "true";
}

WatchEventReader::WatchEventReader() : state_(std::make_unique<State>()) {}
WatchEventReader::~WatchEventReader() = default;

base::Result<WatchEvent> WatchEventReader::Read(std::string_view line) {
  state_->line.assign(line);
  base::Result<JsonSlicer::Object> root = state_->slicer.Start(state_->line);
  if (!root.ok()) return root.error().In("watch event");
  std::string_view type_name;
  WatchEvent event;
  for (auto field : *root) {
    std::string_view key;
    JsonSlicer::Value value;
    error_code code = field.unescaped_key().get(key);
    if (code == simdjson::SUCCESS) code = field.value().get(value);
    if (code == simdjson::SUCCESS) code = ReadMember(key, value, &type_name, &event.object);
    if (code != simdjson::SUCCESS) return MalformedJson("watch event", code);
  }
  const base::Status end = state_->slicer.Finish();
  if (!end.ok()) return end.error().In("watch event");
  return Checked(type_name, event);
}

base::Result<WatchEvent> WatchEventReader::ReadFrame(std::string_view frame) {
  base::ProtoReader in(frame);
  std::string_view type_name;
  WatchEvent event;
  while (in.NextField()) {
    if (in.field() == 1) {
      type_name = in.Bytes();
    } else if (in.field() == 2) {
      in.Message([&] {
        if (in.field() != 1) return in.Skip();
        event.object = in.Bytes();
      });
    } else {
      in.Skip();
    }
  }
  if (!in.ok()) return in.error().In("watch event");
  if (!event.object.empty() && !base::IsProtoObject(event.object))
    return MalformedEvent("the object is not in protobuf");
  return Checked(base::ToValidUtf8(type_name.substr(0, kMaxTypeBytes)), event);
}

}  // namespace structural::kube
