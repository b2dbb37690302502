import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { startProgram } from "../programs/run-program.ts";
import { OWN_ENVIRONMENT } from "./own-environment.ts";
import { supervise } from "./supervise.ts";

test("a child that outlives a stopped bubblewrap gets no answer, and runs nothing", async () => {
  const folder = tempFolder();
  // As bubblewrap killed between its fork and the child's request to die with it: a child in a session of its own.
  const child = "sleep 0.3; printf . >&3; read -r _ <&6 || { : > refused; exit 125; }; : > ran";
  const argv = ["sh", "-c", `setsid sh -c '${child}' & : > started; wait`];
  const control = new AbortController();
  const starting = supervise(
    {
      start: (pipes) => startProgram({ argv, cwd: folder, env: OWN_ENVIRONMENT, pipes, life: [] }),
      ...{ stdin: "none", secrets: "", disk: folder, hasRunOutOfMemory: () => false, cleanUp: async () => {} },
      limits: {
        seconds: 60,
        outputBytes: 1000,
        memoryBytes: 1 << 30,
        processes: 100,
        fileBytes: 1 << 20,
      },
    },
    control.signal,
  );
  while (!existsSync(join(folder, "started"))) await sleep(5);
  control.abort();
  expect(await (await starting).exit).toEqual({ kind: "stopped", by: "caller" });
  expect(["refused", "ran"].filter((name) => existsSync(join(folder, name)))).toEqual(["refused"]);
});
