import { mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { gitIn, write } from "../a-checkout.ts";
import { aHostedRun, planWith } from "./a-hosted-run.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";

const ATTRIBUTES = { ".gitattributes": "*.bin filter=large\n", "a.bin": "old\n" };

test("work on a file that passes through a filter is asked about before any contract runs", async () => {
  const hosted = await aHostedRun({
    plan: planWith([{ contract: "test -f b.txt" }]),
    files: ATTRIBUTES,
    command: `task=$(cat)
echo b > b.txt
if grep -q "leave it alone" <<< "$task"; then
  grep -q "a.bin would have to pass through a filter" <<< "$task"
else
  echo new > a.bin
fi
echo "Wrote b."
`,
  });
  expect((await hosted.goOn()).halt).toBe("waiting");
  expect(await hosted.happened()).toEqual(["1: attempt 1", "1: held, unverified", "1: asked, unverified"]);
  const question = await hosted.question();
  expect(question.context[0]).toBe(
    "part of the work cannot be committed: a.bin would have to pass through a filter of the repository's own, which is never run here",
  );
  expect((await hosted.events()).find(({ type }) => type === "attempt-held")).toMatchObject({ contracts: [] });

  await hosted.answer("retry", "leave it alone");
  expect((await hosted.goOn()).halt).toBe("done");
  expect(hosted.git("show", "plan/words:a.bin")).toBe("old");
});

test("so is a folder that became a repository of its own", async () => {
  const hosted = await aHostedRun({
    plan: planWith([{ contract: "test -f sub/x.txt" }]),
    command: "git init -q sub; echo x > sub/x.txt; echo done\n",
  });
  expect((await hosted.goOn()).halt).toBe("waiting");
  const { over, context } = await hosted.question();
  expect([over, context[0]]).toEqual([
    "unverified",
    "part of the work cannot be committed: sub became a repository of its own",
  ]);
});

test("an attempt that fails anyway says what else was left out", async () => {
  const hosted = await aHostedRun({
    plan: planWith([{ contract: "true", more: "**on_fail:** escalate" }]),
    files: ATTRIBUTES,
    command: "echo new > a.bin; git init -q sub; touch sub/x; exit 3\n",
  });
  expect((await hosted.goOn()).halt).toBe("waiting");
  const { over, context } = await hosted.question();
  expect(over).toBe("exhausted");
  expect(context[0]).toMatch(/^the agent failed: .* \(part of the work cannot be committed: a\.bin .*; sub became /);
});

test("in the person's own checkout a file that came out of a filter is not changed", async () => {
  const { url } = await aDatabase();
  const { place, top, run, git } = aPlanRun({ files: {} }, url);
  mkdirSync(join(place, "elsewhere"));
  git("config", "filter.large.clean", "tr a-z A-Z");
  git("config", "filter.large.smudge", "tr A-Z a-z");
  write(top, { ...ATTRIBUTES, "plan.md": stepsPlan([{ contract: "grep -q one one.txt" }]) });
  // What is as young as git's index could have been changed since, and only the filter could tell.
  utimesSync(join(top, "a.bin"), 1, 1);
  gitIn(top, "add", "-A");
  gitIn(top, "commit", "-qm", "files");
  expect(git("show", "HEAD:a.bin")).toBe("OLD");
  const agent = ["--agent", "command:echo one > one.txt; echo Wrote one."];
  expect(run(["run", "plan.md", "--yes", "--in-place", "--mode", "autonomous", ...agent])).toMatchObject({ status: 0 });
  expect([git("show", "plan/words:a.bin"), git("status", "--porcelain")]).toEqual(["OLD", ""]);
});
