import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { aPolicy, run } from "./a-run.testkit.ts";
import { sandboxSuite } from "./sandbox.testsuite.ts";
import { openUnheld } from "./unheld.ts";

describe("programs that nobody holds", () => {
  sandboxSuite((scratchRoot) => openUnheld({ scratchRoot }));

  test("says that it holds nothing, and how to change that", async () => {
    const sandbox = await openUnheld({ scratchRoot: tempFolder() });
    onTestFinished(() => sandbox.close());
    expect(sandbox.offers).toMatchObject({ isHolding: false, mechanism: "none", overlay: false });
    expect(sandbox.offers.trouble).toHaveLength(1);
  });

  test("has the network of the machine, whatever was granted", async () => {
    const sandbox = await openUnheld({ scratchRoot: tempFolder() });
    onTestFinished(() => sandbox.close());
    const server = createServer((connection) => connection.end("hello")).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const script = `exec 5<> /dev/tcp/127.0.0.1/${port} && cat <&5; env | grep -ci proxy`;
    const refused: string[] = [];
    const few = aPolicy({ network: { hosts: ["localhost:1"], refused: (host) => void refused.push(host) } });
    for (const policy of [few, aPolicy({})]) expect((await run(sandbox, script, policy)).stdout).toBe("hello0\n");
    expect(refused).toEqual([]);
  });

  test("runs in a throw-away mount itself, and refuses to show a folder elsewhere", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "tree"));
    writeFileSync(join(folder, "tree/a"), "a");
    const sandbox = await openUnheld({ scratchRoot: join(folder, "scratch") });
    onTestFinished(() => sandbox.close());
    const tree = join(folder, "tree");
    const inPlace = aPolicy({ mounts: [{ show: tree, at: tree, access: "throw-away" }] });
    expect((await run(sandbox, "cat a", inPlace, { cwd: tree })).stdout).toBe("a");
    const moved = aPolicy({ mounts: [{ show: tree, at: "/elsewhere", access: "read" }] });
    await expect(run(sandbox, "true", moved)).rejects.toMatchObject({ code: "policy" });
  });
});
