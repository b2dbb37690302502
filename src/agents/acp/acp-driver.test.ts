import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { aHost, outputOf, worked } from "../session/a-session.testkit.ts";
import { driverSuite } from "../session/driver.testsuite.ts";
import { acpDriver } from "./acp-driver.ts";
import { anAcpAgent, inFolder } from "./an-agent.testkit.ts";

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
