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

function typeOf(found) {
  return found.isFile() ? "file" : found.isDirectory() ? "folder" : found.isSymbolicLink() ? "link" : "other";
}

export class NodeFiles {
  stat(name, follow = true) {
    const found = (follow ? fs.statSync : fs.lstatSync)(systemPath(name), {throwIfNoEntry: false});
    return found ? {type: typeOf(found), size: found.isFile() ? found.size : 0, modified: found.mtimeMs} : null;
  }

  open(name) {
    const file = fs.openSync(systemPath(name)), regular = fs.fstatSync(file).isFile();
    return {
      read(at, size) {
        const part = Buffer.alloc(Math.min(size, 1 << 20));
        return part.subarray(0, fs.readSync(file, part, 0, part.length, regular ? at : null));
      },
      close: () => fs.closeSync(file),
    };
  }

  list(name) {
    return fs.readdirSync(systemPath(name), {withFileTypes: true}).map(entry => ({name: entry.name, type: typeOf(entry)}));
  }

  create(name, exclusive) { fs.closeSync(fs.openSync(systemPath(name), exclusive ? "wx" : "w")); }
  write(name, bytes) { fs.writeFileSync(systemPath(name), bytes, {flush: true}); }
  rename(from, to) { fs.renameSync(systemPath(from), systemPath(to)); }
  remove(name) { fs.unlinkSync(systemPath(name)); }
  makeFolder(name) { fs.mkdirSync(systemPath(name)); }
}
