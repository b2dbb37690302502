import { mkdirSync, writeFileSync } from "node:fs";
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
