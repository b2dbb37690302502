import { type Command, InvalidArgumentError, Option } from "commander";
import type { Cost, LedgerNames, LedgerView } from "../../app/looking/cost.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { print } from "../terminal/print.ts";

type Flags = { by?: LedgerView; since?: string; all?: true; json?: true };

export function addCost(planwright: Command, exit: Exit): void {
  planwright
    .command("cost")
    .summary("add up what models were asked, and what that cost")
    .description(
      "Add up the requests of agents to their models: tokens in and out, and dollars where the price is known. Without a run, of all plans of this repository.",
    )
    .argument("[run]", "a run; or a plan or its branch, for all its runs")
    .addOption(new Option("--by <view>", "plan, step, role, model or day (of UTC)").choices(VIEWS))
    .option("--since <day>", "only from this day on, as in 2026-11-01", day)
    .option("--all", "of all repositories")
    .option("--json", "one JSON document")
    .addHelpText("after", AFTER)
    .action(async (name: string | undefined, flags: Flags, command: Command) => {
      await inScene((scene) => show(scene, name, flags, command.optsWithGlobals().color !== false && hasColor()));
      exit(exitCodes.ok);
    });
}

const VIEWS: readonly LedgerView[] = ["plan", "step", "role", "model", "day"];

const AFTER = `
Examples:
  planwright cost                       each plan of this repository
  planwright cost rate-limit            each step of a plan
  planwright cost rate-limit --by model
  planwright cost --all --by day --since 2026-11-01
  planwright cost --json | jq .total.usd

Exit status: 0; 2 there is no such run or plan, or the command was wrong.`;

function day(text: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  // The 31st of a shorter month would be taken for a day of the next.
  if (date === null || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError("write a day as in 2026-11-01.");
  }
  return text;
}

async function show(
  scene: Scene,
  name: string | undefined,
  { by, since, all, json }: Flags,
  color: boolean,
): Promise<void> {
  const { cost } = await import("../../app/looking/cost.ts");
  const found = await cost(scene, { name, by, since, all: all ?? false });
  if (json) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    const groups = found.groups.map(({ of, ...sum }) => ({ ...spelled(of), ...sum }));
    const about = { version: 1, by: found.by, of: name ?? null, since: since ?? null };
    process.stdout.write(`${printableJson({ ...about, groups, total: found.total })}\n`);
    return;
  }
  const { costText } = await import("../terminal/cost-text.ts");
  const { painter } = await import("../terminal/paint.ts");
  await print(costText(found, painter(color)) ?? nothing(found, { name, since, all: all ?? false }));
}

/** The name that the document has for a repository is older than its id. */
const spelled = ({ repository, ...rest }: LedgerNames): object =>
  repository === undefined ? rest : { commonDir: repository, ...rest };

function nothing(
  { isElsewhere }: Cost,
  { name, since, all }: { name?: string | undefined; since?: string | undefined; all: boolean },
): string {
  const where = name === undefined ? (all ? "" : " in this repository") : ` for ${visibleText(name)}`;
  const when = since === undefined ? "" : ` since ${since}`;
  const next = isElsewhere
    ? "--all shows what there is elsewhere"
    : "agents that tell what they use leave it here: `planwright doctor` says which there are";
  return `no use of a model is known${where}${when}; ${next}\n`;
}
