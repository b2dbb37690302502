import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { inTurn } from "./turn.ts";

test("one works after the other, and nothing but one small file stays", async () => {
  const folder = tempFolder();
  let working = 0;
  const work = async (value: number): Promise<number> => {
    working++;
    expect(working).toBe(1);
    await sleep(1);
    working--;
    return value;
  };
  const values = await Promise.all([1, 2, 3, 4].map((value) => inTurn(folder, "turn", undefined, () => work(value))));
  expect(values).toEqual([1, 2, 3, 4]);
  expect(readdirSync(folder)).toEqual(["turn.4"]);
});

test("many processes that come and go at once have one turn after the other", async () => {
  const folder = tempFolder();
  const count = join(folder, "count");
  writeFileSync(count, "0");
  const program = `
    import { readFileSync, writeFileSync } from "node:fs";
    import { inTurn } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, "turn.ts")).href)};
    const [folder, count] = process.argv.slice(1);
    for (let times = 0; times < 25; times++)
      await inTurn(folder, "turn", undefined, async () => writeFileSync(count, String(Number(readFileSync(count, "utf8")) + 1)));
  `;
  const start = () =>
    spawn(process.execPath, ["--input-type=module", "-e", program, folder, count], { stdio: "inherit" });
  await Promise.all(Array.from({ length: 6 }, () => once(start(), "exit")));
  expect(readFileSync(count, "utf8")).toBe("150");
  expect(readdirSync(folder).sort()).toEqual(["count", "turn.150"]);
});

test("the next one has its turn after a failure", async () => {
  const folder = tempFolder();
  const failing = inTurn(folder, "turn", undefined, async () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await inTurn(folder, "turn", undefined, async () => "yes")).toBe("yes");
});

test.each([
  ["a process that is gone", JSON.stringify({ holder: { pid: 2 ** 22 + 1, started: null } })],
  ["a process whose number another one has now", JSON.stringify({ holder: { pid: process.pid, started: "then" } })],
  ["nobody", JSON.stringify({ holder: null })],
  ["somebody who cannot be read", "{"],
])("a turn of %s is over", async (_, text) => {
  const folder = tempFolder();
  writeFileSync(join(folder, "turn.7"), text);
  expect(await inTurn(folder, "turn", undefined, async () => readdirSync(folder))).toEqual(["turn.8"]);
});

test("waiting ends at the signal", async () => {
  const folder = tempFolder();
  const stop = new AbortController();
  await inTurn(folder, "turn", undefined, async () => {
    const second = inTurn(folder, "turn", stop.signal, async () => "never");
    stop.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
  });
});
