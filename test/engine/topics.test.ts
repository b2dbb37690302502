import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { planwright } from "../cli.ts";
import { aHostedRun, planWith } from "./a-hosted-run.ts";
import { aPerson } from "./a-person.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";
import { ended, reading } from "./a-started-run.ts";

/** Writes down what it was told, and the word its step asks for. */
const WORKER = `task=$(cat)
word=$(grep -oE "Write (one|two)" <<< "$task" | head -1 | cut -d" " -f2)
printf '%s\\n' "$task" > "$word.txt"
echo "The port is 8080, says $word."
`;
const LISTENING = "**subscriptions:**\n- topic:choices\n";
const PLAN = stepsPlan([
  { task: "Write one.", contract: "test -s one.txt", more: LISTENING },
  { task: "Write two.", contract: "test -s two.txt", more: LISTENING },
]);
const APPROVE = ["approve", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:../agent.sh"];

async function aScene() {
  const person = await aPerson({ files: { "plan.md": PLAN }, command: WORKER });
  person.git("config", "user.name", "Ann");
  person.git("config", "user.email", "ann@example.com");
  return person;
}

test("what a person posts reaches the steps that listen, and what those say last can be read", async () => {
  const { told, git } = await aScene();
  expect((await told("topic", "post", "choices", "Long ago it was port 70.")).status).toBe(0);
  expect((await told(...APPROVE)).status).toBe(0);
  expect(await told("topic", "post", "choices", "Not port 80.\n\nNor 81.\n")).toEqual({
    status: 0,
    stdout: "",
    stderr: "posted to choices; `planwright topic read choices` shows it\n",
  });
  expect((await told("topic", "post", "elsewhere", "Nobody listens.")).status).toBe(0);
  expect((await told("resume")).status).toBe(0);

  const shown = (file: string) => /`topic:choices`:\n\n```\n(.*?)\n```/s.exec(git("show", `plan/words:${file}`))?.[1];
  expect(shown("one.txt")).toBe("Ann: Not port 80.\n\nNor 81.");
  expect(shown("two.txt")).toBe(
    "Ann: Not port 80.\n\nNor 81.\n\nwords step 1: proven: test -s one.txt\n\n> The port is 8080, says one.",
  );

  const all = (await told("topic", "read", "choices")).stdout.replaceAll(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/gm, "WHEN");
  expect(all).toMatchInlineSnapshot(`
    "WHEN Ann
      Long ago it was port 70.

    WHEN Ann
      Not port 80.

      Nor 81.

    WHEN words step 1
      proven: test -s one.txt

      > The port is 8080, says one.

    WHEN words step 2
      proven: test -s two.txt

      > The port is 8080, says two.
    "
  `);
  const last = await told("topic", "read", "choices", "--last", "1", "--json");
  expect(JSON.parse(last.stdout)).toEqual({
    version: 1,
    topic: "choices",
    messages: [
      {
        ...{ by: "words step 2", at: expect.stringMatching(/Z$/) },
        text: "proven: test -s two.txt\n\n> The port is 8080, says two.",
      },
    ],
  });
  expect((await told("topic", "list")).stdout).toBe(
    "choices    4 messages, just now\nelsewhere  1 message, just now\n",
  );
  expect(JSON.parse((await told("topic", "list", "--json")).stdout)).toMatchObject({
    version: 1,
    topics: [{ topic: "choices", messages: 4 }, { topic: "elsewhere" }],
  });
});

test("of a topic that is too long for a worker the newest is shown, and it knows", async () => {
  const run = await aHostedRun({
    plan: planWith([
      { contract: "test -s 1.txt", more: "**subscriptions:**\n- topic:many\n- topic:long\n- topic:huge\n" },
    ]),
    command: "cat >&2\necho 1 > 1.txt\n",
  });
  const { id: repository } = run.run.repository;
  const post = (topic: string, number: number, text: string) =>
    run.store.topics.post({ repository, topic, key: `person/${number}`, by: "Ann <ann@example.com>", text });
  for (let number = 1; number <= 51; number++) await post("many", number, `number ${number}`);
  for (let number = 1; number <= 4; number++) await post("long", number, `${number}`.repeat(60_000));
  await post("huge", 1, "small");
  await post("huge", 2, "h".repeat(200_000));
  expect((await run.goOn()).halt).toBe("done");

  const told = run.printed("1/1/1");
  expect(told).toContain("`topic:many`:\n\n```\n(Earlier messages are left out.)\n\nAnn: number 2\n\nAnn: number 3\n");
  expect(told).toContain("\nAnn: number 51\n```\n");
  expect(told).toMatch(/`topic:long`:\n\n```\n\(Earlier.*\)\n\nAnn: 2+\n\nAnn: 3+\n\nAnn: 4{60000}\n```/);
  expect(told).toMatch(/`topic:huge`:\n\n```\n\(Earlier.*\)\n\nAnn: h+\n```\n\nIt goes on for another 5 characters\./);
});

test("two who post at once are both read, and another repository sees neither", async () => {
  const { url } = await aDatabase();
  const [here, there] = [aPlanRun({ files: {} }, url), aPlanRun({ files: {} }, url)];
  const posts = ["one", "two"].map((text) => {
    const started = reading(here.start(["topic", "post", "news", "-"]));
    started.child.stdin?.end(`${text}\n`);
    return ended(started);
  });
  expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([0, 0]);
  const { messages } = JSON.parse(here.run(["topic", "read", "news", "--json"]).stdout);
  expect(messages.map(({ text }: { text: string }) => text).sort()).toEqual(["one", "two"]);
  expect(there.run(["topic", "read", "news"]).stdout).toBe("nothing was posted to news yet\n");
  expect(there.run(["topic", "list"]).stdout).toMatch(/^nothing was posted in this repository yet; /);
});

test("a message that a terminal would obey is shown, and not obeyed", async () => {
  const { told } = await aScene();
  await told("topic", "post", "news", "a\u001b[2Jb\rc\td\u202e");
  expect((await told("topic", "read", "news")).stdout).toMatch(/ Ann\n {2}a␛\[2Jb␍c {4}d<U\+202E>\n$/);
  expect((await told("topic", "read", "news", "--json")).stdout).toContain(String.raw`"a\u001b[2Jb\rc\td\u202e"`);
});

test("a name that no topic can have is refused with the reason", async () => {
  const { told } = await aScene();
  for (const [name, reason] of [
    ["../x", "the topic's name `../x` has a path in it; only letters, digits, `.`, `_` and `-` may be"],
    ["a b", "the topic's name `a b` has a blank in it; only letters, digits, `.`, `_` and `-` may be"],
    ["", "the topic's name is empty"],
    ["x".repeat(65), `the topic's name \`${"x".repeat(65)}\` has 65 characters; 64 are the most`],
  ] as const) {
    const refused = { status: 2, stdout: "", stderr: `planwright: ${reason}\n` };
    expect(await told("topic", "read", name)).toEqual(refused);
    expect(await told("topic", "post", name, "text")).toEqual(refused);
  }
});

test("what nobody could read is refused, and so is what nobody would", async () => {
  const { told } = await aScene();
  const nothing = "planwright: there is nothing to post; give a text, or `-` to read standard input\n";
  expect(await told("topic", "post", "news")).toMatchObject({ status: 2, stderr: nothing });
  expect(await told("topic", "post", "news", " \n")).toMatchObject({ status: 2, stderr: nothing });
  expect((await told("topic", "post", "news", "x".repeat(65_537))).stderr).toMatch(/a message has 64 kB at most; /);
  expect((await told("topic", "read", "news")).stdout).toBe("nothing was posted to news yet\n");
  expect((await told("topic", "post", "news", "x".repeat(65_536))).stderr).toMatch(
    /^posted to news, its first message;/,
  );
  expect((await told("topic", "read", "news", "--last", "0")).stderr).toContain("messages are counted from 1.");
  expect((await told("topic")).status).toBe(2);
});

test("standard input is read no further than a message may be long, and must be text", async () => {
  const { url } = await aDatabase();
  const here = aPlanRun({ files: {} }, url);
  const endless = reading(here.start(["topic", "post", "news", "-"]));
  // Never closed: whoever waited for its end would wait for ever.
  endless.child.stdin?.on("error", () => {}).write("x".repeat(100_000));
  expect(await ended(endless)).toMatchObject({ status: 2, stderr: expect.stringContaining("64 kB at most") });
  const binary = reading(here.start(["topic", "post", "news", "-"]));
  binary.child.stdin?.end(Buffer.from([0x61, 0xff, 0x00]));
  expect(await ended(binary)).toMatchObject({ status: 2, stderr: expect.stringContaining("must be UTF-8") });
  expect(here.run(["topic", "list"]).stdout).toMatch(/^nothing was posted in this repository yet; /);
});

test("reading makes no database where there is none, and needs a repository", () => {
  const { run, home, place, env } = aPlanRun({ files: {} });
  expect(run(["topic", "list"])).toEqual({
    status: 0,
    stdout: 'nothing was posted in this repository yet; `planwright topic post NAME "..."` is the first\n',
    stderr: "",
  });
  expect(run(["topic", "read", "news"]).stdout).toBe("nothing was posted to news yet\n");
  expect(existsSync(join(home, "postgres"))).toBe(false);
  expect(planwright(["topic", "list"], place, env)).toMatchObject({ status: 2, stdout: "" });
});

test("what a step subscribes to and is not there stands in the journal", async () => {
  const more = "**subscriptions:**\n- file:none.md\n- topic:news\n- file:a.txt";
  const run = await aHostedRun({
    plan: planWith([{ contract: "test -s 1.txt", more }]),
    command: "cat >&2\necho 1 > 1.txt\n",
  });
  expect((await run.goOn()).halt).toBe("done");
  const told = (await run.events()).flatMap((event) =>
    event.type === "noted" && event.step === "1" ? [event.told] : [],
  );
  expect(told).toEqual([
    "file:none.md is not there; the worker continues without it",
    "topic:news says nothing yet; the worker continues without it",
  ]);
});
