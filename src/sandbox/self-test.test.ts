import { expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { selfTest } from "./self-test.ts";
import { openUnheld } from "./unheld.ts";

test("notices when nothing holds", async () => {
  const sandbox = await openUnheld({ scratchRoot: tempFolder() });
  onTestFinished(() => sandbox.close());
  const broken = (await selfTest(sandbox, tempFolder())).filter(({ isHeld }) => !isHeld).map(({ what }) => what);
  expect(broken).toEqual(
    expect.arrayContaining([
      "write to a read-only mount",
      "rename a mount away",
      "read a file in a hidden folder",
      "find a socket in a hidden folder",
      "connect to a port of this machine",
      "see a process outside",
    ]),
  );
});
