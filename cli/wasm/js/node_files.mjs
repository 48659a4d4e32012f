// The files of the computer, as the files of a Host in wasi.mjs. For the path C:\a\b of Windows, the module uses the
// path /C:/a/b.
import fs from "node:fs";
import path from "node:path";

const windows = path.sep === "\\";

// Returns the system's path for a path of the module. If a drive is in the middle of the path, as in
// /C:/work/D:/crd.yaml, the part from the drive is the path: the user has given an absolute path, to which the module
// has added the working folder.
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
