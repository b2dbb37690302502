import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { claimOn, releaseClaim } from "../../std/claim.ts";
import { thisProcess } from "../../std/process-mark.ts";
import { takeClaim } from "./claim.ts";

/** As if that process had made the claim. */
const claimOf = (folder: string, number: number, holder: object | null, note = "theirs"): void =>
  writeFileSync(join(folder, `lock.${number}`), JSON.stringify({ holder, note }));

/** A number that no process has any more. */
const gone = (): number => spawnSync("true").pid;

describe("a claim", () => {
  test("says who holds something, and why", () => {
    const folder = tempFolder();
    expect(claimOn(folder, "lock")).toBeNull();
    const claim = takeClaim(folder, "lock", "for this");
    expect(claim).toEqual({ file: join(folder, "lock.1"), holder: thisProcess(), note: "for this" });
    expect(claimOn(folder, "lock")).toEqual(claim);
    expect(claimOn(folder, "loc")).toBeNull();
  });

  test("is made once, and again only where the holder may", () => {
    const folder = tempFolder();
    const claim = takeClaim(folder, "lock", "first");
    expect(() => takeClaim(folder, "lock", "second")).toThrow(
      expect.objectContaining({ code: "locked", message: expect.stringContaining(`process ${process.pid}`) }),
    );
    expect(takeClaim(folder, "lock", "second", "again")).toEqual(claim);
    expect(readdirSync(folder)).toEqual(["lock.1"]);
  });

  test("of another process that runs is respected, even by who may claim again", () => {
    const folder = tempFolder();
    const other = spawn("sleep", ["60"]);
    claimOf(folder, 1, { pid: other.pid, started: null });
    for (const again of ["once", "again"] as const)
      expect(() => takeClaim(folder, "lock", "mine", again)).toThrow(expect.objectContaining({ code: "locked" }));
    other.kill("SIGKILL");
    expect(readdirSync(folder)).toEqual(["lock.1"]);
  });

  test("of a process that is gone, or whose number another one has got, is followed by the next", () => {
    for (const holder of [
      { pid: gone(), started: null },
      { pid: process.pid, started: "another start 1" },
    ]) {
      const folder = tempFolder();
      claimOf(folder, 7, holder);
      expect(takeClaim(folder, "lock", "mine", "again")).toMatchObject({ file: join(folder, "lock.8"), note: "mine" });
      expect(readdirSync(folder)).toEqual(["lock.8"]);
    }
  });

  test("that was released keeps its number and its note, and is free", () => {
    const folder = tempFolder();
    releaseClaim(takeClaim(folder, "lock", "first"));
    expect(claimOn(folder, "lock")).toEqual({ file: join(folder, "lock.1"), holder: null, note: "first" });
    expect(takeClaim(folder, "lock", "second").file).toBe(join(folder, "lock.2"));
  });

  test("counts by its number, and not by its name as a text", () => {
    const folder = tempFolder();
    claimOf(folder, 9, { pid: process.pid, started: null });
    claimOf(folder, 10, null, "the last");
    for (const name of ["lock.x", "lock.0", "lock.-1", "lock.1.5", "lock.11.4.tmp", "locked.99", "lockx99"])
      writeFileSync(join(folder, name), "{}");
    expect(claimOn(folder, "lock")).toMatchObject({ note: "the last" });
    expect(takeClaim(folder, "lock", "mine").file).toBe(join(folder, "lock.11"));
  });

  test("that is damaged is nobody's, and locks nobody out for ever", () => {
    for (const text of ["", "{", "{}", '{"note":"x"}', '{"holder":null}']) {
      const folder = tempFolder();
      writeFileSync(join(folder, "lock.3"), text);
      expect(claimOn(folder, "lock"), text).toBeNull();
      releaseClaim(takeClaim(folder, "lock", "mine"));
      releaseClaim(takeClaim(folder, "lock", "mine"));
      expect(readdirSync(folder)).toEqual(["lock.5"]);
    }
  });

  test("is made by one of many that try at the same moment", async () => {
    const folder = tempFolder();
    claimOf(folder, 1, { pid: gone(), started: null });
    const script = `
      import { takeClaim } from ${JSON.stringify(join(import.meta.dirname, "claim.ts"))};
      while (Date.now() < Number(process.argv[1]));
      try { takeClaim(${JSON.stringify(folder)}, "lock", "mine"); process.stdout.write("got it"); process.stdin.resume(); }
      catch (error) { process.stdout.write(error.code ?? String(error)); }`;
    const begin = String(Date.now() + 1500);
    const tries = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ["--input-type=module", "-e", script, begin], { stdio: ["pipe", "pipe", "inherit"] }),
    );
    const answers = await Promise.all(tries.map(({ stdout }) => stdout.take(1).toArray()));
    for (const { stdin } of tries) stdin.end();
    expect(answers.map(String).sort()).toEqual(["got it", "locked", "locked"]);
  });

  test("removes what a killed process has left of its own", () => {
    const folder = tempFolder();
    const mine = join(folder, `lock.9.${process.pid}.tmp`);
    writeFileSync(mine, "mine");
    writeFileSync(join(folder, `lock.9.${gone()}.tmp`), "half");
    takeClaim(folder, "lock", "");
    expect(readdirSync(folder).sort()).toEqual(["lock.1", `lock.9.${process.pid}.tmp`]);
    expect(readFileSync(mine, "utf8")).toBe("mine");
  });
});
