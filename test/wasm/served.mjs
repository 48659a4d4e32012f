// node served.mjs MODULE: runs commands in one instance of structural.wasm. Reads one JSON object per line, {"words":
// [...], "stdin": TEXT}, and prints {"exitCode", "stdout", "stderr", "milliseconds", "memory"}. The working folder is
// that of the process.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";

const library = path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../../cli/wasm/js/");
const {NodeFiles} = await import(library + "node_files.mjs");
const {Program} = await import(library + "structural.mjs");
const {Stream} = await import(library + "wasi.mjs");

const program = new Program(new WebAssembly.Module(fs.readFileSync(process.argv[2])), {environment: {NO_COLOR: "1"}});

function answer({words, stdin = ""}) {
  let rest = Buffer.from(stdin);
  const parts = {1: [], 2: []};
  const out = number => new Stream({write: part => parts[number].push(Buffer.from(part))});
  const input = new Stream({read: size => {
    const part = rest.subarray(0, size);
    rest = rest.subarray(part.length);
    return part;
  }});
  const begin = performance.now();
  const exitCode = program.run(words, {files: new NodeFiles(), folder: process.cwd(), streams: [input, out(1), out(2)]});
  return {exitCode, stdout: Buffer.concat(parts[1]).toString(), stderr: Buffer.concat(parts[2]).toString(),
    milliseconds: performance.now() - begin, memory: program.exports?.memory.buffer.byteLength ?? 0};
}

for await (const line of readline.createInterface({input: process.stdin, crlfDelay: Infinity})) {
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
}
