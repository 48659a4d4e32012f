// The entry of the library for Node, Deno and Bun.
import fs from "node:fs";
import {functionsOf} from "./functions.mjs";
import {Structural} from "./structural.mjs";

const module = new WebAssembly.Module(fs.readFileSync(new URL("./structural.wasm", import.meta.url)));

export {MemoryFiles, Structural} from "./structural.mjs";
export const {run, lint, fix, upgrade, diff, validate, apply, owners, test, cel, example, tree, explain, publish, generate} =
  functionsOf(new Structural(module));
