import { join } from "node:path";
import type { KnownAgent, KnownAgentName } from "../src/agents/known/known-agent.ts";
import { notesPlan, notesScript } from "../test/agents/builtin-notes.ts";
import { type BuiltinWire, wireNamed } from "../test/agents/builtin-wires.ts";
import { allInput } from "../test/agents/model/account.ts";
import { byPlanwright, byShell, type Project, type Taken } from "./agents-scene.ts";
import type { Figure } from "./figure.ts";

const STEPS = 10;

const PROJECT: Project = {
  files: { "plan.md": notesPlan(STEPS), "prices.mjs": "export const price = 3;\n" },
  script: (top) => notesScript(STEPS, top),
};

/**
 * The built-in agent carries out a plan of ten steps; then another agent gets the same ten prompts from a shell script, on
 * the same wire format. The first is proven step by step and committed, which is in its time; the second is not looked at.
 */
export async function builtinBeside(
  agent: KnownAgent,
  { folder, home }: { folder: string; home: string },
): Promise<Figure[]> {
  const builtin = await byPlanwright(PROJECT, WIRES[agent.name], { folder: join(folder, "builtin"), home });
  const other = await byShell(PROJECT, agent, { prompts: promptsIn(builtin), folder: join(folder, "bare") });
  const measured = [measuresOf(builtin), measuresOf(other)] as const;
  return [
    ...told(`ten steps: ${agent.name}, by a shell script`, other),
    ...told(`ten steps: builtin, as ${agent.name} speaks`, builtin),
    { name: "  of which the agent", measured: workOf(builtin), unit: "ms" },
    { name: "  that time beside it", measured: workOf(builtin) / other.milliseconds, unit: "×" },
    ...measured[0].map(([name, value], index): Figure => {
      return {
        name: `  ${name} beside it`,
        measured: value / (measured[1][index]?.[1] ?? Number.NaN),
        unit: "×",
      };
    }),
  ];
}

/** Each beside an agent that speaks as it does. */
const WIRES: Readonly<Record<KnownAgentName, BuiltinWire>> = {
  "claude-code": wireNamed("anthropic messages"),
  codex: wireNamed("openai responses"),
  opencode: wireNamed("openai compatible"),
  gemini: wireNamed("gemini generateContent"),
};

/** What the model is told at the beginning of each step, without what the built-in agent always says. */
function promptsIn({ asked }: Taken): string[] {
  const first = new Map(asked.toReversed().map(({ scene, heard }) => [scene, heard]));
  const inOrder = [...first.entries()].sort(([a], [b]) => Number(a) - Number(b));
  return inOrder.map(([, { turns }]) => turns.flatMap(({ by, text }) => (by === "user" ? [text] : [])).join("\n\n"));
}

const told = (name: string, taken: Taken): Figure[] => [
  { name, measured: taken.milliseconds, unit: "ms" },
  ...measuresOf(taken)
    .slice(1)
    .map(([measure, measured]): Figure => ({ name: `  ${measure}`, measured, unit: "" })),
];

function measuresOf({ milliseconds, bytes, asked }: Taken): [name: string, value: number][] {
  const accounts = asked.map(({ account }) => account);
  const input = accounts.reduce((sum, account) => sum + allInput(account), 0);
  // By what it is sold for: a tenth where a cache had it, a quarter more where it is to be kept.
  const weighted = accounts.reduce((sum, one) => sum + one.input + 0.1 * one.cachedRead + 1.25 * one.cachedWrite, 0);
  return [
    ["time", milliseconds],
    ["requests", asked.length],
    ["thousand tokens in", input / 1000],
    ["the same by price", weighted / 1000],
    ["memory at most, MB", bytes / 1e6],
  ];
}

/** How long its sessions took, without what Planwright does before and after them. */
const workOf = ({ stdout }: Taken): number =>
  stdout
    .split("\n")
    .filter((line) => line.includes('"worker-ended"'))
    .reduce((sum, line) => sum + Number(JSON.parse(line).milliseconds), 0);
