import { executedFile, isNodeTest } from "./executed-file.ts";
import { type Invocation, programOf } from "./invocation.ts";
import { hasOption, type OptionStyle, operandsOf, optionsTaking, optionValue } from "./operands.ts";
import type { ShellWord } from "./shell-word.ts";

/** A file or folder that has to be there for an invocation to make sense. `path` is as the program would read it. */
export type NamedTarget = { path: string; word: ShellWord };

/** The test files, folders and scripts an invocation names. Only what is certain: no pattern, no variable. */
export function namedTargets(invocation: Invocation): NamedTarget[] {
  const program = programOf(invocation);
  const { args } = invocation;
  const script = executedFile(invocation);
  const executed = script === null ? [] : asIs(script);
  if (isNodeTest(invocation)) return operandsOf(args, NODE_TEST_OPTIONS).flatMap(asIs);
  if (hasOption(args, ...ELSEWHERE) || !Object.hasOwn(RUNNERS, program)) return executed;
  return [...executed, ...(RUNNERS[program]?.(args) ?? [])];
}

type Runner = (args: readonly ShellWord[]) => NamedTarget[];

/** With these the names are read from another folder than the one the contract stands in. */
const ELSEWHERE = ["--root", "--rootdir", "--rootDir", "--dir", "--cwd", "--chdir", "--manifest-path", "--pyargs"];

const asIs = (word: ShellWord): NamedTarget[] => (word.text ? [{ path: word.text, word }] : []);

const unknownOptions = (...plain: string[]): OptionStyle => ({ valued: new Set(), plain: new Set(plain) });

/** Every operand is a path. */
const paths =
  (style: OptionStyle, verbs: readonly string[] = []): Runner =>
  (args) => {
    const [first, ...others] = operandsOf(args, style);
    if (first === undefined) return [];
    if (verbs.length > 0) return verbs.includes(first.text ?? "") ? others.flatMap(asIs) : [];
    return [first, ...others].flatMap(asIs);
  };

/** Operands are parts of names, so only one that is spelled like a whole path can be missing. */
const filters =
  (style: OptionStyle, ...verbs: string[]): Runner =>
  (args) =>
    operandsOf(args, style)
      .filter(({ text }, index) => !(index === 0 && verbs.includes(text ?? "")))
      .flatMap(asIs)
      .filter(({ path }) => path.includes("/") && /\/$|\.[cm]?[jt]sx?$/.test(path));

/** `tests/a.py::test_b` names a test inside a file. */
const pytest: Runner = (args) =>
  operandsOf(args, PYTEST_OPTIONS)
    .flatMap(asIs)
    .map(({ path, word }) => ({ path: path.replace(/(?:::|\[).*$/s, ""), word }));

const PYTEST_OPTIONS = unknownOptions(
  ...["-x", "-v", "-vv", "-vvv", "-q", "-qq", "-s", "-l", "-ra", "-rA", "-rf", "-rs", "--lf", "--ff", "--sw", "--pdb"],
  ...["--exitfirst", "--verbose", "--quiet", "--last-failed", "--failed-first", "--no-header", "--no-summary"],
  ...["--strict-markers", "--strict-config", "--disable-warnings", "--collect-only", "--co", "--no-cov", "-xvs", "-xv"],
  ...["-vx", "-sv", "-vs", "-xq", "-qx", "-xsv"],
);

const JS_TEST_OPTIONS = unknownOptions(
  ...["--run", "--coverage", "--no-coverage", "--silent", "--verbose", "--ci", "--bail", "--runInBand", "-i", "-u"],
  ...["--update", "--passWithNoTests", "--no-cache", "--watchAll=false"],
);

const NODE_TEST_OPTIONS = unknownOptions(
  ...["--test", "--test-only", "--no-warnings", "--enable-source-maps", "--experimental-strip-types"],
);

/** `go test ./pkg/...` names a folder; a bare word is an import path, which lives who knows where. */
const go: Runner = (args) =>
  paths(unknownOptions("-v", "-race", "-short", "-cover"), ["test", "vet", "build", "run"])(args)
    .filter(({ path }) => /^\.\//.test(path))
    .map(({ path, word }) => ({ path: path.replace(/\/?\.\.\.$/, ""), word }));

/** `cargo test --test api` is the file `tests/api.rs`, or `tests/api/main.rs`: the caller tries the folder too. */
const cargo: Runner = (args) => {
  const name = optionValue(args, "--test");
  if (!name?.text || args[0]?.text !== "test" || hasOption(args, "-p", "--package", "--workspace")) return [];
  return [{ path: `tests/${name.text}.rs`, word: name }];
};

const make: Runner = (args) => {
  const folder = optionValue(args, "-C", "--directory");
  return folder === null ? [] : asIs(folder);
};

const projectOf =
  (also: Runner): Runner =>
  (args) => {
    const project = optionValue(args, "-p", "--project");
    return [...(project === null ? [] : asIs(project)), ...also(args)];
  };

const linter = (...verbs: string[]): Runner =>
  paths(
    unknownOptions(
      ...[
        "--fix",
        "--no-fix",
        "--diff",
        "--check",
        "--quiet",
        "-q",
        "--preview",
        "--strict",
        "--write",
        "--check-only",
      ],
      ...["--cache", "--no-cache", "--verbose", "-v", "--warnings", "--stats"],
      ...["--show-fixes", "--ignore-missing-imports", "--error-on-warnings"],
    ),
    verbs,
  );

const RUNNERS: Readonly<Record<string, Runner>> = {
  pytest,
  "py.test": pytest,
  vitest: filters(JS_TEST_OPTIONS, "run", "watch", "dev", "bench", "related", "list"),
  jest: filters(JS_TEST_OPTIONS),
  mocha: paths(unknownOptions("--recursive", "--bail", "-b", "--exit")),
  ava: paths(unknownOptions("--verbose", "-v")),
  playwright: filters(unknownOptions("--headed", "--ui"), "test"),
  bun: filters(unknownOptions(), "test"),
  deno: filters(unknownOptions("-A", "--allow-all", "--allow-read", "--allow-net"), "test", "check", "lint"),
  rspec: paths(unknownOptions("--fail-fast", "-b")),
  phpunit: paths(unknownOptions("--stop-on-failure", "--testdox")),
  ruff: linter("check", "format"),
  biome: linter("check", "lint", "format", "ci"),
  black: linter(),
  isort: linter(),
  flake8: linter(),
  mypy: linter(),
  pyright: projectOf(linter()),
  basedpyright: projectOf(linter()),
  prettier: paths(unknownOptions("--check", "-c", "--list-different", "-l", "--write", "-w")),
  eslint: paths(unknownOptions("--fix", "--quiet", "--cache")),
  tsc: projectOf(filters(optionsTaking("-p", "--project", "--outDir", "--target", "--module"))),
  shellcheck: paths(unknownOptions("-x")),
  go,
  cargo,
  make,
  gmake: make,
};
