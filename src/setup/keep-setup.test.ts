import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { asNobody } from "../../test/as-nobody.ts";
import { prerequisite } from "../../test/prerequisite.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { aRepository } from "../workspace/a-repository.testkit.ts";
import { keepSetUp } from "./keep-setup.ts";

const isRoot = prerequisite("root", process.getuid?.() === 0, "run the tests as root");
const bubblewrap = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");

const keep = (folder: string, key: string, fill: (own: string) => void = () => {}) =>
  keepSetUp({ folder, key, signal: new AbortController().signal, told: () => {} }, async (own) => {
    fill(own);
    return { layers: ["deps"] };
  });

test("a set-up whose process was killed is made again from the beginning", async () => {
  const folder = tempFolder();
  const script = `
    import { writeFileSync } from "node:fs";
    import { keepSetUp } from "${new URL("keep-setup.ts", import.meta.url).pathname}";
    await keepSetUp({ folder: "${folder}", key: "k", signal: new AbortController().signal, told() {} }, async (own) => {
      writeFileSync(own + "/half", "");
      console.log("begun");
      await new Promise(() => setInterval(() => {}, 1000));
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  const filled: string[] = [];
  expect(await keep(folder, "k", (own) => filled.push(own))).toMatchObject({ layers: ["deps"], isNew: true });
  expect(filled).toEqual([join(folder, "k")]);
  expect(await keep(folder, "k")).toMatchObject({ isNew: false });
});

test("a set-up from before the machine was last started is made again", async () => {
  const folder = tempFolder();
  await keep(folder, "k");
  writeFileSync(join(folder, "k/made.json"), JSON.stringify({ layers: ["deps"], boot: "another" }));
  expect(await keep(folder, "k")).toMatchObject({ isNew: true });
});

test("the newest and those used within a day are kept, the others go with their logs", async () => {
  const folder = tempFolder();
  const twoDays = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  const age = (path: string, seconds: number): void =>
    utimesSync(path, twoDays, new Date(twoDays.getTime() - seconds * 1000));
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await keep(folder, `k${number}`);
    writeFileSync(join(folder, `k${number}.log`), "");
    age(join(folder, `k${number}.log`), number);
    if (number > 2) age(join(folder, `k${number}/made.json`), number);
  }
  mkdirSync(join(folder, "foreign"));
  age(join(folder, "foreign"), 99);
  await keep(folder, "k9");
  await keep(folder, "k10");
  const names = readdirSync(folder);
  expect(names.filter((name) => /^k\d+$/.test(name)).sort()).toEqual(["k1", "k10", "k2", "k3", "k9"]);
  expect(names.filter((name) => name.endsWith(".log")).sort()).toEqual(["k1.log", "k2.log", "k3.log"]);
  expect(names).toContain("foreign");
});

test("one that is being filled is never removed as an old one", async () => {
  const folder = tempFolder();
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const slow = keepSetUp({ folder, key: "slow", signal: new AbortController().signal, told: () => {} }, async (own) => {
    utimesSync(own, 0, 0);
    begun.resolve();
    await go.promise;
    return { layers: [] };
  });
  await begun.promise;
  for (const key of ["a", "b", "c", "d", "e", "f"]) await keep(folder, key);
  go.resolve();
  expect(await slow).toMatchObject({ isNew: true });
  expect(existsSync(join(folder, "slow/made.json"))).toBe(true);
});

test("an ordinary user can set up, too", (context) => {
  isRoot(context);
  bubblewrap(context);
  const nobody = asNobody(context);
  const repository = aRepository();
  const commit = repository.commit({ lock: "1" });
  const place = dirname(repository.path);
  const room = (name: string): string => new URL(`../${name}`, import.meta.url).pathname;
  const script = `
    import { openSandbox } from "${room("sandbox/bubblewrap.ts")}";
    import { openHarnessGit } from "${room("workspace/git/harness-git.ts")}";
    import { locateRepository } from "${room("workspace/git/locate.ts")}";
    import { treesOf } from "${room("workspace/objects/trees.ts")}";
    import { prepareLayers } from "${room("setup/layers.ts")}";
    const git = await openHarnessGit(locateRepository("${repository.path}"), "${place}/own/git");
    const sandbox = await openSandbox({ scratchRoot: "${place}/own/scratch", hidden: ["${place}/own"] });
    const config = { setup: ["mkdir deps; id -u > deps/who; chmod 500 deps"], lockfiles: ["lock"], layers: ["deps"], copy: [], caches: [] };
    const tools = { path: ["/usr/bin", "/bin"], roots: [], env: {} };
    const prepared = await prepareLayers({
      git, sandbox, config, tools, trees: treesOf(git), tree: await treesOf(git).treeOf("${commit}"), folder: "${place}/own/setups",
      hidden: [], at: "${repository.path}", person: { home: "/nonexistent", searched: [], network: {} }, signal: new AbortController().signal, told() {},
      async *accepted() {},
    });
    console.log(JSON.stringify(prepared));
    await sandbox.close();
    git.objects.close();`;
  chmodSync(place, 0o755);
  mkdirSync(join(place, "own"));
  spawnSync("chown", ["-R", "65534:65534", place]);
  const words = [process.execPath, "--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync(nobody, words, { cwd: place, encoding: "utf8" });
  expect(stderr).toBe("");
  const { status, mounts } = JSON.parse(stdout);
  expect(status).toBe("ready");
  expect(readFileSync(join(mounts[0].show, "who"), "utf8")).toBe("65534\n");
});
