// The files of the computer, as the files of a Host in wasi.mjs. For the path C:\a\b of Windows, the module uses the
// path /C:/a/b.
import fs from "node:fs";
import path from "node:path";

const windows = path.sep === "\\";

// Returns the path of the system for a path of the module. If a drive is in the middle of the path, as in
// /C:/work/D:/crd.yaml, or the name of a server, as in /C:/work/\\server/crd.yaml, the path begins there: the user
// has given an absolute path, to which the module has added the working folder.
export function systemPath(name) {
  if (!windows) return name;
  const text = name.slice(name.lastIndexOf("/\\\\") + 1).replaceAll("\\", "/");
  const drive = text.match(/.*\/([A-Za-z]:(\/.*|$))/);
  if (drive) return drive[1].length === 2 ? drive[1] + "/" : drive[1];
  return text;
}

export function modulePath(name) { return windows ? "/" + name.replaceAll("\\", "/") : name; }

// Returns an argument of the command line with slashes if it names a file with backslashes, also behind the = of a flag.
// The program prints paths as they are given, compares them with patterns, and writes them into URIs.
export function withSlashes(word) {
  const flag = word.match(/^(--[a-z-]+=)?/)[0], name = word.slice(flag.length);
  if (!windows || !name.includes("\\") || name.startsWith("\\\\") || !fs.existsSync(name)) return word;
  return flag + name.replaceAll("\\", "/");
}

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
