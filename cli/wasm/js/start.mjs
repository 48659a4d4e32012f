#!/usr/bin/env node
// The program of the package for npm. It runs the native program if the package has one for this system, and otherwise
// WebAssembly. The environment variable STRUCTURAL_WASM selects WebAssembly.
import {spawn} from "node:child_process";
import {existsSync} from "node:fs";
import {fileURLToPath} from "node:url";

function nativeProgram() {
  const machine = {x64: "x86_64", arm64: "aarch64"}[process.arch];
  const path = fileURLToPath(new URL(`Linux-${machine}/structural`, import.meta.url));
  return process.platform === "linux" && !process.env.STRUCTURAL_WASM && existsSync(path) ? path : undefined;
}

// Runs the native program with the standard streams of this process, and ends this process with its exit code or
// signal. Returns only if the system cannot start the program, for example because a system with musl has no loader for
// glibc.
function run(path) {
  return new Promise(resolve => {
    const child = spawn(path, process.argv.slice(2), {stdio: "inherit"});
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"], forward = signal => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    child.on("error", resolve);
    child.on("exit", (code, signal) => {
      for (const each of signals) process.off(each, forward);
      if (signal) process.kill(process.pid, signal);
      else process.exit(code);
    });
  });
}

const native = nativeProgram();
if (native) await run(native);
await import("../lib/program.mjs");
