import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { STEP_NAMES } from "../../../src/engine/workflows.ts";
import { gitIn, write } from "../../a-checkout.ts";
import { personState } from "../../person-state.ts";
import { makePlace } from "./place.ts";
import { whatIsThere } from "./what-is-there.ts";

const place = makePlace();
const home = join(place, "home");
afterAll(() => {
  expect(planwright(["down", "--force", "--forget", "--yes"], place).status).toBe(0);
  rmSync(place, { recursive: true, force: true });
});

/** A plan that needs persons, what they type, and what is there in the end. */
export type Scene = {
  plan: string;
  /** The plan that takes its place, in `next.md`. */
  next?: string;
  script: string;
  /** A shell script that answers as the planner. */
  planner?: string;
  /** What a person types until the plan is done; each command may be the one that is killed. */
  commands: readonly (readonly string[])[];
  /** What a person answers who finds the run lying there, the first that is offered. */
  answers: readonly string[];
  /** Boundaries that are looked at; all without it. */
  only?: RegExp;
  /** Commits of the branch between approval and completion. */
  subjects: readonly unknown[];
  /** What the plan's text says at the end, each once. */
  says?: readonly string[];
  /** Durable steps that this plan does not come to. */
  without: readonly string[];
};

export const runWith = (mode: string): string[] => [
  ...["run", "plan.md", "--yes", "--mode", mode, "--agent", `scripted:${join(place, "script.yaml")}`],
];

/**
 * A run is ended with SIGKILL at the boundaries it passes, one after the other, and taken up again. Each accepted step is
 * there exactly once afterwards, the plan is done, and the person's checkout is untouched. The work is divided among so
 * many files, which run side by side.
 */
export function killedAtBoundaries(scene: Scene, { part, of }: { part: number; of: number }): void {
  const all = recorded(scene);
  const looked = firstAndLast(all).filter((each) => scene.only === undefined || scene.only.test(each));
  const own = looked.filter((_, index) => index % of === part);
  const steps = Object.fromEntries([...scene.plan.matchAll(/^### (\d+)\./gm)].map(([, number]) => [number, 1]));

  test.for(own)("killed when %s, a run loses nothing and does nothing twice", async (end, { expect }) => {
    const top = repository(scene, end.replaceAll(/\W+/g, "-"));
    const before = personState(top);
    const isKilled = scene.commands.some(
      (command) => planwright(command, top, { PW_END_AT: end }).signal === "SIGKILL",
    );
    expect(isKilled, "the run was killed").toBe(true);
    finish(scene, top);
    expect(await whatIsThere(top, home, "words")).toEqual({
      subjects: ["plan approved: words", ...scene.subjects, "plan complete: words"],
      acceptedInGit: steps,
      acceptedInJournal: steps,
      lost: [],
      isGapless: true,
      // Nobody knows how an agent's work ended whose process is gone, so that attempt is closed and another begins.
      crashed: /^(?:attempt-started is in the journal|the agent works) /.test(end) ? 1 : expect.any(Number),
      status: "done",
    });
    expect(planwright(["audit", "plan/words"], top).status, "proven, by this machine's key").toBe(0);
    expect(personState(top)).toEqual(before);
    const text = gitIn(top, "show", "plan/words:.plan/done/words/plan.md");
    for (const words of scene.says ?? []) expect(text.split(words)).toHaveLength(2);
  });

  test("every durable step of the engine is a boundary of this matrix", () => {
    const names = new Set(all.map((each) => each.replace(/ (?:begins|is done and not saved) #\d+$/, "")));
    expect(STEP_NAMES.filter((name) => !names.has(name))).toEqual(scene.without);
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
function recorded(scene: Scene): string[] {
  const top = repository(scene, "undisturbed");
  const file = join(place, "boundaries");
  for (const command of scene.commands) planwright(command, top, { PW_BOUNDARIES: file });
  const names = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return [...new Set(names)];
}

/** Takes the run up again and answers what it asks, as a person would who finds it lying there. */
function finish(scene: Scene, top: string): void {
  for (let turn = 0; turn < 8; turn++) {
    const { stdout } = planwright(["status", "words", "--json"], top);
    const status = stdout.trim() === "" ? null : JSON.parse(stdout);
    if (status?.status === "done") return;
    if (status === null) {
      // Nothing is known of it: it died while it began.
      planwright(scene.commands[0] ?? [], top);
      continue;
    }
    const [question] = status.questions;
    if (question) {
      const offered = new Set(question.options.map((option: { value: string }) => option.value));
      const value = scene.answers.find((each) => offered.has(each)) ?? "abort";
      planwright(["answer", question.id, value, "--note", "three", "--continue"], top);
    } else planwright(["resume", "words"], top);
  }
}

function repository({ plan, next = "", script, planner }: Scene, name: string): string {
  const top = join(place, name);
  mkdirSync(top);
  gitIn(top, "init", "-q", "-b", "main");
  const config = planner === undefined ? "{}" : `roles: {planner: {agent: "command:${join(place, "planner.sh")}"}}\n`;
  write(top, { "plan.md": plan, "next.md": next, "a.txt": "a\n", "planwright.config.yaml": config });
  gitIn(top, "add", "-A");
  gitIn(top, "commit", "-qm", "base");
  write(place, { "script.yaml": script, "planner.sh": `#!/usr/bin/env bash\n${planner ?? ""}` });
  chmodSync(join(place, "planner.sh"), 0o755);
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
