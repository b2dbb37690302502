import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import type { Seen } from "../record/seen.ts";
import { openSandbox } from "./bubblewrap.ts";

const TREE = {
  "run.sh": '. "$(dirname "$0")/parts/sourced.sh"\n',
  "parts/sourced.sh": "true\n",
  "parts/executed": "#!/bin/sh\ntrue\n",
  "parts/idle.sh": "true\n",
  "deep/er/data.txt": "old\n",
};

async function seenOf(command: string, files: readonly string[], passedOver = /^$/): Promise<Seen> {
  const show = tempFolder();
  for (const [path, text] of Object.entries(TREE)) {
    mkdirSync(dirname(join(show, path)), { recursive: true });
    writeFileSync(join(show, path), text);
  }
  chmodSync(join(show, "parts/executed"), 0o755);
  const sandbox = await openSandbox({ scratchRoot: tempFolder(), hidden: [] });
  onTestFinished(() => sandbox.close());
  const told: Seen[] = [];
  const proc = await sandbox.start(
    { argv: ["bash", "-c", command], cwd: "/work", env: {}, stdin: "none" },
    {
      mounts: [{ show, at: "/work", access: "throw-away" }],
      hidden: [],
      tools: { path: ["/usr/bin", "/bin"], roots: [], env: {} },
      network: "none",
      limits: { seconds: 20, memoryBytes: 2 ** 30, processes: 64, outputBytes: 2 ** 20, fileBytes: 2 ** 20 },
      watch: { at: "/work", files, passedOver: (folder) => passedOver.test(folder), tell: (seen) => told.push(seen) },
    },
    new AbortController().signal,
  );
  for await (const _ of proc.output);
  await proc.exit;
  expect(told).toHaveLength(1);
  return told[0] as Seen;
}

test("a machine that can hold programs can watch them", async () => {
  const sandbox = await openSandbox({ scratchRoot: tempFolder(), hidden: [] });
  onTestFinished(() => sandbox.close());
  expect(sandbox.offers.unwatched).toBeNull();
});

test("files that are sourced, executed and read are seen, and no others", async () => {
  const seen = await seenOf("bash run.sh; parts/executed; cat deep/er/data.txt", Object.keys(TREE));
  expect(seen).toEqual({
    opened: ["run.sh", "parts/sourced.sh", "parts/executed", "deep/er/data.txt"],
    written: [],
    missed: null,
  });
});

test("a file is seen through a link and through another name of its folder", async () => {
  const seen = await seenOf("ln -s parts/idle.sh a && sh a; cd deep/er && cat ../../parts/executed", [
    "parts/idle.sh",
    "parts/executed",
  ]);
  expect(seen.opened).toEqual(["parts/idle.sh", "parts/executed"]);
});

test("what is made, changed and removed is told, with what it says at the end", async () => {
  const seen = await seenOf(
    "echo new > deep/er/data.txt; mkdir out skip; echo a > out/log; rm run.sh; echo > skip/a",
    ["deep/er/data.txt", "not/there"],
    /^skip$/,
  );
  const hash = "7aa7a5359173d05b63cfd682e3c38487f3cb4f7f1d60659fe59fab1505977d4c";
  expect(seen.written.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: "deep/er/data.txt", hash },
    { path: "out/log" },
    { path: "run.sh" },
  ]);
});

test("files that are there no longer, and folders that never were, are no trouble", async () => {
  expect(await seenOf("true", ["gone/for/good.sh", "run.sh/below"])).toEqual({ opened: [], written: [], missed: null });
});

test("opening more than the kernel can keep is told, or all of it is seen", async () => {
  const seen = await seenOf("for i in $(seq 20000); do : < parts/idle.sh; : < run.sh; done", [
    "parts/idle.sh",
    "run.sh",
  ]);
  if (seen.missed === null) expect(seen.opened).toEqual(["parts/idle.sh", "run.sh"]);
  else expect(seen.missed).toBe("too many files were opened at once");
});
