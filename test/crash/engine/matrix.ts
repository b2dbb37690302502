import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { STEP_NAMES } from "../../../src/engine/workflows.ts";
import { gitIn, write } from "../../a-checkout.ts";
import { stepsPlan } from "../../engine/a-plan-run.ts";
import { personState } from "../../person-state.ts";
import { makePlace } from "./place.ts";
import { whatIsThere } from "./what-is-there.ts";

const place = makePlace();
const home = join(place, "home");
afterAll(() => {
  planwright(["down", "--force", "--forget"], place);
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

/**
 * A run is ended with SIGKILL at the boundaries it passes, one after the other, and taken up again. Each accepted step is
 * there exactly once afterwards, the plan is done, and the person's checkout is untouched. The work is divided among so
 * many files, which run side by side.
 */
export function killedAtBoundaries({ part, of }: { part: number; of: number }): void {
  const all = recorded();
  const own = firstAndLast(all).filter((_, index) => index % of === part);

  test.for(own)("killed when %s, a run loses nothing and does nothing twice", async (end, { expect }) => {
    const top = repository(end.replaceAll(/\W+/g, "-"));
    const before = personState(top);
    const isKilled = COMMANDS.some((command) => planwright(command, top, { PW_END_AT: end }).signal === "SIGKILL");
    expect(isKilled, "the run was killed").toBe(true);
    finish(top);
    expect(await whatIsThere(top, home, "words")).toEqual({
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
      // Nobody knows how an agent's work ended whose process is gone, so that attempt is closed and another begins.
      crashed: /^(?:attempt-started is in the journal|the agent works) /.test(end) ? 1 : expect.any(Number),
      status: "done",
    });
    expect(planwright(["audit", "plan/words"], top).status, "consistent, by an unknown signer").toBe(4);
    expect(personState(top)).toEqual(before);
  });

  test("every durable step of the engine is a boundary of this matrix", () => {
    const names = new Set(all.map((each) => each.replace(/ (?:begins|is done and not saved) #\d+$/, "")));
    // `close` is what a crash leads to, and `fail` the end of another plan.
    expect(STEP_NAMES.filter((name) => !names.has(name))).toEqual(["close", "fail"]);
  });
}

/** Boundaries in a loop are all alike, but for the first time and the last. */
function firstAndLast(all: readonly string[]): string[] {
  const name = (each: string): string => each.replace(/ #\d+$/, "");
  return all.filter((each, index) => {
    const isFirst = all.findIndex((other) => name(other) === name(each)) === index;
    return isFirst || all.findLastIndex((other) => name(other) === name(each)) === index;
  });
}

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
    const [question] = status.questions;
    if (question) {
      const value = question.options.some((option: { value: string }) => option.value === "continue")
        ? "continue"
        : "skip";
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
  const { status, signal, stdout, stderr } = spawnSync(inject("endingPlanwright"), args, {
    cwd: top,
    encoding: "utf8",
    timeout: LONGEST,
    env: { ...process.env, PLANWRIGHT_HOME: home, ...env },
  });
  return { status, signal, stdout, stderr };
}

/** In milliseconds. A run that does the same again and again would never end. */
const LONGEST = 100_000;
