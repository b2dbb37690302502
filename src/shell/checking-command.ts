import { isNodeTest } from "./executed-file.ts";
import { type Invocation, programOf } from "./invocation.ts";
import { hasOption, operandsOf, optionsTaking } from "./operands.ts";
import type { ShellWord } from "./shell-word.ts";

/** Whether a failure of this invocation says something about the work: a test run, a linter, a build, `test -f x`. */
export function isCheck(invocation: Invocation): boolean {
  const program = programOf(invocation);
  const { args } = invocation;
  if (hasOption(args, "--version", "--help")) return false;
  if (CHECKERS.has(program) || isNodeTest(invocation)) return true;
  if (isLookUp(invocation)) return args.some(({ text }) => QUIET.test(text ?? ""));
  if (FORMATTERS.has(program)) return hasOption(args, "--check");
  const operands = operandsOf(args, VERB_OPTIONS).map(({ text }) => text ?? "");
  if (BUILDERS.has(program)) return operands.length === 0 || operands.some((target) => !CHORE.test(target));
  if (PACKAGE_RUNNERS.has(program)) return isPackageScript(program, operands);
  return Object.hasOwn(VERBS, program) && hasVerb(operands, args, VERBS[program] ?? []);
}

/** Whether it looks for something and prints what it found, unless it is asked to be quiet. */
export function isLookUp(invocation: Invocation): boolean {
  const program = programOf(invocation);
  return /^(?:[ef]?grep|rg|diff)$/.test(program) || (program === "git" && invocation.args[0]?.text === "grep");
}

/** `-q`, also among other letters, as long as none of them takes the rest for its value: `-eq` looks for a q. */
const QUIET = /^-[^-efmdDABC]*q|^--(?:quiet|silent|brief)$/;

/** These do nothing but check. */
const CHECKERS = new Set(
  `test [ cmp pytest py.test vitest jest mocha ava phpunit rspec ctest bats tox nox tsc vue-tsc svelte-check eslint stylelint oxlint
  flake8 mypy pyright basedpyright pylint shellcheck golangci-lint staticcheck rubocop phpstan psalm yamllint actionlint
  markdownlint markdownlint-cli2 swiftlint ktlint`.split(/\s+/),
);

/** These rewrite files, unless they are asked to look only. */
const FORMATTERS = new Set(["black", "isort", "prettier"]);

const BUILDERS = new Set(["make", "gmake", "gradle", "gradlew", "mvn", "mvnw", "ninja", "rake", "just"]);

const PACKAGE_RUNNERS = new Set(["npm", "pnpm", "yarn", "bun"]);

const VERBS: Readonly<Record<string, readonly string[]>> = {
  go: ["test", "vet", "build"],
  cargo: ["test", "nextest", "check", "clippy", "build", "fmt --check"],
  ruff: ["check", "format --check"],
  biome: ["check", "lint", "ci"],
  git: ["diff --quiet", "diff --exit-code"],
  deno: ["test", "check", "lint", "fmt --check"],
  dotnet: ["test", "build"],
  swift: ["test", "build"],
  zig: ["test", "build"],
  bazel: ["test", "build"],
  mix: ["test"],
  playwright: ["test"],
  cypress: ["run"],
  flutter: ["test", "analyze"],
  dart: ["test", "analyze"],
};

/** Options whose value could be taken for a verb. */
export const VERB_OPTIONS = optionsTaking(
  "-C",
  "--directory",
  "-f",
  "--file",
  "--prefix",
  "--filter",
  "-F",
  "-w",
  "--workspace",
  "-j",
);

/** Targets and scripts that prepare or tidy up: when they fail, nothing is said about the work. */
const CHORE =
  /^(?:(?:dist|pre|post)?clean|start|stop|up|down|dev|serve|watch|preview|format|fmt|fix|install|setup|seed|reset|gen|generate|docs?|migrate)(?![a-z])|:fix$/;

function isPackageScript(program: string, [verb = "", script = ""]: readonly string[]): boolean {
  if (verb === "run" || verb === "run-script") return script !== "" && !CHORE.test(script);
  if (verb === "test" || (verb === "t" && program !== "yarn")) return true;
  // Yarn and pnpm run a script without being told that it is one.
  return /^(?:yarn|pnpm)$/.test(program) && /^(?:lint|typecheck|type-check|check|build)$/.test(verb);
}

/** `format --check` is a verb that checks only with that option. */
function hasVerb(operands: readonly string[], args: readonly ShellWord[], verbs: readonly string[]): boolean {
  // `cargo +nightly test` names a toolchain first, which is no operand either.
  const [first = ""] = operands;
  return verbs.some((each) => {
    const [verb, option] = each.split(" ");
    return verb === first && (option === undefined || hasOption(args, option));
  });
}
