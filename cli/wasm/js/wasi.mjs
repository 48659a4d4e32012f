// The host of structural.wasm: the functions of WASI (wasi_snapshot_preview1) that the module imports.
//
// The files of a host are an object with the following methods. Paths are absolute, have slashes, and can contain "."
// and "..".
//   stat(path, follow)        {type, size: bytes, modified: milliseconds}, or null. `type` is "file", "folder", "other", such as
//                             a pipe, or "link" if `follow` is false
//   open(path)                {read(at, size): Uint8Array, close()}, of a file or a pipe; a pipe ignores `at`
//   list(path)                [{name, type}]
//   create(path, exclusive)   makes an empty file; `exclusive`: it must not exist
//   write(path, bytes), rename(from, to), remove(path), makeFolder(path)
// A method that fails throws an error with a `code`, such as ENOENT, EACCES, EEXIST or EROFS.

const SUCCESS = 0, ERRNO = {EACCES: 2, EBADF: 8, EEXIST: 20, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32, ENOENT: 44, ENOSPC: 51,
  ENOTDIR: 54, ENOTEMPTY: 55, EPERM: 63, EPIPE: 64, EROFS: 69};
const UNKNOWN = 0, CHARACTER_DEVICE = 2, FOLDER = 3, FILE = 4, LINK = 7;
const TYPES = {file: FILE, folder: FOLDER, link: LINK, other: UNKNOWN};
const FOLLOW = 1;
const CREATE = 1, FOLDER_ONLY = 2, EXCLUSIVE = 4;
const RIGHT_TO_WRITE = 64n;
const ROOT = 3;  // file descriptor of the folder "/", which is always open

export class FileError extends Error {
  constructor(code, path) {
    super(`${code}: ${path}`);
    this.code = code;
  }
}

// Exit: thrown when the program calls exit(). It ends the execution of the module.
export class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.exitCode = code;
  }
}

// Returns the absolute path with "." and ".." resolved.
function plain(path) {
  const names = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name && name !== ".") names.push(name);
  }
  return "/" + names.join("/");
}

// MemoryFiles: files in memory. The constructor takes {path: text or bytes}, with paths relative to "/".
export class MemoryFiles {
  constructor(files = {}) {
    this.files = new Map();
    this.folders = new Set(["/"]);
    for (const [path, content] of Object.entries(files)) {
      this.write("/" + path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    }
  }

  stat(path) {
    const file = this.files.get(plain(path));
    if (file) return {type: "file", size: file.length, modified: 0};
    return this.folders.has(plain(path)) ? {type: "folder", size: 0, modified: 0} : null;
  }

  content(path) {
    const file = this.files.get(plain(path));
    if (!file) throw new FileError("ENOENT", path);
    return file;
  }

  open(path) {
    const bytes = this.content(path);
    return {read: (at, size) => bytes.subarray(at, at + size), close() {}};
  }

  list(path) {
    const folder = plain(path), below = folder === "/" ? "/" : folder + "/", names = new Map();
    const add = (other, type) => {
      if (other.length > below.length && other.startsWith(below) && !other.slice(below.length).includes("/")) {
        names.set(other.slice(below.length), type);
      }
    };
    for (const other of this.folders) add(other, "folder");
    for (const file of this.files.keys()) add(file, "file");
    return [...names].map(([name, type]) => ({name, type}));
  }

  create(path, exclusive) {
    if (exclusive && this.stat(path)) throw new FileError("EEXIST", path);
    this.write(path, new Uint8Array());
  }

  write(path, bytes) {
    const file = plain(path);
    if (this.folders.has(file)) throw new FileError("EISDIR", path);
    for (let above = file; (above = above.slice(0, above.lastIndexOf("/")));) this.folders.add(above);
    this.files.set(file, bytes);
  }

  rename(from, to) {
    this.files.set(plain(to), this.content(from));
    this.files.delete(plain(from));
  }

  remove(path) {
    if (!this.files.delete(plain(path))) throw new FileError("ENOENT", path);
  }

  makeFolder(path) {
    if (this.stat(path)) throw new FileError("EEXIST", path);
    this.folders.add(plain(path));
  }
}

// A file that the program reads. It is opened at the first read, because opening a pipe waits for a writer, and the
// program first checks the type of a file that it has found in a folder.
class OpenFile {
  constructor(files, path, stat) {
    Object.assign(this, {files, path, found: stat, at: 0, type: TYPES[stat.type]});
  }

  read(size) {
    this.opened ??= this.files.open(this.path);
    const part = this.opened.read(this.at, size);
    this.at += part.length;
    return part;
  }

  write() { throw new FileError("EBADF", this.path); }
  stat() { return this.found; }
  sync() {}
  close() { this.opened?.close(); }
}

// A file that the program writes. It is empty when it is opened; sync() and close() store the content.
class WrittenFile {
  constructor(files, path) {
    Object.assign(this, {files, path, parts: [], size: 0, type: FILE});
  }

  read() { throw new FileError("EBADF", this.path); }

  write(part) {
    this.parts.push(part.slice());
    this.size += part.length;
    this.changed = true;
    return part.length;
  }

  stat() { return {type: "file", size: this.size, modified: 0}; }

  sync() {
    if (!this.changed) return;
    this.files.write(this.path, joined(this.parts));
    this.changed = false;
  }

  close() { this.sync(); }
}

// Returns the bytes of all parts as one array.
export function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) all.set(part, at), at += part.length;
  return all;
}

class OpenFolder {
  constructor(files, path) {
    Object.assign(this, {files, path, type: FOLDER});
  }

  entries() {
    this.names ??= [{name: ".", type: "folder"}, {name: "..", type: "folder"}, ...this.files.list(this.path)];
    return this.names;
  }

  stat() { return {type: "folder", size: 0, modified: 0}; }
  sync() {}
  close() {}
}

// A standard stream. `read(size)` returns at most `size` bytes; an empty array at the end. `write(bytes)` receives the
// bytes that the program writes.
export class Stream {
  constructor({read, write, terminal = false}) {
    this.read = read ?? (() => { throw new FileError("EBADF", "read"); });
    this.put = write ?? (() => { throw new FileError("EBADF", "write"); });
    this.type = terminal ? CHARACTER_DEVICE : UNKNOWN;
  }

  write(part) {
    this.put(part);
    return part.length;
  }

  stat() { return {type: "other", size: 0, modified: 0}; }
  sync() {}
  close() {}
}

// Host: `options` are {files, streams: [Stream, Stream, Stream], environment: {NAME: value}}. use() replaces `files`
// and `streams` between two commands.
export class Host {
  constructor(options) {
    this.environment = Object.entries(options.environment ?? {}).map(([name, value]) => `${name}=${value}`);
    this.use(options);
  }

  use({files, streams}) {
    this.files = files;
    this.open = new Map(streams.map((stream, number) => [number, stream]));
    this.open.set(ROOT, new OpenFolder(files, ""));
  }

  imports() {
    const calls = {};
    for (const name of Object.getOwnPropertyNames(Host.prototype)) {
      if (/^(fd|path|clock|environ|poll|proc|sched|random)_/.test(name)) calls[name] = this.guarded(name);
    }
    return {wasi_snapshot_preview1: calls};
  }

  // Returns the method of this name as a function for the module. An error of a file becomes the error number that the
  // function returns.
  guarded(name) {
    return (...values) => {
      try {
        return this[name](...values) ?? SUCCESS;
      } catch (error) {
        if (error instanceof Exit || error instanceof WebAssembly.RuntimeError) throw error;
        if (error.code === undefined) throw error;
        return ERRNO[error.code] ?? ERRNO.EIO;
      }
    };
  }

  get view() { return new DataView(this.memory.buffer); }
  bytes(at, size) { return new Uint8Array(this.memory.buffer, at, size); }
  text(at, size) { return new TextDecoder().decode(this.bytes(at, size)); }
  file(number) {
    const file = this.open.get(number);
    if (!file) throw new FileError("EBADF", number);
    return file;
  }
  path(folder, at, size) { return `${this.file(folder).path}/${this.text(at, size)}`; }

  environ_sizes_get(count, size) {
    this.view.setUint32(count, this.environment.length, true);
    this.view.setUint32(size, this.environment.reduce((sum, text) => sum + new TextEncoder().encode(text).length + 1, 0), true);
  }

  environ_get(pointers, texts) {
    this.environment.forEach((text, i) => {
      const bytes = new TextEncoder().encode(text + "\0");
      this.view.setUint32(pointers + 4 * i, texts, true);
      this.bytes(texts, bytes.length).set(bytes);
      texts += bytes.length;
    });
  }

  clock_time_get(clock, precision, result) {
    const milliseconds = clock === 0 ? Date.now() : performance.now();
    this.view.setBigUint64(result, BigInt(Math.round(milliseconds * 1e6)), true);
  }

  fd_prestat_get(number, result) {
    if (number !== ROOT) throw new FileError("EBADF", number);
    this.view.setUint8(result, 0);
    this.view.setUint32(result + 4, 1, true);
  }

  fd_prestat_dir_name(number, at) { this.bytes(at, 1)[0] = 47; }

  fd_fdstat_get(number, result) {
    const view = this.view;
    view.setUint8(result, this.file(number).type);
    view.setUint16(result + 2, 0, true);
    // isatty() of the module returns true for a character device without the right to seek.
    const rights = this.file(number).type === CHARACTER_DEVICE ? ~0x24n & 0x1fffffffn : 0x1fffffffn;
    view.setBigUint64(result + 8, rights, true);
    view.setBigUint64(result + 16, rights, true);
  }

  fd_fdstat_set_flags() {}

  putStat(result, {type: name, size, modified}, type = TYPES[name]) {
    this.bytes(result, 64).fill(0);
    this.view.setUint8(result + 16, type);
    this.view.setBigUint64(result + 24, 1n, true);
    this.view.setBigUint64(result + 32, BigInt(size), true);
    const time = BigInt(Math.round(modified)) * 1000000n;
    for (const at of [40, 48, 56]) this.view.setBigUint64(result + at, time, true);
  }

  fd_filestat_get(number, result) { this.putStat(result, this.file(number).stat(), this.file(number).type); }

  path_filestat_get(folder, flags, at, size, result) {
    const path = this.path(folder, at, size), stat = this.files.stat(path, (flags & FOLLOW) !== 0);
    if (!stat) throw new FileError("ENOENT", path);
    this.putStat(result, stat);
  }

  fd_read(number, buffers, count, result) {
    const file = this.file(number);
    if (file.type === FOLDER) throw new FileError("EISDIR", number);
    let sum = 0;
    for (let i = 0; i < count; ++i) {
      const at = this.view.getUint32(buffers + 8 * i, true), size = this.view.getUint32(buffers + 8 * i + 4, true);
      const part = file.read(size);
      this.bytes(at, part.length).set(part);
      sum += part.length;
      if (part.length < size) break;
    }
    this.view.setUint32(result, sum, true);
  }

  fd_write(number, buffers, count, result) {
    const file = this.file(number);
    let sum = 0;
    for (let i = 0; i < count; ++i) {
      const at = this.view.getUint32(buffers + 8 * i, true), size = this.view.getUint32(buffers + 8 * i + 4, true);
      sum += file.write(this.bytes(at, size));
    }
    this.view.setUint32(result, sum, true);
  }

  fd_seek(number, offset, from, result) {
    const file = this.file(number);
    if (!(file instanceof OpenFile) || file.type !== FILE) return 70;  // ESPIPE
    file.at = Number(offset) + [0, file.at, file.stat().size][from];
    this.view.setBigUint64(result, BigInt(file.at), true);
  }

  fd_sync(number) { this.file(number).sync(); }

  fd_close(number) {
    const file = this.file(number);
    if (number > ROOT) this.open.delete(number);
    file.close();
  }

  fd_readdir(number, at, size, cookie, result) {
    const entries = this.file(number).entries();
    let used = 0;
    for (let i = Number(cookie); i < entries.length && used < size; ++i) {
      const name = new TextEncoder().encode(entries[i].name), entry = new Uint8Array(24 + name.length);
      const view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(i + 1), true);
      view.setBigUint64(8, BigInt(i + 1), true);
      view.setUint32(16, name.length, true);
      view.setUint8(20, TYPES[entries[i].type]);
      entry.set(name, 24);
      const part = entry.subarray(0, size - used);
      this.bytes(at + used, part.length).set(part);
      used += part.length;
    }
    this.view.setUint32(result, used, true);
  }

  path_open(folder, lookup, at, size, flags, rights, inherited, fdflags, result) {
    const path = this.path(folder, at, size), stat = this.files.stat(path, (lookup & FOLLOW) !== 0);
    const writes = (rights & RIGHT_TO_WRITE) !== 0n;
    if (!stat && !(flags & CREATE)) throw new FileError("ENOENT", path);
    if (stat?.type === "link") throw new FileError("ELOOP", path);
    if (stat && stat.type !== "folder" && flags & FOLDER_ONLY) throw new FileError("ENOTDIR", path);
    if (stat?.type === "folder" && writes) throw new FileError("EISDIR", path);
    if (writes) this.files.create(path, (flags & EXCLUSIVE) !== 0);
    let number = ROOT + 1;
    while (this.open.has(number)) ++number;
    this.open.set(number, writes ? new WrittenFile(this.files, path)
      : stat.type === "folder" ? new OpenFolder(this.files, path) : new OpenFile(this.files, path, stat));
    this.view.setUint32(result, number, true);
  }

  path_create_directory(folder, at, size) { this.files.makeFolder(this.path(folder, at, size)); }

  path_rename(folder, from, fromSize, newFolder, to, toSize) {
    this.files.rename(this.path(folder, from, fromSize), this.path(newFolder, to, toSize));
  }

  path_unlink_file(folder, at, size) { this.files.remove(this.path(folder, at, size)); }

  poll_oneoff(subscriptions, events, count, result) { this.view.setUint32(result, 0, true); }
  sched_yield() {}
  proc_exit(code) { throw new Exit(code); }
}
