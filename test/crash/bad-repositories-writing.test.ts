import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type ACheckout,
  aCheckout,
  check,
  fingerprintOf,
  gitIn,
  leftBehind,
  PROVEN,
  withMounts,
} from "../a-checkout.ts";
import { asNobody } from "../as-nobody.ts";
import type { Run } from "../cli.ts";
import { proven, refused, root } from "./answers.ts";

describe("what may not be written", () => {
  test("a repository of another user", (context) => {
    root(context);
    const checkout = aCheckout();
    spawnSync("chown", ["-R", "65534", checkout.top]);
    proven(checkout);
  });

  test("a repository that only others may write to", (context) => {
    root(context);
    const checkout = aCheckout();
    chmodSync(checkout.place, 0o777);
    const before = fingerprintOf(checkout.top);
    expect(conclusionLine(checkAs(asNobody(context), checkout))).toMatch(/proven/);
    expect(fingerprintOf(checkout.top)).toBe(before);
  });

  test("a read-only file system below the repository, or below the home", (context) => {
    root(context);
    const checkout = aCheckout();
    const readOnly = (folder: string) =>
      `mkdir -p ${folder}; mount --bind ${folder} ${folder}; mount -o remount,bind,ro ${folder}`;
    const run = withMounts(`${readOnly("../repository")}; cd ../repository; "$PW" check plan.md`, checkout);
    expect(conclusionLine(run)).toMatch(/proven/);
    refused(
      checkout,
      withMounts(`${readOnly("../home")}; "$PW" check plan.md`, checkout),
      /home: the file system is read-only/,
    );
  });

  test("a disk that is full: the home's", (context) => {
    root(context);
    const checkout = aCheckout([PROVEN, "head -c 100000 a.txt"]);
    mkdirSync(checkout.home);
    for (const size of ["8k", "64k", "300k", "500k", "800k"]) {
      const run = withMounts(
        `mount -t tmpfs -o size=${size} none ../home; "$PW" check plan.md; status=$?; ls ../home/scratch >&2; exit $status`,
        checkout,
      );
      if (run.status === 2) refused(checkout, run, /no space left on the disk|the disk is full|no room/);
      else expect(conclusionLine(run)).toMatch(/proven/);
    }
    proven({ ...checkout, home: join(checkout.place, "other-home") }, ["1"]);
  });

  test("a disk that is full: the repository's", (context) => {
    root(context);
    const checkout = aCheckout();
    const fill =
      "mkdir ../disk; mount -t tmpfs -o size=1m none ../disk; cp -a . ../disk/repository; cd ../disk/repository; head -c 800k /dev/urandom > big";
    refused(checkout, withMounts(`${fill}; "$PW" check plan.md`, checkout), /the disk is full; make room/);
  });

  const conclusionLine = ({ stdout }: Run): string => stdout.trim().split("\n").at(-1) ?? "";

  function checkAs(somebody: string, { top, place }: ACheckout): Run {
    const { status, stdout, stderr } = spawnSync(somebody, [resolve("bin/planwright"), "check", "plan.md"], {
      cwd: top,
      encoding: "utf8",
      env: { ...process.env, HOME: place, PLANWRIGHT_HOME: join(place, "home") },
    });
    return { status, stdout, stderr };
  }
});

describe("receipts and audits, which only read", () => {
  const COMMANDS = ["receipts", "receipts --json", "audit HEAD"];
  /** On a branch of its own: a main branch without plans has nothing to audit. */
  function besideMain(): ACheckout {
    const checkout = aCheckout();
    gitIn(checkout.top, "switch", "-qc", "other");
    gitIn(checkout.top, "commit", "-q", "--allow-empty", "-m", "Anything else");
    return checkout;
  }
  const outputs = (checkout: ACheckout): string[] =>
    COMMANDS.map((command) => withMounts(`"$PW" ${command} && echo "status 0" || echo "status $?"`, checkout).stdout);

  test.for([
    ["is read-only", "mount --bind . .; mount -o remount,bind,ro .; cd ../repository"],
    [
      "is full",
      "mkdir -p ../disk; mount -t tmpfs -o size=1m none ../disk; cp -a . ../disk/repository; cd ../disk/repository; head -c 2m /dev/urandom > big || true",
    ],
  ] as const)("say the same where the repository's disk %s", ([, prepare], context) => {
    root(context);
    const checkout = besideMain();
    const told = outputs(checkout);
    for (const [index, command] of COMMANDS.entries()) {
      const run = withMounts(
        `${prepare}; "$PW" ${command} && echo "status 0" || echo "status $?"; rm -rf ../disk`,
        checkout,
      );
      expect(run).toMatchObject({ stderr: expect.not.stringMatching(/planwright/), stdout: told[index] });
      expect(leftBehind(checkout)).toEqual([]);
    }
  });

  test("are refused where there is no room for what they need, and nothing is lost", (context) => {
    root(context);
    const checkout = besideMain();
    const before = fingerprintOf(checkout.top);
    mkdirSync(checkout.home);
    const told = outputs({ ...checkout, home: join(checkout.place, "other-home") });
    for (const [index, command] of COMMANDS.entries()) {
      const ends = ["4k", "16k", "32k", "64k", "256k"].map((size) => {
        const run = withMounts(`mount -t tmpfs -o mode=700,size=${size} none ../home; "$PW" ${command}`, checkout);
        if (run.status === 2) refused(checkout, run, /no space left on the disk|the disk is full|no room/);
        else expect([run.stderr, `${run.stdout}status ${run.status}\n`]).toEqual(["", told[index]]);
        return run.status;
      });
      expect(ends[0]).toBe(2);
      const readOnly = "mount --bind ../home ../home; mount -o remount,bind,ro ../home";
      refused(checkout, withMounts(`${readOnly}; "$PW" ${command}`, checkout), /home: the file system is read-only/);
    }
    expect(fingerprintOf(checkout.top)).toBe(before);
  });
});

describe("homes", () => {
  test("inside the repository", () => {
    const checkout = aCheckout();
    const home = join(checkout.top, "deep/home");
    refused(
      checkout,
      check(checkout, [], { PLANWRIGHT_HOME: home }),
      /deep\/home lies in the repository; .*set PLANWRIGHT_HOME/,
    );
    expect(existsSync(join(checkout.top, "deep"))).toBe(false);
    refused(checkout, check(checkout, [], { PLANWRIGHT_HOME: "", HOME: "" }), /lies in the repository/);
    expect(existsSync(join(checkout.top, ".agentflow"))).toBe(false);
  });

  test("a file, below a file, and where nothing can be made", () => {
    const checkout = aCheckout();
    const file = join(checkout.place, "file");
    writeFileSync(file, "");
    refused(checkout, check(checkout, [], { PLANWRIGHT_HOME: file }), /file: something that is no folder is there/);
    refused(checkout, check(checkout, [], { PLANWRIGHT_HOME: join(file, "home") }), /file\/home: (?:a part|something)/);
    refused(checkout, check(checkout, [], { PLANWRIGHT_HOME: "/proc/planwright" }), /\/proc\/planwright: /);
  });

  test("TMPDIR that is not there, and no HOME", () => {
    const checkout = aCheckout();
    proven(checkout, [], { TMPDIR: "/nonexistent", HOME: "" });
  });

  test("no bash on PATH", () => {
    const checkout = aCheckout();
    refused(checkout, check(checkout, [], { PATH: "/nonexistent" }), /bash is not on PATH/);
  });
});
