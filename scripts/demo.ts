import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";

/**
 * The first minutes with Planwright: a plan that looks fine and is not; a plan that is carried out to its end by agents who
 * do not always tell the truth; and the proof that stays in the branch.
 */
const planwright = join(import.meta.dirname, "..", "bin", "planwright");
const PRETTY = ["--format", "pretty"];
const place = mkdtempSync(join(tmpdir(), "planwright-demo-"));
const home = join(place, "home");
process.env.PLANWRIGHT_HOME = home;
process.on("exit", () => {
  const { status, stderr } = spawnSync(planwright, ["down", "--force", "--forget", "--yes"], { cwd: place });
  // A demo that leaves a database running is no good first impression.
  if (status !== 0) {
    process.stderr.write(stderr);
    process.exitCode = 1;
  }
  rmSync(place, { recursive: true, force: true });
});
process.on("SIGINT", () => process.exit(130));
const scene = (name: string): string => join(import.meta.dirname, "demo", name);

const draft = join(place, "draft");
mkdirSync(draft);
copyFileSync(scene("plan.md"), join(draft, "plan.md"));
say("1. A plan is compiled before anybody works on it. This one reads well, and would let unfinished work pass:");
expectExit(1, show(draft, planwright, "verify", "plan.md", ...PRETTY));

const top = join(place, "pages");
cpSync(scene("pages"), top, { recursive: true });
copyFileSync(scene("agents.yaml"), join(place, "agents.yaml"));
commitAll();
say("2. Another plan, for a small repository with a real bug. Its contracts decide what is done:");
show(top, "sed", "-n", "/^### 1/,/^### 2/p", "plan.md");
if (spawnSync(planwright, ["doctor"], { cwd: top }).status !== 0) {
  say("`planwright run` would now carry it out, but this machine cannot hold agents and contracts yet:");
  show(top, planwright, "doctor");
  process.exit(1);
}

say(`3. It is carried out on a branch of its own. The agents are played from a script, and the first tries are the kind that
everybody has met: one changes the test instead of the code, one adds a test that nothing can fail. Both say done.`);
expectExit(
  0,
  show(top, planwright, "run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "scripted:../agents.yaml"),
);

say("4. Neither was believed. What the branch holds was proven, commit by commit; your checkout was not touched:");
show(top, "git", "--no-pager", "log", "--format=%h %an: %s", "main..plan/count-all-pages");
show(top, "git", "status", "--short", "--branch");

say("5. Every step has a receipt: what failed before, what passes now, and on which tree:");
expectExit(0, show(top, planwright, "receipts", "plan/count-all-pages"));

say("6. Hand the branch to somebody who trusts nobody. All they need is a clone, and to know whose key it is:");
writeFileSync(join(place, "allowed_signers"), allowedSigners());
expectExit(0, show(top, planwright, "audit", "plan/count-all-pages", "--signers", "../allowed_signers"));

say(`Where to look next:
  docs/running.md                        run a plan of your own, answer its questions, take over
  docs/agents.md                         any program that reads a task from standard input is an agent
  examples/                              whole plans; docs/dialects/README.md says how to write one
  bin/planwright explain PW309           what a diagnostic means, with a fixed plan`);

function say(text: string): void {
  console.log(`\n${styleText("bold", text)}\n`);
}

function show(cwd: string, program: string, ...args: string[]): number | null {
  const name = program === planwright ? "planwright" : program;
  console.log(styleText("dim", `$ ${[name, ...args.filter((arg) => !PRETTY.includes(arg))].join(" ")}`));
  return spawnSync(program, args, { cwd, stdio: "inherit" }).status;
}

function commitAll(): void {
  const identity = ["-c", "user.name=Demo", "-c", "user.email=demo@localhost", "-c", "commit.gpgsign=false"];
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-qm", "pages"],
  ])
    expectExit(0, spawnSync("git", [...identity, ...args], { cwd: top, stdio: "inherit" }).status);
}

/** The line that a team keeps on its main branch, with the key this home has made for itself. */
function allowedSigners(): string {
  const [type, key, name] = readFileSync(join(home, "keys", "signing-key.pub"), "utf8")
    .trim()
    .split(" ");
  return `${name} namespaces="git,planwright-receipt" ${type} ${key}\n`;
}

/** A demo that shows something else than it says is worse than none. */
function expectExit(expected: number, actual: number | null): void {
  if (actual === expected) return;
  console.error(`the demo expected exit status ${expected} and saw ${actual}`);
  process.exit(1);
}
