// structural as a library: the commands that need no cluster, in WebAssembly. Works in Node, Deno, Bun, browsers and
// workers. index.d.ts has the types.
import {Exit, Host, joined, MemoryFiles, Stream} from "./wasi.mjs";

export {MemoryFiles} from "./wasi.mjs";

const MIB = 1 << 20;

// A module that was compiled once, and its instance. An instance whose command ended with a trap, or that has used much
// memory, is replaced by a new one.
export class Program {
  constructor(module, {environment = {}, mostMemory = 512 * MIB} = {}) {
    Object.assign(this, {module, environment, mostMemory});
  }

  instance() {
    if (this.exports && this.exports.memory.buffer.byteLength <= this.mostMemory) return this.exports;
    this.host = new Host({files: new MemoryFiles(), streams: [], environment: this.environment});
    const {exports} = new WebAssembly.Instance(this.module, this.host.imports());
    this.host.memory = exports.memory;
    exports._initialize();
    return this.exports = exports;
  }

  // Runs one command with these files and streams, and returns its exit code. `folder` is the working folder. Writes the
  // reason to the third stream if the command ends with a trap; the exit code is 3 then.
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

// Collects what is written.
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

// The functions of the library. `bytes` is the content of structural.wasm, or a WebAssembly.Module.
export class Structural {
  constructor(module) { this.program = new Program(module, {environment: {NO_COLOR: "1"}}); }

  static async load(bytes) {
    return new Structural(bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes));
  }

  // Runs a command as the program does: run(["lint", "-o", "json", "crd.yaml"], {files: {"crd.yaml": text}}).
  // Returns {exitCode, stdout, stderr, files}; `files` are those that the command has written.
  run(words, {files = {}, stdin = ""} = {}) {
    const memory = new MemoryFiles(files), before = new Map(memory.files), out = new Collected(), errors = new Collected();
    const exitCode = this.program.run(words, {files: memory, streams: [input(stdin), out, errors]});
    const changed = Object.fromEntries([...memory.files].filter(([path, content]) => before.get(path) !== content)
      .map(([path, content]) => [path.slice(1), new TextDecoder().decode(content)]));
    return {exitCode, stdout: out.text(), stderr: errors.text(), files: changed};
  }

  // Runs a command that prints JSON. Throws an error if it ends with exit code 2 or 3, so that input that cannot be read does
  // not count as input without findings. The error has the command's messages, `exitCode`, and the JSON as `result`.
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
