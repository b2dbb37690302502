import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";

/** The first minutes with Planwright: a plan that looks fine and is not, what the compiler says, and the repaired plan. */
const planwright = join(import.meta.dirname, "..", "bin", "planwright");
const PRETTY = ["--format", "pretty"];
const folder = mkdtempSync(join(tmpdir(), "planwright-demo-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));

const sample = join(import.meta.dirname, "demo", "plan.md");
copyFileSync(sample, join(folder, "plan.md"));
copyFileSync(sample, join(folder, "before.md"));

say("A plan with two steps. It reads well; would you let an agent run it?");
show("cat", "plan.md");
say("The plan compiler would not. Each of these would let unfinished work pass, or stop the run half-way:");
expectExit(1, show(planwright, "verify", "plan.md", ...PRETTY));
say("All five have one certain repair, so --fix may make it:");
expectExit(0, show(planwright, "verify", "plan.md", "--fix", ...PRETTY));
show("git", "--no-pager", "diff", "--no-index", "-U0", "before.md", "plan.md");
say("And once more:");
expectExit(0, show(planwright, "verify", "plan.md", ...PRETTY));
say(`Where to look next:
  bin/planwright explain PW309                          what a diagnostic means, with a fixed plan
  bin/planwright verify examples/fix-auth-timeout.md    a whole plan
  docs/dialects/README.md                               how to write your own`);

function say(text: string): void {
  console.log(`\n${styleText("bold", text)}\n`);
}

function show(program: string, ...args: string[]): number | null {
  const name = program === planwright ? "planwright" : program;
  console.log(styleText("dim", `$ ${[name, ...args.filter((arg) => !PRETTY.includes(arg))].join(" ")}`));
  return spawnSync(program, args, { cwd: folder, stdio: "inherit" }).status;
}

/** A demo that shows something else than it says is worse than none. */
function expectExit(expected: number, actual: number | null): void {
  if (actual === expected) return;
  console.error(`the demo expected exit status ${expected} and saw ${actual}`);
  process.exit(1);
}
