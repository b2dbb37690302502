import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import type { Command } from "../ports/sandbox.ts";
import { openSandbox } from "../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../sandbox/sandbox.testsuite.ts";
import { aPerson } from "./known/a-person.testkit.ts";
import { noDriver } from "./no-driver.ts";
import { type OwnAgent, ownDriver } from "./own-agent.ts";
import { aHost, outputOf, worked } from "./session/a-session.testkit.ts";

const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

const AGENT = '#!/bin/bash\ncat > /dev/null\necho "key: $HOUSE_KEY; line: $(tr "\\0" " " < /proc/$PPID/cmdline)"\n';

function scene(own: Partial<OwnAgent> = {}, at = "home/agent.sh") {
  const folder = tempFolder();
  for (const name of ["home", "tree"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, at), AGENT, { mode: 0o755 });
  const person = aPerson({ HOUSE_KEY: "it is secret" }, join(folder, "home"));
  const place = { cwd: join(folder, "tree"), search: ["/usr/bin", "/bin"], tree: join(folder, "tree"), person };
  const all: OwnAgent = {
    driver: "command",
    line: "./agent.sh",
    hosts: ["h.example:443"],
    keys: ["HOUSE_KEY"],
    ...own,
  };
  return { driver: ownDriver("house", all, place), tree: place.tree, folder };
}

test("an agent of one's own is started from one's home, and has its keys", async () => {
  const { driver, tree } = scene();
  expect(driver).toMatchObject({ name: "house", reaches: ["h.example:443"] });
  expect(await driver.probe()).toMatchObject({ ok: true });
  const host = aHost(shared.sandbox, driver, tree);
  const commands: Command[] = [];
  const launch: typeof host.launch = (command) => {
    commands.push(command);
    return host.launch(command);
  };
  const { events, end } = await worked(driver, { ...host, launch });
  expect(end.reason).toBe("finished");
  expect(outputOf(events)).toContain("key: it is secret; line: ");
  expect(outputOf(events).split("line: ")[1]).not.toContain("secret");
  expect(commands.map(({ argv, env, secrets }) => [JSON.stringify([argv, env]).includes("secret"), secrets])).toEqual([
    [false, { HOUSE_KEY: "it is secret" }],
  ]);
});

test("one whose key is missing says so before it is started", async () => {
  const { driver } = scene({ keys: ["HOUSE_KEY", "OTHER_KEY"] });
  expect(await driver.probe()).toEqual({
    ok: false,
    cause: "house needs OTHER_KEY, which neither your environment nor your keychain has",
    remedy: expect.stringMatching(/^set OTHER_KEY, or put it into the keychain \(.+\/docs\/agents\.md\)$/),
  });
});

describe("one that lies in the repository", () => {
  test("gets no keys", async () => {
    const { driver, tree } = scene({ line: "../tree/agent.sh" }, "tree/agent.sh");
    expect(await driver.probe()).toMatchObject({
      ok: false,
      cause: "house has keys, and agent.sh lies in the repository, whose work could change it",
      remedy: "keep it outside, or take away the keys of `house` in policy.yaml",
    });
    const { end } = await worked(driver, aHost(shared.sandbox, driver, tree));
    expect(end).toMatchObject({
      reason: "not-let-in",
      text: expect.stringContaining("agent.sh lies in the repository"),
    });
  });

  test("is started where it needs none", async () => {
    const { driver } = scene({ line: "../tree/agent.sh", keys: [] }, "tree/agent.sh");
    expect(await driver.probe()).toMatchObject({ ok: true });
  });
});

describe.each(["bash agent.sh", "exec ./agent.sh", "cat; ./agent.sh"])("one that is started by %s", (line) => {
  test("gets no keys: the worker's tree decides what that starts", async () => {
    const { driver, tree } = scene({ line }, "tree/agent.sh");
    expect(await driver.probe()).toMatchObject({ ok: false, cause: expect.stringMatching(/^house has keys, and /) });
    const { events, end } = await worked(driver, aHost(shared.sandbox, driver, tree));
    expect(end.reason).toBe("not-let-in");
    expect(outputOf(events)).not.toContain("it is secret");
  });

  test("is started where it needs none", async () => {
    const { driver } = scene({ line, keys: [] }, "home/agent.sh");
    expect(await driver.probe()).toMatchObject({ ok: true });
  });
});

test("an agent that cannot be had says why, whenever it is asked", async () => {
  const driver = noDriver("nobody", { cause: "there is none", remedy: "name another" });
  const { events } = await worked(driver, aHost(shared.sandbox, driver, tempFolder()));
  expect(events).toEqual([
    { type: "ended", reason: "not-let-in", text: "there is none; name another", question: null, usage: [] },
  ]);
});
