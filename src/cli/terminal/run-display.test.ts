import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import type { RunEvent } from "../../app/hosting/go-on.ts";
import type { ShownRun } from "../../telling/event-words.ts";
import { runDisplay } from "./run-display.ts";

const RUN: ShownRun = {
  ...{ id: "words-000000", branch: "refs/heads/plan/words" },
  plan: { id: "words", title: "Words", steps: [{ id: "a", number: 1, title: "Write one" }] },
};

const STARTED: RunEvent = {
  ...{ run: RUN.id, seq: 3, at: new Date().toISOString(), type: "attempt-started" },
  ...{ step: "a", phase: "work", round: 1, attempt: 1, leg: 1, agent: "codex", base: "" },
};

/** What is written to standard output, as to a terminal. */
function aTerminal(): () => string {
  const { stdout } = process;
  const { isTTY } = stdout;
  let written = "";
  const write = vi.spyOn(stdout, "write").mockImplementation((text) => {
    written += text;
    return true;
  });
  stdout.isTTY = true;
  onTestFinished(() => {
    write.mockRestore();
    stdout.isTTY = isTTY;
  });
  return () => stripVTControlCharacters(written);
}

test("whoever begins to look on in the middle of an attempt sees it before anything else happens", () => {
  const written = aTerminal();
  const display = runDisplay(RUN, [STARTED], { isJson: false, color: false }, ", Ctrl-C ends the watching");
  onTestFinished(() => display.rest());
  expect(written()).toBe("");
  display.line("process 7 carries words out");
  expect(written()).toMatch(/process 7 carries words out\n▸ 1\. Write one {2}codex .*\n0 of 1 steps done, Ctrl-C ends/);
});

test("what is settled is not drawn again, whatever is still told", () => {
  const written = aTerminal();
  const display = runDisplay(RUN, [STARTED], { isJson: false, color: false }, "");
  display.settle();
  display.line("stopping");
  expect(written()).toMatch(/^\s*stopping\n$/);
});

test("the steps that a template stands for are in the list as soon as they are approved", () => {
  const written = aTerminal();
  const steps = ["Migrate the first", "Migrate the second"].map((title, index) => ({
    ...{ id: index === 0 ? "a" : "b", number: index + 1, title },
  }));
  const waits = { run: RUN.id, at: STARTED.at, seq: 4, type: "asked", step: "a", question: { id: "q", headline: "?" } };
  const revised = {
    ...{ run: RUN.id, at: STARTED.at, seq: 5, type: "revised", step: "a", by: "Ann", told: [], edits: [], commit: "c" },
    revision: { plan: { ...RUN.plan, steps }, files: [], hash: "" },
  };
  const display = runDisplay(RUN, [waits as unknown as RunEvent], { isJson: false, color: false }, "");
  onTestFinished(() => display.rest());
  display.event(revised as unknown as RunEvent);
  expect(written()).toMatch(/^· 1\. Write one: the plan is revised/);
  expect(written()).toMatch(/\n· 1\. Migrate the first\n· 2\. Migrate the second\n0 of 2 steps done/);
});
