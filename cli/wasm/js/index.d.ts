// structural in JavaScript: whatever a Kubernetes API server says to CustomResourceDefinitions and their objects.
//
// Texts are YAML or JSON. The functions run in the calling thread and keep no state. They throw an error if the command has
// no result or cannot read a part of its input: the message has the reason, `exitCode` is 2 or 3 (1 for a command that prints
// text), and `result` is the JSON, if the command has printed one. The shapes of the results are those of the commands' -o json, in
// docs/schemas.

/** One text, or {file name: text}. */
export type Files = string | Record<string, string>;

/** Flags of the command in lower camel case: {kubernetesVersion: "1.30", strict: true, rule: ["pattern=off"]}. */
export type Flags = Record<string, string | number | boolean | string[] | undefined>;

export type Json = null | boolean | number | string | Json[] | {[name: string]: Json};

export interface Ran {
  /** 0: no findings; 1: findings; 2: wrong arguments or input; 3: the run itself failed. */
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


/** The API server's errors for CRDs, and more rules. */
export function lint(crds: Files, flags?: Flags): any;
/** The plan that makes CRDs structural, and the CRDs after it. */
export function fix(crds: Files, flags?: Flags): {plan: any; files: Record<string, string>};
/** The plan that converts CRDs from v1beta1 to v1, and the CRDs after it. */
export function upgrade(crds: Files, flags?: Flags): {plan: any; files: Record<string, string>};
/** What an update changes for objects and clients. */
export function diff(before: Files, after: Files, flags?: Flags): any;
/** The API server's errors for objects. `old` has the stored objects. */
export function validate(crds: Files, objects: Files, flags?: Flags & {old?: Files}): any;
/** What server-side applies store. `old` has the live objects. */
export function apply(crds: Files, objects: Files, flags?: Flags & {old?: Files}): any;
/** Which manager owns each field. */
export function owners(objects: Files, flags?: Flags): any;
/** Runs test suites. */
export function test(suites: Files, crds: Files, flags?: Flags): any;
/** An expression's type, value and cost. */
export function cel(expression: string, options?: Flags & {crd?: string; object?: string; old?: string}): any;
/** An object that a server accepts. */
export function example(crds: Files, flags?: Flags): any;
/** The fields with their constraints, as text. */
export function tree(crds: Files, flags?: Flags): string;
/** A rule, or a field of a CRD, as text. */
export function explain(names: string | string[], options?: Flags & {crds?: Files}): string;
/** OpenAPI documents or JSON Schemas. */
export function publish(crds: Files, flags?: Flags): any;
/** Go types or Protobuf messages. */
export function generate(language: "go" | "proto", crds: Files, flags?: Flags): string;

/** The library over another copy of the module. */
export class Structural {
  constructor(module: WebAssembly.Module);
  static load(bytes: BufferSource | WebAssembly.Module): Promise<Structural>;
  run(words: string[], input?: Input): Ran;
  json(words: string[], input?: Input): any;
}
