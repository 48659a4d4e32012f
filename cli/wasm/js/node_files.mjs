// The files of this computer, for Host. On Windows, the path C:\a\b is /C:/a/b here.
import fs from "node:fs";
import path from "node:path";

const windows = path.sep === "\\";

// Returns the path of the system for one of the module. A path with a drive in its middle is a path that the user has
// written with its drive.
export function systemPath(name) {
  if (!windows) return name;
  const text = name.replaceAll("\\", "/"), drive = text.match(/.*\/([A-Za-z]:(\/.*|$))/);
  return drive ? (drive[1].length === 2 ? drive[1] + "/" : drive[1]) : text;
}

export function modulePath(name) { return windows ? "/" + name.replaceAll("\\", "/") : name; }

export class NodeFiles {
  stat(name) {
    const found = fs.statSync(systemPath(name), {throwIfNoEntry: false});
    return found ? {folder: found.isDirectory(), size: found.isFile() ? found.size : 0, modified: found.mtimeMs} : null;
  }

  read(name) { return fs.readFileSync(systemPath(name)); }

  list(name) {
    return fs.readdirSync(systemPath(name), {withFileTypes: true}).map(entry => ({name: entry.name, folder: entry.isDirectory()}));
  }

  write(name, bytes) { fs.writeFileSync(systemPath(name), bytes); }
  rename(from, to) { fs.renameSync(systemPath(from), systemPath(to)); }
  remove(name) { fs.unlinkSync(systemPath(name)); }
  makeFolder(name) { fs.mkdirSync(systemPath(name)); }
}
