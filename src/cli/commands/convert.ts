import { type Command, Option } from "commander";
import type { Conversion } from "../../app/plans/convert.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

const DIALECTS = ["branch", "steps", "thread", "json"] as const;
type Options = { to: (typeof DIALECTS)[number]; out?: string };

export function addConvert(planwright: Command, exit: Exit): void {
  planwright
    .command("convert")
    .summary("write a plan in another dialect")
    .description(
      "Write a plan in another dialect and list what that dialect cannot hold. JSON holds all of it, the original text included, so that the way back is exact.",
    )
    .argument("<path>", "a plan file or a plan folder")
    .addOption(new Option("--to <dialect>", "the dialect to write").choices(DIALECTS).makeOptionMandatory())
    .option("--out <path>", "where to write it; steps and json go to standard output without it, or with -")
    .addHelpText("after", AFTER)
    .action(async (path: string, options: Options) => exit(await convert(path, options)));
}

const AFTER = `
Examples:
  planwright convert plan.md --to json > plan.json
  planwright convert plan.json --to steps              and back
  planwright convert plan.md --to branch --out .plan   a folder

Exit status: 0 converted, 1 the plan could not be read or written, 2 the command itself was wrong.`;

async function convert(path: string, { to, out: place }: Options): Promise<number> {
  const out = place === "-" ? undefined : place;
  const { convertPlan, writeConversion } = await import("../../app/plans/convert.ts");
  const isFolder = to === "branch" || to === "thread";
  if (isFolder && out === undefined) {
    process.stderr.write(`planwright: a ${to} plan is a folder: say with --out where to make it\n`);
    return exitCodes.usage;
  }
  const conversion = convertPlan(path, to);
  if (conversion.status !== "converted") {
    process.stderr.write(await refusal(path, conversion));
    return exitCodes.failed;
  }
  if (out === undefined) process.stdout.write(conversion.files[0]?.text ?? "");
  else {
    const interrupted = new AbortController();
    const stop = () => interrupted.abort();
    process.once("SIGINT", stop);
    try {
      await writeConversion(conversion, out, interrupted.signal);
    } catch (error) {
      if (!interrupted.signal.aborted) throw error;
      process.stderr.write(`planwright: interrupted; nothing was written to ${visibleText(out)}\n`);
      return exitCodes.interrupted;
    } finally {
      process.removeListener("SIGINT", stop);
    }
    process.stdout.write(`${visibleText(out)}: ${conversion.steps} ${conversion.steps === 1 ? "step" : "steps"}\n`);
  }
  process.stderr.write(lossesIn(conversion, to));
  return exitCodes.ok;
}

async function refusal(path: string, conversion: Exclude<Conversion, { status: "converted" }>): Promise<string> {
  if (conversion.status === "unwritable") return `planwright: ${visibleText(conversion.reason)}\n`;
  const { renderUnix } = await import("../../diagnostics/unix.ts");
  const found = renderUnix(conversion.diagnostics, conversion.sources);
  return `${found}planwright: ${visibleText(path)} was not converted: what cannot be read would be lost\n`;
}

const MOST_STEPS = 8;

function lossesIn({ lost }: Conversion & { status: "converted" }, to: string): string {
  if (lost.length === 0) return "";
  const lines = lost.map(({ field, told, steps }) => {
    const more = steps.length > MOST_STEPS ? ` and ${steps.length - MOST_STEPS} more` : "";
    const where =
      steps.length === 0
        ? ""
        : ` of step${steps.length === 1 ? "" : "s"} ${steps.slice(0, MOST_STEPS).join(", ")}${more}`;
    return `  ${visibleText(`${field}${where}: ${told}`)}\n`;
  });
  return `cannot be written in ${to}:\n${lines.join("")}`;
}
