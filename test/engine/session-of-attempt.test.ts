import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionOf } from "../../src/ports/agent.ts";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";
import { type Session, shell, spendingAgent } from "./a-spending-agent.ts";

/** The legs of one attempt are one conversation. */

const ONE = { contract: "test -e one.txt", more: "**on_fail:** retry(2)" };

const aRunWith = (worker: Session): Promise<HostedRun> =>
  aHostedRun({
    plan: planWith([ONE]),
    agents: { driverFor: () => spendingAgent("worker", worker), planner: null },
  });

test("a leg goes on with the session of the one before, and another attempt begins one of its own", async () => {
  const sessions: (SessionOf & { folder: string | undefined })[] = [];
  const run = await aRunWith(async function* ({ session, attempt }, host) {
    yield* [];
    sessions.push({ ...session, folder: host.kept?.folder });
    if (attempt?.leg === 1 && attempt.number === 1) {
      return { reason: "asked", text: "Which?", question: "Which?", resume: "where-it-was" };
    }
    if (attempt?.number === 1) return { resume: "nobody goes on from here" };
    await shell(host, "echo one > one.txt");
    return {};
  });
  expect((await run.goOn()).halt).toBe("waiting");
  await run.answer("continue", "This one.");
  expect((await run.goOn()).halt).toBe("done");

  expect(sessions.map(({ resume }) => resume)).toEqual([undefined, "where-it-was", undefined]);
  const [first, second, third] = sessions;
  expect(second).toMatchObject({ id: first?.id, folder: first?.folder, of: "attempt" });
  expect(third?.id).not.toBe(first?.id);
  expect(third?.folder).not.toBe(first?.folder);
  const ends = (await run.events()).flatMap((event) => (event.type === "worker-ended" ? [event.resume] : []));
  expect(ends).toEqual(["where-it-was", "nobody goes on from here", undefined]);
});

test("what the worker leaves in its part of the session's folder is there in the next leg, and in no other attempt", async () => {
  const found: string[] = [];
  const run = await aRunWith(async function* ({ attempt }, host) {
    yield* [];
    const { folder = "", at = "" } = host.kept ?? {};
    found.push(readdirSync(join(folder, "home")).join());
    await shell(host, `echo ${attempt?.number} > ${at}/kept-${attempt?.leg}`);
    if (attempt?.leg === 1 && attempt.number === 1) return { reason: "asked", text: "Which?", question: "Which?" };
    if (attempt?.number === 2) await shell(host, "echo one > one.txt");
    return {};
  });
  await run.goOn();
  await run.answer("continue", "This one.");
  expect((await run.goOn()).halt).toBe("done");
  expect(found).toEqual(["", "kept-1", ""]);
  expect(existsSync(join(run.top, "kept-1"))).toBe(false);
});
