import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { convertPlan } from "../src/app/plans/convert.ts";
import { DIALECTS, type DialectId } from "../src/plan/words.ts";
import { planwright } from "./cli.ts";
import { filesBelow } from "./fixture.ts";
import { stepsPlan } from "./plans.ts";
import { tempFolder } from "./temp-folder.ts";

const SAMPLES = [
  ["steps", "examples/fix-auth-timeout.md"],
  ["steps", "examples/requests-to-httpx.md"],
  ["branch", "examples/token-validation/.plan"],
  ["thread", "examples/user-authentication"],
] as const;

describe.each(SAMPLES)("a %s plan: %s", (dialect, path) => {
  test("comes back from json byte for byte", () => {
    const folder = tempFolder();
    const json = join(folder, "plan.json");
    const back = join(folder, dialect === "steps" ? "back.md" : "back");
    expect(planwright(["convert", path, "--to", "json", "--out", json])).toMatchObject({ status: 0, stderr: "" });
    expect(planwright(["convert", json, "--to", dialect, "--out", back])).toMatchObject({ status: 0, stderr: "" });
    expect(contentsOf(back)).toEqual(contentsOf(path));
  });

  test("comes back with a byte order mark, CRLF and no last line break, too", () => {
    const folder = tempFolder();
    const root = join(folder, dialect === "steps" ? "plan.md" : "plan");
    for (const file of filesBelow(path)) {
      const place = join(root, relative(path, file));
      mkdirSync(join(place, ".."), { recursive: true });
      writeFileSync(place, `\uFEFF${readFileSync(file, "utf8").trimEnd().replaceAll("\n", "\r\n")}`);
    }
    const json = join(folder, "as.json");
    const back = join(folder, dialect === "steps" ? "back.md" : "back");
    expect(planwright(["convert", root, "--to", "json", "--out", json]).status).toBe(0);
    expect(planwright(["convert", json, "--to", dialect, "--out", back]).status).toBe(0);
    expect(contentsOf(back)).toEqual(contentsOf(root));
  });
});

const EXAMPLES = readdirSync("examples").map((name) => join("examples", name));
const WAYS = EXAMPLES.flatMap((path) => DIALECTS.map((to) => [path, to] as const));

test.each(WAYS)("%s into %s and back lists no loss on the way back", (path, to) => {
  const there = convertPlan(path, to);
  if (there.status !== "converted") throw new Error(JSON.stringify(there));
  const folder = tempFolder();
  for (const file of there.files) {
    mkdirSync(join(folder, "plan", file.path, ".."), { recursive: true });
    writeFileSync(join(folder, "plan", file.path), file.text);
  }
  expect(convertPlan(join(folder, "plan"), dialectOf(path))).toMatchObject({ status: "converted", lost: [] });
});

describe("planwright convert", () => {
  const plan = () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "plan.md"), stepsPlan({ title: "One" }, { title: "Two", lines: ["**depends_on:** 1"] }));
    return folder;
  };

  test("writes the whole model as JSON to standard output", () => {
    const { status, stdout, stderr } = planwright(["convert", "plan.md", "--to", "json"], plan());
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const written = JSON.parse(stdout);
    expect(written).toMatchObject({
      goal: "A plan",
      steps: [{ step_number: 1 }, { planwright: { depends_on: ["1"] } }],
    });
  });

  test("lists what the target cannot hold", () => {
    const folder = tempFolder();
    const goal = { goal: "Ship it", steps: [{ action: "Do it", reason: "Because" }], risks: ["None that I know"] };
    writeFileSync(join(folder, "plan.json"), JSON.stringify(goal));
    const { status, stderr } = planwright(["convert", "plan.json", "--to", "branch", "--out", ".plan"], folder);
    expect(status).toBe(0);
    expect(stderr).toBe(
      "cannot be written in branch:\n  risks: has no place there\n  reason of step 1: has no place there\n",
    );
  });

  test("lists the text and the comments that belong to no field", () => {
    const folder = tempFolder();
    const text = stepsPlan({ title: "One" }).replace("status: draft", "status: draft # for now");
    writeFileSync(join(folder, "plan.md"), text.replace("**task:**", "A remark.\n\n**task:**"));
    const { stderr } = planwright(["convert", "plan.md", "--to", "thread", "--out", "thread"], folder);
    expect(stderr).toContain("text: belongs to no field: plan.md:");
    expect(stderr).toContain("comments: 1 of them");
  });

  test("wants to know where a folder goes", () => {
    expect(planwright(["convert", "plan.md", "--to", "branch"], plan())).toEqual({
      status: 2,
      stdout: "",
      stderr: "planwright: a branch plan is a folder: say with --out where to make it\n",
    });
  });

  test.each([
    ["json", "taken.json"],
    ["branch", "taken"],
    ["thread", "taken.json"],
    ["json", "taken"],
  ])("as %s never writes over %s", (to, out) => {
    const folder = plan();
    writeFileSync(join(folder, "taken.json"), "mine");
    mkdirSync(join(folder, "taken"));
    writeFileSync(join(folder, "taken", "mine.txt"), "mine");
    const before = contentsOf(folder);
    const { status, stderr } = planwright(["convert", "plan.md", "--to", to, "--out", out], folder);
    expect(status).toBe(2);
    expect(stderr).toBe(`planwright: ${out}: there is something already; convert writes only where nothing is\n`);
    expect(contentsOf(folder)).toEqual(before);
  });

  test("says in one line why it cannot write, and leaves nothing behind", () => {
    const folder = plan();
    const before = contentsOf(folder);
    const { status, stderr } = planwright(["convert", "plan.md", "--to", "json", "--out", "no/such/plan.json"], folder);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "planwright: no/such: there is no such folder to write into\n",
    });
    expect(contentsOf(folder)).toEqual(before);
  });

  test("stops at Ctrl-C and leaves nothing behind", async () => {
    const folder = tempFolder();
    const steps = Array.from({ length: 3000 }, (_, index) => ({ title: `Step ${index}` }));
    writeFileSync(join(folder, "plan.md"), stepsPlan(...steps));
    const args = ["convert", "plan.md", "--to", "branch", "--out", "out"];
    const child = spawn(resolve("bin/planwright"), args, { cwd: folder, stdio: "ignore" });
    const ended = new Promise<number | null>((done) => child.on("exit", (code) => done(code)));
    while (readdirSync(folder).length === 1) await setTimeout(5);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(readdirSync(folder)).toEqual(["plan.md"]);
  });

  test("refuses a plan that cannot be read, because what cannot be read would be lost", () => {
    const folder = plan();
    const text = readFileSync(join(folder, "plan.md"), "utf8").replace("**target:**", "**tarrget:**");
    writeFileSync(join(folder, "plan.md"), text);
    const { status, stdout, stderr } = planwright(["convert", "plan.md", "--to", "json"], folder);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^plan\.md:\d+:\d+: error: .* \[PW104\]\n/);
  });

  test("refuses a text that the target would read as something else", () => {
    const folder = tempFolder();
    const action = "Do it.\n\n**contract:**\n```sh\ntrue\n```";
    writeFileSync(join(folder, "plan.json"), JSON.stringify({ goal: "Ship it", steps: [{ action }] }));
    expect(planwright(["convert", "plan.json", "--to", "steps"], folder)).toEqual({
      status: 1,
      stdout: "",
      stderr: "planwright: `what` of step `1` cannot be written as `steps`: it would be read as something else\n",
    });
  });

  test("writes a JSON plan anew once it has been changed, and verify says that its origin is stale", () => {
    const folder = plan();
    planwright(["convert", "plan.md", "--to", "json", "--out", "plan.json"], folder);
    const changed = readFileSync(join(folder, "plan.json"), "utf8").replace(
      "test -s docs/2.md",
      "grep -q Two docs/2.md",
    );
    writeFileSync(join(folder, "plan.json"), changed);
    expect(planwright(["verify", "plan.json"], folder).stdout).toContain("[PW125]");
    const { stdout } = planwright(["convert", "plan.json", "--to", "steps"], folder);
    expect(stdout).toContain("grep -q Two docs/2.md");
    expect(stdout).not.toContain("test -s docs/2.md");
  });
});

function dialectOf(path: string): DialectId {
  if (path.endsWith(".json")) return "json";
  if (path.endsWith(".md")) return "steps";
  return existsSync(join(path, "plan.md")) ? "thread" : "branch";
}

function contentsOf(path: string): Record<string, string> {
  return Object.fromEntries(filesBelow(path).map((file) => [relative(path, file), readFileSync(file, "latin1")]));
}
