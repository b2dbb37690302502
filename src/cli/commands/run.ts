import { type Command, Option } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

export type RunFlags = {
  yes?: true;
  mode?: "autonomous" | "interactive";
  agent?: string;
  model?: string;
  base?: string;
  budget?: string;
  inPlace?: true;
  strict?: true;
  startOver?: true;
  publish?: true;
  json?: true;
};

export function addRun(planwright: Command, exit: Exit): void {
  withRunFlags(
    planwright
      .command("run")
      .summary("carry a plan out, step by step, each proven before the next")
      .description(
        "Approve a plan as it is, and run it on a branch of its own. Your checkout is not touched, unless with --in-place.",
      )
      .argument("<plan>", "a plan file or a plan folder"),
  )
    .option("--start-over", "begin with all steps pending, also those that the file calls done")
    .addHelpText("after", AFTER)
    .action(async (path: string, flags: RunFlags, command: Command) => {
      const { planToRun } = await import("../../app/plans/plan-to-run.ts");
      const color = command.optsWithGlobals().color !== false && hasColor();
      exit(await inScene((scene) => runPlan(scene, planToRun(path), flags, { color })));
    });
}

const AFTER = `
Examples:
  planwright run plan.md --agent claude-code             shows what will be done, and asks
  planwright run plan.md --agent command:./agent.sh      any program that reads its task and works
  planwright run .plan --yes --mode autonomous           from a script: asks only where it must
  planwright run plan.md --yes --json | jq .type         every event as it happens

Exit status: 0 done; 1 the plan is wrong, has failed or was cancelled; 2 the command was wrong; 3 it waits for you;
4 a contract could not really run; 5 a budget does not reach; 6 the worker changed files that it must not; 70 a fault of our own;
130 interrupted.`;

/** The flags of everything that begins a run. */
export const withRunFlags = (command: Command): Command =>
  command
    .option("-y, --yes", "approve the plan as it stands; questions that come later still wait for you")
    .addOption(new Option("--mode <mode>", "whether to stop at each step").choices(["autonomous", "interactive"]))
    .option(
      "--agent <name>",
      "who works on every step: claude-code, codex, opencode, gemini, a name of your own from policy.yaml, acp:PROGRAM, command:PROGRAM or scripted:FILE",
    )
    .option("--model <name>", "what every worker works with, such as opus; for builtin PROVIDER/MODEL")
    .option("--base <ref>", "the branch or commit that the plan starts from; without it, what is checked out")
    .option(
      "--budget <limits>",
      'what it may cost, as in "max 200k tokens, $1.50, 20 minutes"; in place of the plan\'s own',
    )
    .option("--strict", "ask also about work whose contract passes and passed before, so that nothing is proven")
    .option("--in-place", "work in this checkout, switched to the branch of the plan, and not in a work tree")
    .option(
      "--publish",
      "let steps that push or open a pull request do so, also where they do not say `needs: publish`",
    )
    .option("--json", "one JSON event per line; asks no questions, so it needs --yes");

/** What the flags say about how a plan is carried out. */
export const optionsIn = (flags: RunFlags): RunOptions => ({
  agent: flags.agent ?? null,
  model: flags.model ?? null,
  mode: flags.mode ?? null,
  base: flags.base ?? null,
  inPlace: flags.inPlace ?? false,
  strict: flags.strict ?? false,
});

/** What they say about its approval. */
export const consentIn = (flags: RunFlags) => ({
  isGiven: flags.yes ?? false,
  isJson: flags.json ?? false,
  startOver: flags.startOver ?? false,
  publish: flags.publish ?? false,
  budget: flags.budget ?? null,
});

type RunOptions = Parameters<typeof import("../terminal/approve-plan.ts").approvePlan>[2];
type PlanToRun = Parameters<typeof import("../terminal/approve-plan.ts").approvePlan>[1];

/** Has a plan approved and carries it out. */
export async function runPlan(
  scene: Scene,
  plan: PlanToRun,
  flags: RunFlags,
  { color, isAtOnce = false }: { color: boolean; isAtOnce?: boolean },
): Promise<number> {
  const { approvePlan } = await import("../terminal/approve-plan.ts");
  const { json = false } = flags;
  const consent = { ...consentIn(flags), question: "Run it?", color, mustProve: isAtOnce };
  const opened = await approvePlan(scene, plan, optionsIn(flags), consent);
  if (typeof opened === "number") return opened;
  const { carryOn } = await import("../terminal/carry-on.ts");
  return carryOn(scene, opened, { isJson: json, color });
}
