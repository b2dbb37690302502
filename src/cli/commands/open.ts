import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

export function addOpen(planwright: Command, exit: Exit): void {
  planwright
    .command("open")
    .summary("open the folder in which a run works")
    .description("Print the path of a run's work tree and, on a terminal, open it with $VISUAL or $EDITOR.")
    .argument("[run]", "a run, its plan or its branch; without it, the one under way, or else the newest")
    .option("--print", "only print the path")
    .addHelpText(
      "after",
      `
The folder is for looking, and for going on by hand while a question waits (\`planwright answer ID edit\`). What you change
there while an agent works is not taken, and the next attempt resets it.

Examples:
  planwright open                   look at what the agent has left
  cd "$(planwright open --print)"   go there

Exit status: 0 the folder is there, 1 the editor failed, 2 there is no such run, or it has no folder.`,
    )
    .action(async (run: string | undefined, options: { print?: true }) =>
      exit(await inScene((scene) => open(scene, run, options.print ?? false))),
    );
}

async function open(scene: Scene, run: string | undefined, isPrintOnly: boolean): Promise<number> {
  const { placeOfRun } = await import("../../app/looking/open-run.ts");
  const { path, warnings } = await placeOfRun(scene, run);
  process.stdout.write(`${path}\n`);
  for (const warning of warnings) process.stderr.write(`note: ${visibleText(warning)}\n`);
  if (isPrintOnly || !process.stdout.isTTY || !process.stdin.isTTY) return exitCodes.ok;
  const { openInEditor } = await import("../../app/opening/person-programs.ts");
  const status = await openInEditor(path);
  if (status === null) process.stderr.write("note: set $VISUAL or $EDITOR to open it\n");
  return status === null || status === 0 ? exitCodes.ok : exitCodes.failed;
}
