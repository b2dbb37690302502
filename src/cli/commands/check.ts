import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import type { CheckedStep, Checking } from "../../app/proving/check.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { interruptible } from "../terminal/interruptible.ts";

type Options = { base?: string; json?: true };

export function addCheck(planwright: Command, exit: Exit): void {
  planwright
    .command("check")
    .summary("run a plan's contracts on your checkout, and say what they prove")
    .description(
      "Run contracts on what git would commit of this checkout, in a clean folder inside the sandbox, then on the tree the work began with. Your checkout is only read.",
    )
    .argument("<plan>", "a plan file or a plan folder")
    .argument("[step...]", "numbers or ids; all steps without them")
    .option("--base <commit>", "the commit the work began with; without it, where this branch left the main one")
    .option("--json", "one JSON document")
    .addHelpText("after", CONCLUSIONS)
    .action(async (path: string, steps: string[], options: Options, command: Command) => {
      exit(await inScene((scene) => check(scene, path, steps, options, command.optsWithGlobals().color !== false)));
    });
}

const CONCLUSIONS = `
  proven      it did not pass before the work, and passes now
  guarding    it passes as it did before, and says of itself that it only guards
  vacuous     it passes, but it also passed before the work
  hollow      it still passes when the work is taken back and only its tests are kept
  unchanged   it passes, but there is no work to compare with
  failing     it ran and said no
  not-done    what it names is not there yet
  broken      it cannot say anything: no tests, no such script, a syntax error
  unrunnable  a tool that it needs is missing here
  no-contract only a person can accept it
  tampered    a protected area, or a file the step must not touch, was changed

Examples:
  planwright check plan.md                all steps, on this checkout
  planwright check plan.md 2              step 2 alone
  planwright check plan.md --base main~3  where the work began, when it cannot be seen

Exit status: 0 all steps proven or guarding; 1 not all; 4 a step is broken, unrunnable or without a contract; 6 tampered;
2 the command was wrong, or something it needs is not as it must be; 130 interrupted.`;

async function check(
  scene: Scene,
  path: string,
  steps: string[],
  { base, json }: Options,
  mayColor: boolean,
): Promise<number> {
  const { checkPlan } = await import("../../app/proving/check.ts");
  const { checkReport } = await import("../terminal/check-report.ts");
  const report = checkReport({ color: mayColor && hasColor(), width: process.stdout.columns || 100 });
  const { progressLine } = await import("../terminal/progress-line.ts");
  const progress = progressLine();
  const print = (text: string) => {
    progress.clear();
    if (!json) process.stdout.write(text);
  };
  let conditions: Checking | undefined;
  const checked = await interruptible((signal) =>
    checkPlan(scene, path, {
      steps,
      ...(base !== undefined && { base }),
      signal,
      onLine: (line) => progress.show(line),
      onBegin: (checking) => {
        conditions = checking;
        print(report.beginning(checking));
      },
      onProgress: (step, { command }, side) => progress.show(`step ${step.number}, ${SIDES[side]}: ${command}`),
      onStep: (step) => print(report.step(step)),
    }).finally(progress.clear),
  );
  if (checked === "interrupted") return exitCodes.interrupted;
  if (json && conditions) process.stdout.write(await asJson(conditions, checked));
  else print(report.ending(checked));
  return exitCodeFor(checked.map(({ conclusion }) => conclusion));
}

/** The most specific one wins. */
function exitCodeFor(conclusions: readonly CheckedStep["conclusion"][]): number {
  const has = (...some: readonly CheckedStep["conclusion"][]): boolean =>
    conclusions.some((each) => some.includes(each));
  if (has("tampered")) return exitCodes.tampered;
  if (has("broken", "unrunnable", "no-contract")) return exitCodes.unverified;
  return has("failing", "not-done", "vacuous", "hollow", "unchanged") ? exitCodes.failed : exitCodes.ok;
}

/** What a contract is run on, in the words of the report. */
const SIDES = {
  after: "your work",
  base: "before the work",
  reverted: "its tests without the work",
  canary: "a test that must fail",
} as const;

async function asJson(conditions: Checking, checked: readonly CheckedStep[]): Promise<string> {
  const { checkAsJson } = await import("../../app/proving/check-json.ts");
  const { printableJson } = await import("../terminal/printable-json.ts");
  return `${printableJson(checkAsJson(conditions, checked))}\n`;
}
