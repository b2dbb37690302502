import { executedFile, isNodeTest } from "../../shell/executed-file.ts";
import { type Complaint, firstMatch, hasProgram, type Scene } from "./complaint.ts";

/**
 * What test runners and interpreters say when the file, package or test that they were given is not there. To be asked
 * only when no test was reported: inside a test such words mean something else.
 */
export function runnerComplaint(scene: Scene): Complaint | null {
  for (const { programs, codes, pattern, judge } of MESSAGES) {
    if (codes !== undefined && !codes.includes(scene.code)) continue;
    const found = hasProgram(scene, programs) ? firstMatch(scene.lines, pattern) : null;
    const complaint = found === null ? null : judge(found[1] ?? "", scene);
    if (complaint !== null) return complaint;
  }
  return null;
}

type Message = {
  programs: RegExp;
  codes?: readonly number[];
  pattern: RegExp;
  judge: (name: string, scene: Scene) => Complaint | null;
};

const gone = (name: string): Complaint => ({ told: `\`${name}\` is not there`, reason: "missing-target" });

const saying =
  (told: string, reason: Complaint["reason"]) =>
  (name: string): Complaint => ({ told: told.replace("%", () => name), reason });

/** Only a script that the contract itself starts: one that is missing behind it is somebody's work. */
function scriptOfContract(path: string, { invocations }: Scene): Complaint | null {
  const isNamed = invocations.some((invocation) => {
    const text = executedFile(invocation)?.text?.replace(/^\.\//, "");
    return text !== undefined && (path === text || path.endsWith(`/${text}`));
  });
  return isNamed ? gone(path) : null;
}

/** Node says it in one line and nothing more; npm shows above it what it runs. */
function fileOfNodeTest(path: string, { invocations, lines, last }: Scene): Complaint | null {
  const isRun = invocations.some(isNodeTest) || firstMatch(lines, /^> .*\bnode\b.* --test\b/) !== null;
  return isRun && last.at(-1) === `Could not find '${path}'` ? gone(path) : null;
}

function moduleOfContract(name: string, { invocations }: Scene): Complaint | null {
  const isNamed = invocations.some(({ args }) =>
    args.some(({ text }, at) => text === "-m" && args[at + 1]?.text === name),
  );
  return isNamed ? { told: `\`${name}\` is not installed`, reason: "missing-tool" } : null;
}

const NODE = /^(?:node|tsx|npm|npx|pnpm|yarn|bun)$/;
const PYTHON = /^python[\d.]*$/;
const PYTEST = /^(?:pytest|py\.test)$/;
const ANY_JS = /^(?:vitest|jest|node|npm|npx|pnpm|yarn|bun)$/;

const MOCHA = /^(?:_?mocha|node|npm|npx|pnpm|yarn|bun)$/;

const MESSAGES: readonly Message[] = [
  { programs: NODE, codes: [1], pattern: /^Could not find '(.+)'$/, judge: fileOfNodeTest },
  { programs: /^node$/, codes: [1], pattern: /^Error: Cannot find module '(\/.+)'$/, judge: scriptOfContract },
  { programs: ANY_JS, codes: [1], pattern: /^filter: {1,2}(\S.*)$/, judge: onlyWithoutFiles },
  { programs: ANY_JS, codes: [1], pattern: /^Pattern: (.+) - 0 matches$/, judge: onlyWithoutFiles },
  {
    programs: ANY_JS,
    codes: [1],
    pattern: /^No test(?: file)?s found, exiting with code 1/,
    judge: saying("there are no test files", "no-tests"),
  },
  { programs: MOCHA, codes: [1], pattern: /^Error: No test files found: "(.+?)"/, judge: gone },
  {
    programs: MOCHA,
    codes: [1],
    pattern: /^Warning: Could not find any test files matching pattern: (.+)$/,
    judge: gone,
  },
  {
    programs: MOCHA,
    codes: [1],
    pattern: /^(?:Error: )?No test files found$/,
    judge: saying("there are no test files", "no-tests"),
  },
  { programs: PYTEST, codes: [4], pattern: /^ERROR: (?:file or directory )?not found: (.+)$/, judge: gone },
  { programs: PYTEST, codes: [4], pattern: /^\S+: error: (.+)$/, judge: saying("pytest: %", "no-tests") },
  {
    programs: PYTEST,
    codes: [5],
    pattern: /^(?:=+ )?(no tests ran|.*\d deselected.*) in [\d.]+s(?: =+)?$/,
    judge: saying("pytest ran no test: %", "no-tests"),
  },
  {
    programs: PYTHON,
    codes: [2],
    pattern: /^\S*python[\d.]*: can't open file '(.+)': \[Errno 2\]/,
    judge: scriptOfContract,
  },
  { programs: PYTHON, codes: [1], pattern: /^\S*python[\d.]*: No module named (\S+)$/, judge: moduleOfContract },
  { programs: /^go$/, codes: [1], pattern: /^stat (\S+): directory not found$/, judge: gone },
  { programs: /^go$/, codes: [1], pattern: /^pattern \S+: lstat (\S+?)\/?: no such file or directory$/, judge: gone },
  {
    programs: /^go$/,
    codes: [1],
    pattern: /^(?:no packages to test|no Go files in \S+)$/,
    judge: saying("there are no Go files", "no-tests"),
  },
  {
    programs: /^go$/,
    codes: [1],
    pattern: /^(?:package |no required module provides package )(\.\S*|\S+) (?:is not in|: )/,
    judge: gone,
  },
  {
    programs: /^go$/,
    codes: [1],
    pattern: /^go: (?:cannot find main module|go\.mod file not found)/,
    judge: saying("there is no go.mod", "missing-target"),
  },
  {
    programs: /^cargo$/,
    codes: [101],
    pattern: /^error: no (\w+ target named `[^`]+`)/,
    judge: saying("there is no %", "missing-target"),
  },
  {
    programs: /^cargo$/,
    codes: [101],
    pattern: /^error: could not find `Cargo\.toml`/,
    judge: saying("there is no Cargo.toml", "missing-target"),
  },
  {
    programs: /^cargo$/,
    codes: [101],
    pattern: /^error: package(?: ID specification|\(s\))? `(.+?)` (?:did not match|not found)/,
    judge: saying("there is no package `%`", "missing-target"),
  },
  {
    programs: /^cargo$/,
    codes: [101],
    pattern: /^error: no such command: `(.+?)`$/,
    judge: saying("cargo has no command `%`", "missing-tool"),
  },
  { programs: /^tsc$/, pattern: /error TS(?:5058|5057|6053): .*'(.+)'/, judge: gone },
];

function onlyWithoutFiles(filter: string, { lines }: Scene): Complaint | null {
  return firstMatch(lines, /^No test(?: file)?s found, /)
    ? { told: `no test file matches \`${filter}\``, reason: "missing-target" }
    : null;
}
