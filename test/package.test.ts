import { spawnSync } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linksIn } from "./links.ts";
import { oldNode } from "./old-node.ts";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "planwright-package-"));
const cache = join(folder, "node_modules/planwright/dist/cli/.cache");

describe("the published package, built, packed and installed elsewhere", () => {
  let packed: string[] = [];

  beforeAll(() => {
    succeed("npm", ["run", "build"], root);
    const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
    const [tarball] = JSON.parse(succeed("npm", pack, root));
    packed = tarball.files.map((file: { path: string }) => file.path);
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    succeed("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", `./${tarball.filename}`]);

    writeFileSync(join(folder, "plan.md"), aPlan("test -s notes.md"));
    writeFileSync(join(folder, "faulty.md"), aPlan("true"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("holds what is needed to run it, and nothing else", () => {
    for (const file of [
      "LICENSE",
      "README.md",
      "package.json",
      "dist/planwright.js",
      "dist/agentctl.js",
      "dist/verify.js",
      "dist/hands.mjs",
      "docs/README.md",
      "examples/token-validation/.plan/overview.md",
    ]) {
      expect(packed).toContain(file);
    }
    const expected =
      /^(LICENSE|[A-Z]+\.md|package\.json|docs\/.+\.(md|yaml)|examples\/.+\.(md|json)|dist\/.+\.([cm]?js|d\.ts|txt))$/;
    expect(packed.filter((file) => !expected.test(file))).toEqual([]);
    expect(packed.filter((file) => /\.test\.|testsuite|testkit/.test(file))).toEqual([]);
  });

  test("holds whatever its pages link to", () => {
    const isPacked = (path: string) => packed.some((file) => file === path || file.startsWith(`${path}/`));
    const broken = packed
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) => linksIn(read(file)).map(({ path }) => [file, join(dirname(file), path || basename(file))]))
      .filter(([, path = ""]) => !isPacked(path));
    expect(broken).toEqual([]);
  });

  test("holds the types that its library names, and no others", () => {
    const types = packed.filter((file) => file.endsWith(".d.ts"));
    const named = new Set(["dist/types/app/plans/verify.d.ts"]);
    for (const file of named)
      for (const [, path = ""] of read(file).matchAll(/"(\.[^"]+)\.[jt]s"/g))
        named.add(`${join(dirname(file), path)}.d.ts`);
    expect(types.sort()).toEqual([...named].sort());
    expect(types.length).toBeLessThan(20);
  });

  test("brings no dependencies, but the licences of what it contains", () => {
    const { dependencies } = JSON.parse(read("package.json"));
    expect(dependencies).toBeUndefined();
    const licences = read("dist/THIRD-PARTY-LICENSES.txt");
    for (const name of ["@lezer/markdown", "commander", "unbash", "yaml"]) expect(licences).toContain(`\n${name} `);
  });

  test("keeps compiled code, but not of a command that was refused", () => {
    expect(planwright("verify", "no-such-plan.md").status).toBe(2);
    expect(existsSync(cache)).toBe(false);
    planwright("verify", "plan.md");
    expect(existsSync(cache)).toBe(true);
  });

  test("verifies a plan", () => {
    expect(planwright("verify", "plan.md")).toMatchObject({ status: 0, stderr: "" });
    expect(planwright("verify", "faulty.md", "--format", "unix")).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^faulty\.md:\d+:\d+: error: .+\n/),
    });
  });

  test("starts from its code cache, with it damaged, and without one", () => {
    const first = planwright("verify", "faulty.md");
    const [kept = ""] = globSync(join(cache, "*/verification.cjs"));
    const compiled = readFileSync(kept);
    expect(planwright("verify", "faulty.md")).toEqual(first);
    expect(readFileSync(kept)).toEqual(compiled);

    writeFileSync(kept, Buffer.from(compiled).fill(0x55, 1000));
    expect(planwright("verify", "faulty.md")).toEqual(first);
    rmSync(cache, { recursive: true });
    writeFileSync(cache, "not a folder, so that nothing can be kept");
    expect(planwright("verify", "faulty.md")).toEqual(first);
  });

  test("tells its version and explains a rule", () => {
    const { version } = JSON.parse(read("package.json"));
    expect(planwright("--version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
    expect(planwright("explain", "PW302")).toMatchObject({ status: 0, stdout: expect.stringContaining("PW302") });
  });

  test("brings agentctl, which commits a plan", () => {
    const env = { PLANWRIGHT_HOME: join(folder, "home"), AGENTCTL_THREAD_ID: "chat-1" };
    const agentctl = (...args: string[]) => run("node_modules/.bin/agentctl", args, folder, env);
    const { stdout } = agentctl("plan", "dir");
    writeFileSync(join(stdout.trimEnd(), "plan.md"), "---\ntitle: Take notes\n---\n\nIn a file.\n");
    mkdirSync(join(stdout.trimEnd(), "tasks"));
    writeFileSync(join(stdout.trimEnd(), "tasks/01-write.md"), "---\nid: write\n---\n\nWrite them.\n");
    expect(agentctl("plan", "commit")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^\{"committed":\[\{"thread_id":"chat-1","revision":1,"hash":"[0-9a-f]{64}"\}\]\}\n$/,
      ),
    });
  });

  test("names nothing that is not there: in its help, in advice, and wherever a page of docs is told", () => {
    const names = [...planwright("--help").stdout.matchAll(/^ {2}([a-z]+)(?: |$)/gm)].map(([, name = ""]) => name);
    expect(names).toContain("doctor");
    const bare = aBareMachine();
    const told = [
      planwright("--help").stdout,
      ...names.map((name) => planwright("help", name).stdout),
      bare("doctor"),
      bare("run", "plan.md", "--yes"),
    ];
    const pages = told.flatMap((text) => text.match(/[^\s(]*\bdocs\/[\w/-]+\.md/g) ?? []);
    const named = (page: string) => pages.filter((path) => path.endsWith(`/docs/${page}`)).length;
    expect([named("agents.md"), named("doctor.md")]).toEqual([1, 1]);
    expect(pages.filter((path) => !path.startsWith("/") || !existsSync(path))).toEqual([]);
    // From anywhere but a checkout, nothing else of it can be named.
    expect(told.flatMap((text) => text.match(/(?<![\w./-])(?:bin|examples|scripts|src|test)\/\S+/g) ?? [])).toEqual([]);
  });

  test("has each page that a message may name, and messages name no other", () => {
    const sources = globSync("src/**/*.ts", { cwd: root }).filter((path) => !/\.test(?:suite|kit)?\.ts$/.test(path));
    const code = sources.flatMap((path) => readFileSync(join(root, path), "utf8").split("\n")).filter(isCode);
    const pages = code.flatMap((line) => [...line.matchAll(/docPage\("([^"]+)"\)/g)].map(([, page]) => `docs/${page}`));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.filter((page) => !packed.includes(page))).toEqual([]);
    expect(code.filter((line) => /\b(?:docs|examples)\/[\w/-]+\.(?:md|json)|bin\/planwright/.test(line))).toEqual([]);
  });

  test("ends quietly when its reader has seen enough", () => {
    const gone = run("bash", ["-c", "set -o pipefail; node_modules/.bin/planwright --help | :"]);
    expect(gone).toEqual({ status: 141, stdout: "", stderr: "" });
  });

  test("is a library, with types", () => {
    const script = `
      import { verifyPaths } from "planwright/verify";
      const codes: string[] = verifyPaths(["faulty.md"]).diagnostics.map((diagnostic) => diagnostic.severity);
      console.log(codes.includes("error"));`;
    writeFileSync(join(folder, "library.ts"), script);
    expect(run(process.execPath, ["library.ts"])).toEqual({ status: 0, stdout: "true\n", stderr: "" });

    const strictly = [
      "--noEmit",
      "--strict",
      "--target",
      "es2024",
      "--module",
      "nodenext",
      "--types",
      "",
      "--typeRoots",
      ".",
    ];
    writeFileSync(join(folder, "library.ts"), script.replace("console.log", "export const answer = "));
    expect(run(join(root, "node_modules/.bin/tsc"), [...strictly, "library.ts"])).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
  });

  test.for(["planwright", "agentctl"])("%s tells an older Node in one line what it needs", (name, context) => {
    const { status, stdout, stderr } = run(oldNode(context), [`node_modules/planwright/dist/${name}.js`, "x"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^${name} needs Node 22\\.12 or newer; this is \\d+\\.\\d+\\.\\d+\\. .+\\n$`));
  });
});

function planwright(...args: string[]) {
  return run("node_modules/.bin/planwright", args);
}

const isCode = (line: string): boolean => !/^\s*(?:\*|\/[/*])/.test(line);

/** A repository on a machine where nothing but bash and git is there, and no bubblewrap either; gives all that a command says in it. */
function aBareMachine(): (...args: string[]) => string {
  const [bin, top] = [join(folder, "bare-bin"), join(folder, "bare")];
  for (const made of [bin, top]) mkdirSync(made);
  for (const program of ["bash", "git"]) {
    const found = String(process.env.PATH)
      .split(delimiter)
      .map((each) => join(each, program))
      .find(existsSync);
    symlinkSync(found ?? program, join(bin, program));
  }
  writeFileSync(join(top, "plan.md"), aPlan("test -s notes.md"));
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-qm", "base"],
  ]) {
    succeed("git", [...identity, ...args], top);
  }
  const program = join(folder, "node_modules/planwright/dist/planwright.js");
  const hiding = ["--dev-bind", "/", "/", "--ro-bind", "/dev/null", "/usr/bin/bwrap", process.execPath, program];
  return (...args) => {
    const env = { PATH: bin, HOME: join(folder, "bare-home"), PLANWRIGHT_HOME: join(folder, "bare-home/planwright") };
    const { stdout, stderr } = spawnSync("/usr/bin/bwrap", [...hiding, ...args], { cwd: top, env, encoding: "utf8" });
    return `${stdout}${stderr}`;
  };
}

function succeed(program: string, args: string[], cwd?: string): string {
  const { status, stdout, stderr } = run(program, args, cwd);
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

function run(program: string, args: string[], cwd = folder, variables: Record<string, string> = {}) {
  const env = { ...ownEnvironment(), ...variables };
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
  if (error) throw error;
  return { status, stdout, stderr };
}

/** Without what an npm around this test has put there for its own scripts. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
}

function read(file: string): string {
  return readFileSync(join(folder, "node_modules/planwright", file), "utf8");
}

function aPlan(contract: string): string {
  return `---
type: plan
status: draft
owner: orchestrator
---

# Take notes

## Steps

### 1. Write

**target:** coder

**task:**
Write \`notes.md\`.

**contract:**
\`\`\`shell
${contract}
\`\`\`
exit_code == 0
`;
}
