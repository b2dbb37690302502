import type { Command } from "commander";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { type RunFlags, runPlan, withRunFlags } from "./run.ts";

type Flags = RunFlags & { contract?: string; file?: string[]; guards?: true };

export function addDo(planwright: Command, exit: Exit): void {
  withRunFlags(
    planwright
      .command("do")
      .summary("one thing, proven: a plan of one step")
      .description(
        "Write a plan of one step from your words, and run it like any other. Its text is in the branch. You are asked before it starts (unless --yes) and before the work is accepted (unless --mode autonomous).",
      )
      .argument("<words...>", "what is to be done"),
  )
    .option(
      "--contract <command>",
      "the shell command that shows that it is done; without it, `gates.test` of the configuration",
    )
    .option("--file <path...>", "files that it may change; you are asked about any other. Without it, any file")
    .option("--guards", "the contract passes already and is to stay so: a refactoring, for example")
    .addHelpText("after", AFTER)
    .action(async (words: string[], flags: Flags, command: Command) => {
      const { planToDo } = await import("../../app/plans/do-plan.ts");
      const { contract = null, file: files = [], guards = false } = flags;
      const wish = { words: words.join(" "), contract, files, guards };
      const color = command.optsWithGlobals().color !== false && hasColor();
      const done = inScene(async (scene) =>
        runPlan(scene, await planToDo(scene, wish), flags, { color, isAtOnce: true }),
      );
      exit(await done);
    });
}

const AFTER = `
Examples:
  planwright do "fix the interrupted upload" --contract 'npm test' --agent claude-code
  planwright do "fix the interrupted upload" --budget 'max $2, 20 minutes'   judged by the repository's own tests
  planwright do "say hello" --contract 'grep -q hello greeting.txt' --file greeting.txt --yes --mode autonomous

The contract is run once before an agent is paid. Where it passes already, a test that the agent adds must fail without the
work. Where no test could change that (grep, a build, a linter), nothing is begun.

Exit status: as of \`planwright run\`; 4 also where there is nothing to prove.`;
