import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gitIn } from "../a-run.ts";
import { aGuardedRun, verdictOn, workerLog } from "./a-guarded-run.ts";
import { answerScene, HONEST, NOT_ANSWERED } from "./answer-scene.ts";

const SECRET = "config/prod/secrets.yml";
const FILES = {
  [SECRET]: "key: 1\n",
  "migrations/001.sql": "create\n",
  "src/payments/card.js": "card\n",
  "src/pay.js": "pay\n",
  "src/old.js": "old\n",
  ".gitignore": ".env\n",
};
const AREAS = [SECRET, "migrations/", "src/pay*", "deploy/keys.pem", ".env"];
const MUST_NOT = "\n**files:**\n- must not touch: `src/old.js`\n- must not touch: `src/legacy/`\n";
const SCENE = answerScene(FILES, MUST_NOT, AREAS);

describe("what is protected and there", () => {
  test("cannot be changed by any name", async () => {
    const run = await aGuardedRun(SCENE);
    for (const [name, script, told] of [
      ["a file", `echo EVIL > ${SECRET}`, /Read-only file system/],
      ["a file, deleted", `rm -f ${SECRET}`, /Read-only|busy/],
      ["an ancestor, renamed", `mv config away && mkdir -p config/prod && echo EVIL > ${SECRET}`, /busy/],
      ["the nearer ancestor", `mv config/prod config/away && mkdir config/prod && echo EVIL > ${SECRET}`, /busy/],
      ["an ancestor, removed", "rm -rf config src migrations", /busy|Read-only/],
      ["an ancestor, made a link", "mkdir other && rm -rf config && ln -s other config", /busy|Read-only/],
      ["a new name for it", `ln ${SECRET} name && echo EVIL > name`, /cross-device/],
      ["a link in its place", `ln -sf /dev/null ${SECRET}`, /ln: /],
      ["a link to it", `ln -s ${SECRET} name && echo EVIL > name`, /Read-only file system/],
      ["a folder", "echo EVIL >> migrations/001.sql", /Read-only file system/],
      ["a folder, enlarged", "echo EVIL > migrations/002.sql", /Read-only file system/],
      ["a folder, moved over", "mkdir m && mv -T m migrations", /mv: cannot/],
      ["a pattern's file", "echo EVIL > src/pay.js", /Read-only file system/],
      ["a pattern's folder", "echo EVIL > src/payments/card.js", /Read-only file system/],
      ["must not touch", "echo EVIL > src/old.js", /Read-only file system/],
      ["must not touch, by git", "git rm -q src/old.js; git mv src/old.js src/new.js; git clean -fdxq", /failed|busy/],
      ["its mode", `chmod 777 ${SECRET} migrations src/old.js`, /Read-only file system/],
      ["its times", "touch migrations/001.sql", /Read-only file system/],
      ["its mount", "umount migrations; mount -o remount,bind,rw migrations", /umount: /],
    ] as const) {
      const attempt = await run.attempt(script);
      expect.soft(workerLog(attempt), name).toMatch(told);
      for (const [path, text] of Object.entries(FILES)) {
        if (path !== ".gitignore") expect.soft(readFileSync(join(run.tree, path), "utf8"), name).toBe(text);
      }
      expect.soft(verdictOn(attempt), name).toEqual(NOT_ANSWERED);
    }
  });

  test("is looked at again, in case there is a hole in the sandbox", async () => {
    const run = await aGuardedRun(SCENE);
    const put = (path: string) => (tree: string) => writeFileSync(join(tree, path), "EVIL\n");
    for (const path of [SECRET, "migrations/001.sql", "src/payments/card.js", "src/old.js"]) {
      expect.soft(verdictOn(await run.attemptWithHole(HONEST, put(path)))).toEqual([`tampered: ${path} changed`]);
    }
    const enlarged = await run.attemptWithHole(HONEST, put("migrations/002.sql"));
    expect(verdictOn(enlarged)).toEqual(["tampered: migrations/002.sql created"]);
  });

  test("is looked at also where it is too much to be mounted", async () => {
    const many = Object.fromEntries(Array.from({ length: 260 }, (_, at) => [`gen/${1000 + at}.js`, "as it was\n"]));
    const run = await aGuardedRun(answerScene(many, "", ["gen/*.js"]));
    const attempt = await run.attempt(`echo EVIL > gen/1000.js; echo EVIL > gen/1259.js; ${HONEST}`);
    expect(workerLog(attempt)).toMatch(/gen\/1000\.js: Read-only file system/);
    expect(verdictOn(attempt)).toEqual(["tampered: gen/1259.js changed"]);
  });
});

test("what is protected and missing must not come into being", async () => {
  const run = await aGuardedRun(SCENE);
  for (const [name, script, told] of [
    ["a file", "mkdir deploy && echo EVIL > deploy/keys.pem", ["deploy/keys.pem created"]],
    ["a link", "mkdir deploy && ln -s /etc/passwd deploy/keys.pem", ["deploy/keys.pem created"]],
    ["a folder in its place", "mkdir -p deploy/keys.pem", ["deploy/keys.pem created"]],
    ["a link above it", "mkdir real && echo EVIL > real/keys.pem && ln -s real deploy", ["deploy linked"]],
    ["a link above it that leads nowhere", "ln -s /tmp/later deploy", ["deploy linked"]],
    ["a second name of another file", "mkdir deploy && ln answer.txt deploy/keys.pem", ["deploy/keys.pem created"]],
    ["a fifo", "mkdir deploy && mkfifo deploy/keys.pem", ["deploy/keys.pem created"]],
    ["what git ignores", "echo SECRET=1 > .env", [".env created"]],
    ["a new match of a pattern", "echo EVIL > src/payout.js", ["src/payout.js created"]],
    ["a new folder of a pattern", "mkdir src/paying", ["src/paying created"]],
    ["must not touch", "mkdir src/legacy && touch src/legacy/a", ["src/legacy created", "src/legacy/a created"]],
  ] as const) {
    const attempt = await run.attempt(`${HONEST}; ${script}`);
    expect.soft(verdictOn(attempt), name).toEqual(told.map((what) => `tampered: ${what}`));
  }
});

describe("a protected path with a link in it", () => {
  const files = { "real/secrets.yml": "key: 1\n", "real.yml": "key: 1\n", "deep/er/real.yml": "key: 1\n" };
  const links = { conf: "real", "link.yml": "real.yml", first: "second", second: "deep/er" };
  test.each([
    ["on the way", "conf/secrets.yml", "real/secrets.yml"],
    ["at its end", "link.yml", "real.yml"],
    ["that leads to a link", "first/*.yml", "deep/er/real.yml"],
  ])("%s is protected where it leads", async (_, area, target) => {
    const run = await aGuardedRun({ ...answerScene(files, "", [area]), links });
    const attempt = await run.attempt(`${HONEST}; echo EVIL > ${target}`);
    expect(readFileSync(join(run.tree, target), "utf8")).toBe("key: 1\n");
    expect(workerLog(attempt)).toMatch(/Read-only file system/);
  });
});

test("work beside what is protected is proven", async () => {
  const run = await aGuardedRun(SCENE);
  const beside = "echo 1 > config/prod/other.yml; echo 2 > src/new.js; mkdir deploy; echo 3 > deploy/readme";
  const attempt = await run.attempt(`${beside}; cat ${SECRET} migrations/* src/pay.js > /dev/null; ${HONEST}`);
  expect(verdictOn(attempt)).toEqual(["proven"]);
  const { dev } = await run.accept(attempt);
  expect(gitIn(run.top, "diff", "--name-only", `${dev}~1`, dev).trim().split("\n")).toEqual([
    "answer.txt",
    "config/prod/other.yml",
    "deploy/readme",
    "src/new.js",
  ]);
});
