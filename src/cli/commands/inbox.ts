import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

type Flags = { json?: true; all?: true };
type Manner = { isJson: boolean; color: boolean };

export function addInbox(planwright: Command, exit: Exit): void {
  planwright
    .command("inbox")
    .summary("show what waits for you")
    .description("List the questions of this repository's runs, critical ones first. With an id, all there is to know.")
    .argument("[id]", "a question's id or the start of it, or the plan that asks")
    .option("--all", "the questions of all repositories")
    .option("--json", "one JSON document")
    .addHelpText("after", AFTER)
    .action(async (id: string | undefined, { json, all }: Flags, command: Command) => {
      const manner = { isJson: json ?? false, color: command.optsWithGlobals().color !== false && hasColor() };
      if (id === undefined) await inScene((scene) => list(scene, all ?? false, manner));
      else await inScene((scene) => show(scene, id, manner));
      exit(exitCodes.ok);
    });
}

const AFTER = `
Examples:
  planwright inbox                       what this repository's runs ask
  planwright inbox rate-limit            the question of that plan, with outputs and diffs
  planwright answer rate-limit retry --note "mind the proxy" --continue

Exit status: 0; 2 there is no such question, or the command was wrong.`;

async function list(scene: Scene, all: boolean, { isJson, color }: Manner): Promise<void> {
  const { openQuestions } = await import("../../app/looking/inbox.ts");
  const { questions, elsewhere } = await openQuestions(scene, { all });
  if (isJson) return printJson({ version: 1, questions, elsewhere });
  if (questions.length === 0) {
    process.stdout.write(
      elsewhere === 0 ? "nothing waits for you\n" : `nothing waits here; ${elsewhere} elsewhere (--all)\n`,
    );
  }
  const { listedQuestion } = await import("../terminal/inbox-text.ts");
  const { painter } = await import("../terminal/paint.ts");
  const { folded } = await import("../terminal/folded.ts");
  const shown = { paint: painter(color), width: await widthOf(process.stdout) };
  for (const question of questions) process.stdout.write(folded(listedQuestion(question, all, shown), process.stdout));
}

async function show(scene: Scene, id: string, { isJson, color }: Manner): Promise<void> {
  const { questionNamed } = await import("../../app/looking/inbox.ts");
  const question = await questionNamed(scene, id);
  if (isJson) return printJson({ version: 1, ...question });
  const { wholeQuestion } = await import("../terminal/inbox-text.ts");
  const { painter } = await import("../terminal/paint.ts");
  const { folded } = await import("../terminal/folded.ts");
  const shown = { paint: painter(color), width: await widthOf(process.stdout) };
  process.stdout.write(folded(wholeQuestion(question, shown), process.stdout));
}

/** In a file nothing is folded. */
async function widthOf(stream: NodeJS.WriteStream): Promise<number> {
  const { terminalSize } = await import("../terminal/terminal-size.ts");
  return stream.isTTY ? terminalSize(stream).width : Number.POSITIVE_INFINITY;
}

async function printJson(value: unknown): Promise<void> {
  const { printableJson } = await import("../terminal/printable-json.ts");
  process.stdout.write(`${printableJson(value)}\n`);
}
