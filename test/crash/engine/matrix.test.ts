import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { STEP_NAMES } from "../../../src/engine/workflows.ts";
import { gitIn, write } from "../../a-checkout.ts";
import { stepsPlan } from "../../engine/a-plan-run.ts";
import { personState } from "../../person-state.ts";
import { makePlace } from "./place.ts";
import { whatIsThere } from "./what-is-there.ts";

/**
 * A run is ended with SIGKILL at every boundary it passes, one after the other, and taken up again. Each accepted step is
 * there exactly once afterwards, the plan is done, and the person's checkout is untouched.
 */
const place = makePlace();
const home = join(place, "home");
afterAll(() => {
  planwright(["down", "--force"], place);
  rmSync(place, { recursive: true, force: true });
});

const PLAN = stepsPlan([
  { task: "One.", contract: "grep -q one one.txt" },
  { task: "Two.", contract: "grep -q two two.txt", more: "**on_fail:** retry(2), then escalate\n" },
  { task: "Three.", contract: "grep -q three three.txt" },
  { task: "Four.", contract: "grep -q four four.txt", more: "**on_fail:** escalate\n" },
]);

/** Fails once, asks once, and gives one step up for a person to skip. */
const SCRIPT = `steps:
  1:
    - write: { path: one.txt, text: "one\\n" }
    - say: Wrote one.
  2:
    - attempt: 1
      do:
        - write: { path: two.txt, text: "too\\n" }
        - say: Wrote two.
    - attempt: 2
      do:
        - write: { path: two.txt, text: "two\\n" }
        - say: Wrote two, really.
  3:
    - write: { path: draft.txt, text: "draft\\n" }
    - ask: Which word?
    - delete: draft.txt
    - write: { path: three.txt, text: "three\\n" }
    - say: Wrote three.
  4:
    - say: Four is done.
`;

/** What a person types until the plan is done; each command may be the one that is killed. */
const COMMANDS = [
  ["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", `scripted:${join(place, "script.yaml")}`],
  ["answer", "words", "continue", "--note", "three", "--continue"],
  ["answer", "words", "skip", "--note", "no four", "--continue"],
] as const;

const all = recorded();

describe("killed at any boundary, a run loses nothing and does nothing twice", () => {
  test.for(all)("%s", async (end, { expect }) => {
    const top = repository(end.replaceAll(/\W+/g, "-"));
    const before = personState(top);
    const killed = COMMANDS.some((command) => {
      const { signal } = planwright(command, top, { PW_END_AT: end });
      return signal === "SIGKILL";
    });
    expect(killed, "the run was killed").toBe(true);
    finish(top);
    const found = await whatIsThere(top, home, "words");
    expect(found).toEqual({
      subjects: [
        "plan approved: words",
        "Wrote one.",
        expect.stringMatching(/^plan accepted: task-1 /),
        "Wrote two, really.",
        expect.stringMatching(/^plan accepted: task-2 /),
        "Wrote three.",
        expect.stringMatching(/^plan accepted: task-3 /),
        "Leave out: Step 4",
        expect.stringMatching(/^plan accepted: task-4 /),
        "plan complete: words",
      ],
      acceptedInGit: { 1: 1, 2: 1, 3: 1, 4: 1 },
      acceptedInJournal: { 1: 1, 2: 1, 3: 1, 4: 1 },
      lost: [],
      isGapless: true,
      status: "done",
    });
    expect(planwright(["audit", "plan/words"], top).status, "audit: consistent, signer unknown").toBe(4);
    expect(personState(top)).toEqual(before);
  });
});

test("every durable step of the engine is a boundary of this matrix", () => {
  const names = new Set(all.map((each) => each.replace(/ (?:begins|is done and not saved) #\d+$/, "")));
  const { covered, not } = Object.groupBy(STEP_NAMES, (name) => (names.has(name) ? "covered" : "not"));
  // `close` is what a crash leads to, `fail` the end of another plan; both are killed in tests of their own.
  expect({ covered, not }).toEqual({ covered: expect.any(Array), not: ["close", "fail"] });
});

/** The boundaries of an undisturbed run, each with how often it was passed before in the same process. */
function recorded(): string[] {
  const top = repository("undisturbed");
  const file = join(place, "boundaries");
  for (const command of COMMANDS) planwright(command, top, { PW_BOUNDARIES: file });
  const names = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return [...new Set(names)];
}

/** Takes the run up again and answers what it asks, as a person would who finds it lying there. */
function finish(top: string): void {
  for (let turn = 0; turn < 8; turn++) {
    const { stdout } = planwright(["status", "words", "--json"], top);
    const status = stdout.trim() === "" ? null : JSON.parse(stdout);
    if (status?.status === "done") return;
    if (status === null) {
      // Nothing is known of it: it died while it began.
      planwright(COMMANDS[0], top);
      continue;
    }
    const [question] = status.open ?? [];
    if (question) {
      const value = question.over === "question" ? "continue" : "skip";
      planwright(["answer", question.id, value, "--note", "three", "--continue"], top);
    } else planwright(["resume", "words"], top);
  }
}

function repository(name: string): string {
  const top = join(place, name);
  mkdirSync(top);
  gitIn(top, "init", "-q", "-b", "main");
  write(top, { "plan.md": PLAN, "a.txt": "a\n" });
  gitIn(top, "add", "-A");
  gitIn(top, "commit", "-qm", "base");
  write(place, { "script.yaml": SCRIPT });
  return top;
}

function planwright(args: readonly string[], top: string, env: Record<string, string> = {}) {
  const { status, signal, stdout, stderr } = spawnSync(resolve("bin/planwright"), args, {
    cwd: top,
    encoding: "utf8",
    env: {
      ...process.env,
      PLANWRIGHT_HOME: home,
      NODE_OPTIONS: `--import ${resolve("test/crash/engine/end-at.ts")}`,
      ...env,
    },
  });
  return { status, signal, stdout, stderr };
}
