#!/usr/bin/env node
// The program in WebAssembly, for systems without a native program. It has the commands that need no cluster.
import fs from "node:fs";
import v8 from "node:v8";
import {modulePath, NodeFiles, withSlashes} from "./node_files.mjs";
import {Program} from "./structural.mjs";
import {Stream} from "./wasi.mjs";

// Writes all bytes. If the reader of a pipe is slow (EAGAIN), tries again; if it has closed the pipe, ends the process
// like SIGPIPE.
function writeAll(number, part) {
  while (part.length) {
    try {
      part = part.subarray(fs.writeSync(number, part));
    } catch (error) {
      if (error.code === "EPIPE") process.exit(141);
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

function readSome(size) {
  const part = Buffer.alloc(Math.min(size, 1 << 20));
  for (;;) {
    try {
      return part.subarray(0, fs.readSync(0, part));
    } catch (error) {
      if (error.code === "EOF") return part.subarray(0, 0);
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

const terminal = number => { try { return fs.fstatSync(number).isCharacterDevice(); } catch { return false; } };

// V8 then checks each function when it compiles it, at the first call, instead of all functions at the start: 50 ms less.
// Other versions may not know the flag, and would print that.
const {node, deno, bun} = process.versions;
if (/^(18|20|22|24)\./.test(node) && !deno && !bun) v8.setFlagsFromString("--wasm-lazy-validation");

const module = new WebAssembly.Module(fs.readFileSync(new URL("./structural.wasm", import.meta.url)));
const program = new Program(module, {environment: process.env});
process.exitCode = program.run(process.argv.slice(2).map(withSlashes), {
  files: new NodeFiles(),
  folder: modulePath(process.cwd()),
  streams: [
    new Stream({read: readSome, terminal: terminal(0)}),
    new Stream({write: part => writeAll(1, part), terminal: terminal(1)}),
    new Stream({write: part => writeAll(2, part), terminal: terminal(2)}),
  ],
});
