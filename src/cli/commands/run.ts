import { type Command, Option } from "commander";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { version } from "../version.ts";

type Options = { yes?: true; mode?: "autonomous" | "interactive"; agent?: string; inPlace?: true; json?: true };

export function addRun(planwright: Command, exit: Exit): void {
  planwright
    .command("run")
    .summary("carry a plan out, step by step, each proven before the next")
    .description("Approve a plan as it stands and carry it out on a branch of its own. Your checkout is not touched.")
    .argument("<plan>", "a plan file or a plan folder")
    .option("-y, --yes", "approve the plan as it stands; questions that come later still wait for you")
    .addOption(new Option("--mode <mode>", "whether to stop at each step").choices(["autonomous", "interactive"]))
    .option("--agent <driver:spec>", "who works, such as command:./agent.sh or scripted:agents.yaml")
    .option("--in-place", "work in this checkout instead of a work tree of its own")
    .option("--json", "one JSON event per line")
    .action(async (path: string, options: Options) => exit(await run(path, options)));
}

async function run(path: string, { yes, mode, agent, inPlace, json }: Options): Promise<number> {
  const { approve, candidate } = await import("../../app/run-plan.ts");
  const options = { agent: agent ?? null, mode: mode ?? null, inPlace: inPlace ?? false };
  const found = await candidate(path, options);
  if (!yes) return exitCodes.usage;
  const { personName } = await import("../../app/person.ts");
  const approval = { by: personName(), via: "command-line" } as const;
  const { run: approved, store } = await approve(found, options, approval, () => {});
  const { goOn } = await import("../../app/go-on.ts");
  try {
    const { halt, open } = await goOn(approved, store, {
      version: version(),
      signal: new AbortController().signal,
      after: 0,
      onlooker: {
        event: (event) =>
          process.stdout.write(`${json ? JSON.stringify(event) : JSON.stringify(event).slice(0, 300)}\n`),
        doing() {},
        output() {},
        line() {},
      },
    });
    process.stdout.write(`${halt} ${JSON.stringify(open).slice(0, 3000)}\n`);
    return halt === "done" ? 0 : 3;
  } finally {
    await store.close();
  }
}
