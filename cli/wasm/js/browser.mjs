// The entry of the library for browsers, their workers, and bundlers. structural.wasm is compiled while it is
// downloaded.
import {functionsOf} from "./functions.mjs";
import {Structural} from "./structural.mjs";

const module = await WebAssembly.compileStreaming(fetch(new URL("./structural.wasm", import.meta.url)));

export {MemoryFiles, Structural} from "./structural.mjs";
export const {run, lint, fix, upgrade, diff, validate, apply, owners, test, cel, example, tree, explain, publish, generate} =
  functionsOf(new Structural(module));
