import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRun, gitIn, planOf } from "../../../test/attack/a-run.ts";
import { missingNote } from "./receipt-note.ts";

test("the copy of a receipt never stops an acceptance, and whoever reads the journal hears that it is missing", async () => {
  const { attempt, accept, top } = await aRun({
    files: { "a.txt": "old\n" },
    plan: planOf({ contract: "grep -q new a.txt" }, { contract: "grep -q newer a.txt" }),
  });
  const lock = join(top, ".git/refs/notes/planwright.lock");
  mkdirSync(join(lock, ".."), { recursive: true });
  writeFileSync(lock, "");
  const first = await accept(await attempt("echo new > a.txt"));
  expect(gitIn(top, "rev-parse", "plan/numbers").trim()).toBe(first.accepted);
  expect(missingNote(first.unnoted, "1")).toMatchObject([
    { type: "noted", step: "1", told: expect.stringContaining("refs/notes/planwright could not be written") },
  ]);
  rmSync(lock);
  const second = await accept(await attempt("echo newer > a.txt", 2));
  expect(missingNote(second.unnoted, "2")).toEqual([]);
  expect(gitIn(top, "notes", "--ref", "planwright", "list").trim().split("\n")).toHaveLength(1);
});

test("notes that git has written itself, and those that it writes afterwards, stay beside ours", async () => {
  const { attempt, accept, top } = await aRun({
    files: { "a.txt": "old\n" },
    plan: planOf({ contract: "grep -q new a.txt" }, { contract: "grep -q newer a.txt" }),
  });
  const note = (text: string, commit: string) => gitIn(top, "notes", "--ref", "planwright", "add", "-m", text, commit);
  const show = (commit: string) => gitIn(top, "notes", "--ref", "planwright", "show", commit);
  const base = gitIn(top, "rev-parse", "main").trim();
  note("of the base", base);
  const first = await accept(await attempt("echo new > a.txt"));
  note("of an acceptance", first.accepted);
  const second = await accept(await attempt("echo newer > a.txt", 2));
  expect([show(base), show(first.accepted)].map((text) => text.trim())).toEqual(["of the base", "of an acceptance"]);
  for (const { dev, accepted } of [first, second]) {
    const receipts = gitIn(top, "ls-tree", "-r", "--name-only", accepted, ".plan").trim().split("\n");
    const texts = receipts
      .filter((path) => path.endsWith(".json"))
      .map((path) => gitIn(top, "show", `${accepted}:${path}`));
    expect(texts).toContain(show(dev));
  }
  expect(gitIn(top, "notes", "--ref", "planwright", "list").trim().split("\n")).toHaveLength(4);
});
