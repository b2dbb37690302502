import { isBuiltin } from "../../shell/builtins.ts";
import type { Invocation } from "../../shell/invocation.ts";
import type { Script } from "../../shell/script.ts";
import type { Rule } from "./rule.ts";

export const missingTool: Rule = {
  code: "PW304",
  name: "missing-tool",
  severity: "warning",
  summary: "A contract calls a program that is not on PATH.",
  why: "A program that is not there ends with status 127, which proves nothing: the step stays unverified however good the work is.",
  check({ contracts, world, report }) {
    for (const { script, at } of contracts) {
      if (script.faults.length > 0) continue;
      const settled = askedFor(script);
      for (const { name, isOnPath } of script.survey.invocations) {
        const tool = name.text;
        if (!isOnPath || tool === null || settled.has(tool) || !isToolName(tool, script)) continue;
        settled.add(tool);
        if (world.which(tool) !== null) continue;
        report(at(name.start, name.end), `\`${tool}\` is not on PATH here`, {
          help: `install it, or ${otherwise(tool)}`,
        });
      }
    }
  },
};

/** Most of these live in a project's own environment and are found only through its runner. */
function otherwise(tool: string): string {
  if (PYTHON_TOOLS.test(tool)) return `let the project find it: \`uv run ${tool}\``;
  if (NODE_TOOLS.test(tool)) return `let the project find it: \`npx ${tool}\``;
  return "test the work with a tool that is there";
}

const PYTHON_TOOLS = /^(?:pytest|ruff|mypy|pyright|basedpyright|black|isort|flake8|pylint|tox|coverage)$/;
const NODE_TOOLS = /^(?:vitest|jest|mocha|ava|eslint|prettier|biome|tsc|tsx|ts-node|playwright)$/;

/** A path is no tool: whether it exists is for `missing-test-target` to say. */
const isToolName = (name: string, { survey }: Script): boolean =>
  /^[\w][\w.+-]*$/.test(name) && !isBuiltin(name) && !survey.functions.has(name);

/** Tools the contract itself looks for, as in `command -v docker && docker ps`: it knows they may be missing. */
function askedFor({ survey }: Script): Set<string> {
  return new Set(survey.invocations.filter(asks).flatMap(({ args }) => args.map(({ text }) => text ?? "")));
}

function asks({ name, args }: Invocation): boolean {
  if (name.text === "command") return args[0]?.text === "-v" || args[0]?.text === "-V";
  return name.text === "which" || name.text === "type" || name.text === "hash";
}
