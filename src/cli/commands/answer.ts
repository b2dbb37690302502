import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

type Flags = { note?: string; continue?: true; json?: true };

export function addAnswer(planwright: Command, exit: Exit): void {
  planwright
    .command("answer")
    .summary("answer a question of a run")
    .description(
      "Decide what a run waits for. The answer is kept with your name; it takes effect when the run continues.",
    )
    .argument("<id>", "a question's id or the start of it, or the plan that asks")
    .argument(
      "<value>",
      "an answer that `planwright inbox` shows, its number or its start; or words for a worker that asks",
    )
    .option("--note <text>", "your words, for the worker or for readers of the journal; or the number of a choice")
    .option("--continue", "go on with the run here and now")
    .option("--json", "with --continue: one JSON event per line")
    .addHelpText("after", AFTER)
    .action(async (id: string, value: string, flags: Flags, command: Command) => {
      exit(
        await inScene((scene) =>
          answer(scene, id, value, flags, command.optsWithGlobals().color !== false && hasColor()),
        ),
      );
    });
}

const AFTER = `
Examples:
  planwright answer rate-limit accept --continue
  planwright answer rate-limit retry --note "the proxy sets X-Forwarded-For"
  planwright answer rate-limit 2                    by number: of the choices that a worker has offered, too
  planwright answer rate-limit "use port 8080"      to a worker's own question, in your words
  planwright answer rate-limit edit --continue      you have changed its files by hand (planwright open); prove them

Exit status: 0 answered; 2 it is answered already, or the command was wrong; with --continue as of \`planwright run\`.`;

async function answer(scene: Scene, id: string, value: string, flags: Flags, color: boolean): Promise<number> {
  const { note = "", json = false } = flags;
  const { answerQuestion } = await import("../../app/deciding/answer-question.ts");
  const { option, choice, goneOnBy, ...opened } = await answerQuestion(scene, id, { value, note });
  const plan = opened.run.plan.id;
  const { folded } = await import("../terminal/folded.ts");
  const tell = (line: string): void => void process.stderr.write(folded(`${visibleText(line)}\n`, process.stderr));
  tell(`${option.label}: ${choice?.label ?? option.description}`);
  if (flags.continue && goneOnBy === null) {
    const { waitingFor } = await import("../../app/hosting/resume-run.ts");
    const { carryOn } = await import("../terminal/carry-on.ts");
    return carryOn(scene, opened, { isJson: json, color }, await waitingFor(opened));
  }
  const next = goneOnBy === null ? `\`planwright resume ${plan}\` continues ${plan}` : `${goneOnBy} continues ${plan}`;
  tell(next);
  return exitCodes.ok;
}
