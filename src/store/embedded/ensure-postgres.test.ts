import { spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { asNobody } from "../../../test/as-nobody.ts";
import { inSql } from "../a-store.testkit.ts";
import { aHome, anotherProcess, aSharedHome, processesWith, runningAt, until } from "./a-home.testkit.ts";
import { ensurePostgres } from "./ensure-postgres.ts";
import { postgresStatus } from "./postgres-status.ts";
import { stopPostgres } from "./stop-postgres.ts";

const isRoot = process.getuid?.() === 0;

describe("the server of a home", () => {
  const home = aSharedHome();
  const ensure = () => ensurePostgres({ home });

  test("is made once, adopted while it runs, stopped, and started again with its data", async () => {
    expect([postgresStatus(home).state, await stopPostgres(home)]).toEqual(["none", "not-running"]);
    const told: string[] = [];
    const ensureAloud = () => ensurePostgres({ home, told: (line) => told.push(line) });
    const { url } = await ensureAloud();
    await inSql(url, "create table kept (value text)");
    const { pid } = runningAt(home);
    expect([await ensureAloud(), runningAt(home).pid]).toEqual([{ url }, pid]);

    expect([await stopPostgres(home), await stopPostgres(home)]).toEqual(["stopped", "not-running"]);
    expect(postgresStatus(home).state).toBe("stopped");
    expect(await ensureAloud()).toEqual({ url });
    expect(await inSql(url, "select * from kept")).toEqual([]);
    expect(told).toEqual(["making a database (once)", "starting the database"]);
  });

  test("is open to nobody without its password, and to no network at all", async () => {
    const { url } = await ensure();
    const { socket, folder } = runningAt(home);
    const modes = [socket, folder, join(home, "postgres")].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o700]);
    expect(statSync(join(home, "postgres", "password")).mode & 0o777).toBe(0o600);
    expect(await inSql(url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
    expect(await inSql(url, "show fsync")).toEqual([{ fsync: "on" }]);
    const wrong = new URL(url);
    wrong.password = "wrong";
    await expect(inSql(wrong.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
  });

  test("starts again after kill -9, with all that was committed", async () => {
    const { url } = await ensure();
    await inSql(url, "create table also_kept (value text)");
    const { pid } = runningAt(home);
    process.kill(pid, "SIGKILL");
    expect(await ensure()).toEqual({ url });
    expect(await inSql(url, "select * from also_kept")).toEqual([]);
    expect(runningAt(home).pid).not.toBe(pid);
  });

  test("starts where its number belongs to another process of its user by now", async () => {
    const { url } = await ensure();
    const { folder, socket } = runningAt(home);
    await stopPostgres(home);
    mkdirSync(socket, { recursive: true, mode: 0o700 });
    const other = spawn("sleep", ["1000"], isRoot ? { uid: 65534, gid: 65534 } : {});
    onTestFinished(() => void other.kill());
    const text = `${other.pid}\n${folder}/data\n0\n5432\n${socket}\n\n\nready\n`;
    for (const file of [`${folder}/data/postmaster.pid`, `${socket}/.s.PGSQL.5432.lock`]) writeFileSync(file, text);
    expect(await ensure()).toEqual({ url });
  });

  test.runIf(isRoot)("runs as another user when we are root, with data that the home only knows of", async () => {
    await ensure();
    const { pid, folder } = runningAt(home);
    expect([statSync(`/proc/${pid}`).uid, statSync(join(folder, "data")).uid]).toEqual([65534, 65534]);
    expect(folder.startsWith(home)).toBe(false);
  });

  test.runIf(isRoot)("does not use a folder for its socket that somebody else has", async () => {
    await ensure();
    const { socket } = runningAt(home);
    await stopPostgres(home);
    mkdirSync(socket);
    chownSync(socket, 12345, 12345);
    await expect(ensure()).rejects.toMatchObject({ code: "not-ours" });
    rmSync(socket, { recursive: true });
  });

  test.runIf(isRoot)("begins with an empty database when the home of root was removed and made again", async () => {
    const first = await ensure();
    await inSql(first.url, "create table lost (value text)");
    const { folder, socket, pid } = runningAt(home);
    rmSync(join(home, "postgres"), { recursive: true });
    const { url } = await ensure();
    await expect(inSql(url, "select * from lost")).rejects.toMatchObject({ code: "42P01" });
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    for (const left of [`${folder}.old`, socket]) rmSync(left, { recursive: true });
  });

  test("says what is wrong when something of it is damaged", async () => {
    await ensure();
    const data = join(runningAt(home).folder, "data");
    await stopPostgres(home);
    const password = join(home, "postgres", "password");
    const trouble = () => ensure().catch(({ code, message }) => ({ code, message }));
    const right = readFileSync(password);
    writeFileSync(password, "wrong");
    expect(await trouble()).toMatchObject({ code: "refused", message: expect.stringContaining(password) });
    writeFileSync(password, right);
    await stopPostgres(home);
    writeFileSync(join(data, "PG_VERSION"), "17\n");
    expect(await trouble()).toMatchObject({ code: "other-version", message: expect.stringContaining("Postgres 17") });
    rmSync(join(data, "PG_VERSION"));
    expect(await trouble()).toMatchObject({ code: "damaged", message: expect.stringContaining(data) });
    writeFileSync(join(data, "PG_VERSION"), "18\n");
    rmSync(join(data, "global", "pg_control"));
    expect(await trouble()).toMatchObject({ code: "damaged", message: expect.stringContaining("pg_control") });
    rmSync(password);
    expect(await trouble()).toMatchObject({ code: "damaged", message: expect.stringContaining("password") });
  });
});

test("a server is one, however many start it at once, also after the first was killed half-way, and outlives them", async () => {
  const home = aHome();
  const code = `console.log((await ensurePostgres({ home: ${JSON.stringify(home)}, told: console.error })).url)`;
  const first = anotherProcess(code);
  await until(() => first.said().includes("making"));
  first.kill();
  const urls = await Promise.all([1, 2, 3].map(() => anotherProcess(code).ended));
  const { url } = await ensurePostgres({ home });
  expect(urls.map((said) => said.split("\n").at(-1))).toEqual([url, url, url]);
  const { folder } = runningAt(home);
  expect(processesWith(`${folder}/data`)).toHaveLength(2);
  expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("nothing is started after the signal", async () => {
  const home = aHome();
  await expect(ensurePostgres({ home, signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  expect(postgresStatus(home).state).toBe("none");
});

test.runIf(isRoot)(
  "an ordinary user has all of it at home, and may go on when root has started it for him",
  async (context) => {
    const nobody = asNobody(context);
    const home = aHome(65534);
    const code = `console.log((await ensurePostgres({ home: ${JSON.stringify(home)} })).url)`;
    const url = await anotherProcess(code, nobody).ended;
    expect(url).toMatch(/^postgresql:/);
    expect(runningAt(home).folder).toBe(join(home, "postgres"));
    expect(await ensurePostgres({ home })).toEqual({ url });
    await stopPostgres(home);
    expect(await ensurePostgres({ home })).toEqual({ url });
    expect(statSync(`/proc/${runningAt(home).pid}`).uid).toBe(65534);
    await stopPostgres(home);
    expect(await anotherProcess(code, nobody).ended).toBe(url);
  },
);
