import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ensurePostgres } from "../../../src/store/embedded/ensure-postgres.ts";
import { postgresStatus } from "../../../src/store/embedded/postgres-status.ts";
import { removePostgres } from "../../../src/store/embedded/remove-postgres.ts";
import { withMounts } from "../../a-checkout.ts";
import { type APlanRun, aPlanRun, stepsPlan } from "../../engine/a-plan-run.ts";
import { ended, reading, until } from "../../engine/a-started-run.ts";
import { tempFolder } from "../../temp-folder.ts";
import { root } from "../answers.ts";
import { whatIsThere } from "./what-is-there.ts";

/** What a run needs is gone: it says so in one line that a person can act on, and goes on later as if nothing had been. */

const RUN = ["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:../worker.sh", "--json"];

const SLOW = "sleep 3; echo one > one.txt; echo 'Wrote one.'\n";
const QUICK = "echo one > one.txt; echo 'Wrote one.'\n";

const DONE = {
  subjects: [
    "plan approved: words",
    "Step 1",
    expect.stringMatching(/^plan accepted: task-1 /),
    "plan complete: words",
  ],
  acceptedInGit: { 1: 1 },
  acceptedInJournal: { 1: 1 },
  lost: [],
  isGapless: true,
  crashed: expect.any(Number),
  status: "done",
};

const aRunOf = (contract: string, worker: string, database: string | null = null): APlanRun =>
  aPlanRun({ files: { "plan.md": stepsPlan([{ contract }]), "a.txt": "a\n" }, agents: { worker } }, database);

function killServer(home: string): void {
  const server = postgresStatus(home);
  if (server.state !== "running") throw new Error("no database runs");
  process.kill(server.pid, "SIGKILL");
}

/** Whoever reads it knows what is missing, and is not told that Planwright is at fault. */
function isClear({ status, stderr }: { status: number | null; stderr: string }, told: RegExp): void {
  expect(stderr).toMatch(told);
  expect(stderr).not.toMatch(/fault of Planwright|^ +at /m);
  expect(status).toBe(2);
}

describe("a database that dies", () => {
  test.for<[string, contract: string, worker: string, event: RegExp]>([
    ["while the agent works", "grep -q one one.txt", SLOW, /"attempt-started"/],
    ["while the contract runs", "sleep 3; grep -q one one.txt", QUICK, /"worker-ended"/],
  ])("%s is started again if it is our own, and the run goes on", async ([, contract, worker, event], { expect }) => {
    const scene = aRunOf(contract, worker);
    const started = reading(scene.start(RUN));
    await until(started, event);
    killServer(scene.home);
    const { status, stderr } = await ended(started);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(await whatIsThere(scene.top, scene.home, "words")).toEqual(DONE);
  });

  test("and is somebody else's ends the run with a clear word; it goes on once the database is back", async () => {
    const other = join(tempFolder(), "other");
    mkdirSync(other, { mode: 0o700 });
    onTestFinished(() => removePostgres(other));
    const { url } = await ensurePostgres({ home: other });
    const scene = aRunOf("grep -q one one.txt", SLOW, url);
    const started = reading(scene.start(RUN));
    await until(started, /"attempt-started"/);
    killServer(other);
    isClear(await ended(started), /the database at .* does not answer .* then resume/);
    await ensurePostgres({ home: other });
    expect(scene.run(["resume", "words"])).toMatchObject({ status: 0 });
    expect(await whatIsThere(scene.top, other, "words")).toEqual(DONE);
  });

  test("is missed before anything begins, and nothing is left in the repository", () => {
    const scene = aRunOf("grep -q one one.txt", QUICK);
    const url = "postgresql://nobody:secret-word@127.0.0.1:9/planwright";
    const run = scene.run(RUN, { PLANWRIGHT_DATABASE_URL: url });
    isClear(run, /the database at 127\.0\.0\.1:9\/planwright does not answer/);
    expect(run.stderr).not.toContain("secret-word");
    expect(scene.git("branch", "--format=%(refname:short)")).toBe("main");
  });
});

test("a home that is a file is named, and nothing is left in the repository", () => {
  const scene = aRunOf("grep -q one one.txt", QUICK);
  writeFileSync(join(scene.place, "file"), "");
  const run = scene.run(RUN, { PLANWRIGHT_HOME: join(scene.place, "file") });
  isClear(run, /\/file\b/);
  expect(scene.git("branch", "--format=%(refname:short)")).toBe("main");
});

describe("a disk that is full", () => {
  /** Fills the disk its folder lies on, as long as that is small. */
  const FILLS = `if [ "$(df --output=size -m . | tail -1)" -lt 100 ]; then
  head -c 200M /dev/zero > filler || true
fi
echo one > one.txt
[ -s one.txt ] || exit 7
rm -f filler
echo "Wrote one."
`;
  const KEEPS = FILLS.replace("rm -f filler\n", "").replace("[ -s one.txt ] || exit 7\n", "");

  test.for([
    ["by an agent that fails then", FILLS],
    ["by an agent that leaves it so", KEEPS],
  ])("%s is named, and once there is room again the run comes to its end", async ([, worker = ""], context) => {
    root(context);
    const scene = aRunOf("grep -q one one.txt", worker);
    const words = RUN.map((word) => `'${word}'`).join(" ");
    const { stdout, stderr } = withMounts(
      `mkdir -p ../home; mount -t tmpfs -o size=60m,mode=700 none ../home
"$PW" ${words} > /dev/null && echo "first 0" || echo "first $?"
mount -o remount,size=800m ../home
for turn in 1 2 3; do
  "$PW" retry 1 > /dev/null 2>&1 || true
  "$PW" resume words > /dev/null && { echo "then 0"; break; } || echo "then $?"
done
"$PW" audit plan/words > /dev/null && echo "audit 0" || echo "audit $?"
"$PW" down --force > /dev/null
rm -r "$(grep -oE '/[^"]*' ../home/postgres/place.json | head -1)"`,
      scene,
    );
    expect(stdout.trim().split("\n").at(-2), stderr).toBe("then 0");
    expect(stdout).toContain("audit 0");
    expect(stderr).not.toMatch(/fault of Planwright|^ +at /m);
    expect(scene.git("log", "--format=%s", "--reverse", "main..plan/words").split("\n")).toEqual(DONE.subjects);
  });
});
