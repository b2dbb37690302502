import { expect, test } from "vitest";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { processesWith, write } from "../a-checkout.ts";
import { type APlanRun, aPlanRun, stepsPlan } from "./a-plan-run.ts";
import { ended, reading, type StartedRun, until } from "./a-started-run.ts";

/** A person stops a run while a contract runs: nobody is at fault, and the work that was finished is still judged. */

/** So long that nobody waits for it, in words that no other process has. */
const LONG = `600.${process.pid}`;
/** Slow once the work is there, unless the person has put a file into the folder that it is shown. */
const CONTRACT = `test ! -e one.txt || test -e node_modules/quick || sleep ${LONG}; grep -q one one.txt`;
const RUN = ["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:../worker.sh"];

/** A run whose agent is through, and whose contract runs. */
async function aJudgedRun(): Promise<APlanRun & { started: StartedRun }> {
  const scene = aPlanRun(
    {
      files: {
        "plan.md": stepsPlan([{ contract: CONTRACT }]),
        ".gitignore": "node_modules/\n",
        "node_modules/a.txt": "a\n",
      },
      agents: { worker: "echo one > one.txt\necho 'Wrote one.'\n" },
    },
    (await aDatabase()).url,
  );
  const started = reading(scene.start(RUN));
  await until(started, /the agent finished/);
  await expect.poll(contracts, { timeout: 20_000 }).not.toEqual([]);
  return { ...scene, started };
}

const contracts = (): string[] => processesWith(`sleep ${LONG}`).filter((line) => /^\d+ sleep /.test(line));

test.each<[string, status: number, told: RegExp, (scene: APlanRun & { started: StartedRun }) => void]>([
  ["pause --now", 3, /words is paused/, ({ run }) => expect(run(["pause", "--now"]).status).toBe(0)],
  ["Ctrl-C", 130, /planwright resume words/, ({ started }) => void started.child.kill("SIGINT")],
])("%s stops the contract, and `resume` judges the work without another agent", async (_, status, told, stop) => {
  const scene = await aJudgedRun();
  stop(scene);
  const end = await ended(scene.started);
  expect(end).toMatchObject({ status, stderr: expect.stringMatching(told) });
  expect(end.stderr).not.toContain("fault of Planwright");
  expect(contracts()).toEqual([]);

  write(scene.top, { "node_modules/quick": "" });
  const resumed = scene.run(["resume"]);
  expect(resumed).toMatchObject({ status: 0, stderr: expect.stringContaining("words is done") });
  const events = eventsOf(scene);
  expect(events.filter((type) => type.startsWith("attempt-"))).toEqual(["attempt-started", "attempt-passed"]);
  expect(events.filter((type) => type === "worker-ended")).toHaveLength(1);
  expect(scene.git("show", "plan/words:one.txt")).toBe("one");
});

test("cancel stops the contract, too, and says what has become of the plan", async () => {
  const scene = await aJudgedRun();
  expect(scene.run(["cancel"]).status).toBe(0);
  const end = await ended(scene.started);
  expect(end).toMatchObject({ status: 1, stderr: expect.stringContaining("words went back to draft") });
  expect(end.stderr).not.toContain("fault of Planwright");
  expect(contracts()).toEqual([]);
  expect(scene.git("log", "-1", "--format=%s", "plan/words")).toBe("plan approved: words");
});

const eventsOf = ({ run }: APlanRun): string[] =>
  run(["log", "words", "--json"])
    .stdout.trim()
    .split("\n")
    .map((line) => JSON.parse(line).type);
