import { covers, normalPath } from "../../plan/files.ts";
import { executionOrder } from "../../plan/graph.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { Invocation } from "../../shell/invocation.ts";
import { type NamedTarget, namedTargets } from "../../shell/named-targets.ts";
import { optionValue } from "../../shell/operands.ts";
import { leavesRepository, resolvePath } from "../../shell/paths.ts";
import type { Script } from "../../shell/script.ts";
import { patternFor } from "../../std/pattern-for.ts";
import type { ContractSite, Rule } from "./rule.ts";

export const missingTestTarget: Rule = {
  code: "PW305",
  name: "missing-test-target",
  severity: "warning",
  summary: "A contract names a test or script that does not exist and that no step makes.",
  why: "A test that is not there cannot pass, or worse, passes because nothing was run.",
  check({ parsed, contracts, world, report }) {
    const isMade = madeBefore(parsed.plan, contracts);
    for (const site of contracts) {
      if (site.script.faults.length > 0) continue;
      const seen = new Set<string>();
      for (const { path, word, alternatives } of site.script.survey.invocations.flatMap(targetsOf)) {
        if (seen.has(path) || GENERATED.test(path)) continue;
        seen.add(path);
        if (alternatives.some((each) => world.exists(each) || isMade(site.step, each))) continue;
        report(site.at(word.start, word.end), `\`${path}\` does not exist, and no step up to this one makes it`, {
          help: "correct the path, or name the file among those the step adds",
        });
      }
    }
  },
};

type Target = NamedTarget & { alternatives: string[] };

/** Folders that set-up or a build fills; they are seldom there when a plan is written. */
const GENERATED =
  /(?:^|\/)(?:\.?venv|node_modules|dist|build|target|out|vendor|coverage|\.tox|\.next|\.bundle)(?:\/|$)/;

function targetsOf(invocation: Invocation): Target[] {
  const { folder } = invocation;
  if (folder === null) return [];
  return namedTargets(invocation).flatMap(({ path, word }) => {
    const resolved = resolvePath(folder, path);
    if (resolved === "" || leavesRepository(resolved) || !PLAIN(path).test(path)) return [];
    // Cargo takes `tests/api/main.rs` for `tests/api.rs`, Python a package for a module.
    const alternatives = [resolved, resolved.replace(/\.rs$/, "/main.rs")];
    return [{ path: resolved, word, alternatives }];
  });
}

const PLAIN = patternFor(/^[\w.@+/ -]+$/, () => /^[\p{L}\p{N}_.@+/ -]+$/u);

/** Whether a step, or one that is carried out before it, makes a path, something below it or a folder above it. */
function madeBefore(plan: Plan, contracts: readonly ContractSite[]): (step: number, path: string) => boolean {
  const position = new Map(executionOrder(plan).map((step, at) => [step, at]));
  const order = (step: number): number => position.get(step) ?? step;
  const [entries, holders] = [new Map<string, number>(), new Map<string, number>()];
  const patterns: { entry: string; at: number }[] = [];
  for (const [index, step] of plan.steps.entries()) for (const entry of namedBy(step)) note(entry, order(index));
  for (const { step, script } of contracts) for (const path of madeByScript(script)) note(path, order(step));

  function note(entry: string, at: number): void {
    if (/[*?]/.test(entry)) patterns.push({ entry, at });
    const [path, ...folders] = upwards(normalPath(entry));
    if (path !== undefined) earliest(entries, path, at);
    for (const folder of folders) earliest(holders, folder, at);
  }

  return (step, path) => {
    const limit = order(step);
    const isIn = (made: ReadonlyMap<string, number>, each: string): boolean => (made.get(each) ?? limit + 1) <= limit;
    if (isIn(holders, path) || upwards(path).some((each) => isIn(entries, each))) return true;
    return patterns.some(({ entry, at }) => at <= limit && covers(entry, path));
  };
}

const earliest = (made: Map<string, number>, path: string, at: number): unknown =>
  made.set(path, Math.min(made.get(path) ?? at, at));

/** A path, then the folders it lies in. No real path is deeper than this. */
function upwards(path: string): string[] {
  const names = path.split("/", 32);
  return names.map((_, index) => names.slice(0, names.length - index).join("/"));
}

const namedBy = ({ files, what, how = "" }: Step): string[] => [
  ...[...files.add, ...files.change].map(({ path }) => path),
  ...Array.from(`${what}\n${how}`.matchAll(/`([^`\s]+)`/g), (match) => match[1] ?? ""),
];

/** What a contract writes, and what it makes sure of: `test -f x && bash x` already fails when there is no `x`. */
function madeByScript({ survey }: Script): string[] {
  const made = survey.invocations
    .filter(({ name }) => MAKERS.test(name.text ?? ""))
    .flatMap(({ folder, args }) =>
      args.flatMap(({ text }) => (text === null || folder === null ? [] : [resolvePath(folder, text)])),
    );
  const built = survey.invocations.flatMap(({ folder, args }) => {
    const path = optionValue(args, "-o", "--output", "--out")?.text;
    return folder === null || !path ? [] : [resolvePath(folder, path)];
  });
  return [...made, ...built, ...survey.outputs.flatMap(({ text }) => text ?? [])];
}

const MAKERS = /^(?:test|\[|touch|mkdir|cp|mv|ln|install|tee)$/;
