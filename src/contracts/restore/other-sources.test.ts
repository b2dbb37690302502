import { describe, expect, test } from "vitest";
import { aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import type { Step } from "../../plan/model.ts";
import { type Files, realTrees } from "./real-trees.testkit.ts";
import { straysIn } from "./strays.ts";

const trees = await realTrees();

const MANIFESTS = ["package.json", "pyproject.toml", "Cargo.toml", "go.mod", "requirements.txt"];

async function sources(project: Files, work: Files, fields: Partial<Step> = {}): Promise<string[]> {
  const base = await trees.plant(project);
  const proven = await trees.plant(work, base);
  const files = { ...noFiles, change: MANIFESTS.map((path) => ({ path })) };
  const step = aStep("a", { title: "Double", what: "Make it double; add what it needs.", files, ...fields });
  return (await straysIn(trees, { step, base, proven })).sources;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const manifest = (dependencies: object, more: object = {}): string => json({ name: "calc", dependencies, ...more });
const lock = (packages: object): string =>
  json({ lockfileVersion: 3, packages: { "": { name: "calc" }, ...packages } });
const served = (name: string, version: string, host = "registry.example.com") => ({
  version,
  resolved: `https://${host}/${name}/-/${name}-${version}.tgz`,
});

const NODE = {
  "package.json": manifest({ same: "^1.0.0", local: "file:packages/local", fork: "github:acme/fork#v1" }),
  "package-lock.json": lock({
    "node_modules/same": served("same", "1.0.0"),
    "node_modules/local": { resolved: "packages/local", link: true },
    "node_modules/fork": { resolved: "git+ssh://git@github.com/acme/fork.git#abc" },
  }),
  "packages/local/index.js": "1",
  "vendor/same/index.js": "1",
};
const asking = (same: string, more: object = {}): string =>
  manifest({ same, local: "file:packages/local", fork: "github:acme/fork#v1" }, more);

describe("a dependency of Node from elsewhere is told", () => {
  test.each([
    ["a tarball", "https://example.com/same-1.0.1.tgz"],
    ["a git URL", "git+https://example.com/mallory/same.git"],
    ["a short git URL", "mallory/same-fork"],
    ["a folder of the repository", "file:src/other"],
    ["another package under its name", "npm:evil@1.0.0"],
    ["a patch", "patch:same@npm%3A1.0.0#./p.patch"],
  ])("from %s", async (_, spec) => {
    const told = await sources(NODE, { "package.json": asking(spec) });
    expect(told).toEqual([expect.stringMatching(/^same comes from \S+ instead of the registry \(package\.json\)$/)]);
  });

  test("by an override, also of what is only needed by others", async () => {
    const overrides = { overrides: { deep: "file:src/deep" } };
    expect(await sources(NODE, { "package.json": asking("^1.0.0", overrides) })).toEqual([
      "deep comes from file:src/deep instead of the registry (package.json)",
    ]);
    const nested = { pnpm: { overrides: { "parent>deep@2": "https://example.com/deep.tgz" } } };
    expect(await sources(NODE, { "package.json": asking("^1.0.0", nested) })).toHaveLength(1);
  });

  test.each([
    ["another host", { "node_modules/same": served("same", "1.0.0", "mallory.example") }],
    ["a place that is no registry", { "node_modules/same": { version: "1.0.0", resolved: "https://x.example/a.tgz" } }],
    ["a workspace of its name", { "node_modules/same": { resolved: "packages/same", link: true } }],
    ["a tarball in the repository", { "node_modules/same": { version: "1.0.0", resolved: "file:same.tgz" } }],
  ])("by the lockfile alone: %s", async (_, packages) => {
    const told = await sources(NODE, { "package-lock.json": lock(packages) });
    expect(told).toEqual([expect.stringMatching(/^same comes from .+ instead of the registry at registry/)]);
  });

  test("when it is new and no registry has it", async () => {
    const work = { "package.json": manifest({ more: "git+https://example.com/more.git" }) };
    expect(await sources({}, work)).toEqual([
      "more is new and comes from git+https://example.com/more.git (package.json)",
    ]);
  });

  test("when a copy in the repository was changed", async () => {
    expect(await sources(NODE, { "vendor/same/index.js": "2" })).toEqual([
      "the copy of a dependency in vendor/same/index.js was changed",
    ]);
    const packed = { "package.json": manifest({ same: "file:packed/same-1.0.0.tgz" }), "packed/same-1.0.0.tgz": "1" };
    const work = {
      "packed/same-1.0.0.tgz": "2",
      "package.json": manifest({ same: "file:packed/same-1.0.0.tgz" }, { a: 1 }),
    };
    expect(await sources(packed, work)).toEqual(["the copy of a dependency in packed/same-1.0.0.tgz was changed"]);
  });

  test("in the lockfiles of yarn and pnpm", async () => {
    const yarn = (url: string): string => `same@^1.0.0:\n  version "1.0.0"\n  resolved "${url}"\n`;
    const good = "https://registry.yarnpkg.com/same/-/same-1.0.0.tgz#abc";
    expect(
      await sources({ "yarn.lock": yarn(good) }, { "yarn.lock": yarn("https://x.example/same.tgz") }),
    ).toHaveLength(1);
    const berry = (as: string): string => `"same@npm:^1.0.0":\n  version: 1.0.0\n  resolution: "${as}"\n`;
    expect(
      await sources({ "yarn.lock": berry("same@npm:1.0.0") }, { "yarn.lock": berry("same@https://x.example/a.tgz") }),
    ).toHaveLength(1);
    const pnpm = (resolution: string): string => `packages:\n\n  same@1.0.0:\n    resolution: {${resolution}}\n`;
    const [before, after] = [pnpm("integrity: sha512-a"), pnpm("tarball: https://x.example/same.tgz")];
    expect(await sources({ "pnpm-lock.yaml": before }, { "pnpm-lock.yaml": after })).toHaveLength(1);
  });
});

describe("nothing is told of a dependency of Node", () => {
  test("with another version, or a new one from a registry", async () => {
    const work = {
      "package.json": manifest({
        same: "^2.0.0",
        local: "file:packages/local",
        fork: "github:acme/fork#v2",
        more: "1.0.0",
      }),
      "package-lock.json": lock({
        "node_modules/same": served("same", "2.0.0"),
        "node_modules/local": { resolved: "packages/local", link: true },
        "node_modules/fork": { resolved: "git+ssh://git@github.com/acme/fork.git#def" },
        "node_modules/more": served("more", "1.0.0", "mirror.example"),
        "node_modules/more/node_modules/same": served("same", "1.0.0"),
      }),
    };
    expect(await sources(NODE, work)).toEqual([]);
  });

  test("that is a workspace, or a link of the base whose code changes", async () => {
    const own = { "node_modules/@calc/new": { resolved: "packages/new", link: true } };
    const work = {
      "package.json": manifest({ "@calc/new": "workspace:*", same: "^1.0.0" }),
      "package-lock.json": lock(own),
      "packages/local/index.js": "2",
      "packages/new/package.json": json({ name: "@calc/new", dependencies: { local: "file:../local" } }),
    };
    expect(await sources(NODE, work)).toEqual([]);
  });

  test("that the task names, or the place it comes from", async () => {
    const fork = { "package.json": asking("github:acme/same-fork") };
    expect(await sources(NODE, fork, { what: "Use our fork of same." })).toEqual([]);
    expect(await sources(NODE, fork, { what: "Take it from acme/same-fork." })).toEqual([]);
    expect(await sources(NODE, fork, { what: "Do not touch same." })).toHaveLength(1);
    expect(await sources(NODE, { "package.json": asking("file:src/double") })).toHaveLength(1);
    const copy = { "package.json": asking("file:vendor/same") };
    expect(await sources(NODE, copy, { files: { ...noFiles, add: [{ path: "vendor/same/" }] } })).toEqual([]);
    expect(await sources(NODE, { "vendor/same/index.js": "2" }, { what: "Patch the vendored same." })).toEqual([]);
  });
});

const TOML = `[dependencies]\nserde = "1.0"\nlocal = { path = "../local" }\n\n[dev-dependencies]\nrand = "0.8"\n`;

describe("other package managers", () => {
  test.each<[string, string, string, string]>([
    ["pip: a git URL", "requirements.txt", "flask==2.0\n", "flask @ git+https://x.example/flask.git\n"],
    ["pip: a wheel", "requirements.txt", "flask==2.0\n", "https://x.example/flask-2.0-py3-none-any.whl\n"],
    ["pip: an index", "requirements.txt", "flask==2.0\n", "--index-url https://x.example/simple\nflask==2.0\n"],
    ["pip: an editable folder", "requirements.txt", "flask==2.0\n", "-e ./src/flask\nflask @ file:src/flask\n"],
    [
      "pyproject: a direct URL",
      "pyproject.toml",
      '[project]\ndependencies = ["flask>=2"]\n',
      '[project]\ndependencies = ["flask @ https://x.example/f.whl"]\n',
    ],
    [
      "poetry: git",
      "pyproject.toml",
      '[tool.poetry.dependencies]\nflask = "^2"\n',
      '[tool.poetry.dependencies]\nflask = { git = "https://x.example/flask.git" }\n',
    ],
    [
      "uv: a source",
      "pyproject.toml",
      '[project]\ndependencies = ["flask>=2"]\n',
      '[project]\ndependencies = ["flask>=2"]\n\n[tool.uv.sources]\nflask = { url = "https://x.example/f.whl" }\n',
    ],
    [
      "uv: the lockfile",
      "uv.lock",
      '[[package]]\nname = "flask"\nversion = "2"\nsource = { registry = "https://pypi.org/simple" }\n',
      '[[package]]\nname = "flask"\nversion = "2"\nsource = { url = "https://x.example/f.whl" }\n',
    ],
    ["cargo: git", "Cargo.toml", TOML, TOML.replace('"1.0"', '{ git = "https://x.example/serde" }')],
    ["cargo: a path", "Cargo.toml", TOML, TOML.replace('"0.8"', '{ version = "0.8", path = "src/rand" }')],
    ["cargo: a patch", "Cargo.toml", TOML, `${TOML}\n[patch.crates-io]\nlibc = { path = "src/libc" }\n`],
    [
      "cargo: a table of its own",
      "Cargo.toml",
      TOML,
      TOML.replace('serde = "1.0"\n', "")
        .replace("[dev", '[dependencies.serde]\ngit = "https://x.example/serde"\n\n[dev')
        .replace("[dependencies]\n", '[dependencies]\nserde = "1.0"\n'),
    ],
    [
      "cargo: the lockfile",
      "Cargo.lock",
      '[[package]]\nname = "serde"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
      '[[package]]\nname = "serde"\nsource = "git+https://x.example/serde#abc"\n',
    ],
    [
      "go: a fork",
      "go.mod",
      "module calc\n\nrequire example.com/a v1.0.0\n",
      "module calc\n\nrequire example.com/a v1.0.0\n\nreplace example.com/a => example.com/b v1.0.0\n",
    ],
    [
      "go: a folder, in a block",
      "go.mod",
      "module calc\n\nrequire (\n\texample.com/a v1.0.0\n)\n",
      "module calc\n\nrequire (\n\texample.com/a v1.0.0\n)\n\nreplace (\n\texample.com/a v1.0.0 => ./src/a\n)\n",
    ],
  ])("%s", async (_, path, before, after) => {
    expect(await sources({ [path]: before }, { [path]: after })).not.toEqual([]);
  });

  test.each<[string, string, string, string]>([
    ["pip", "requirements.txt", "flask==2.0 # web\n", "flask==3.0\nrequests[socks]>=2 ; python_version > '3'\n"],
    [
      "pyproject",
      "pyproject.toml",
      '[project]\nname = "calc"\ndependencies = [\n  "flask>=2",\n]\n',
      '[project]\nname = "calc"\nversion = "2"\ndependencies = [\n  "flask>=3",\n  "requests[socks]>=2; python_version > \'3\'",\n]\n',
    ],
    [
      "uv",
      "pyproject.toml",
      "[project]\n",
      '[project]\ndependencies = ["core"]\n\n[tool.uv.sources]\ncore = { workspace = true }\n',
    ],
    [
      "poetry",
      "poetry.lock",
      '[[package]]\nname = "flask"\nversion = "2"\n',
      '[[package]]\nname = "flask"\nversion = "3"\n\n[[package]]\nname = "jinja"\nversion = "3"\n',
    ],
    [
      "cargo",
      "Cargo.toml",
      TOML,
      `${TOML.replace("1.0", "1.1")}tokio = { version = "1", features = ["full"] }\nown = { path = "crates/own" }\n`,
    ],
    [
      "cargo's lockfile",
      "Cargo.lock",
      '[[package]]\nname = "calc"\n',
      '[[package]]\nname = "calc"\n\n[[package]]\nname = "own"\n\n[[package]]\nname = "serde"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
    ],
    [
      "go",
      "go.mod",
      "module calc\n\nrequire example.com/a v1.0.0\n",
      "module calc\n\nrequire (\n\texample.com/a v1.1.0\n\texample.com/c v1.0.0 // indirect\n)\n\nreplace example.com/a => example.com/a v1.0.1\n",
    ],
  ])("versions and new packages of %s are no question", async (_, path, before, after) => {
    expect(await sources({ [path]: before }, { [path]: after })).toEqual([]);
  });

  test("text that nobody can read tells nothing", async () => {
    expect(await sources({ "package.json": "{" }, { "package.json": "}" })).toEqual([]);
  });
});
