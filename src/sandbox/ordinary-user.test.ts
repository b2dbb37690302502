import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prerequisite } from "../../test/prerequisite.ts";
import { tempFolder } from "../../test/temp-folder.ts";

const top = join(import.meta.dirname, "../..");
const NOBODY = ["--reuid", "65534", "--regid", "65534", "--clear-groups"];

const isRoot = prerequisite("root", process.getuid?.() === 0, "run the tests as root, too");
const canRead = spawnSync("setpriv", [...NOBODY, "test", "-r", import.meta.filename]).status === 0;
const readable = prerequisite("a checkout that everybody may read", canRead, "move it out of a private folder");

// Root is held by dropping its capabilities, everybody else by never having had any: two different things to test.
test("everything that holds for root holds for an ordinary user", { timeout: 120_000 }, (context) => {
  isRoot(context);
  readable(context);
  const home = tempFolder();
  chownSync(home, 65534, 65534);
  const vitest = join(top, "node_modules/vitest/vitest.mjs");
  const options = ["--configLoader", "native", "--cache=false", "--reporter=default"];
  const words = [process.execPath, vitest, "run", "src/sandbox/bubblewrap.test.ts", ...options];
  const env = { PATH: "/usr/bin:/bin", HOME: home, NO_COLOR: "1" };
  const ran = spawnSync("setpriv", [...NOBODY, ...words], { cwd: top, env, encoding: "utf8" });
  expect(ran.status, ran.stdout + ran.stderr).toBe(0);
  expect(ran.stdout).toMatch(/Tests\s+\d+ passed/);
});
