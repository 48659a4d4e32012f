// The library: the errors, warnings and results of a Kubernetes API server for CustomResourceDefinitions and their
// objects.
//
// Texts are YAML or JSON. The functions run in the calling thread, and keep no state. They throw an error if the
// command has no result, or cannot read a part of its input. The message of the error has the reason; `exitCode` is 2
// or 3, or also 1 for a command that prints text; `result` is the JSON, if the command has printed any. docs/schemas
// describes the JSON of each command's -o json.

/** One text, or {file name: text}. */
export type Files = string | Record<string, string>;

/** Flags of a command, in lower camel case: {kubernetesVersion: "1.30", strict: true, rule: ["pattern=off"]}. */
export type Flags = Record<string, string | number | boolean | string[] | undefined>;

export type Json = null | boolean | number | string | Json[] | {[name: string]: Json};

export interface Ran {
  /** 0: no findings; 1: findings; 2: wrong arguments or input; 3: internal failure, such as too little memory. */
  exitCode: number;
  stdout: string;
  stderr: string;
  /** The files that the command has written. */
  files: Record<string, string>;
}

export interface Input {
  files?: Record<string, string | Uint8Array>;
  stdin?: string | Uint8Array;
}

/** Runs a command as the program does: run(["lint", "crd.yaml"], {files: {"crd.yaml": text}}). */
export function run(words: string[], input?: Input): Ran;


/** Returns the API server's errors for CRDs, and the violations of further rules. */
export function lint(crds: Files, flags?: Flags): any;
/** Returns the changes that make CRDs structural, and the CRDs after these changes. */
export function fix(crds: Files, flags?: Flags): {plan: any; files: Record<string, string>};
/** Returns the changes that convert CRDs from v1beta1 to v1, and the CRDs after these changes. */
export function upgrade(crds: Files, flags?: Flags): {plan: any; files: Record<string, string>};
/** Returns the effects of an update of CRDs on objects and clients. */
export function diff(before: Files, after: Files, flags?: Flags): any;
/** Returns the API server's errors for objects. `old` has the stored objects, which `objects` update. */
export function validate(crds: Files, objects: Files, flags?: Flags & {old?: Files}): any;
/** Returns the objects that a server stores after server-side applies. `old` has the objects that it stores before. */
export function apply(crds: Files, objects: Files, flags?: Flags & {old?: Files}): any;
/** Returns the managers that own each field of objects. */
export function owners(objects: Files, flags?: Flags): any;
/** Runs test suites, and returns the results of their cases. */
export function test(suites: Files, crds: Files, flags?: Flags): any;
/** Returns the type, value and cost of a CEL expression. */
export function cel(expression: string, options?: Flags & {crd?: string; object?: string; old?: string}): any;
/** Returns an object that a server accepts, for each CRD. */
export function example(crds: Files, flags?: Flags): any;
/** Returns the fields of CRDs with their constraints, as text. */
export function tree(crds: Files, flags?: Flags): string;
/** Explains rules, or fields of CRDs, as text. */
export function explain(names: string | string[], options?: Flags & {crds?: Files}): string;
/** Returns OpenAPI documents or JSON Schemas of CRDs. */
export function publish(crds: Files, flags?: Flags): any;
/** Returns Go types or Protobuf messages for CRDs, as text. */
export function generate(language: "go" | "proto", crds: Files, flags?: Flags): string;

/** The functions run() and json() for a module that the caller has loaded. */
export class Structural {
  constructor(module: WebAssembly.Module);
  static load(bytes: BufferSource | WebAssembly.Module): Promise<Structural>;
  run(words: string[], input?: Input): Ran;
  json(words: string[], input?: Input): any;
}
