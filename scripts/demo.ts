import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";

/**
 * The first minutes with Planwright: a plan that looks fine and is not, what the compiler says, the repaired plan; then
 * an agent that says it is done, what its contracts prove, and the same when the work is really done.
 */
const planwright = join(import.meta.dirname, "..", "bin", "planwright");
const PRETTY = ["--format", "pretty"];
const place = mkdtempSync(join(tmpdir(), "planwright-demo-"));
const folder = join(place, "uploads");
process.env.PLANWRIGHT_HOME = join(place, "home");
process.on("exit", () => rmSync(place, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));

const sample = join(import.meta.dirname, "demo", "plan.md");
cpSync(join(import.meta.dirname, "demo", "repository"), folder, { recursive: true });
copyFileSync(sample, join(folder, "plan.md"));
copyFileSync(sample, join(place, "before.md"));

say("A plan with two steps. It reads well; would you let an agent run it?");
show("cat", "plan.md");
say("The plan compiler would not. Each of these would let unfinished work pass, or stop the run half-way:");
expectExit(1, show(planwright, "verify", "plan.md", ...PRETTY));
say("All five have one certain repair, so --fix may make it:");
expectExit(0, show(planwright, "verify", "plan.md", "--fix", ...PRETTY));
show("git", "--no-pager", "diff", "--no-index", "-U0", "../before.md", "plan.md");
say("And once more:");
expectExit(0, show(planwright, "verify", "plan.md", ...PRETTY));

if (spawnSync(planwright, ["doctor"], { cwd: folder }).status === 0) {
  commitAll();
  say("An agent works on both steps, adds a test, sees it pass, and says that all is done. Is it?");
  work("claimed");
  show("git", "--no-pager", "diff", "-U0");
  expectExit(1, show(planwright, "check", "plan.md"));
  say("Its test passes without any work. Another agent changes the code, and tests what it changed:");
  work("done");
  expectExit(0, show(planwright, "check", "plan.md"));
} else {
  say("`planwright check` would now run the contracts, but this machine cannot hold them yet:");
  show(planwright, "doctor");
}
say(`Where to look next:
  bin/planwright explain PW309                          what a diagnostic means, with a fixed plan
  bin/planwright verify examples/fix-auth-timeout.md    a whole plan
  docs/check.md                                         what contracts prove, and how it is found out
  docs/dialects/README.md                               how to write your own`);

function say(text: string): void {
  console.log(`\n${styleText("bold", text)}\n`);
}

function show(program: string, ...args: string[]): number | null {
  const name = program === planwright ? "planwright" : program;
  console.log(styleText("dim", `$ ${[name, ...args.filter((arg) => !PRETTY.includes(arg))].join(" ")}`));
  return spawnSync(program, args, { cwd: folder, stdio: "inherit" }).status;
}

function commitAll(): void {
  const identity = ["-c", "user.name=Demo", "-c", "user.email=demo@localhost", "-c", "commit.gpgsign=false"];
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-qm", "uploads"],
  ])
    expectExit(0, spawnSync("git", [...identity, ...args], { cwd: folder, stdio: "inherit" }).status);
}

function work(kind: "claimed" | "done"): void {
  cpSync(join(import.meta.dirname, "demo", kind), folder, { recursive: true });
}

/** A demo that shows something else than it says is worse than none. */
function expectExit(expected: number, actual: number | null): void {
  if (actual === expected) return;
  console.error(`the demo expected exit status ${expected} and saw ${actual}`);
  process.exit(1);
}
