import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { rebuildRun } from "../../src/app/approving/rebuild-run.ts";
import { audit } from "../../src/app/auditing/audit.ts";
import { goOn } from "../../src/app/hosting/go-on.ts";
import { openScene } from "../../src/app/opening/scene.ts";
import { currentState } from "../../src/engine/state/journal-state.ts";
import type { Store } from "../../src/ports/store.ts";
import { allowedSignersLine, openSigner } from "../../src/receipts/signing-key.ts";
import type { Run } from "../../src/record/run.ts";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { write } from "../a-checkout.ts";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";

/** A run goes on from its branch alone, when everything else about it is lost. */

const WORDS = ["one", "two", "three", "four"];
const PLAN = planWith(
  WORDS.map((word) => ({
    task: `Write ${word}.`,
    contract: `grep -q ${word} ${word}.txt`,
    more: "**on_fail:** abort",
  })),
);
const written = (but: string): string => `word=$(grep -oE "Write [a-z]+" | head -1 | cut -d" " -f2)
[ "$word" = ${but} ] && echo wrong > "$word.txt" || echo "$word" > "$word.txt"
echo "Wrote $word"
`;

const AUDIT = { rerun: false, signal: new AbortController().signal, onProgress() {}, onRerun() {} };

/** Where a person stands who has the branch and nothing else. */
let scene = openScene("/");
afterEach(async () => {
  await scene.close();
  delete process.env.PLANWRIGHT_DATABASE_URL;
});

/** Two steps are accepted, the third has failed once. */
async function aStoppedRun(): Promise<HostedRun> {
  const run = await aHostedRun({ plan: PLAN, command: written("three") });
  expect((await run.goOn()).halt).toBe("failed");
  expect(run.branches()).toContain("debug/plan-words-task-3-attempt-1");
  return run;
}

/** As if the database had never been. What else the home holds goes, too; only the keys stay. */
async function forget({ place, home, top }: HostedRun): Promise<void> {
  process.env.PLANWRIGHT_DATABASE_URL = (await aDatabase()).url;
  for (const name of readdirSync(home)) if (name !== "keys") rmSync(join(home, name), { recursive: true });
  write(place, { "agent.sh": `#!/usr/bin/env bash\nset -eu\n${written("nothing")}` });
  scene = openScene(top);
}

async function rebuilt(ref: string, use: (found: { run: Run; store: Store; lines: string[] }) => Promise<void>) {
  const lines: string[] = [];
  const approval = { by: "Bob", via: "command-line" } as const;
  const told = (line: string): void => void lines.push(line);
  const found = await rebuildRun(scene, ref, { agent: "command:../agent.sh", mode: "autonomous", approval, told });
  await use({ ...found, lines });
}

const carryOn = (run: Run, store: Store) =>
  goOn(
    scene,
    { run, store },
    {
      version: "0.0.0",
      signal: new AbortController().signal,
      onlooker: { event() {}, doing() {}, tool() {}, output() {}, line() {} },
      after: 0,
    },
  );

test("a run is made anew from its branch, and goes on at the first step that is not accepted", async () => {
  const lost = await aStoppedRun();
  const before = lost.git("rev-parse", "plan/words");
  await forget(lost);
  await rebuilt("plan/words", async ({ run, store, lines }) => {
    expect(lines).toEqual([]);
    expect({ ...run, id: lost.run.id, from: lost.run.from, agent: lost.run.agent }).toEqual(lost.run);
    const state = await currentState(store.journal, run.id);
    expect(state).toMatchObject({ status: "in-progress", tip: before, isRebuilt: true });
    expect((await store.journal.read(run.id, 0)).map(({ type }) => type)).toEqual([
      ...["opened", "step-accepted", "step-accepted", "failed", "resumed"],
      ...["attempt-started", "attempt-interrupted"],
    ]);

    expect((await carryOn(run, store)).halt).toBe("done");
    const events = await store.journal.read(run.id, 7);
    const began = events.flatMap((event) =>
      event.type === "attempt-started" ? [`${event.step}/${event.attempt}`] : [],
    );
    expect(began).toEqual(["3/2", "4/1"]);
  });
  const accepted = (word: string, index: number) =>
    `plan accepted: task-${index + 1} — proven: grep -q ${word} ${word}.txt`;
  const subjects = lost.git("log", "--format=%s", "--reverse", "main..plan/words").split("\n");
  expect(subjects.filter((line) => line.startsWith("plan "))).toEqual([
    "plan approved: words",
    ...WORDS.slice(0, 2).map(accepted),
    "plan failed: words",
    ...WORDS.slice(2).map((word, index) => accepted(word, index + 2)),
    "plan complete: words",
  ]);
  write(lost.place, { signers: allowedSignersLine(openSigner(join(lost.home, "keys"))) });
  const signers = join(lost.place, "signers");
  expect(await audit(scene, "plan/words", { ...AUDIT, signers })).toMatchObject({
    plans: [{ verdict: "proven", isComplete: true }],
  });
  await rebuilt("words", async ({ run, store }) => {
    expect((await currentState(store.journal, run.id)).status).toBe("done");
  });
});

test("a branch that is not as Planwright leaves it is refused, and so is one that somebody carries out", async () => {
  const lost = await aStoppedRun();
  const { git } = lost;
  await forget(lost);
  await rebuilt("plan/words", async () => {
    await expect(rebuilt("plan/words", async () => {})).rejects.toThrow(/^words-\S+ is under way on /);
  });
  const tip = git("rev-parse", "plan/words");
  git("update-ref", "refs/heads/plan/words", `${tip}~2`);
  await expect(rebuilt("words", async () => {})).rejects.toThrow(
    /^plan\/words ends with \w{10}, the work on step 2 without its acceptance; move the branch to the commit before it$/,
  );
  git("update-ref", "refs/heads/plan/words", git("commit-tree", `${tip}^{tree}`, "-p", tip, "-m", "mine"));
  await expect(rebuilt("words", async () => {})).rejects.toThrow(
    /^plan\/words is not sound, so it cannot be taken up: \w{10}: .*it is none of the commits that Planwright makes/,
  );
  git("update-ref", "refs/heads/plan/other", tip);
  await expect(rebuilt("other", async () => {})).rejects.toThrow(
    "plan/other holds the plan words; rename it to plan/words",
  );
  await expect(rebuilt("nothing", async () => {})).rejects.toThrow(
    /^there is no branch plan\/nothing in this repository$/,
  );
  git("update-ref", "refs/remotes/origin/plan/theirs", tip);
  await expect(rebuilt("plan/theirs", async () => {})).rejects.toThrow(
    "there is no branch plan/theirs in this repository; `git branch plan/theirs origin/plan/theirs` makes it",
  );
});

test("what a person answers for is known, and not proven at the end", async () => {
  const never = { task: "Write one.", contract: "grep -q never one.txt", more: "**on_fail:** escalate" };
  const three = { task: "Write three.", contract: "grep -q three three.txt", more: "**on_fail:** abort" };
  const lost = await aHostedRun({ plan: planWith([never, never, three]), command: written("three") });
  await lost.goOn();
  await lost.answer("accept");
  await lost.goOn();
  await lost.answer("skip");
  expect((await lost.goOn()).halt).toBe("failed");
  await forget(lost);
  await rebuilt("words", async ({ run, store }) => {
    const [, first, second] = await store.journal.read(run.id, 0);
    expect(first).toMatchObject({ type: "step-accepted", step: "1", byEye: "Ann" });
    expect(second).toMatchObject({ type: "step-accepted", step: "2", byEye: "Ann", result: "skipped" });
    expect((await carryOn(run, store)).halt).toBe("done");
  });
});

test("whoever goes on with another key is told what that means", async () => {
  const lost = await aStoppedRun();
  await forget(lost);
  rmSync(lost.home, { recursive: true });
  await rebuilt("words", async ({ lines }) => {
    expect(lines).toEqual([
      "plan/words was signed with another key than yours; an auditor has to know both (`allowed_signers`)",
    ]);
  });
});

test("what a planner has revised on the way is still so", async () => {
  const planner = `case $(cat) in
  *"contract: step \\\`1"*) echo '{"told": "x", "decision": "- Loud.", "pending": [{"step": "3", "how": "Shout it."}]}' ;;
  *) echo '{"told": "fine"}' ;;
esac
`;
  const run = await aHostedRun({ plan: PLAN, command: written("three"), planner });
  expect((await run.goOn()).halt).toBe("failed");
  await forget(run);
  await rebuilt("plan/words", async (found) => {
    expect(found.run.plan.architecture).toBe("- Loud.");
    expect(found.run.plan.steps[2]?.how).toBe("Shout it.");
    const { signal } = new AbortController();
    const onlooker = { event() {}, doing() {}, tool() {}, output() {}, line() {} };
    expect((await goOn(scene, found, { version: "0.0.0", signal, onlooker, after: 0 })).halt).toBe("done");
    expect(run.git("show", "plan/words:.plan/done/words/plan.md").split("Shout it.")).toHaveLength(2);
  });
});
