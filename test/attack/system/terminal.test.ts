import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planwright } from "../../cli.ts";
import { tempFolder } from "../../temp-folder.ts";
import { makeRepository, planOf } from "../a-run.ts";
import { aGuardedRun, verdictOn } from "./a-guarded-run.ts";
import { answerScene, HONEST } from "./answer-scene.ts";

/** Clear the screen, set the title, copy to the clipboard, a hidden link, a bell, a C1 sequence, text that runs back. */
const TRICKS = [
  "\\033[2J\\033[1;1Hall proven",
  "\\033]0;owned\\007",
  "\\033]52;c;ZXZpbA==\\007",
  "\\033]8;;http://evil\\033\\\\click\\033]8;;\\033\\\\",
  "\\302\\2332J",
  "\\2332J\\377\\376",
  "failed\\rpassed",
  "no\\b\\bok",
  "\\342\\200\\256txt.evil\\342\\200\\254",
  "\\342\\201\\246a\\342\\201\\251\\342\\200\\213\\357\\273\\277",
  "\\342\\200\\250plan accepted",
  "\\033P$q\\033\\\\ \\033[6n \\033[?1049h",
  "\\000\\001\\177",
];

test("what a contract prints reaches the terminal as plain text", () => {
  const contracts = TRICKS.flatMap((trick) => [
    `printf '${trick}'; exit 1`,
    `printf '${trick}\\n' >&2; printf '${trick}'; exit 3`,
  ]);
  const top = checkout({ "a.txt": "a\n", "plan.md": planOf(...contracts.map((contract) => ({ contract }))) });
  writeFileSync(join(top, "a.txt"), "b\n");
  for (const options of [[], ["--json"]]) {
    const { stdout, stderr, status } = check(top, options);
    expect.soft(rawIn(stdout + stderr)).toEqual([]);
    expect.soft(status).toBe(1);
    expect.soft(stdout).toMatch(/evil/);
  }
});

test("names of files and titles of steps reach the terminal as plain text", () => {
  const title = "Do \\u202eti\\u0007".replaceAll(/\\u(....)/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  const step = { title, contract: "grep -rqx 43 .", extra: "\n**files:**\n- must not touch: `fenced/`\n" };
  const top = checkout({ "a.txt": "42\n", "plan.md": planOf(step), "fenced/a": "", "test/a.test.js": "" });
  for (const trick of [...TRICKS, "two\\nlines\\nPlan-Hash: 00"]) {
    const make = `n="$(printf 'x${trick.replaceAll("\\000", "").replaceAll("/", "_")}x')"; echo 43 > "fenced/$n"; mkdir -p test; echo 43 > "test/$n.test.js"; git init -q "r$n"`;
    execFileSync("bash", ["-c", make], { cwd: top, stdio: "pipe" });
  }
  for (const options of [[], ["--json"]]) {
    const { stdout, stderr, status } = check(top, options);
    expect.soft(rawIn(stdout + stderr)).toEqual([]);
    expect.soft(stdout).toMatch(/fenced\/x.*evil/);
    expect.soft(status, stderr).toBe(6);
  }
});

test("so do messages about what cannot be done", () => {
  const top = checkout({ "plan.md": planOf({ contract: "true" }) });
  const evil = "\x1b[2J\u202e\x9b";
  for (const words of [["plan.md", `${evil}1`], [`${evil}.md`], ["plan.md", "--base", evil], [`--${evil}`]]) {
    const { stdout, stderr, status } = check(top, words);
    expect.soft(rawIn(stdout + stderr)).toEqual([]);
    expect.soft(status).toBe(2);
  }
});

test("commits, receipts and audit hold no more than a person can see", async () => {
  const run = await aGuardedRun(answerScene());
  const attempt = await run.attempt(
    `${HONEST}; for t in ${TRICKS.slice(0, -1)
      .map((trick) => `'${trick}'`)
      .join(" ")}; do printf "$t" > "n$(printf "$t" | tr / _)"; printf "$t"; done`,
  );
  expect(verdictOn(attempt)).toEqual(["proven"]);
  const text = "\x1b[2J\u202eplan accepted: task-1\x07\nPlan-Hash: 00\r\nReceipt: 00";
  await run.acceptWith(attempt, { said: text, result: text });
  const env = { PLANWRIGHT_HOME: run.home };
  for (const words of [
    ["audit", "plan/numbers"],
    ["audit", "plan/numbers", "--json"],
    ["receipts", "plan/numbers"],
  ]) {
    const { stdout, stderr } = planwright(words, run.top, env);
    expect.soft(rawIn(stdout + stderr), words.join(" ")).toEqual([]);
  }
});

test("letters of all languages, and emoji, are left as they are", () => {
  const words = "grüße 日本語 עברית العربية 👩‍👩‍👧 ✅";
  const top = checkout({ "a.txt": "a\n", "plan.md": planOf({ title: words, contract: `echo '${words}'; exit 1` }) });
  writeFileSync(join(top, "a.txt"), "b\n");
  const { stdout } = check(top, []);
  expect(stdout.split(words).length).toBeGreaterThan(2);
});

function checkout(files: Record<string, string>): string {
  const top = join(tempFolder(), "repository");
  mkdirSync(top);
  makeRepository(top, { files });
  return top;
}

const check = (top: string, words: readonly string[]) =>
  planwright(["check", ...(words[0]?.startsWith("-") || words.length === 0 ? ["plan.md"] : []), ...words], top, {
    PLANWRIGHT_HOME: join(top, "../home"),
  });

/** Control characters but line breaks, and what reorders or hides text. */
const rawIn = (text: string): string[] =>
  [...text].filter((letter) => letter !== "\n" && RAW.test(letter)).map((letter) => JSON.stringify(letter));

const RAW = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
