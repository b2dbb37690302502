import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { aHost, aJob, endOf, eventsOf, outputOf, worked } from "../session/a-session.testkit.ts";
import { driverSuite } from "../session/driver.testsuite.ts";
import { acpDriver } from "./acp-driver.ts";
import { aKnownAcpAgent, anAcpAgent, inFolder } from "./an-agent.testkit.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");

describe("acp driver", () => {
  beforeEach((context) => void installed(context));

  driverSuite({
    running: (script, folder) => anAcpAgent("run", script, folder),
    saying: (text, folder) => anAcpAgent("say", text, folder),
    asking: (question, folder) => anAcpAgent("say", `QUESTION: ${question}`, folder),
    givingUp: (why, folder) => anAcpAgent("say", `CANNOT: ${why}`, folder),
    remembering: (folder) => anAcpAgent("repeat", "The word is", folder),
    missing: (folder) => acpDriver("./no-such-agent.sh", inFolder(folder)),
  });

  const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

  test("keeps its program for the next turn, and tells it nothing twice", async () => {
    const folder = tempFolder();
    const driver = anAcpAgent("repeat", "The word is", folder);
    const host = aHost(shared.sandbox, driver, folder);
    const session = await driver.open(aJob(), host, new AbortController().signal);
    await eventsOf(session, "The word is heron.");
    const second = await eventsOf(session, "What was the word?");
    expect(host.procs).toHaveLength(1);
    expect(endOf(second).text).toBe("The word is heron.");
    expect(outputOf(second)).toBe("The word is heron.");
    await session.close();
    expect(await Promise.race([host.procs[0]?.exit, "running"])).not.toBe("running");
  });

  test("ends a program that nobody has talked to for long, and goes on with another", async () => {
    const folder = tempFolder();
    const driver = anAcpAgent("load", "The word is", folder, 100);
    const host = aHost(shared.sandbox, driver, folder, { kept: tempFolder() });
    const session = await driver.open(aJob(), host, new AbortController().signal);
    await eventsOf(session, "The word is heron.");
    expect(await host.procs[0]?.exit).toEqual({ kind: "stopped", by: "caller" });
    expect(endOf(await eventsOf(session, "What was the word?")).text).toBe("The word is heron.");
    expect(host.procs).toHaveLength(2);
    await session.close();
  });

  test.each([
    ["resume", "by session/resume, where that was seen to work", aKnownAcpAgent, false],
    ["resume", "as text, where it was not", anAcpAgent, true],
    ["load", "by session/load", anAcpAgent, false],
    ["forget", "as text, where it restores nothing", anAcpAgent, true],
  ] as const)("goes on in another process: %s, %s", async (deed, _, agent, isText) => {
    const [folder, kept] = [tempFolder(), tempFolder()];
    const turn = async (prompt: string, resume?: string) => {
      const driver = agent(deed, "The word is", folder);
      return worked(driver, aHost(shared.sandbox, driver, folder, { kept }), aJob({}, 1, resume), prompt);
    };
    const { end } = await turn("The word is heron.");
    const second = await turn("What was the word?", end.resume);
    expect(second.end.text).toContain("The word is heron.");
    // What an agent tells of long ago is not of this turn.
    expect(outputOf(second.events)).toBe(second.end.text);
    const heard: string[] = JSON.parse(readFileSync(join(folder, "heard.json"), "utf8"));
    if (isText) expect(heard).toEqual(expect.arrayContaining(["You were told:", "The word is heron."]));
    else expect(heard.filter((line) => line !== "")).toEqual(["The word is heron.", "What was the word?"]);
  });

  test("lets an agent write that asks and may, just this once", async () => {
    const folder = tempFolder();
    const driver = anAcpAgent("write", "made.txt", folder);
    const { events, end } = await worked(driver, aHost(shared.sandbox, driver, folder));
    expect(end).toMatchObject({ reason: "finished", text: "the answer was yes" });
    expect(readFileSync(join(folder, "made.txt"), "utf8")).toBe("written\n");
    const tool = { type: "tool", id: "t1", told: "Write made.txt", paths: [join(folder, "made.txt")] };
    expect(events.filter(({ type }) => type === "tool")).toEqual([
      { ...tool, state: "begun", diff: `--- /dev/null\n+++ ${folder}/made.txt\n@@ -1 +1 @@\n+written\n` },
      { ...tool, state: "done", diff: `--- /dev/null\n+++ ${folder}/made.txt\n@@ -1 +1 @@\n+written\n` },
    ]);
    expect(outputOf(events)).toBe("▸ Write made.txt\nthe answer was yes");
  });

  test("refuses an agent that asks and may not, and says why", async () => {
    const folder = tempFolder();
    const driver = anAcpAgent("write", "made.txt", folder);
    const host = {
      ...aHost(shared.sandbox, driver, folder),
      permit: () => ({ allow: false, why: "it is late" }) as const,
    };
    const { events, end } = await worked(driver, host);
    expect(end).toMatchObject({ reason: "finished", text: "the answer was no" });
    expect(existsSync(join(folder, "made.txt"))).toBe(false);
    expect(events.flatMap((event) => (event.type === "tool" ? [event.state] : []))).toEqual(["begun", "refused"]);
    expect(outputOf(events)).toBe("▸ Write made.txt: refused, it is late\nthe answer was no");
  });
});
