import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { aPerson } from "../known/a-person.testkit.ts";
import { gemini } from "../known/gemini.ts";
import { aHost } from "../session/a-session.testkit.ts";
import { acpDriver } from "./acp-driver.ts";
import { anActor, type Said } from "./an-agent.testkit.ts";
import { startsAcp } from "./starts-acp.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");
const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));
beforeEach((context) => void installed(context));

/** Leaves nothing running: the actor would wait for ten minutes. */
async function started(parts: readonly Said[] | null, atLast: string, start: number): ReturnType<typeof startsAcp> {
  const folder = tempFolder();
  const tree = join(folder, "repo");
  mkdirSync(tree);
  if (parts) anActor(join(folder, "bin/gemini"), parts, atLast);
  const place = { cwd: tree, search: [join(folder, "bin")], tree, person: aPerson({ GEMINI_API_KEY: "k" }) };
  const host = aHost(shared.sandbox, acpDriver("gemini", place), tree);
  const answer = await startsAcp(gemini, place, host, new AbortController().signal, { start, cancel: 0, idle: 0 });
  for (const { exit } of host.procs) expect(await Promise.race([exit, "running"])).not.toBe("running");
  return answer;
}

test.each([
  [[[{ id: 1, result: { protocolVersion: 1, agentInfo: { name: "g", version: "1.2" } } }]], "", { version: "1.2" }],
  [[[{ id: 1, result: { protocolVersion: 1 } }]], "sleep 600", { version: "unknown" }],
  [[[]], "echo broken >&2; exit 1", { trouble: "gemini ended with status 1: broken" }],
  [[[{ id: 1, error: { code: 1, message: "no" } }]], "sleep 600", { trouble: "gemini: no" }],
  [null, "", { trouble: expect.stringMatching(/^gemini is not installed.*npm install/) }],
])("tells what an agent says when it is greeted: %#", async (parts, atLast, answer) => {
  expect(await started(parts, atLast, 60_000)).toEqual(answer);
});

test("does not wait for ever", async () => {
  expect(await started([[]], "sleep 600", 1000)).toEqual({ trouble: "gemini did not start within 1 seconds" });
});
