import { dirname, join } from "node:path";
import { expect, inject, test } from "vitest";
import { aPolicy } from "../../sandbox/a-run.testkit.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { aTree } from "./a-pair-of-hands.testkit.ts";
import { openHands } from "./open-hands.ts";

const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

test("of the published package one file is enough, wherever it lies", async () => {
  const tree = aTree({ a: "a\n" });
  const program = "/run/planwright/hands.mjs";
  const policy = aPolicy({
    mounts: [
      { show: tree, at: tree, access: "write" },
      { show: join(dirname(inject("planwright")), "dist/hands.mjs"), at: program, access: "read" },
      { show: process.execPath, at: "/run/planwright/node", access: "read" },
    ],
  });
  const hands = await openHands(
    {
      at: tree,
      permit: () => ({ allow: true }),
      launch: (command) => {
        const argv = ["/run/planwright/node", program, command.argv.at(-1) ?? ""] as const;
        return shared.sandbox.start({ ...command, argv }, policy, new AbortController().signal);
      },
    },
    { mode: "act", planDirs: [], signal: new AbortController().signal },
  );
  expect((await hands.use("search_code", { pattern: "a" }, () => {})).text).toBe("a\n1: a");
  expect((await hands.use("run_command", { command: "cat a" }, () => {})).text).toBe("a");
  await hands.close();
});
