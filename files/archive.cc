#include "files/archive.h"

#include <algorithm>

#include "files/inflate.h"

namespace structural::files {

bool IsArchiveName(std::string_view name) {
  constexpr std::string_view kEnds[] = {".tar", ".tar.gz", ".tgz", ".zip"};
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return name.ends_with(end); });
}

base::Status VisitArchive(std::string_view archive, const OnArchiveFile& visit, std::size_t& left) {
  if (archive.starts_with("PK")) return VisitZip(archive, visit, left);
  if (!archive.starts_with("\x1f\x8b")) return VisitTar(archive, visit, left);
  const auto tar = Inflate(archive, Packing::kGzip, left);
  if (!tar.ok()) return tar.error();
  return VisitTar(*tar, visit, left);
}

}  // namespace structural::files
