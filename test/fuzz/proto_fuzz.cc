// Decodes any bytes as a protobuf message of a CRD, in both API versions, and writes them as JSON. Requires that a
// decoded CRD gets one condition, that memory is linear in the bytes, that it is within the estimate with which the
// controller reserves memory, and that the JSON is valid.
#include <optional>
#include <string>

#include "controller/memory.h"
#include "schema/base/proto_object.h"
#include "schema/base/proto_reader.h"
#include "schema/crd/evaluate.h"
#include "schema/crd/meta.h"
#include "schema/crd/proto_json.h"
#include "schema/json/reader.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 512, .fixed_bytes = 64 << 20, .microseconds_per_byte = 500};

namespace {

std::string ItemOf(std::string_view message) {
  std::string item(base::kProtoMagic);
  item += '\x12';
  std::size_t size = message.size();
  for (; size >= 0x80; size >>= 7) item += static_cast<char>(size | 0x80);
  item += static_cast<char>(size);
  return item.append(message);
}

// Requires that the memory of decoding is within the controller's estimate for the item. An estimate of 0 means that
// the item is small and needs no reservation; then nothing is required. Copies of lists that a message has in several
// parts are not in the estimate: their limit is kMaxRepeatedBytes.
void CheckEstimate(const std::string& item, const base::Arena& arena) {
  constexpr std::size_t kOrdinary = std::size_t{2} << 20;
  const std::size_t estimate = controller::EvaluationBudget::CountCost(item);
  if (estimate == 0) return;
  Require(arena.bytes() <= 4 * estimate + kOrdinary + 2 * base::ProtoReader::kMaxRepeatedBytes,
          "memory is as estimated");
}

void TryAs(const std::string& item, crd::ApiVersion version) {
  base::Arena arena;
  std::optional<MemoryLimit> memory(item.size());
  const auto decoded = crd::DecodeItem(item, version, arena);
  if (!decoded.ok()) return Require(!decoded.error().message().empty(), "a mistake is named");
  CheckEstimate(item, arena);
  const auto verdict = crd::Evaluate(*decoded, arena);
  memory.reset();
  Require(!verdict.condition || !verdict.condition->message.empty(), "a condition has a message");
  const auto meta = crd::ReadMeta(item, version);
  if (!meta.ok()) return;
  // The decoded CRD can have another name: a message may contain metadata several times, and ReadMeta reads only the
  // first.
  Require(!meta->name.empty() && !meta->resource_version.empty(), "metadata is complete");
}

// Requires that the CRD in JSON is a valid text. It may be nested too deeply for a reader of JSON.
void TryAsJson(const std::string& item) {
  const auto text = crd::ProtoToJson(item);
  if (!text.ok()) return Require(!text.error().message().empty(), "a mistake is named");
  base::Arena arena;
  json::JsonReader in(*text, arena);
  in.ReadUndecoded();
  Require(in.AtEnd() || in.error().code() == base::ErrorCode::kLimitExceeded, "the JSON of a CRD is valid");
}

}  // namespace

void Try(std::string_view text) {
  const std::string item = ItemOf(text);
  TryAs(item, crd::ApiVersion::kV1);
  TryAs(item, crd::ApiVersion::kV1beta1);
  TryAsJson(item);
}

}  // namespace structural::fuzz
