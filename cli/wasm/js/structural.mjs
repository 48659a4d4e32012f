// The library: the commands that need no cluster, in WebAssembly. Works in Node, Deno, Bun, browsers and workers.
// index.d.ts declares the types.
import {Exit, Host, joined, MemoryFiles, Stream} from "./wasi.mjs";

export {MemoryFiles} from "./wasi.mjs";

const MIB = 1 << 20;

// Program: a compiled module and its instance. The instance is replaced after a trap, and if its memory has more than
// `maxMemory` bytes, because the memory of an instance never shrinks.
export class Program {
  constructor(module, {environment = {}, maxMemory = 512 * MIB} = {}) {
    Object.assign(this, {module, environment, maxMemory});
  }

  instance() {
    if (this.exports && this.exports.memory.buffer.byteLength <= this.maxMemory) return this.exports;
    this.host = new Host({files: new MemoryFiles(), streams: [], environment: this.environment});
    const {exports} = new WebAssembly.Instance(this.module, this.host.imports());
    this.host.memory = exports.memory;
    exports._initialize();
    return this.exports = exports;
  }

  // Runs one command with these files and streams, and returns its exit code. `words` are its arguments, and `folder`
  // is the working folder. If the command ends with a trap, writes the reason to the third stream, and returns 3.
  run(words, {files, streams, folder = "/"}) {
    const exports = this.instance();
    this.host.use({files, streams});
    const bytes = new TextEncoder().encode([folder, ...words].join("\0") + "\0");
    try {
      const at = exports.structural_allocate(bytes.length);
      new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
      return exports.structural_run(at, bytes.length);
    } catch (error) {
      this.exports = undefined;
      if (error instanceof Exit) return error.exitCode;
      const deep = error instanceof RangeError;
      if (!deep && !(error instanceof WebAssembly.RuntimeError || error instanceof WebAssembly.Exception)) throw error;
      const reason = deep ? "the input is nested too deeply for the stack of this JavaScript engine"
        : `the command failed (${error.message}); it may need more memory than WebAssembly has`;
      streams[2].write(new TextEncoder().encode(`structural: ${reason}\n`));
      return 3;
    }
  }
}

// A stream that keeps the bytes that are written to it.
class Collected extends Stream {
  constructor() {
    super({write: part => this.parts.push(part.slice())});
    this.parts = [];
  }

  text() { return new TextDecoder().decode(joined(this.parts)); }
}

function input(text) {
  let rest = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return new Stream({read: size => {
    const part = rest.subarray(0, size);
    rest = rest.subarray(part.length);
    return part;
  }});
}

// Structural: runs commands on files in memory. `module` is the WebAssembly.Module of structural.wasm; `bytes` of
// load() is this module or the content of structural.wasm.
export class Structural {
  constructor(module) { this.program = new Program(module, {environment: {NO_COLOR: "1"}}); }

  static async load(bytes) {
    return new Structural(bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes));
  }

  // Runs a command as the program does: run(["lint", "-o", "json", "crd.yaml"], {files: {"crd.yaml": text}}). Returns
  // {exitCode, stdout, stderr, files}, where `files` has the text of each file that the command has written.
  run(words, {files = {}, stdin = ""} = {}) {
    const memory = new MemoryFiles(files), before = new Map(memory.files), out = new Collected(), errors = new Collected();
    const exitCode = this.program.run(words, {files: memory, streams: [input(stdin), out, errors]});
    const changed = Object.fromEntries([...memory.files].filter(([path, content]) => before.get(path) !== content)
      .map(([path, content]) => [path.slice(1), new TextDecoder().decode(content)]));
    return {exitCode, stdout: out.text(), stderr: errors.text(), files: changed};
  }

  // Runs a command that prints JSON, and returns the JSON. Throws an error if the exit code is 2 or 3, or if the
  // command printed no JSON: unreadable input must not look like input without findings. The error has the command's
  // messages, `exitCode`, and the JSON, if any, as `result`.
  json(words, input) {
    const {exitCode, stdout, stderr} = this.run(words, input);
    let result;
    try {
      result = JSON.parse(stdout);
    } catch {}
    if (exitCode < 2 && result !== undefined) return result;
    throw Object.assign(new Error(stderr.trim() || `exit code ${exitCode}`), {exitCode, result});
  }
}
