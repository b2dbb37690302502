import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";

/** The first minutes with Planwright: a plan that looks fine and is not, what the compiler says, and the repaired plan. */
const planwright = join(import.meta.dirname, "..", "bin", "planwright");
const folder = mkdtempSync(join(tmpdir(), "planwright-demo-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));

copyFileSync(join(import.meta.dirname, "demo", "plan.md"), join(folder, "plan.md"));
say("A plan with two steps. It reads well; would you let an agent run it?");
show("cat", "plan.md");
say("The plan compiler would not: every one of these would have let unfinished work pass, or stopped the run.");
expectExit(1, show(planwright, "verify", "plan.md", "--format", "pretty"));
say("All of them have one certain repair, so --fix may make it.");
expectExit(0, show(planwright, "verify", "plan.md", "--format", "pretty", "--fix"));
say("Each diagnostic has a page that shows the faulty plan and the fixed one:");
show(planwright, "explain");
say("Now try your own:\n  bin/planwright verify examples/fix-auth-timeout.md\n  bin/planwright explain PW302");

function say(text: string): void {
  console.log(`\n${styleText("bold", text)}\n`);
}

function show(program: string, ...args: string[]): number | null {
  const name = program === planwright ? "planwright" : program;
  console.log(
    styleText("dim", `$ ${[name, ...args.filter((arg) => arg !== "--format" && arg !== "pretty")].join(" ")}`),
  );
  return spawnSync(program, args, { cwd: folder, stdio: "inherit" }).status;
}

/** A demo that shows something else than it says is worse than none. */
function expectExit(expected: number, actual: number | null): void {
  if (actual === expected) return;
  console.error(`the demo expected exit status ${expected} and saw ${actual}`);
  process.exit(1);
}
