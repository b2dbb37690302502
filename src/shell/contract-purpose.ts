import { VERB_OPTIONS } from "./checking-command.ts";
import { type Invocation, programOf } from "./invocation.ts";
import { hasOption, operandsOf } from "./operands.ts";
import { parseScript } from "./script.ts";
import { wrappedPrograms } from "./wrapped-programs.ts";

/**
 * Whether a contract does nothing but lint, look at formatting or check types. It is green before most steps and meant to
 * stay so: it guards, also where its author has not said so.
 */
export function onlyLints(command: string): boolean {
  const found = workOf(command);
  return found.length > 0 && found.every(isLint);
}

/**
 * Whether tests that a step adds could change what a contract says. Not where it only looks for words or files, lints or
 * builds; of a script that nobody here can see through it may be so.
 */
export function couldRunNewTests(command: string): boolean {
  const found = workOf(command);
  return found.length === 0 || found.some((each) => !isLint(each) && !isLook(each) && !isBuild(each));
}

/** What a script runs, without what only starts something else or prepares it. */
const workOf = (command: string): Invocation[] =>
  parseScript(command).survey.invocations.filter(
    (each) => !CHORES.has(programOf(each)) && wrappedPrograms(each).length === 0,
  );

const CHORES = new Set(
  "cd set export source . true : echo printf mkdir shopt ulimit umask trap local unset".split(" "),
);

function isLint(invocation: Invocation): boolean {
  const program = programOf(invocation);
  const { args } = invocation;
  if (LINTERS.has(program)) return true;
  if (FORMATTERS.test(program)) return hasOption(args, "--check", "--list-different", "-c", "-l", "--diff");
  const operands = operandsOf(args, VERB_OPTIONS).map(({ text }) => text ?? "");
  if (PACKAGE_RUNNERS.test(program)) return LINT_SCRIPT.test(scriptOf(operands));
  return LINT_VERBS[program]?.test(operands.join(" ")) ?? false;
}

const LINTERS = new Set(
  `eslint stylelint oxlint tslint standard xo tsc vue-tsc svelte-check flow flake8 mypy pyright basedpyright pylint ty pyflakes
  pycodestyle pydocstyle bandit shellcheck golangci-lint staticcheck rubocop phpstan psalm phpcs yamllint actionlint
  markdownlint markdownlint-cli2 swiftlint ktlint checkstyle hadolint sqlfluff`.split(/\s+/),
);
const FORMATTERS = /^(?:black|isort|prettier|gofmt|goimports|rustfmt|clang-format|shfmt|yapf)$/;
const LINT_VERBS: Readonly<Record<string, RegExp>> = {
  ruff: /^(?:check|format)\b/,
  biome: /^(?:check|lint|format|ci)\b/,
  cargo: /^(?:clippy|fmt|check)\b/,
  go: /^vet\b/,
  deno: /^(?:check|lint|fmt)\b/,
  dprint: /^check\b/,
  flutter: /^analyze\b/,
  dart: /^(?:analyze|format)\b/,
};
const PACKAGE_RUNNERS = /^(?:npm|pnpm|yarn|bun)$/;
const LINT_SCRIPT =
  /^(?:lint|format|fmt|prettier|eslint|types?|tsc|type-?check|check[:-](?:types?|format|lint))(?:[:-].*)?$/;

const scriptOf = ([first = "", second = ""]: readonly string[]): string =>
  first === "run" || first === "run-script" ? second : first;

const isLook = (invocation: Invocation): boolean => LOOKS.test(programOf(invocation));

/** What asks whether a word or a file is there, and what such questions are piped through. */
const LOOKS =
  /^(?:test|\[|\[\[|[ef]?grep|rg|ag|cmp|diff|ls|stat|find|cat|head|tail|wc|sort|uniq|cut|tr|awk|sed|jq|yq|file|which|command|type|curl|gh|git|sha256sum|basename|dirname|xargs)$/;

function isBuild(invocation: Invocation): boolean {
  const program = programOf(invocation);
  if (/^(?:webpack|rollup|esbuild|tsup|gcc|cc|g\+\+|clang|javac|rustc|docker|cmake)$/.test(program)) return true;
  const operands = operandsOf(invocation.args, VERB_OPTIONS).map(({ text }) => text ?? "");
  if (PACKAGE_RUNNERS.test(program))
    return /^(?:build|compile|bundle|install|ci|pack)(?:[:-].*)?$/.test(scriptOf(operands));
  if (/^(?:g?make|just|task|rake|ninja)$/.test(program))
    return (
      operands.length > 0 &&
      operands.every((each) => /^(?:build|compile|lint|format|fmt|install|all|docs?)$/.test(each))
    );
  return (
    /^(?:go|cargo|dotnet|swift|zig|deno|vite|next|mix)$/.test(program) &&
    /^(?:build|compile|publish|install)$/.test(operands[0] ?? "")
  );
}
