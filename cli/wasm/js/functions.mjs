// The commands as JavaScript functions, which index.d.ts describes. Each function runs one command on files in memory.
// It returns the JSON that the command prints, or the text of a command without JSON.

const CRDS = "crds", OBJECTS = "objects", OLD = "old";

// Returns {path: text} for `texts`, which is one text or {name: text}. The paths are in the folder.
function inFolder(folder, texts) {
  const files = typeof texts === "string" ? {[folder + ".yaml"]: texts} : texts;
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

// Returns the flags of the command line for `options`: ["--kubernetes-version=1.30", "--strict"] for
// {kubernetesVersion: "1.30", strict: true}.
export function flagsOf(options) {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = "--" + name.replace(/[A-Z]/g, letter => "-" + letter.toLowerCase());
    if (value === true) return [flag];
    return value === false || value === undefined ? [] : [value].flat().map(each => `${flag}=${each}`);
  });
}

// Returns the functions of the library, which run commands by `structural`, an object of the class Structural. They
// name each file on the command line, instead of the folder, because commands skip foreign files in folders.
export function functionsOf(structural) {
  const run = (words, input) => structural.run(words, input), json = (words, input) => structural.json(words, input);
  const text = (words, input) => {
    const done = run(words, input);
    if (done.exitCode !== 0) throw Object.assign(new Error(done.stderr.trim()), {exitCode: done.exitCode});
    return done.stdout;
  };
  // Runs a command whose files are all in one folder.
  const onFiles = (call, folder, words, texts, options) => {
    const files = inFolder(folder, texts);
    return call([...words, ...flagsOf(options), "--", ...Object.keys(files)], {files});
  };
  // Runs a command on CRDs and objects. `old` is the flag that names the files of `options.old`.
  const withCrds = (words, old, crds, objects, options) => {
    const files = {crds: inFolder(CRDS, crds), objects: inFolder(OBJECTS, objects), old: inFolder(OLD, options.old ?? {})};
    const flags = [...Object.keys(files.crds).map(name => `--crd=${name}`), ...Object.keys(files.old).map(name => `${old}=${name}`)];
    return json([...words, "-o", "json", ...flags, ...flagsOf({...options, old: undefined}), "--", ...Object.keys(files.objects)],
      {files: {...files.crds, ...files.objects, ...files.old}});
  };
  // Returns the function for fix or upgrade, which returns the plan and the texts after it.
  const changed = name => (crds, options = {}) => {
    const plan = onFiles(json, CRDS, [name, "-o", "json"], crds, options);
    const written = onFiles(run, CRDS, [name, "--write"], crds, options).files;
    const after = Object.entries({...inFolder(CRDS, crds), ...written}).map(([path, text]) => [path.slice(CRDS.length + 1), text]);
    return {plan, files: Object.fromEntries(after)};
  };
  const crdJson = name => (crds, options = {}) => onFiles(json, CRDS, [name, "-o", "json"], crds, options);
  return {
    run,
    lint: crdJson("lint"),
    fix: changed("fix"),
    upgrade: changed("upgrade"),
    diff: (before, after, options = {}) => json(["diff", "-o", "json", ...flagsOf(options), OLD, CRDS],
      {files: {...inFolder(OLD, before), ...inFolder(CRDS, after)}}),
    validate: (crds, objects, options = {}) => withCrds(["validate"], "--old", crds, objects, options),
    apply: (crds, objects, options = {}) => withCrds(["apply"], "--live", crds, objects, options),
    test: (suites, crds, options = {}) => withCrds(["test"], "--old", crds, suites, options),
    owners: (objects, options = {}) => onFiles(json, OBJECTS, ["owners", "-o", "json"], objects, options),
    cel: (expression, {crd, object, old, ...options} = {}) => {
      const files = {}, words = ["cel", "-o", "json", ...flagsOf(options)];
      for (const [name, content] of Object.entries({crd, object, old})) {
        if (content === undefined) continue;
        files[name + ".yaml"] = content;
        words.push(`--${name}=${name}.yaml`);
      }
      return json([...words, "--", expression], {files});
    },
    example: crdJson("example"),
    publish: crdJson("publish"),
    tree: (crds, options = {}) => onFiles(text, CRDS, ["tree"], crds, options),
    generate: (language, crds, options = {}) => onFiles(text, CRDS, ["generate", language], crds, options),
    explain: (names, {crds, ...options} = {}) => {
      const files = crds === undefined ? {} : inFolder(CRDS, crds);
      return text(["explain", ...Object.keys(files).map(name => `--crd=${name}`), ...flagsOf(options), "--", ...[names].flat()], {files});
    },
  };
}
